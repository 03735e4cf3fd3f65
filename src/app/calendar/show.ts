import { sql } from 'kysely'
import { comingPayments } from '#/app/home/coming-payments.ts'
import type { Look } from '#/budget/categories/look.ts'
import { readingDay } from '#/budget/expenses/holdings.ts'
import { lookOf } from '#/budget/expenses/look.ts'
import { type HouseholdState, loadEngineState } from '#/budget/funding/engine-state.ts'
import { type Forecast, forecast } from '#/budget/funding/rules/forecast.ts'
import { rollupRows } from '#/budget/reports/rows.ts'
import type { Cents } from '#/core/values/cents.ts'
import {
  addDays,
  addMonths,
  type Day,
  dayAt,
  daysBetween,
  startOfMonth,
} from '#/core/values/day.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { breathe } from '#/platform/runtime/breathe.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import { CALENDAR_DAYS_MAX, type calendar } from './contract.ts'

type Calendar = Answer<typeof calendar.showCalendar>
type CalendarDay = Calendar['days'][number]
type Paid = CalendarDay['paid'][number]
export type Span = { readonly from: Day; readonly to: Day; readonly today: Day }

/** Months ahead that can be turned to. */
export const AHEAD_MONTHS = 12
/** Payments of the past that are listed at most. */
const PAID_MAX = 500

/** `GET /calendar`: two reads; the forecast is played only as far as it is shown. */
export const showCalendar: Act<typeof calendar.showCalendar> = async (call, { query }) => {
  const state = await loadEngineState(call.db, call.caller.householdId)
  const today = readingDay(state.rows, dayAt(call.now(), call.caller.zone))
  const last = addDays(addMonths(startOfMonth(today), AHEAD_MONTHS + 1), -1)
  // A day far ahead would be forecast for ever.
  const latest = [query.to, last, addDays(query.from, CALENDAR_DAYS_MAX - 1)].toSorted()[0]!
  const span = { from: query.from, to: latest, today }
  const past = await readPast(call, span)
  await breathe()
  const ahead =
    span.to < today
      ? new Map<Day, Coming>()
      : listAhead(state, forecast({ ...state, through: span.to }), span)
  const days = Array.from(
    { length: Math.max(0, daysBetween(span.from, span.to) + 1) },
    (_, index) => {
      const date = addDays(span.from, index)
      const { spent = 0, received = 0 } = past.totals.get(date) ?? {}
      const coming = ahead.get(date) ?? { free: null, payday: null, due: [] }
      return { date, spent, received, ...coming, paid: past.paid.get(date) ?? [] }
    },
  )
  return {
    currency: state.currency,
    today,
    first_day: past.first !== null && past.first < today ? past.first : today,
    last_day: last,
    days,
  }
}

type Coming = Pick<CalendarDay, 'free' | 'payday' | 'due'>

/** Lists the days from today to the last one shown, as the forecast has played them. */
export function listAhead(
  state: HouseholdState,
  played: Forecast,
  { to, today }: Span,
): Map<Day, Coming> {
  const paydays = new Map(played.paydays.map((payday) => [payday.day, payday]))
  const due = Map.groupBy(comingPayments(state, played, { today, through: to }), ({ date }) => date)
  let free = state.freeToSpend
  const days = Array.from({ length: daysBetween(today, to) + 1 }, (_, index): [Day, Coming] => {
    const date = addDays(today, index)
    const payday = date === today ? undefined : paydays.get(date)
    free = payday?.freeToSpend ?? free
    return [
      date,
      {
        free,
        payday: payday
          ? {
              deposit: payday.deposit,
              planned: payday.planned,
              funded: payday.funded,
              free_to_spend: free,
            }
          : null,
        due: (due.get(date) ?? []).map(({ date: _date, ...one }) => one),
      },
    ]
  })
  return new Map(days)
}

/** The face of money that comes in. */
const PAY: Look = { hue: 'sky', icon: 'banknote' }

type Past = {
  first: Day | null
  totals: { date: Day; spent: Cents; received: Cents }[]
  paid: (Omit<Paid, 'look' | 'name'> & {
    date: Day
    concept: string
    /** Null: money that came in. */
    expense: Parameters<typeof lookOf>[0] | null
  })[]
}

/**
 * Reads which bills were paid and what came in, and the sums of each day. Only the sums count
 * purchases from envelopes, which have no due day, and refunds.
 */
export async function readPast(
  call: Pick<Acting, 'db' | 'caller'>,
  { from, to }: Span,
  paidMax: number = PAID_MAX,
) {
  const { householdId, currency } = call.caller
  const days = [{ grain: 'day', from, until: addDays(to, 1) }] as const
  const { rows } = await sql<Past>`
    select
      (select min(t.booked_at) from transactions t where t.household_id = ${householdId} and t.visible) as first,
      coalesce((select json_agg(d) from (
        select r.start as date, -sum(r.spent)::bigint as spent, sum(r.income + r.refunded)::bigint as received
        from transaction_totals r
        where ${rollupRows(householdId, { facet: 'all', key: '' }, days)} and r.currency = ${currency}
        group by 1) d), '[]') as totals,
      coalesce((select json_agg(p) from (
        select t.booked_at as date, t.id as transaction_id, t.concept, p.expense_id, case when e.id is not null then
            json_build_object('name', e.name, 'type', e.type, 'hue', e.hue, 'icon', e.icon,
              'recurrence_anchor_date', e.recurrence_anchor_date) end as expense,
          coalesce(p.amount, t.amount) as amount, t.currency
        from transactions t
        left join lateral (
          select t.expense_goal_id as expense_id, t.amount where t.splits is null and t.expense_goal_id is not null
          union all
          select part.expense_goal_id, sum(part.amount)::bigint from jsonb_to_recordset(t.splits)
            as part (amount bigint, expense_goal_id uuid) where part.expense_goal_id is not null group by 1
        ) p on true
        left join expenses e on e.household_id = ${householdId} and e.id = p.expense_id
        where t.household_id = ${householdId} and t.visible and t.booked_at between ${from} and ${to}
          and (t.type = 'income' or p.amount < 0 and (e.type = 'goal' or e.recurrence_anchor_date is not null))
        order by t.booked_at, abs(t.amount) desc, t.id limit ${paidMax}) p), '[]') as paid`.execute(
    call.db,
  )
  const { first, totals, paid } = rows[0]!
  const named = paid.map(({ expense, concept, ...one }) => ({
    ...one,
    name: expense?.name ?? concept,
    look: expense === null ? PAY : lookOf(expense),
  }))
  return {
    first,
    totals: new Map(totals.map((one) => [one.date, one])),
    paid: new Map(
      [...Map.groupBy(named, ({ date }) => date)].map(([date, some]) => [
        date,
        some.map(({ date: _date, ...one }) => one),
      ]),
    ),
  }
}
