import type { Cents } from '#/core/values/cents.ts'
import { addMonths, type Day } from '#/core/values/day.ts'

/** The effect of covering a card's debt, in cents. */
export type CardCover = {
  readonly free_before: Cents
  readonly free_after: Cents
  /** Set aside at once: what is owed, as far as free-to-spend allows. */
  readonly set_aside: Cents
  /** The rest of the debt, which paydays set aside. */
  readonly left_open: Cents
}

/** Proposes to set aside what a card owes (cents, ≥ 0). Takes no more than there is, so free-to-spend never falls below zero. */
export function proposeCardCover(owed: Cents, free: Cents): CardCover {
  const set_aside = Math.min(owed, Math.max(0, free))
  return { free_before: free, free_after: free - set_aside, set_aside, left_open: owed - set_aside }
}

/**
 * Returns the first due date after `through`, on the day of the month on which the card was paid last. Null if no payment
 * is known: then the debt has no date, and the next payday sets aside all that is missing.
 */
export function nextCardDueDay(lastPaid: Day | null, through: Day): Day | null {
  if (lastPaid === null) return null
  let months = 1
  while (addMonths(lastPaid, months) <= through) months += 1
  return addMonths(lastPaid, months)
}
