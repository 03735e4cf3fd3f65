import { sql } from 'kysely'
import { AHEAD_MONTHS, listAhead, readPast, type Span } from '#/app/calendar/show.ts'
import { readingDay } from '#/budget/expenses/holdings.ts'
import { type HouseholdState, loadEngineState } from '#/budget/funding/engine-state.ts'
import { type Forecast, forecast } from '#/budget/funding/rules/forecast.ts'
import { lowPointOf } from '#/core/values/low-point.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addMonths, type Day, dayAt, endOfMonth, startOfMonth } from '#/core/values/day.ts'
import { breathe } from '#/platform/runtime/breathe.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { FeedKind } from './contract.ts'

type Part = { readonly name: string; readonly funded: Cents }

/** A fact of the budget on a day. Events of one `series` can be the same event on another day. */
export type Fact = { readonly day: Day; readonly series: string } & (
  | {
      readonly kind: 'due'
      readonly name: string
      readonly payment: Cents
      readonly held: Cents
      readonly missing: Cents
      readonly state: 'funded' | 'on_the_way' | 'short'
    }
  | {
      readonly kind: 'paid'
      readonly name: string
      readonly amount: Cents
      readonly currency: string
    }
  | {
      readonly kind: 'payday'
      readonly deposit: Cents
      readonly funded: Cents
      readonly free: Cents
      readonly parts: readonly Part[]
    }
  | { readonly kind: 'ran'; readonly funded: Cents; readonly parts: readonly Part[] }
  | { readonly kind: 'low'; readonly free: Cents }
)

type Wanted = {
  readonly kinds: readonly FeedKind[]
  readonly months_ahead: number
  readonly months_back: number
}
type Reading = Pick<Call, 'db' | 'now' | 'caller'>

/** Payments of the past at most. */
const PAID_MAX = 2000
/** Facts of the days ahead at most: the nearest ones. */
const AHEAD_MAX = 3000

/** Lists the facts of whole months around today, as the calendar screen shows them, earliest first. */
export async function gatherFacts(reading: Reading, wanted: Wanted): Promise<readonly Fact[]> {
  const { db, caller, now } = reading
  const state = await loadEngineState(db, caller.householdId)
  const today = readingDay(state.rows, dayAt(now(), caller.zone))
  const ahead = Math.min(wanted.months_ahead, AHEAD_MONTHS)
  const span = {
    from: startOfMonth(addMonths(today, -wanted.months_back)),
    to: endOfMonth(addMonths(startOfMonth(today), ahead)),
    today,
  }
  const wants = (kind: FeedKind) => wanted.kinds.includes(kind)
  const past = [
    ...(wants('bills') ? await listPaid(reading, span) : []),
    ...(wants('paydays') ? await listRan(reading, span) : []),
  ]
  await breathe()
  const coming = listComing(state, span, wants)
  return [...past, ...coming.slice(0, AHEAD_MAX)].toSorted(byDay)
}

function byDay(a: Fact, b: Fact): number {
  return a.day < b.day ? -1 : a.day > b.day ? 1 : 0
}

/** Lists the payments of bills and goals up to today. */
async function listPaid(reading: Reading, span: Span): Promise<Fact[]> {
  const { paid } = await readPast(reading, { ...span, to: span.today }, PAID_MAX)
  return [...paid].flatMap(([day, some]) =>
    some.flatMap(({ expense_id, name, amount, currency }): Fact[] =>
      expense_id === null
        ? []
        : [{ kind: 'paid', day, series: billOf(expense_id), name, amount, currency }],
    ),
  )
}

function billOf(expenseId: string): string {
  return `bill ${expenseId}`
}

/** Lists the paydays that ran, with the money that each set aside. */
async function listRan({ db, caller }: Reading, { from, today }: Span): Promise<Fact[]> {
  const { rows } = await sql<{ day: Day; parts: Part[] }>`
    select d.day, coalesce((
      select json_agg(json_build_object('name', e.name, 'funded', f.ordinary_funded + f.ahead_funded)
        order by e.position, e.id)
      from payday_fundings f
      join expenses e on e.household_id = ${caller.householdId} and e.id = f.expense_id
      where f.household_id = ${caller.householdId} and f.day = d.day), '[]') as parts
    from (
      select distinct effective as day from paydays
      where household_id = ${caller.householdId} and effective between ${from} and ${today}) d
    order by d.day`.execute(db)
  return rows.map(({ day, parts }) => ({
    kind: 'ran',
    day,
    series: 'payday',
    funded: parts.reduce((sum, { funded }) => sum + funded, 0),
    parts: parts.filter(({ funded }) => funded > 0),
  }))
}

function listComing(
  state: HouseholdState,
  span: Span,
  wants: (kind: FeedKind) => boolean,
): readonly Fact[] {
  const played = forecast({ ...state, through: span.to })
  const days = [...listAhead(state, played, span)]
  const parts = partsByDay(state, played)
  const facts = days.flatMap(([day, { due, payday }]): Fact[] => {
    const bills = due.map(({ expense_id, name, payment, held, missing, state: how }): Fact => ({
      kind: 'due',
      day,
      series: billOf(expense_id),
      name,
      payment,
      held,
      missing,
      state: how,
    }))
    if (payday === null || !wants('paydays')) return wants('bills') ? bills : []
    const { deposit, funded, free_to_spend: free } = payday
    const pay: Fact = {
      kind: 'payday',
      day,
      series: 'payday',
      deposit,
      funded,
      free,
      parts: parts.get(day) ?? [],
    }
    return wants('bills') ? [pay, ...bills] : [pay]
  })
  if (!wants('low_points')) return facts
  const levels = days.map(([date, { free }]) => ({ date, free }))
  const lows = [...Map.groupBy(levels, ({ date }) => startOfMonth(date))].flatMap(
    ([month, some]): Fact[] => {
      const low = lowPointOf(some)
      return low === null ? [] : [{ kind: 'low', series: `low ${month}`, ...low }]
    },
  )
  return [...facts, ...lows].toSorted(byDay)
}

/** The amounts that each coming payday sets aside, by Expense. */
function partsByDay({ rows }: HouseholdState, { expenses }: Forecast): Map<Day, Part[]> {
  const parts = expenses.flatMap(({ events }, index) =>
    events.flatMap((event) =>
      event.kind === 'payday' && event.funded > 0
        ? [{ day: event.day, name: rows[index]!.name, funded: event.funded }]
        : [],
    ),
  )
  return new Map(
    [...Map.groupBy(parts, ({ day }) => day)].map(([day, some]) => [
      day,
      some.map(({ name, funded }) => ({ name, funded })),
    ]),
  )
}
