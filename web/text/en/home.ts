import type { Formats } from '../formats.ts'

export const home = ({ number, plural }: Formats) => ({
  title: 'Home',
  palette: { places: 'Go to', actions: 'Do', expenses: 'Expenses' },
  freeToSpend: 'Free to spend',
  daily: (amount: string, day: string) => `About ${amount} a day until ${day}`,
  nothingFree: 'Everything is set aside.',
  overdrawn: 'More is set aside than is in the bank.',
  asOf: (time: string) => `As of ${time}`,
  stale: (time: string) => `Last synced ${time}`,
  neverSynced: 'A bank has not answered yet',
  equation: {
    label: 'How it comes about',
    cash: 'In the bank',
    expenses: 'Expenses',
    goals: 'Goals',
    cards: 'Cards',
    free: 'Free',
    reserve: (amount: string) => `${amount} of it held ahead`,
  },
  payday: {
    title: 'Next payday',
    in: (days: number) => (days === 1 ? 'tomorrow' : `in ${number(days)} days`),
    today: 'today',
    deposit: 'Expected pay',
    aside: 'Set aside',
    after: 'Free afterwards',
    parts: (count: number) =>
      `For ${number(count)} ${plural(count, { one: 'Expense', other: 'Expenses' })}`,
    short: (amount: string) => `${amount} short of what is planned`,
    none: 'Without a payday nothing is set aside by itself.',
  },
  waiting: (day: string, amount: string) =>
    `The pay of ${day} has not landed yet: ${amount} will be set aside when it does.`,
  needs: {
    title: 'Needs you',
    connection: (name: string) => `${name} wants your attention`,
    someBank: 'A bank connection',
    behind: (name: string, amount: string) => `${name} is behind by ${amount}`,
    due: (day: string) => `due ${day}`,
    webhook: (name: string) => `The webhook ${name} has been paused`,
    webhookGone: 'Its address answered that it is gone.',
    unfiled: (count: number) =>
      `${number(count)} ${plural(count, { one: 'payment has', other: 'payments have' })} no category`,
    lately: 'in the last 30 days',
    standing: {
      trial_ended: 'The trial has ended: you can look, but not change.',
      lapsed: 'The subscription has lapsed.',
      closed: 'This household has been closed.',
    },
  },
  coming: {
    title: 'Coming up',
    none: 'Nothing is due within two weeks.',
    funded: 'Funded',
    on_the_way: 'On the way',
    short: (amount: string) => `${amount} short`,
  },
  recent: { title: 'Recent', all: 'All transactions', none: 'Nothing has been recorded yet.' },
  month: {
    title: 'Spent this month',
    less: (amount: string) => `${amount} less than at this point last month`,
    more: (amount: string) => `${amount} more than at this point last month`,
    same: 'As much as at this point last month',
    this: 'This month',
    last: 'Last month',
    table: 'Show as a table',
    chart: 'Show as a chart',
    day: 'Day',
    chartLabel: (now: string, then: string) =>
      `Spending day by day: ${now} this month until today, ${then} by the same day last month.`,
  },
  welcome: {
    title: 'Nothing here yet',
    words: 'Connect a bank, or add what you have by hand, to see what is free to spend.',
    add: 'Add an account',
  },
})
