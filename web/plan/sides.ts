import type { Expense } from './expense.ts'

/** Free-to-spend as a side of a movement of money; the other sides are ids of Expenses. */
export const FREE = 'free'

/** Where money comes from and where it goes. */
export type Sides = { readonly from: string; readonly to: string }

export type Movement = 'transfer' | 'fund' | 'release'

/** Chooses the sides of a new movement; `id` is the Expense that it was opened for. */
export function sidesOf(movement: Movement, expenses: readonly Expense[], id?: string): Sides {
  if (movement === 'fund') return { from: FREE, to: id ?? neediest(expenses) }
  if (movement === 'release') return { from: id ?? fullest(expenses, null), to: FREE }
  const to = id ?? neediest(expenses)
  return { from: expenses.length > 1 ? fullest(expenses, to) : FREE, to }
}

/** Changes one side; the same on both sides swaps them. */
export function withSide({ from, to }: Sides, side: keyof Sides, picked: string): Sides {
  if (side === 'from') return { from: picked, to: picked === to ? from : to }
  return { from: picked === from ? to : from, to: picked }
}

function neediest(expenses: readonly Expense[]): string {
  const behind = expenses.find(({ is_behind }) => is_behind)
  return (behind ?? expenses.toSorted((a, b) => b.reserveShortfall - a.reserveShortfall)[0]!).id
}

function fullest(expenses: readonly Expense[], but: string | null): string {
  return expenses.filter(({ id }) => id !== but).toSorted((a, b) => b.balance - a.balance)[0]!.id
}
