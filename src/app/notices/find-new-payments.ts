import { sql } from 'kysely'
import { findRecurring } from '#/budget/insights/find-recurring.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays, addMonths, type Day, dayAt } from '#/core/values/day.ts'
import type { Fact } from '#/notices/rules/kinds.ts'
import { breathe } from '#/platform/runtime/breathe.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Watched } from './look-at-households.ts'

/** Days up to today within which a payment is news: older ones came with an import. */
const NEWS_DAYS = 7
/** Payments that are looked at in one look. The next look goes on behind the last of them. */
const PAGE = 200
/** Greater than every id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** Months of earlier payments to a payee, and most of them. */
const MONTHS = 26
const EARLIER_MAX = 160
/** A payment is unusual from this multiple of the largest of the last year, if there were enough. */
const UNUSUAL_FACTOR = 3
const UNUSUAL_EARLIER = 3
/** A price that changed longer ago is not news. */
const PRICE_DAYS = 10

type Row = {
  readonly id: string
  readonly revision: number
  readonly account_id: string
  readonly amount: Cents
  readonly currency: string
  readonly name: string
  readonly payee: string
  readonly day: Day
  /** Visible payments to the payee, this one included, oldest first. */
  readonly payments: readonly (readonly [Day, Cents])[]
}

export type News = {
  readonly facts: readonly Fact[]
  /** How far the payments were looked at; null: all of them. */
  readonly last: { readonly looked: number; readonly looked_id: string } | null
}

/**
 * Finds large and unusual payments, and prices that rose, in one page of the payments that are new since the last look. Each
 * payment carries the revision of the write that stored it, and a household has one writer at a time: none is passed over.
 */
export async function findNewPayments(
  { db, now }: Runtime,
  { household_id: id, looked, looked_id: lookedId, since, zone }: Watched,
): Promise<News> {
  const today = dayAt(now(), zone)
  const { rows } = await sql<Row>`
    select t.id, t.revision, t.account_id, -t.amount as amount, t.currency, t.concept as name, t.merchant as payee,
      t.booked_at as day, coalesce((
        select json_agg(json_build_array(p.booked_at, -p.amount) order by p.booked_at, p.id) from (
          select p.booked_at, p.amount, p.id from transactions p
          where p.household_id = ${id} and p.visible and p.merchant = t.merchant
            and p.currency = t.currency and p.type = 'expense' and p.amount < 0
            and p.booked_at > ${addMonths(today, -MONTHS)} and p.booked_at <= ${today}
          order by p.booked_at desc, p.id desc limit ${EARLIER_MAX}) p), '[]') as payments
    from transactions t
    where t.household_id = ${id} and t.revision >= 0
      and (t.revision, t.id) > (${looked}::bigint, ${lookedId ?? LAST_ID}::uuid) and t.visible
      and not t.history and t.type = 'expense' and t.amount < 0 and t.created_at >= ${since}
      and t.booked_at >= ${addDays(today, -NEWS_DAYS)} and t.booked_at <= ${today}
    order by t.revision, t.id limit ${PAGE}`.execute(db)
  const facts: Fact[] = []
  for (const [index, row] of rows.entries()) {
    if (index % 10 === 9) await breathe()
    facts.push(largePayment(row, today), ...risenPrice(row, today))
  }
  const last = rows.length === PAGE ? rows.at(-1)! : null
  return { facts, last: last && { looked: last.revision, looked_id: last.id } }
}

/** Every payment is offered; each member's amount decides, and what nobody wants is not stored. */
function largePayment({ id, amount, currency, name, day, payments }: Row, today: Day): Fact {
  const year = addMonths(today, -12)
  const earlier = payments.filter(([one]) => one < day && one > year).map(([, cents]) => cents)
  const unusual =
    earlier.length >= UNUSUAL_EARLIER && amount >= Math.max(...earlier) * UNUSUAL_FACTOR
  const facts = { name, day, amount, currency, unusual }
  return { kind: 'large_payment', about: id, key: id, memberId: null, facts }
}

function risenPrice({ payee, name, currency, payments }: Row, today: Day): Fact[] {
  const paid = payments.map(([day, amount]) => ({ day, amount }))
  return findRecurring({ name, payee, payments: paid }, today).flatMap((one) => {
    const { change, amount } = one
    if (change === null || amount <= change.before) return []
    if (change.since < addDays(today, -PRICE_DAYS)) return []
    // Not by its day: a bank books a payment on another day than it reported it.
    const key = `${payee} ${currency} ${change.before} ${amount}`
    const facts = { name, day: change.since, amount, before: change.before, currency }
    return [{ kind: 'price_rose', about: payee, key, memberId: null, facts }]
  })
}
