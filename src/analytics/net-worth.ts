import { sql } from 'kysely'
import { addCents, type Cents } from '#/values/cents.ts'
import { addDays, addMonths, type Day, dayAt, startOfMonth } from '#/values/day.ts'
import type { Handle } from '#/world/call.ts'
import type { analytics } from './contract.ts'

type Row = {
  id: string
  currency: string
  balance: Cents
  /** What was booked in each month since the series begins, in cents. */
  months: { start: Day; booked: Cents }[]
}

const MONTHS = 12

/** `GET /analytics/net-worth`: from balances and monthly rollups, so that it costs the same after ten years. */
export const showNetWorth: Handle<typeof analytics.showNetWorth> = async (call) => {
  const { householdId, currency, zone } = call.caller
  const today = dayAt(call.now(), zone)
  const thisMonth = startOfMonth(today)
  const { rows } = await sql<Row>`
    select a.id, a.currency, a.balance,
      coalesce((select json_agg(json_build_object('start', r.start,
          'booked', r.spent + r.refunded + r.income + r.transfer))
        from transaction_totals r
        where r.household_id = a.household_id and r.facet = 'account' and r.facet_key = a.id::text
          and r.grain = 'month' and r.start >= ${addMonths(thisMonth, 1 - MONTHS)}), '[]') as months
    from accounts a where a.household_id = ${householdId} and not a.hidden
    order by a.created_at, a.id`.execute(call.db)
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

/** The balance at the end of a month: today's, less what was booked later. */
function balanceOn({ balance, months }: Row, monthEnd: Day): Cents {
  const later = months.filter(({ start }) => start > monthEnd)
  return balance - addCents(...later.map(({ booked }) => booked))
}

function worthOf(balances: readonly Cents[]) {
  const assets = addCents(...balances.filter((balance) => balance > 0))
  const liabilities = addCents(...balances.filter((balance) => balance < 0))
  return { assets, liabilities, net_worth: assets + liabilities }
}
