import { nextPayday, paydaysOf, type Schedule } from '#/core/calendar/paydays.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays } from '#/core/values/day.ts'
import { fold } from '#/core/values/fold.ts'
import type { ProposedPayday } from './propose.ts'

/** A schedule that people have created. */
export type Planned = Schedule & { readonly name: string }

/** A dismissed proposal; `payee` is folded, `amount` in cents. */
export type Dismissal = { readonly payee: string; readonly amount: Cents }

/** Most days between a schedule's payday and the proposed one. */
const TOLERANCE = 2
/** Amounts within this factor belong to the same bill or pay. */
const SAME_FACTOR = 1.25

/**
 * Returns the paydays without a schedule. Each schedule covers one payday: the one of its name, or else the largest with
 * its frequency and days. So if two people are paid on the same day, the second is proposed.
 */
export function unplannedPaydays(
  paydays: readonly ProposedPayday[],
  schedules: readonly Planned[],
): readonly ProposedPayday[] {
  const left = new Set(paydays)
  const claim = (covers: (payday: ProposedPayday) => boolean) => {
    const found = [...left].find(covers)
    if (found) left.delete(found)
    return found !== undefined
  }
  const unnamed = schedules.filter((schedule) => {
    return !claim(({ name }) => fold(name) === fold(schedule.name))
  })
  for (const schedule of unnamed) claim((payday) => paysLike(schedule, payday))
  return [...left]
}

/** Tells if people have dismissed a proposal. The same payee at another price is a new proposal. */
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
