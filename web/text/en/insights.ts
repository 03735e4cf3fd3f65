import type { Formats } from '../formats.ts'

export const insights = ({ number, plural }: Formats) => ({
  title: 'Insights',
  tabs: { netWorth: 'Net worth', spending: 'Spending' },
  asTable: 'Show as a table',
  asChart: 'Show as a chart',
  marksHint: 'Use the arrow keys to move along the chart, and Enter to see the transactions.',
  count: (count: number) =>
    `${number(count)} ${plural(count, { one: 'transaction', other: 'transactions' })}`,
  worth: {
    net: 'Net worth',
    assets: 'What you have',
    debts: 'What you owe',
    since: (amount: string, day: string) => `${amount} since ${day}`,
    chart: 'Net worth at the end of each month',
    mark: (day: string, net: string, [assets, debts]: readonly [string, string]) =>
      `${day}: ${net}, of which ${assets} in assets and ${debts} in debts. Show the transactions of this month.`,
    day: 'Day',
    accounts: 'Accounts',
    add: 'Add an account',
    none: 'No net worth yet',
    noneWords: 'Add an account, and its past is worked out from its transactions.',
    other: 'Other currencies, not included in the total',
  },
  spending: {
    spent: 'Spent',
    refunded: 'Refunded',
    by: 'Group by',
    bys: { category: 'Category', merchant: 'Merchant', month: 'Month' },
    period: 'Period',
    periods: {
      month: 'This month',
      week: 'This week',
      last_month: 'Last month',
      quarter: 'Last three months',
      year: 'Last twelve months',
      this_year: 'This year',
    },
    fromTo: (from: string, to: string) => `${from} – ${to}`,
    chart: 'Where the money went',
    mark: (name: string, amount: string, count: string) =>
      `${name}: ${amount}, ${count}. Show them.`,
    share: 'Share',
    amount: 'Amount',
    transactions: 'Transactions',
    unfiled: 'No category',
    none: 'Nothing was spent in this period',
    noneWords: 'Choose a longer period, or record what you spent.',
    more: (count: number) => `Show ${number(count)} more`,
  },
})
