import { sql } from 'kysely'
import { commonName } from '#/budget/proposals/common-name.ts'
import { isCardBill, isOwnTransfer } from '#/budget/transactions/naming/transfer-words.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addMonths, type Day, dayAt } from '#/core/values/day.ts'
import { breathe } from '#/platform/runtime/breathe.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { insights } from './contract.ts'
import { findRecurring } from './find-recurring.ts'

/** Months of history to read: enough for two yearly payments. */
const MONTHS = 26
/** Most payments to one payee in that time: more are no subscription. */
const PAYMENTS_MAX = 160
/** Last names of a payee that are compared, to leave out what changes in them. */
const NAMES = 4
/** Payees that are examined at most, those who were paid most. */
const PAYEES_MAX = 500
/** Payees that are examined in one turn. */
const TURN = 20

type Row = {
  payee: string
  currency: string
  names: string[]
  descriptor: string | null
  category_id: string | null
  expense_id: string | null
  payments: [Day, Cents][]
}

/** `GET /insights/recurring`: one read. Payments that are planned already are listed too. */
export const listRecurring: Handle<typeof insights.listRecurring> = async (call) => {
  const { householdId, currency, zone } = call.caller
  const today = dayAt(call.now(), zone)
  const newest = sql`order by t.booked_at desc, t.id desc`
  const wanted = sql`t.household_id = ${householdId} and t.visible and t.type = 'expense' and t.amount < 0
    and t.booked_at > ${addMonths(today, -MONTHS)} and t.booked_at <= ${today}`
  // Payees are counted first: sorting the texts of a shop with thousands of payments would take longer than all the rest.
  const { rows } = await sql<Row>`
    with payees as materialized (
      select t.merchant, t.currency from transactions t where ${wanted}
      group by 1, 2 having count(*) between 2 and ${PAYMENTS_MAX}
      order by sum(t.amount), 1, 2 limit ${PAYEES_MAX}
    )
    select t.merchant as payee, t.currency, (array_agg(t.concept ${newest}))[1:${sql.lit(NAMES)}] as names,
      (array_agg(t.original_concept ${newest}))[1] as descriptor,
      (array_agg(t.category_id ${newest}))[1] as category_id,
      (array_agg(t.expense_goal_id ${newest}))[1] as expense_id,
      json_agg(json_build_array(t.booked_at, -t.amount) order by t.booked_at, t.id) as payments
    from payees p join transactions t on t.merchant = p.merchant and t.currency = p.currency
    where ${wanted}
    group by 1, 2 order by 1, 2`.execute(call.db)
  const found = []
  for (const [index, row] of rows.entries()) {
    if (index % TURN === TURN - 1) await breathe()
    const name = commonName(row.names)
    const words = `${name} ${row.descriptor ?? ''}`
    if (isCardBill(words) || isOwnTransfer(words)) continue
    const payments = row.payments.map(([day, amount]) => ({ day, amount }))
    for (const one of findRecurring({ name, payee: row.payee, payments }, today)) {
      found.push({
        key: `${row.payee} ${row.currency} ${one.next} ${one.amount}`,
        name,
        currency: row.currency,
        category_id: row.category_id,
        expense_id: row.expense_id,
        interval_months: one.intervalMonths,
        interval_days: one.intervalDays,
        amount: one.amount,
        varies: one.varies,
        per_year: one.perYear,
        first: one.first,
        last: one.last,
        next: one.next,
        count: one.count,
        prices: one.prices.map((price) => ({ ...price })),
        change:
          one.change === null
            ? null
            : {
                since: one.change.since,
                before: one.change.before,
                per_year: one.change.perYear,
              },
      })
    }
  }
  return { currency, today, payments: found.toSorted((a, b) => b.per_year - a.per_year) }
}
