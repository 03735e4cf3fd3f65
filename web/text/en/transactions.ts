import type { Formats } from '../formats.ts'

export const transactions = ({ number, plural }: Formats) => ({
  title: 'Transactions',
  pending: 'Pending',
  noneMatch: 'No transactions match these filters',
  count: (count: number) =>
    `${number(count)} ${plural(count, { one: 'transaction', other: 'transactions' })}`,
})
