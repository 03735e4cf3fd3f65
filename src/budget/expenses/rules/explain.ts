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

/** The rule that decided a contribution. `shared`: the missing amount is shared over the remaining paydays. */
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
  /** The last day whose payday can contribute; null: everything is asked for at once. */
  readonly until: Day | null
  /** The number of paydays from the next one to `until`; `missing` is shared over them, or over one if there are none. */
  readonly paydays: number
  /** Their dates, at most `DATES_MAX`. */
  readonly dates: readonly Day[]
}

/** The next payday's contributions to an Expense: the inputs of the formulas and their results. */
export type Explanation = {
  readonly kind: Kind
  /** The first payday after today; null when paused or without a schedule. */
  readonly payday: Day | null
  /** The due date that the contributions work towards; a single date may have passed. */
  readonly due: Day | null
  readonly target: Cents | null
  /** The lanes today, and those after the due dates before the payday. */
  readonly lanes: Lanes
  readonly lanesThen: Lanes
  /** The number of payments in the ordinary part; more than 1 if no later payday can fund the others in time. */
  readonly payments: number
  readonly ordinary: Part
  readonly ahead: Part
}

/** The most dates listed: enough to see the pattern. */
export const DATES_MAX = 24

/**
 * Explains an Expense's next contributions on the day `today`, after that day has been processed. The amounts equal its
 * read fields (`readHolding`) and the payday's own: all three come from `reckonAt`.
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

/** Finds the reason why both parts ask for nothing, if any. */
function reasonForNothing({ paused, paydays }: Terms): Reason | null {
  if (paused) return 'paused'
  return paydays.schedules.length === 0 ? 'no_schedule' : null
}

function ordinaryReason({ terms, payday, reckoning }: Moment, share: Share | null): Reason {
  const kind = kindOf(terms)
  const nothingBecause = reasonForNothing(terms)
  if (nothingBecause !== null) return nothingBecause
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
  const nothingBecause = reasonForNothing(terms)
  if (nothingBecause !== null) return nothingBecause
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
