import type { Day } from '#/core/values/day.ts'
import type { Acting } from '#/platform/runtime/call.ts'

/** The last day whose paydays and due dates have been worked off: after it the future begins. */
export async function processedThrough({ db, caller }: Acting): Promise<Day> {
  const { processed_through } = await db
    .selectFrom('households')
    .select('processed_through')
    .where('household_id', '=', caller.householdId)
    .executeTakeFirstOrThrow()
  return processed_through
}
