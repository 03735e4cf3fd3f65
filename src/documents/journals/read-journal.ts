import { sql } from 'kysely'
import type { Cents } from '#/core/values/cents.ts'
import { type Day, dayAt } from '#/core/values/day.ts'
import type { Database } from '#/platform/database/database.ts'
import { readByCursor } from '#/documents/snapshot.ts'
import type { Book } from '#/documents/lists/book.ts'
import type { JournalRow } from './entry.ts'

/** The days and the account of a journal; by default all. */
export type Period = {
  readonly from?: Day | undefined
  readonly to?: Day | undefined
  readonly account_id?: string | undefined
}

/** The balances of an account at both ends of a journal. */
export type Held = {
  readonly id: string
  readonly currency: string
  /** Before the first entry. */
  readonly opening: Cents
  /** At the end of the last day. */
  readonly closing: Cents
}

export type JournalFrame = {
  readonly first: Day
  readonly last: Day
  readonly held: readonly Held[]
}

type Reading = { readonly snapshot: Database; readonly book: Book; readonly period: Period }

/**
 * Reads what the accounts hold at both ends: their balances now, less what is booked later. `now` counts only if there is no
 * transaction.
 */
export async function readFrame(
  { snapshot, book, period }: Reading,
  now: Temporal.Instant,
): Promise<JournalFrame> {
  const { household_id: id, timezone } = book.stored.household
  const { from = null, to = null } = period
  const { rows } = await sql<{
    account_id: string
    since: Cents
    later: Cents
    first: Day
    last: Day
  }>`
    select t.account_id, min(t.booked_at) as first, max(t.booked_at) as last,
      coalesce(sum(t.amount) filter (where t.booked_at >= coalesce(${from}::date, t.booked_at)), 0)::bigint as since,
      coalesce(sum(t.amount) filter (where t.booked_at > ${to}::date), 0)::bigint as later
    from transactions t where t.household_id = ${id} and t.visible group by 1`.execute(snapshot)
  const booked = new Map(rows.map((row) => [row.account_id, row]))
  const held = [...book.accounts.values()]
    .filter((account) => period.account_id === undefined || account.id === period.account_id)
    .map((account): Held => {
      const { since = 0, later = 0 } = booked.get(account.id) ?? {}
      const { balance, currency } = account
      return { id: account.id, currency, opening: balance - since, closing: balance - later }
    })
  const today = dayAt(now, timezone)
  const days = held.flatMap((account) => booked.get(account.id) ?? [])
  const first = from ?? days.map((row) => row.first).toSorted()[0] ?? to ?? today
  const last =
    to ??
    days
      .map((row) => row.last)
      .toSorted()
      .at(-1) ??
    first
  return { first, last: last < first ? first : last, held }
}

/** Reads the transactions of a journal, oldest first. Of a transfer whose sides are both in it, the first one is read. */
export function readRows({ snapshot, book, period }: Reading): AsyncGenerator<JournalRow> {
  const { household_id: id } = book.stored.household
  const accounts = period.account_id === undefined ? [...book.accounts.keys()] : [period.account_id]
  const within = (alias: string) => {
    const t = sql.raw(alias)
    return sql`${t}.household_id = ${id} and ${t}.visible and ${t}.account_id = any(${accounts}::uuid[])
      and ${t}.booked_at >= coalesce(${period.from ?? null}::date, ${t}.booked_at)
      and ${t}.booked_at <= coalesce(${period.to ?? null}::date, ${t}.booked_at)`
  }
  return readByCursor<JournalRow>(
    snapshot,
    sql`select t.id, t.account_id, t.booked_at, t.concept, t.notes, t.amount, t.currency, t.type, t.status,
        t.category_id, t.expense_goal_id, t.splits, case when s.id is not null then json_build_object('id', s.id,
          'account_id', s.account_id, 'booked_at', s.booked_at, 'amount', s.amount, 'currency', s.currency) end as other
      from transactions t
      left join account_transfers o on o.household_id = ${id} and o.out_id = t.id
      left join account_transfers i on i.household_id = ${id} and i.in_id = t.id
      left join transactions s on s.id = coalesce(o.in_id, i.out_id) and ${within('s')}
        and s.currency = t.currency and s.amount = -t.amount and s.splits is null and t.splits is null
      where ${within('t')}
        and (s.id is null or t.booked_at < s.booked_at or (t.booked_at = s.booked_at and o.out_id is not null))
      order by t.booked_at, t.created_at, t.id`,
  )
}
