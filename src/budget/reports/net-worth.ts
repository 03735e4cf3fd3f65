import { sql } from 'kysely'
import { addCents, type Cents } from '#/core/values/cents.ts'
import { addDays, addMonths, type Day, dayAt, startOfMonth } from '#/core/values/day.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { analytics } from './contract.ts'
import { monthOf } from './month-of.ts'

type Row = {
  id: string
  currency: string
  balance: Cents
  /** The day of the month on which the household's months begin. */
  begins: number
  /** Sum of transactions in each of the household's months since the series begins, in cents. */
  months: { start: Day; booked: Cents }[]
}

const MONTHS = 12

/**
 * `GET /analytics/net-worth`: computed from balances and the last year's rollups, so that its cost does not grow with
 * history. Months that do not begin on the first are summed from days.
 */
export const showNetWorth: Handle<typeof analytics.showNetWorth> = async (call) => {
  const { householdId, currency, zone } = call.caller
  const today = dayAt(call.now(), zone)
  const since = addMonths(startOfMonth(today), -MONTHS)
  const { rows } = await sql<Row>`
    select a.id, a.currency, a.balance, h.month_starts_on_day as begins,
      coalesce((select json_agg(m) from (
        select ${monthOf(sql`r.start`)} as start, sum(r.spent + r.refunded + r.income + r.transfer)::bigint as booked
        from transaction_totals r
        where r.household_id = ${householdId} and r.facet = 'account' and r.facet_key = a.id::text
          and r.grain = case h.month_starts_on_day when 1 then 'month' else 'day' end
          and r.month >= ${since}
        group by 1) m), '[]') as months
    from accounts a join households h on h.household_id = ${householdId}
    where a.household_id = ${householdId} and not a.hidden
    order by a.created_at, a.id`.execute(call.db)
  const thisMonth = startOfMonth(today, rows[0]?.begins)
  const own = rows.filter((row) => row.currency === currency)
  const monthEnds = Array.from({ length: MONTHS }, (_, index) => {
    return addDays(addMonths(thisMonth, index + 1 - MONTHS), -1)
  })
  const now = worthOf(own.map(({ balance }) => balance))
  return {
    currency,
    as_of: today,
    ...now,
    series: [
      ...monthEnds.map((date) => ({ date, ...worthOf(own.map((row) => balanceOn(row, date))) })),
      { date: today, ...now },
    ],
    by_account: rows.map(({ id, balance, currency: code }) => ({
      account_id: id,
      currency: code,
      balance,
    })),
  }
}

/** Returns the balance at the end of a month: today's, less later transactions. */
function balanceOn({ balance, months }: Row, monthEnd: Day): Cents {
  const later = months.filter(({ start }) => start > monthEnd)
  return balance - addCents(...later.map(({ booked }) => booked))
}

function worthOf(balances: readonly Cents[]) {
  const assets = addCents(...balances.filter((balance) => balance > 0))
  const liabilities = addCents(...balances.filter((balance) => balance < 0))
  return { assets, liabilities, net_worth: assets + liabilities }
}
