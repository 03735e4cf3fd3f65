import { sql } from 'kysely'

/**
 * The statement by which a write has its household looked at for notices soon, in the write's own transaction: a crash
 * cannot lose it. It changes nothing in households without a member who wants notices. It has no condition on the present
 * `look_at`: a write that waited for another one would judge it by its value before the wait.
 */
export function bringLookForward(householdId: string, now: Temporal.Instant) {
  return sql`update notice_watches set look_at = least(look_at, greatest(rests_until, ${now}))
    where household_id = ${householdId}`
}
