import type { Formats } from '../formats.ts'

export const transactions = ({ number, plural }: Formats) => ({
  title: 'Transactions',
  add: 'New transaction',
  pending: 'Pending',
  free: 'Free to spend',
  spendFrom: 'Spend from',
  category: 'Category',
  noCategory: 'No category',
  notes: 'Note',
  choose: 'Choose',
  select: (concept: string) => `Select ${concept}`,
  none: 'Nothing here yet',
  noneWords: 'Transactions arrive from a bank or a file, or are recorded by hand.',
  noneMatch: (count: number) =>
    `No transactions match ${plural(count, { one: 'this filter', other: `these ${number(count)} filters` })}`,
  noAccount: 'There is no account yet that a transaction could belong to.',
  count: (count: number) =>
    `${number(count)} ${plural(count, { one: 'transaction', other: 'transactions' })}`,
  progress: (done: number, all: number) => `${number(done)} of ${number(all)} changed`,
  totals: { in: 'In', out: 'Out', net: 'Net' },
  columns: {
    selected: 'Selected',
    day: 'Date',
    concept: 'Description',
    category: 'Category',
    expense: 'Spent from',
    account: 'Account',
    amount: 'Amount',
    type: 'Type',
  },
  types: { expense: 'Spending', income: 'Income', transfer: 'Transfer' },
  providers: {
    provider_a: 'SimpleFIN',
    provider_b: 'Plaid',
    wallet: 'A device',
    manual: 'By hand',
    import: 'A file',
  },
  filters: {
    search: 'Search transactions',
    expense: 'Expense',
    by: (name: string) => `Filter by ${name.toLowerCase()}`,
    from: 'From',
    to: 'To',
    clear: (count: number) =>
      plural(count, { one: 'Clear filter', other: `Clear ${number(count)} filters` }),
  },
  bulk: {
    label: 'Selected transactions',
    selected: (count: number) => `${number(count)} selected`,
    all: (total: string) => `Select all ${total}`,
    clear: 'Clear the selection',
  },
  done: {
    recorded: (concept: string) => `${concept} recorded`,
    filed: (category: string) => `Filed under ${category}`,
    assigned: (expense: string) => `Spent from ${expense}`,
    free: 'Spent from what is free',
    typed: (type: string) => `Marked as ${type.toLowerCase()}`,
  },
  details: {
    title: 'Transaction',
    account: 'Account',
    source: 'Came from',
    original: 'The bank’s text',
  },
})
