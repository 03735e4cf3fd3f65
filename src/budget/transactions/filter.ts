import { type RawBuilder, sql } from 'kysely'
import { plannedAnew } from '#/platform/database/prepared-pool.ts'
import type { Facet } from '#/budget/reports/rows.ts'
import type { Day } from '#/core/values/day.ts'

/** The filters that a list and its totals share (Spec, Transactions). */
export type Filter = {
  readonly type?: 'expense' | 'income' | 'transfer' | undefined
  readonly account_id?: string | undefined
  readonly category_id?: string | undefined
  readonly without_category?: 'true' | undefined
  readonly expense_goal_id?: string | undefined
  readonly search?: string | undefined
  readonly from?: Day | undefined
  readonly to?: Day | undefined
}

/**
 * The facet of the rollups that a filter comes down to; null when it must be counted row by row: a search, or two
 * of account, category and Expense at once. The type and the days need no facet of their own.
 */
export function facetOf(filter: Filter): Facet | null {
  if (filter.search !== undefined) return null
  const named: Facet[] = []
  if (filter.account_id !== undefined) named.push({ facet: 'account', key: filter.account_id })
  if (filter.category_id !== undefined) named.push({ facet: 'category', key: filter.category_id })
  if (filter.without_category !== undefined) named.push({ facet: 'category', key: '' })
  if (filter.expense_goal_id !== undefined) {
    named.push({ facet: 'expense', key: filter.expense_goal_id })
  }
  return named.length > 1 ? null : (named[0] ?? { facet: 'all', key: '' })
}

/** The visible transactions of a filter, as a condition on `t`. */
export function conditionOf(householdId: string, filter: Filter): RawBuilder<boolean> {
  const parts = [sql`t.household_id = ${householdId} and t.visible`]
  if (filter.type !== undefined) parts.push(sql`t.type = ${filter.type}`)
  if (filter.account_id !== undefined) parts.push(sql`t.account_id = ${filter.account_id}`)
  if (filter.category_id !== undefined) parts.push(sql`t.category_id = ${filter.category_id}`)
  if (filter.without_category !== undefined) parts.push(sql`t.category_id is null`)
  if (filter.expense_goal_id !== undefined) {
    parts.push(sql`t.expense_goal_id = ${filter.expense_goal_id}`)
  }
  if (filter.from !== undefined) parts.push(sql`t.booked_at >= ${filter.from}`)
  if (filter.to !== undefined) parts.push(sql`t.booked_at <= ${filter.to}`)
  if (filter.search !== undefined) {
    // Two letters are in the next hundred rows or so, and in all of the index of trigrams; a rare word is found by that alone.
    parts.push(
      sql`search_text(t.concept, t.original_concept, t.notes) like lower(${containing(filter.search)}::text) ${plannedAnew}`,
    )
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/**
 * The pattern of `like` for text that contains `part`: `%` and `_` stand for themselves. Its case is left to the
 * database: what lower case is to JavaScript (`İ` is two letters, `Σ` depends on what follows) it would not find.
 */
function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`
}

/** The column of the rollups `r` that counts the transactions of a filter's type. */
export function countColumn({ type }: Filter): RawBuilder<number> {
  return type === undefined ? sql<number>`r.transactions` : sql<number>`r.${sql.ref(`${type}s`)}`
}
