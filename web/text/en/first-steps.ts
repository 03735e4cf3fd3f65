import type { Formats } from '../formats.ts'
import { ordinal } from './ordinal.ts'

/** How often a payday recurs, as far as a sentence needs it. */
export type PayRhythm = {
  readonly frequency: 'weekly' | 'biweekly' | 'semimonthly' | 'monthly'
  /** `Friday`, if the schedule counts weeks. */
  readonly weekday: string
  /** Days of the month (31 means the last), if the schedule counts months. */
  readonly days: readonly number[]
}

export const firstSteps = ({ number, plural }: Formats) => {
  const dayOf = (date: number) => (date === 31 ? 'the last day' : `the ${ordinal(date)}`)
  return {
    title: 'Your first steps',
    words: 'Answer a few questions to see what you can safely spend.',
    dismiss: 'Hide these steps',
    done: 'Done:',
    money: {
      title: 'Where is your money?',
      bank: 'Connect a bank',
      file: 'Import a file',
      hand: 'Add an account by hand',
      move: 'Move from another app',
      done: (count: number) =>
        `${number(count)} ${plural(count, { one: 'account', other: 'accounts' })}`,
    },
    categories: {
      title: 'Sort payments into categories?',
      ready: 'Earmark uses the usual categories. You only see those that hold payments.',
      without: 'Start without categories',
      offer: 'Earmark can sort your payments into the usual categories.',
      file: 'Sort payments',
    },
    goOn: 'Continue',
    spendable: {
      title: 'Which accounts do you spend from?',
      words: 'Clear the accounts whose money you do not want to touch.',
      inBank: (amount: string) => `${amount} in the bank`,
      save: 'Use these accounts',
    },
    pay: {
      title: 'When do you get paid?',
      waiting: 'Earmark suggests your regular pay once it has your transactions.',
      none: 'No regular deposit found yet.',
      add: (name: string) => `Yes, add ${name}`,
      other: 'Enter it myself',
      rhythm: ({ frequency, weekday, days }: PayRhythm) => {
        if (frequency === 'weekly') return `Every ${weekday}`
        if (frequency === 'biweekly') return `Every other ${weekday}`
        return `On ${days.map(dayOf).join(' and ')} of each month`
      },
      exactly: (rhythm: string, amount: string) => `${rhythm}, ${amount}?`,
      about: (rhythm: string, amount: string) => `${rhythm}, about ${amount}?`,
      next: (name: string, day: string) => `${name} · next on ${day}`,
      added: (name: string) => `${name} added`,
    },
    bills: {
      title: 'Which bills do you pay regularly?',
      waiting: 'Earmark suggests your regular bills once it knows when you get paid.',
      none: 'No regular bill found yet.',
      other: 'Add one myself',
      skip: 'Skip, show my number',
      taking: 'Setting aside…',
      list: 'Regular bills',
      intervals: {
        '7d': 'every week',
        '14d': 'every two weeks',
        '28d': 'every four weeks',
        1: 'every month',
        2: 'every two months',
        3: 'every three months',
        6: 'every six months',
        12: 'every year',
      },
      next: (interval: string, day: string) => `${interval} · next on ${day}`,
      about: (amount: string) => `about ${amount}`,
      now: (amount: string) => `${amount} will be set aside right away.`,
      later: 'From now on, each payday sets money aside for them.',
      add: (count: number) =>
        `Set aside for ${number(count)} ${plural(count, { one: 'bill', other: 'bills' })}`,
      added: (count: number) =>
        `${number(count)} ${plural(count, { one: 'bill', other: 'bills' })} added to your plan`,
    },
    closing: {
      title: (amount: string) => `Here is your number: ${amount}`,
      free: 'You can spend it without touching your bills.',
      daily: (amount: string, day: string) =>
        `It is free to spend until ${day}: about ${amount} a day.`,
      aside: (amount: string) => `${amount} is already set aside for your bills.`,
      next: (day: string, amount: string) =>
        `Your payday on ${day} sets aside ${amount} more, all by itself.`,
      done: 'Done',
      plan: 'See the plan',
    },
  }
}
