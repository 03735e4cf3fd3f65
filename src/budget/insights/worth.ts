import { sql } from 'kysely'
import { rollupRows } from '#/budget/reports/rows.ts'
import type { Span } from '#/budget/reports/spans.ts'
import type { Cents } from '#/core/values/cents.ts'
import { type Day, dayAt, endOfMonth, startOfMonth } from '#/core/values/day.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { insights } from './contract.ts'
import { pointsOf, stepOf, type WorthAccount, worthOverTime } from './worth-over-time.ts'

type AccountRow = {
  id: string
  currency: string
  balance: Cents
  known_from: Day | null
}

/** `GET /insights/net-worth`: two reads, of balances and rollups. */
export const showWorth: Handle<typeof insights.showWorth> = async (call, { query }) => {
  const { currency, zone } = call.caller
  const today = dayAt(call.now(), zone)
  const { begins, accounts } = await readAccounts(call)
  const earliest = accounts.flatMap(({ known_from }) => known_from ?? []).toSorted()[0] ?? today
  const to = query.to === undefined || query.to > today ? today : query.to
  const asked = query.from === undefined || query.from < earliest ? earliest : query.from
  const from = asked > to ? to : asked
  const step = stepOf(from, to)
  // Sums of whole months cannot show a day in the middle of an earlier month.
  const endsMonth = to === today || to === endOfMonth(to)
  const isMonthly = step === 'month' && begins === 1 && endsMonth
  const booked = await readBooked(call, { from, isMonthly })
  const days = pointsOf({ from, to, begins }, step)
  const known = accounts.map((one): WorthAccount & { readonly id: string } => ({
    id: one.id,
    currency: one.currency,
    balance: one.balance,
    knownFrom: one.known_from,
    booked: booked.get(one.id) ?? [],
  }))
  const currencies = [...new Set(known.map((one) => one.currency))].toSorted()
  const ordered = currencies.toSorted((a, b) => Number(b === currency) - Number(a === currency))
  return {
    currency,
    today,
    from,
    to,
    step,
    series: ordered.map((code) => ({
      currency: code,
      points: [
        ...worthOverTime(
          known.filter((one) => one.currency === code),
          days,
          today,
        ),
      ],
    })),
    accounts: accounts.map(({ id: account_id, ...one }) => ({ account_id, ...one })),
  }
}

async function readAccounts(call: Call): Promise<{ begins: number; accounts: AccountRow[] }> {
  const { rows } = await sql<{ begins: number; accounts: AccountRow[] }>`
    select h.month_starts_on_day as begins, coalesce((select json_agg(json_build_object('id', a.id,
        'currency', a.currency, 'balance', a.balance, 'known_from', least(
          (select min(t.booked_at) from transactions t
            where t.household_id = ${call.caller.householdId} and t.account_id = a.id and t.visible),
          (select min(s.day) from stated_balances s
            where s.household_id = ${call.caller.householdId} and s.account_id = a.id))) order by a.created_at, a.id)
      from accounts a where a.household_id = ${call.caller.householdId} and not a.hidden), '[]') as accounts
    from households h where h.household_id = ${call.caller.householdId}`.execute(call.db)
  return rows[0]!
}

type Booked = { readonly start: Day; readonly amount: Cents }

/** Sums what was booked on each account from a day on, latest first: by month, or else by day. */
async function readBooked(
  call: Call,
  { from, isMonthly }: { readonly from: Day; readonly isMonthly: boolean },
): Promise<Map<string, readonly Booked[]>> {
  // Months of the household begin on the first where they are summed.
  const span: Span = isMonthly
    ? { grain: 'month', from: startOfMonth(from), until: null }
    : { grain: 'day', from, until: null }
  const { rows } = await sql<{ id: string; booked: Booked[] }>`
    select n.id, json_agg(json_build_object('start', n.start, 'amount', n.amount) order by n.start desc) as booked
    from (
      select r.facet_key as id, r.start,
        sum(r.spent + r.refunded + r.income + r.transfer)::bigint as amount
      from transaction_totals r
      where ${rollupRows(call.caller.householdId, { facet: 'account', key: null }, [span])}
      group by 1, 2
    ) n group by 1`.execute(call.db)
  return new Map(rows.map(({ id, booked }) => [id, booked]))
}
