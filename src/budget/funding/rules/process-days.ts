import { dayFromNumber, dayNumber, type Day } from '#/core/values/day.ts'
import type { Cents } from '#/core/values/cents.ts'
import {
  nextPaydayNumber,
  type Paydays,
  paydaysBetween,
  paydaysOf,
  type Schedule,
} from '#/core/calendar/paydays.ts'
import { dueNumber, type Holding, recurrenceOf } from '#/budget/expenses/rules/holding.ts'
import { fund } from '#/budget/expenses/rules/lanes.ts'
import { rollOverThrough } from '#/budget/expenses/rules/roll-over.ts'
import { finish } from './finish.ts'
import { type Funding, planPayday } from './plan.ts'

/** The household data that the engine needs. Omits paused schedules. */
export type EngineState = {
  readonly holdings: readonly Holding[]
  readonly schedules: readonly (Schedule & { readonly id: string })[]
  /** Recent paydays that have run, by nominal date: if a change moves one of them, it does not pay again. */
  readonly ran?: readonly { readonly id: string; readonly nominal: Day }[]
  /** The last day whose paydays and due dates have been processed. */
  readonly processedThrough: Day
  /** In cents. */
  readonly freeToSpend: Cents
  readonly floor: Cents
}

/** One movement of money on a day, with its reason. */
export type Step = {
  readonly day: Day
  readonly reason: 'payday' | 'roll_over'
  readonly before: readonly Holding[]
  readonly after: readonly Holding[]
}

/** A payday that has run: its schedules with their nominal dates, and the money it gave. */
export type RanPayday = {
  readonly day: Day
  readonly schedules: readonly { readonly id: string; readonly nominal: Day }[]
  readonly fundings: readonly Funding[]
}

export type Processed = {
  readonly holdings: readonly Holding[]
  readonly steps: readonly Step[]
  readonly paydays: readonly RanPayday[]
  /** The money left, in cents. */
  readonly freeToSpend: Cents
  /** The next day with a payday or a due date; null if neither will come. */
  readonly nextDay: Day | null
}

/**
 * Processes every day up to and including `today`, in order and each once: within a day, paydays first, then due dates.
 * Days without either are skipped. Sixty days of downtime end in the same state as sixty days of service.
 */
export function processDays(state: EngineState, today: Day): Processed {
  return finish(eachDay(state, today))
}

/** As `processDays`, and stops after each day: a caller with other work does it in between. */
export function* eachDay(state: EngineState, today: Day): Generator<void, Processed> {
  const steps: Step[] = []
  const paydays: RanPayday[] = []
  // Use one calendar for all days, because it caches its results.
  const paydaysOfAll = paydaysOf(state.schedules)
  let { holdings, freeToSpend } = state
  let day = nextDayAfter(paydaysOfAll, holdings, state.processedThrough)
  while (day !== null && day <= today) {
    const ran = runPayday(state, holdings, { day, freeToSpend })
    if (ran) {
      paydays.push(ran.payday)
      steps.push({ day, reason: 'payday', before: holdings, after: ran.holdings })
      holdings = ran.holdings
      freeToSpend -= ran.given
    }
    const passed: Day = day
    const rolled = holdings.map((holding) => rollOverThrough(holding, passed))
    if (rolled.some((holding, index) => holding !== holdings[index])) {
      steps.push({ day, reason: 'roll_over', before: holdings, after: rolled })
      holdings = rolled
    }
    day = nextDayAfter(paydaysOfAll, holdings, day)
    yield
  }
  return { holdings, steps, paydays, freeToSpend, nextDay: day }
}

/** Runs the payday of a day: all schedules that pay then share one plan, with each Expense once. Null if none pays. */
function runPayday(
  { schedules, floor, ran = [] }: EngineState,
  holdings: readonly Holding[],
  { day, freeToSpend }: { day: Day; freeToSpend: Cents },
): { payday: RanPayday; holdings: readonly Holding[]; given: Cents } | null {
  const paying = schedules.flatMap((schedule) =>
    paydaysBetween(schedule, day, day)
      .map(({ nominal }) => ({ id: schedule.id, nominal }))
      .filter(({ id, nominal }) => !ran.some((one) => one.id === id && one.nominal === nominal)),
  )
  if (paying.length === 0) return null
  const fundings = planPayday({ payday: day, holdings, freeToSpend, floor })
  const byId = new Map(fundings.map((funding) => [funding.id, funding]))
  let given = 0
  const after = holdings.map((holding) => {
    const funding = byId.get(holding.id)
    if (!funding || funding.ordinaryFunded + funding.aheadFunded === 0) return holding
    given += funding.ordinaryFunded + funding.aheadFunded
    const parts = { ordinary: funding.ordinaryFunded, ahead: funding.aheadFunded }
    return { ...holding, lanes: fund(holding.lanes, parts) }
  })
  return { payday: { day, schedules: paying, fundings }, holdings: after, given }
}

/** Finds the first day after `day` on which a schedule pays or an Expense comes due. */
function nextDayAfter(paydays: Paydays, holdings: readonly Holding[], day: Day): Day | null {
  const after = dayNumber(day) + 1
  const days = holdings
    .filter(({ terms }) => recurrenceOf(terms) !== null)
    .map((holding) => Math.max(after, dueNumber(holding) ?? after))
  const payday = nextPaydayNumber(paydays, after)
  if (payday !== null) days.push(payday)
  return days.length === 0 ? null : dayFromNumber(Math.min(...days))
}
