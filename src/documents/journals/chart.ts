import type { Book } from '#/documents/lists/book.ts'
import { createNames, type Dialect } from './names.ts'

/** The accounts of a journal: those of the household, and one for each category. */
export type Chart = {
  /** The name of an account of the household. */
  readonly account: (id: string) => string
  /** The account of a category; without one, that of payments without a category. */
  readonly category: (id: string | null, type: string) => string
  readonly opening: string
  /** Money on its way between accounts of which the journal has one. */
  readonly transfers: string
  readonly all: readonly string[]
}

const tops = {
  hledger: {
    assets: 'assets',
    liabilities: 'liabilities',
    equity: 'equity',
    income: 'income',
    expenses: 'expenses',
  },
  beancount: {
    assets: 'Assets',
    liabilities: 'Liabilities',
    equity: 'Equity',
    income: 'Income',
    expenses: 'Expenses',
  },
} as const

/** Types of accounts that hold debts. */
const debts = new Set(['credit', 'loan'])

/** Names the accounts of a journal. Categories with the same name as another get a number. */
export function chartOf({ accounts, categories, stored }: Book, dialect: Dialect): Chart {
  const top = tops[dialect]
  const nameOf = createNames(dialect)
  const opening = nameOf([top.equity, 'Opening balances'])
  const transfers = nameOf([top.equity, 'Transfers'])
  const none = {
    expense: nameOf([top.expenses, 'Uncategorized']),
    income: nameOf([top.income, 'Uncategorized']),
  }
  const owned = new Map(
    [...accounts.values()].map(({ id, name, type }) => {
      return [id, nameOf([debts.has(type) ? top.liabilities : top.assets, name])] as const
    }),
  )
  const kinds = {
    expense: [top.expenses],
    income: [top.income],
    transfer: [top.equity, 'Transfers'],
  } as const
  const filed = new Map(
    stored.categories.map(({ id, kind }) => {
      const above = kinds[kind as keyof typeof kinds]
      return [id, nameOf([...above, ...(categories.get(id) ?? [])])] as const
    }),
  )
  return {
    account: (id) => owned.get(id)!,
    category: (id, type) => {
      const found = id === null ? undefined : filed.get(id)
      return (
        found ?? (type === 'income' ? none.income : type === 'expense' ? none.expense : transfers)
      )
    },
    opening,
    transfers,
    all: [opening, transfers, none.expense, none.income, ...owned.values(), ...filed.values()],
  }
}
