import { isPayday, type Paydays } from '#/core/calendar/paydays.ts'
import type { Cents } from '#/core/values/cents.ts'
import { type Day, dayNumber } from '#/core/values/day.ts'
import { contributionsAt } from './contribution.ts'
import type { Parties, Settlement } from './settlement.ts'

/** A payday of a bill between a payment and the day on which the payment finds the bill. Amounts in cents. */
export type PaydaySince = {
  readonly day: Day
  /** The ordinary request, and the money that it got. */
  readonly asked: Cents
  readonly given: Cents
  /** Every Expense got all that it asked for. */
  readonly isWhole: boolean
}

/** The paydays since a payment, in order, and the calendar that they are from. */
export type PaydaysSince = { readonly calendar: Paydays; readonly paydays: readonly PaydaySince[] }

type Done = { readonly settlement: Settlement; readonly after: Parties }

/**
 * Plans the paydays between a payment and its settlement again, as if the payment had found its bill at once. They asked for
 * less, because the bill still held the payment's money. The bill keeps the difference, and free-to-spend gives it: that had
 * paid for the payment, so the paydays would have had this money.
 *
 * A payday counts only if it gave every Expense all and the rules still ask for the same. So it does not count once the
 * terms have changed or other money has moved. Of several payments to a bill, only the first may be planned again.
 */
export function planAgain(done: Done, { calendar, paydays }: PaydaysSince): Done {
  const { settlement, after } = done
  const { assigned } = after
  const taken = settlement.building
  if (assigned === null || taken === 0) return done
  const terms = { ...assigned.terms, paydays: calendar }
  const ask = (day: number, building: Cents) => {
    const holding = { ...assigned, terms, lanes: { ...assigned.lanes, building } }
    return contributionsAt(holding, day).ordinary
  }
  let building = assigned.lanes.building + taken
  for (const { given } of paydays) building -= given
  let more = 0
  for (const payday of paydays) {
    const { asked, given, isWhole } = payday
    const day = dayNumber(payday.day)
    const isSame = isWhole && isPayday(calendar, day) && ask(day, building) === asked
    if (isSame) more += ask(day, building - taken + more) - asked
    building += given
  }
  const lanes = { ...assigned.lanes, building: assigned.lanes.building + more }
  return {
    settlement: { ...settlement, building: taken - more },
    after: { ...after, assigned: { ...assigned, lanes } },
  }
}
