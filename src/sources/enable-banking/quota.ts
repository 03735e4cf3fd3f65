import type { QuotaState, QuotaVerdict } from '#/sources/simplefin/quota.ts'

// European banks answer four times a day while their customer is away (Delegated Regulation (EU) 2018/389, Article 36). One
// visit asks for the balance and the transactions of every followed account, with all pages.

export const VISITS_PER_DAY = 4
/** Visits that the schedule leaves to people, who may use all four. */
const SCHEDULE_RESERVE = 1
const WINDOW_SECONDS = 24 * 60 * 60

/**
 * Decides if a bank may be visited now. `present`: the person is there and their browser is shown to the bank, which limits
 * no such visit; it still may ask for a wait.
 */
export function judgeVisits(
  { now, requests, throttledUntil }: QuotaState,
  purpose: 'schedule' | 'person' | 'present',
): QuotaVerdict {
  const ends = requests
    .map((at) => at.add({ seconds: WINDOW_SECONDS }))
    .filter((end) => Temporal.Instant.compare(end, now) > 0)
    .toSorted((a, b) => Temporal.Instant.compare(a, b))
  const report = {
    remaining: Math.max(0, VISITS_PER_DAY - ends.length),
    resetsAt: ends[0] ?? null,
  }
  const limit = purpose === 'schedule' ? VISITS_PER_DAY - SCHEDULE_RESERVE : VISITS_PER_DAY
  const blocking = purpose === 'present' ? null : (ends[ends.length - limit] ?? null)
  const wait = Math.max(
    ...[blocking, throttledUntil].map((at) =>
      at === null ? 0 : Math.ceil((at.epochMilliseconds - now.epochMilliseconds) / 1000),
    ),
  )
  return wait > 0
    ? { ...report, allowed: false, retryAfterSeconds: wait }
    : { ...report, allowed: true }
}
