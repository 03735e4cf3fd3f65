import { invalidParameter } from '#/platform/contract/refusal.ts'
import { addMonths, type Day, dayAt, toDay } from '#/core/values/day.ts'
import type { Call } from '#/platform/runtime/call.ts'

const EARLIEST = toDay('1970-01-01')

type Zoned = Pick<Call, 'now'> & { readonly caller: Pick<Call['caller'], 'zone'> }

/**
 * Refuses a booking day before 1970 or more than a year ahead of the household's today: both are typing errors, and
 * years of them would stretch every chart.
 */
export function checkBookingDay(day: Day, call: Zoned): void {
  if (isBookingDay(day, call)) return
  const latest = latestOf(call)
  const detail = { name: 'day_outside', from: EARLIEST, to: latest } as const
  const message = `\`booked_at\` must be a day from ${EARLIEST} to ${latest}.`
  throw invalidParameter('booked_at', message, detail)
}

export function isBookingDay(day: Day, call: Zoned): boolean {
  return day >= EARLIEST && day <= latestOf(call)
}

function latestOf({ now, caller }: Zoned): Day {
  return addMonths(dayAt(now(), caller.zone), 12)
}
