import { type RawBuilder, sql } from 'kysely'
import { addDays, startOfMonth } from '#/core/values/day.ts'
import type { Span } from './spans.ts'

/** The transactions that a rollup counts: all, or those of one account, category, Expense or merchant. */
export type Facet = {
  readonly facet: 'all' | 'account' | 'category' | 'expense' | 'merchant'
  /** The id or key; '' for `all` and for transactions without a category; null: every key. */
  readonly key: string | null
}

/** Builds the condition for the rows `r` of `transaction_totals` of a facet in some spans. */
export function rollupRows(
  householdId: string,
  { facet, key }: Facet,
  spans: readonly Span[],
): RawBuilder<boolean> {
  // Part of the text, so that the plan that PostgreSQL keeps for all values knows how many rows a facet has.
  const own = sql`r.household_id = ${householdId} and r.facet = ${sql.lit(facet)}`
  const keyed = key === null ? sql`true` : sql`r.facet_key = ${key === '' ? sql.lit(key) : key}`
  return sql<boolean>`${own} and ${keyed} and (${sql.join(spans.map(inSpan), sql` or `)})`
}

function inSpan({ grain, from, until }: Span): RawBuilder<boolean> {
  const parts = [sql`r.grain = ${sql.lit(grain)}`]
  if (from !== null) parts.push(sql`r.start >= ${from}`)
  if (until !== null) parts.push(sql`r.start < ${until}`)
  // Days are stored in the row of their month, which is what the index finds.
  if (grain === 'day' && from !== null) parts.push(sql`r.month >= ${startOfMonth(from)}`)
  if (grain === 'day' && until !== null) {
    parts.push(sql`r.month <= ${startOfMonth(addDays(until, -1))}`)
  }
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}
