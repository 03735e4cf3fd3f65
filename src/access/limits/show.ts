import type { Handle } from '#/platform/runtime/call.ts'
import type { limitsApp } from './app-contract.ts'
import { limitsOf, retryAfterSeconds, usedIn } from './window.ts'

/** `GET /rate-limits` reads the rows in which admission counts, without changing them. */
export const showLimits: Handle<typeof limitsApp.showLimits> = async ({
  db,
  caller,
  now,
  apiLimits,
}) => {
  const { householdId, memberId } = caller
  const moment = now()
  const household = await db
    .selectFrom('household_windows')
    .select(['hour as begun', 'used'])
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  const keys = await db
    .selectFrom('api_keys as k')
    .innerJoin('key_windows as w', (join) =>
      join.on('w.household_id', '=', householdId).onRef('w.key_id', '=', 'k.id'),
    )
    .select(['k.id', 'k.name', 'w.minute as begun', 'w.used'])
    .where('k.household_id', '=', householdId)
    .where('k.member_id', '=', memberId)
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', moment)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id')
    .execute()
  const limits = limitsOf(caller, apiLimits)
  const left = (limit: number, used: number) => Math.max(0, limit - used)
  return {
    minute: {
      limit: limits.minute,
      seconds_left: retryAfterSeconds('minute', moment),
      keys: keys
        .map(({ id, name, ...window }) => {
          return { id, name, remaining: left(limits.minute, usedIn('minute', window, moment)) }
        })
        .toSorted((a, b) => a.remaining - b.remaining),
    },
    hour: {
      limit: limits.hour,
      seconds_left: retryAfterSeconds('hour', moment),
      remaining: left(limits.hour, household ? usedIn('hour', household, moment) : 0),
    },
  }
}
