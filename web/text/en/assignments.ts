import type { Formats } from '../formats.ts'

export const assignments = ({ number, plural }: Formats) => ({
  title: 'Paid from a set-aside?',
  notice: (count: number) =>
    `${number(count)} ${plural(count, { one: 'payment', other: 'payments' })} may belong to a set-aside.`,
  look: 'Review',
  words: 'Press Y for yes, N for no. Arrow keys move between payments.',
  /** The key for yes. */
  yesKey: 'y',
  none: 'All payments are answered.',
  list: 'Payments to review',
  question: (concept: string, expense: string) => `${concept}: paid from ${expense}?`,
  from: (expense: string) => `Paid from ${expense}?`,
  yes: 'Yes',
  no: 'No',
  accepted: (concept: string, expense: string) => `${concept} is paid from ${expense}`,
  dismissed: (concept: string, expense: string) => `${concept} is not paid from ${expense}`,
  answered: 'Someone has answered this already. The list is up to date.',
  reasons: {
    rule: 'one of your rules says so',
    choices: (count: number) =>
      count === 1 ? 'you chose it last time' : `you chose it the last ${number(count)} times`,
    proposal: 'it was made from these payments',
    name: 'both have the same name',
    amount: 'amount and date match',
    refund: 'it refunds a payment from there',
    card: 'it pays this card',
  },
  because: (reason: string) => `Because ${reason}.`,
  rose: (from: string, to: string) => `The price rose from ${from} to ${to}.`,
  fell: (from: string, to: string) => `The price fell from ${from} to ${to}.`,
  paidFrom: (expense: string) => `Paid from ${expense}`,
  undo: 'Undo',
  undoOf: (concept: string, expense: string) => `Undo: ${concept} paid from ${expense}`,
  undone: (concept: string) => `${concept} is paid from free to spend`,
  past: {
    title: 'Paid before it was set aside',
    words: (count: number, expense: string) =>
      `${number(count)} ${plural(count, { one: 'payment', other: 'payments' })} of ${expense} ${plural(count, { one: 'was', other: 'were' })} already paid from free to spend.`,
    returns: (amount: string, expense: string) => `${expense} still holds ${amount} for it.`,
    history: 'Linking moves no money. Earmark learns the payee.',
    accept: (expense: string) => `Link with ${expense}`,
    leave: 'Leave as is',
    allWords: (count: number) => `${number(count)} payments were already paid from free to spend.`,
    allReturns: (amount: string) => `${amount} is still set aside for them.`,
    count: (count: number) =>
      `${number(count)} ${plural(count, { one: 'payment', other: 'payments' })}`,
    acceptAll: 'Link all',
    leaveAll: 'Leave all',
    acceptedAll: (count: number) =>
      `${number(count)} ${plural(count, { one: 'payment', other: 'payments' })} linked`,
    leftAll: (count: number) =>
      `${number(count)} ${plural(count, { one: 'payment stays as it is', other: 'payments stay as they are' })}`,
    show: 'Show the payments',
    accepted: (count: number, expense: string) =>
      `${number(count)} ${plural(count, { one: 'payment', other: 'payments' })} linked with ${expense}`,
    left: (expense: string) => `The payments of ${expense} stay as they are`,
  },
})
