import { dayNumber } from '#/core/values/day.ts'
import type { Day } from '#/core/values/day.ts'
import { dueNumber, kindOf, recurrenceOf, targetOf } from './holding.ts'
import type { Holding } from './holding.ts'
import { indexOnOrAfter } from '#/core/calendar/occurrences.ts'

/**
 * Rolls over one due date: the money built up for the payment becomes `ready`, less the prepaid part, and the next due
 * date is the upcoming one. Money still ready from an earlier payment (a late bill) stays; `ready` never exceeds one
 * payment, and the rest counts for the next. A card keeps its money for its debt on any date.
 */
export function rollOver(holding: Holding): Holding {
  const { terms, lanes, cycle } = holding
  if (kindOf(terms) !== 'bill') return { ...holding, cycle: cycle + 1 }
  const available = lanes.ready + lanes.building
  const ready = Math.min(available, Math.max(0, targetOf(terms) - lanes.prepaid))
  return {
    ...holding,
    lanes: { ...lanes, ready, building: available - ready, prepaid: 0 },
    cycle: cycle + 1,
  }
}

/**
 * Rolls over every due date up to and including `day`. Within a day, paydays come first, then roll-overs, then
 * transactions. Returns the same object if nothing came due.
 */
export function rollOverThrough(holding: Holding, day: Day): Holding {
  return rollOverThroughNumber(holding, dayNumber(day))
}

/** As `rollOverThrough`, with a day number. */
export function rollOverThroughNumber(holding: Holding, day: number): Holding {
  const recurrence = recurrenceOf(holding.terms)
  if (recurrence === null || (dueNumber(holding) ?? day + 1) > day) return holding
  const cycle = indexOnOrAfter(recurrence, day + 1)
  // Two roll-overs suffice: without payments or funding between them, a third changes no lane.
  const once = rollOver(holding)
  return cycle === once.cycle ? once : { ...rollOver(once), cycle }
}
