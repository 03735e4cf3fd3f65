import type { Expense } from './expense.ts'

/** The kinds of a set-aside that people see. A bill has a date; an envelope has none. */
export type Kind = 'bill' | 'envelope' | 'goal' | 'card'

export function kindOf(type: Expense['type'], { isDated }: { readonly isDated: boolean }): Kind {
  if (type === 'goal') return 'goal'
  if (type === 'credit_card') return 'card'
  return isDated ? 'bill' : 'envelope'
}
