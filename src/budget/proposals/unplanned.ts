import { nextPayday, paydaysOf, type Schedule } from '#/core/calendar/paydays.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays, type Day, daysBetween } from '#/core/values/day.ts'
import { fold } from '#/core/values/fold.ts'
import type { ProposedPayday } from './propose.ts'

/** A schedule that people have created. */
export type Planned = Schedule & {
  readonly name: string
  /** The key of the payer that the schedule was made from, and the key of its name. */
  readonly payer?: string | null
  readonly key?: string
}

/** A dismissed proposal; `payee` is folded, `amount` in cents. */
export type Dismissal = { readonly payee: string; readonly amount: Cents }

/** Most days between a schedule's payday and the proposed one. */
const TOLERANCE = 2
const FORTNIGHT = 14
/** Amounts within this factor belong to the same bill or pay. */
const SAME_FACTOR = 1.25

/** Share of a payer's deposits on a schedule's days that makes the schedule this payer's. */
const KEPT_SHARE = 0.5
const KEPT_MIN = 3

/**
 * Returns the paydays without a schedule. Each schedule covers one payday: that of its payer, or of its name, or else the
 * largest with its frequency and days, now or in most of the past: a raise or another day is not another pay. So if two
 * people are paid on the same day, the second is proposed.
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
  const ways: readonly ((schedule: Planned, payday: ProposedPayday) => boolean)[] = [
    (schedule, { payer, frequency }) =>
      isPayer(schedule, payer) && frequency === schedule.frequency,
    (schedule, { payer }) => isPayer(schedule, payer),
    (schedule, { name, payer }) => isNamed(schedule, name) || schedule.key === (payer ?? null),
    paysLike,
    hasPaidLike,
  ]
  let open = schedules
  for (const covers of ways) {
    open = open.filter((schedule) => !claim((payday) => covers(schedule, payday)))
  }
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

function isPayer(schedule: Planned, payer: string | undefined): boolean {
  return payer !== undefined && schedule.payer === payer
}

function isNamed(schedule: Planned, name: string): boolean {
  return fold(name) === fold(schedule.name)
}

/** Returns true if most deposits of a payer came on a schedule's days: the pay has moved since. */
function hasPaidLike(schedule: Planned, { frequency, paid }: ProposedPayday): boolean {
  if (schedule.frequency !== frequency) return false
  const first = paid[0]
  if (first === undefined) return false
  const always = paydaysOf([{ ...schedule, anchor: startingBefore(schedule, first) }])
  const kept = paid.filter((day) => {
    const near = nextPayday(always, addDays(day, -TOLERANCE))
    return near !== null && near <= addDays(day, TOLERANCE)
  })
  return kept.length >= Math.max(KEPT_MIN, paid.length * KEPT_SHARE)
}

/** Moves a schedule's anchor before a day, by whole fortnights. */
function startingBefore({ anchor }: Schedule, day: Day): Day {
  const fortnights = Math.ceil(Math.max(0, daysBetween(day, anchor)) / FORTNIGHT) + 3
  return addDays(anchor, -fortnights * FORTNIGHT)
}
