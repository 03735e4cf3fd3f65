import type { Day } from '#/core/values/day.ts'
import { recurrenceOf } from './holding.ts'
import type { Holding, Terms } from './holding.ts'
import { canonicalise } from './lanes.ts'
import { indexAfter } from '#/core/calendar/occurrences.ts'

/**
 * Gives an Expense new terms (or its first ones) once the day `today` has been processed: its lanes are fitted to them
 * and the first due date after today is the upcoming one.
 */
export function adoptTerms({ id, lanes }: Holding, terms: Terms, today: Day): Holding {
  const recurrence = recurrenceOf(terms)
  const cycle = recurrence === null ? 0 : indexAfter(recurrence, today)
  return { id, terms, lanes: canonicalise(terms, lanes), cycle }
}
