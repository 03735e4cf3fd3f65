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
      move: 'Coming from another application?',
      done: (count: number) =>
        `${number(count)} ${plural(count, { one: 'account', other: 'accounts' })}`,
    },
    categories: {
      title: 'File payments into categories?',
      ready: 'Earmark files them into the usual categories. You see those that are used.',
      without: 'Begin without categories',
      offer: 'Earmark can file your payments into the usual categories.',
      file: 'File payments into categories',
    },
    goOn: 'Continue your first steps',
    spendable: {
      title: 'Which accounts do you spend from?',
      words: 'Leave out any account whose money you do not want to touch.',
      inBank: (amount: string) => `${amount} in the bank`,
      save: 'Use these accounts',
    },
    pay: {
      title: 'When do you get paid?',
      waiting: 'Once your transactions are here, Earmark suggests your regular pay.',
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
      added: (name: string) => `${name} has been added`,
    },
    bills: {
      title: 'Which bills do you pay regularly?',
      waiting: 'Once Earmark knows when you get paid, it suggests your regular bills.',
      none: 'No regular bill found yet.',
      other: 'Add one myself',
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
        `${number(count)} ${plural(count, { one: 'Expense has', other: 'Expenses have' })} been added`,
    },
  }
}
