import type { Day } from '#/core/values/day.ts'
import { recurrenceOf } from './holding.ts'
import type { Holding, Terms } from './holding.ts'
import { canonicalise } from './lanes.ts'
import { indexAfter } from '#/core/calendar/occurrences.ts'

/**
 * Gives an Expense new or first terms after the day `today` has been processed: fits its lanes to them and makes the
 * first due date after today the upcoming one.
 */
export function adoptTerms({ id, lanes }: Holding, terms: Terms, today: Day): Holding {
  const recurrence = recurrenceOf(terms)
  const cycle = recurrence === null ? 0 : indexAfter(recurrence, today)
  return { id, terms, lanes: canonicalise(terms, lanes), cycle }
}
