import { type RawBuilder, sql } from 'kysely'
import { plannedEachTime } from '#/platform/database/prepared-pool.ts'
import type { Facet } from '#/budget/reports/rows.ts'
import type { Day } from '#/core/values/day.ts'

/** The filters of lists and totals (Spec, Transactions). */
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
 * Returns the rollup facet that counts a filter; null if rows must be counted one by one: for a search, or for two of
 * account, category and Expense together. Rollups have columns for types and days.
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

/** Builds the filter's SQL condition on the visible transactions `t`. */
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
    // Planned again for each text: two letters are in most rows, so a scan is fast; a rare word needs the trigram index.
    parts.push(
      sql`search_text(t.concept, t.original_concept, t.notes) like lower(${containing(filter.search)}::text) ${plannedEachTime}`,
    )
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/**
 * Builds the `like` pattern for text that contains `part`, with `%` and `_` escaped. The database changes the case,
 * because JavaScript lowers some letters differently (`İ` becomes two, `Σ` depends on the next letter).
 */
function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`
}

/** Returns the column of the rollups `r` that counts transactions of the filter's type. */
export function countColumn({ type }: Filter): RawBuilder<number> {
  return type === undefined ? sql<number>`r.transactions` : sql<number>`r.${sql.ref(`${type}s`)}`
}
