// Limits updates to ten a minute and Item: enough for people and schedules, and far below the limit of Plaid.

const UPDATES_PER_MINUTE = 10
const WINDOW_SECONDS = 60

export type UpdateQuota = {
  readonly remaining: number
  readonly resetsAt: Temporal.Instant | null
} & ({ readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number })

/** Decides if an Item may be asked for an update now. */
export function judgeUpdates({
  now,
  requests,
  throttledUntil,
}: {
  readonly now: Temporal.Instant
  readonly requests: readonly Temporal.Instant[]
  readonly throttledUntil: Temporal.Instant | null
}): UpdateQuota {
  const counted = requests
    .map((at) => at.add({ seconds: WINDOW_SECONDS }))
    .filter((end) => Temporal.Instant.compare(end, now) > 0)
    .toSorted((a, b) => Temporal.Instant.compare(a, b))
  const report = {
    remaining: Math.max(0, UPDATES_PER_MINUTE - counted.length),
    resetsAt: counted[0] ?? null,
  }
  const free = [counted[counted.length - UPDATES_PER_MINUTE] ?? null, throttledUntil]
  const wait = Math.max(
    ...free.map((at) => (at === null ? 0 : Math.ceil(at.since(now).total('seconds')))),
  )
  return wait > 0
    ? { ...report, allowed: false, retryAfterSeconds: wait }
    : { ...report, allowed: true }
}
