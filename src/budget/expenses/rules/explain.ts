import { countPaydays, nextPaydayNumber, type Paydays } from '#/core/calendar/paydays.ts'
import type { Cents } from '#/core/values/cents.ts'
import { type Day, dayFromNumber, dayNumber } from '#/core/values/day.ts'
import { reckonAt, type Reckoning, type Share } from './contribution.ts'
import {
  dueDay,
  type Holding,
  type Kind,
  kindOf,
  type Lanes,
  paymentsHeld,
  targetOf,
  type Terms,
} from './holding.ts'
import { nextFundingDay } from './reserve.ts'

/** Why a contribution is what it is. `shared`: what is missing is shared over the paydays left. */
export type Reason =
  | 'paused'
  | 'no_schedule'
  | 'no_target'
  | 'no_date'
  | 'nothing_owed'
  | 'not_wanted'
  | 'complete'
  | 'past_due'
  | 'refill'
  | 'serves_several_payments'
  | 'shared'
  | 'by_date'
  | 'by_interval'

/** One of the two parts of a contribution: the reason, and the numbers of the formula. Amounts in cents. */
export type Part = {
  readonly reason: Reason
  readonly asked: Cents
  readonly needed: Cents
  readonly held: Cents
  readonly missing: Cents
  /** The last day that can serve; null: everything is asked at once. */
  readonly until: Day | null
  /** The paydays from the next one to `until`; `missing` is shared over them, or over one where there is none. */
  readonly paydays: number
  /** Their dates, `DATES_MAX` of them at most. */
  readonly dates: readonly Day[]
}

/** Why the next payday asks what it asks for an Expense: the inputs of the formulas, and what came out. */
export type Explanation = {
  readonly kind: Kind
  /** The payday that is spoken of: the first one after today; null when paused or without a schedule. */
  readonly payday: Day | null
  /** The due date that it works towards; a single date may have passed. */
  readonly due: Day | null
  readonly target: Cents | null
  /** What the Expense holds today, and what it will when due dates before the payday have passed. */
  readonly lanes: Lanes
  readonly lanesThen: Lanes
  /** How many payments the ordinary part sees to; more than 1 where no later payday can serve the others. */
  readonly payments: number
  readonly ordinary: Part
  readonly ahead: Part
}

/** So many dates are enough to see the pattern. */
export const DATES_MAX = 24

/**
 * Explains an Expense on the day `today`, once that day has been processed. The amounts are those of its read fields
 * (`readHolding`) and of the run: all three come from `reckonAt`.
 */
export function explainHolding(holding: Holding, today: Day): Explanation {
  const { terms, lanes } = holding
  const payday = nextFundingDay(terms, today)
  const reckoning = payday === null ? null : reckonAt(holding, dayNumber(payday))
  const then = reckoning?.rolled ?? holding
  const moment = { terms, payday, reckoning }
  return {
    kind: kindOf(terms),
    payday,
    due: dueDay(then),
    target: terms.target,
    lanes,
    lanesThen: then.lanes,
    payments: reckoning?.payments ?? 1,
    ordinary: partOf(moment, reckoning?.ordinary ?? null, ordinaryReason),
    ahead: partOf(moment, reckoning?.ahead ?? null, aheadReason),
  }
}

type Moment = {
  readonly terms: Terms
  readonly payday: Day | null
  readonly reckoning: Reckoning | null
}

function partOf(
  moment: Moment,
  share: Share | null,
  reasonOf: (moment: Moment, share: Share | null) => Reason,
): Part {
  const reason = reasonOf(moment, share)
  const { asked, needed, held, missing, until } = share ?? nothing
  const between = { from: moment.payday, until }
  return {
    reason,
    asked,
    needed,
    held,
    missing,
    until: until === null ? null : dayFromNumber(until),
    ...paydaysIn(moment.terms.paydays, between),
  }
}

const nothing = { asked: 0, needed: 0, held: 0, missing: 0, until: null }

/** What keeps both parts from asking. */
function hindranceOf({ paused, paydays }: Terms): Reason | null {
  if (paused) return 'paused'
  return paydays.schedules.length === 0 ? 'no_schedule' : null
}

function ordinaryReason({ terms, payday, reckoning }: Moment, share: Share | null): Reason {
  const kind = kindOf(terms)
  const hindrance = hindranceOf(terms)
  if (hindrance !== null) return hindrance
  if (kind !== 'card' && targetOf(terms) === 0) return 'no_target'
  if (share === null) return 'no_date'
  if (kind === 'card' && share.needed === 0) return 'nothing_owed'
  if (share.missing === 0) return 'complete'
  if (share.until === null) return 'refill'
  if (payday !== null && share.until < dayNumber(payday)) return 'past_due'
  return reckoning !== null && reckoning.payments > 1 ? 'serves_several_payments' : 'shared'
}

function aheadReason({ terms, payday }: Moment, share: Share | null): Reason {
  if (paymentsHeld(terms) === 1) return 'not_wanted'
  const hindrance = hindranceOf(terms)
  if (hindrance !== null) return hindrance
  if (share === null) return 'no_target'
  if (share.missing === 0) return 'complete'
  const byDate = terms.buildBy !== null && payday !== null && terms.buildBy >= payday
  return byDate ? 'by_date' : 'by_interval'
}

function paydaysIn(
  paydays: Paydays,
  { from, until }: { readonly from: Day | null; readonly until: number | null },
): Pick<Part, 'paydays' | 'dates'> {
  if (from === null || until === null) return { paydays: 0, dates: [] }
  const dates: Day[] = []
  let day: number | null = dayNumber(from)
  while (day !== null && day <= until && dates.length < DATES_MAX) {
    dates.push(dayFromNumber(day))
    day = nextPaydayNumber(paydays, day + 1)
  }
  return { paydays: countPaydays(paydays, dayNumber(from), until), dates }
}
