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
  /** A further condition on the transactions `t`, of which no rollup knows. */
  readonly sought?: RawBuilder<boolean> | undefined
}

/**
 * Returns the rollup facet that counts a filter; null if rows must be counted one by one: for a search, or for two of
 * account, category and Expense together. Rollups have columns for types and days.
 */
export function facetOf(filter: Filter): Facet | null {
  if (filter.search !== undefined || filter.sought !== undefined) return null
  const named: Facet[] = []
  if (filter.account_id !== undefined) named.push({ facet: 'account', key: filter.account_id })
  if (filter.category_id !== undefined) named.push({ facet: 'category', key: filter.category_id })
  if (filter.without_category !== undefined) named.push({ facet: 'category', key: '' })
  if (filter.expense_goal_id !== undefined) {
    named.push({ facet: 'expense', key: filter.expense_goal_id })
  }
  return named.length > 1 ? null : (named[0] ?? { facet: 'all', key: '' })
}

/**
 * Builds the visible transactions `t` that match a filter: one or two queries behind `from`, which find different rows. A
 * split transaction matches a category and an Expense by a part. Split ones are found beside the others by an index of
 * their own, so that both keep the order of the list.
 */
export function branchesOf(
  householdId: string,
  filter: Filter,
  also: RawBuilder<boolean> = sql`true`,
): readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]] {
  const condition = sql`${conditionOf(householdId, filter)} and ${also}`
  const own = ownCondition(filter)
  if (own === null) return [sql`transactions t where ${condition}`]
  const { search, sought = sql`true`, ...others } = filter
  const contains =
    search === undefined ? sought : sql`${sought} and ${containsText(householdId, search)}`
  return [
    sql`transactions t where ${own} and ${condition}`,
    // `offset 0` keeps PostgreSQL with the index of split rows. For another order or a search it would take an index of all
    // rows, because it does not know how few rows have such a part, and read every row of the household.
    sql`(select t.*, t.xmin from transactions t where t.splits is not null
        and t.splits @> ${JSON.stringify([partOf(filter)])}::jsonb and (${own}) is not true
        and ${conditionOf(householdId, others)} and ${also}
      order by t.booked_at desc, t.created_at desc, t.id desc offset 0) t where ${contains}`,
  ]
}

/** Builds all matching transactions `t` in any order; a further condition may follow. */
export function matching(householdId: string, filter: Filter): RawBuilder<unknown> {
  const [first, ...others] = branchesOf(householdId, filter)
  if (others.length === 0) return first
  const all = [first, ...others].map((branch, n) => sql`select ${columnsOf(n)} from ${branch}`)
  return sql`(${sql.join(all, sql` union all `)}) t where true`
}

/** Returns all columns of the nth branch with `xmin`, which only those that are not tables have among the others. */
export function columnsOf(branch: number): RawBuilder<unknown> {
  return branch === 0 ? sql`t.*, t.xmin` : sql`t.*`
}

/** Builds the amount of a transaction `t` that a filter counts: of a split one, the parts that match. */
export function matchingAmount(filter: Filter): RawBuilder<number> {
  if (ownCondition(filter) === null) return sql<number>`t.amount`
  return sql<number>`case when t.splits is null then t.amount else (
    select sum((p ->> 'amount')::bigint) from jsonb_array_elements(t.splits) p
    where p @> ${JSON.stringify(partOf(filter))}::jsonb) end`
}

/** Builds the condition on the category and Expense of the whole; null without such a filter. */
function ownCondition(filter: Filter): RawBuilder<boolean> | null {
  const { category_id: category, without_category: without, expense_goal_id: expense } = filter
  const parts = [
    ...(category === undefined ? [] : [sql`t.category_id = ${category}`]),
    // A split transaction may have a category in each part.
    ...(without === undefined ? [] : [sql`t.category_id is null and t.splits is null`]),
    ...(expense === undefined ? [] : [sql`t.expense_goal_id = ${expense}`]),
  ]
  return parts.length === 0 ? null : sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** Returns the fields that a matching part contains. */
function partOf({ category_id, without_category, expense_goal_id }: Filter) {
  return {
    ...(category_id !== undefined && { category_id }),
    ...(without_category !== undefined && { category_id: null }),
    ...(expense_goal_id !== undefined && { expense_goal_id }),
  }
}

/** Builds the filter's SQL condition on the visible transactions `t`, without category and Expense. */
export function conditionOf(householdId: string, filter: Filter): RawBuilder<boolean> {
  const parts = [sql`t.household_id = ${householdId} and t.visible`]
  if (filter.type !== undefined) parts.push(sql`t.type = ${filter.type}`)
  if (filter.account_id !== undefined) parts.push(sql`t.account_id = ${filter.account_id}`)
  if (filter.from !== undefined || filter.to !== undefined) parts.push(daysOf(filter))
  if (filter.search !== undefined) parts.push(containsText(householdId, filter.search))
  if (filter.sought !== undefined) parts.push(filter.sought)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** Builds the condition on the days of the transactions `t`. */
export function daysOf({ from, to }: Pick<Filter, 'from' | 'to'>): RawBuilder<boolean> {
  if (from === undefined) return to === undefined ? sql`true` : sql`t.booked_at <= ${to}`
  return to === undefined
    ? sql`t.booked_at >= ${from}`
    : sql`t.booked_at >= ${from} and t.booked_at <= ${to}`
}

/** Finds text in the concept, the bank's text and the note. Planned again for each text: a word is in few of them, and two letters are in most. */
export function containsText(householdId: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`t.text_key in (${textsWith(householdId, text)}) ${plannedEachTime}`
}

/**
 * Selects the keys of the household's texts that contain `text`, in any case. Three plain letters are sought by the index of
 * parts of words, so that one plan serves all of them. For other texts PostgreSQL chooses each time: less than three letters
 * would read that whole index, of all households.
 */
export function textsWith(householdId: string, text: string): RawBuilder<unknown> {
  return sql`select x.text_key from transaction_texts x
    where x.household_id = ${householdId} and x.text like lower(${containing(text)}::text)
    ${/[0-9a-z]{3}/i.test(text) ? sql`` : plannedEachTime}`
}

/**
 * Builds the `like` pattern for text that contains `part`, with `%` and `_` escaped. The database changes the case,
 * because JavaScript lowers some letters differently (`İ` becomes two, `Σ` depends on the next letter).
 */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`
}

/** Returns the column of the rollups `r` that counts transactions of the filter's type. */
export function countColumn({ type }: Filter): RawBuilder<number> {
  return type === undefined ? sql<number>`r.transactions` : sql<number>`r.${sql.ref(`${type}s`)}`
}
