import type { Formats } from '../formats.ts'

/** How a payday comes back, as far as a sentence needs it. */
export type PayRhythm = {
  readonly frequency: 'weekly' | 'biweekly' | 'semimonthly' | 'monthly'
  /** `Friday`, where weeks are counted. */
  readonly weekday: string
  /** Of the month, 31 being the last one, where months are. */
  readonly days: readonly number[]
}

export const firstSteps = ({ number, plural }: Formats) => {
  const dayOf = (date: number) => (date === 31 ? 'the last day' : `day ${number(date)}`)
  return {
    title: 'Your first steps',
    words: 'A few questions, and you know what is free to spend.',
    dismiss: 'Put this list away',
    done: 'Done:',
    money: {
      title: 'How does money get in?',
      bank: 'Connect a bank',
      file: 'Import a file',
      hand: 'Enter it by hand',
      done: (count: number) =>
        `${number(count)} ${plural(count, { one: 'account', other: 'accounts' })}`,
    },
    goOn: 'Go on with your first steps',
    spendable: {
      title: 'What of it can you spend?',
      words: 'These accounts make up what is in the bank. Leave out what is not to be touched.',
      inBank: (amount: string) => `${amount} in the bank`,
      save: 'These count',
    },
    pay: {
      title: 'When are you paid?',
      waiting: 'Once deposits are here, those that come regularly are proposed.',
      none: 'No deposit comes regularly yet.',
      add: (name: string) => `Yes, add ${name}`,
      other: 'Say it yourself',
      rhythm: ({ frequency, weekday, days }: PayRhythm) => {
        if (frequency === 'weekly') return `Every ${weekday}`
        if (frequency === 'biweekly') return `Every second ${weekday}`
        return `On ${days.map(dayOf).join(' and ')} of each month`
      },
      exactly: (rhythm: string, amount: string) => `${rhythm}, ${amount}?`,
      about: (rhythm: string, amount: string) => `${rhythm}, about ${amount}?`,
      next: (name: string, day: string) => `${name} · next on ${day}`,
      added: (name: string) => `${name} has been added`,
    },
    bills: {
      title: 'Which bills come back?',
      waiting: 'Once you have said when you are paid, bills that come back are proposed.',
      none: 'No bill comes back regularly yet.',
      other: 'Add one yourself',
      list: 'Bills that come back',
      intervals: {
        1: 'every month',
        3: 'every three months',
        6: 'every six months',
        12: 'every year',
      },
      next: (interval: string, day: string) => `${interval} · next on ${day}`,
      about: (amount: string) => `about ${amount}`,
      now: (amount: string) => `${amount} of what is free is set aside at once.`,
      later: 'Paydays set money aside for them from now on.',
      add: (count: number) =>
        `Set aside for ${number(count)} ${plural(count, { one: 'bill', other: 'bills' })}`,
      added: (count: number) =>
        `${number(count)} ${plural(count, { one: 'Expense has', other: 'Expenses have' })} been added`,
    },
  }
}
