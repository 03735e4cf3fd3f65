import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, startOfMonth } from '#/core/values/day.ts'
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
  const days = spans.filter(({ grain }) => grain === 'day')
  return sql<boolean>`${own} and ${keyed} and ${isMonthOf(days)} and (${sql.join(spans.map(inSpan), sql` or `)})`
}

function inSpan({ grain, from, until }: Span): RawBuilder<boolean> {
  const lower = from === null ? sql`` : sql` and r.start >= ${from}`
  const upper = until === null ? sql`` : sql` and r.start < ${until}`
  return sql<boolean>`(r.grain = ${sql.lit(grain)}${lower}${upper})`
}

/** Builds the condition by which the index finds days: they are stored in the row of their month. */
function isMonthOf(days: readonly Span[]): RawBuilder<boolean> {
  if (days.length === 0) return sql`true`
  const firsts = days.map(({ from }) => from && startOfMonth(from))
  const lasts = days.map(({ until }) => until && startOfMonth(addDays(until, -1)))
  if (firsts.every((first, n) => first !== null && first === lasts[n])) {
    return sql<boolean>`(r.grain <> 'day' or r.month in (${sql.join(firsts)}))`
  }
  const least = sorted(firsts)[0]
  const most = sorted(lasts).at(-1)
  const lower = least === undefined ? sql`true` : sql`r.month >= ${least}`
  const upper = most === undefined ? sql`true` : sql`r.month <= ${most}`
  return sql<boolean>`(r.grain <> 'day' or (${lower} and ${upper}))`
}

/** Sorts bounds; none if one of them is open. */
function sorted(bounds: readonly (Day | null)[]): readonly Day[] {
  return bounds.includes(null) ? [] : bounds.flatMap((bound) => bound ?? []).toSorted()
}
