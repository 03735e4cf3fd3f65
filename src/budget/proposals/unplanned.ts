import { nextPayday, paydaysOf, type Schedule } from '#/core/calendar/paydays.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays } from '#/core/values/day.ts'
import { fold } from '#/core/values/fold.ts'
import type { ProposedPayday } from './propose.ts'

/** A schedule that people have made. */
export type Planned = Schedule & { readonly name: string }

/** A proposal that people did not want; `payee` is folded. */
export type Dismissal = { readonly payee: string; readonly amount: Cents }

/** Days by which a schedule may differ from when its pay comes. */
const TOLERANCE = 2
/** What differs by no more than this factor is still that bill, or that pay. */
const SAME_FACTOR = 1.25

/**
 * The paydays that no schedule stands for. A schedule stands for one: for the pay that it is named after, else for what
 * brings most of those that come at its rhythm and on its days. So of two who earn on one day, the second is proposed.
 */
export function unplannedPaydays(
  paydays: readonly ProposedPayday[],
  schedules: readonly Planned[],
): readonly ProposedPayday[] {
  const left = new Set(paydays)
  const claim = (stands: (payday: ProposedPayday) => boolean) => {
    const found = [...left].find(stands)
    if (found) left.delete(found)
    return found !== undefined
  }
  const unnamed = schedules.filter((schedule) => {
    return !claim(({ name }) => fold(name) === fold(schedule.name))
  })
  for (const schedule of unnamed) claim((payday) => paysLike(schedule, payday))
  return [...left]
}

/** Whether people have said that they do not want to hear of it. The same payee at another price is news. */
export function isDismissed(
  { name, amount }: { readonly name: string; readonly amount: Cents },
  dismissals: readonly Dismissal[],
): boolean {
  return dismissals.some((one) => {
    const [less, more] = [Math.min(one.amount, amount), Math.max(one.amount, amount)]
    return one.payee === fold(name) && more <= less * SAME_FACTOR
  })
}

function paysLike(schedule: Schedule, { frequency, next }: ProposedPayday): boolean {
  const near = nextPayday(paydaysOf([schedule]), addDays(next, -TOLERANCE))
  return schedule.frequency === frequency && near !== null && near <= addDays(next, TOLERANCE)
}
