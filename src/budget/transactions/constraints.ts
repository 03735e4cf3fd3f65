import { invalidParameter, notFound } from '#/platform/contract/refusal.ts'
import { sqlState } from '#/platform/database/database.ts'
import { violatedConstraint } from '#/platform/database/violated-constraint.ts'

/** Foreign keys that a write of a transaction can violate, and the parameter at fault. */
const references: readonly (readonly [RegExp, string])[] = [
  [/category_id/, 'category_id'],
  [/expense_goal_id/, 'expense_goal_id'],
]

/** Translates a violated constraint into a refusal; null for any other error. */
export function refusalOf(error: unknown): Error | null {
  const constraint = violatedConstraint(error)
  const state = sqlState(error)
  if (state === '23503') {
    const broken = references.find(([pattern]) => pattern.test(constraint))
    return broken ? notFound(broken[1]) : null
  }
  if (state === '23514' && /^(accounts_balance|transaction_rollups|expenses)_/.test(constraint)) {
    return invalidParameter(
      'amount',
      '`amount` would make the account’s sums too large to be exact.',
      { name: 'sums_too_large' },
    )
  }
  return null
}
