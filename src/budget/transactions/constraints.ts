import { invalidParameter, notFound } from '#/platform/contract/refusal.ts'
import { sqlState } from '#/platform/database/database.ts'

/** The database's promises that a write of a transaction can run into, and the parameter that is then at fault. */
const references: readonly (readonly [RegExp, string])[] = [
  [/category_id/, 'category_id'],
  [/expense_goal_id/, 'expense_goal_id'],
]

/** What a broken constraint means to the caller; null for any other error. */
export function refusalOf(error: unknown): Error | null {
  const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
  const state = sqlState(error)
  if (state === '23503') {
    const broken = references.find(([pattern]) => pattern.test(constraint))
    return broken ? notFound(broken[1]) : null
  }
  if (state === '23514' && /^(accounts_balance|transaction_rollups|expenses)_/.test(constraint)) {
    return invalidParameter(
      'amount',
      '`amount` would bring the account’s sums out of what can be counted exactly.',
      { name: 'sums_too_large' },
    )
  }
  return null
}
