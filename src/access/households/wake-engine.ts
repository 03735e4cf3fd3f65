import type { Acting } from '#/platform/runtime/call.ts'

/** Lets the engine look at the household again: the days on which something happens may be others now. */
export async function wakeEngine({ db, now, caller }: Acting): Promise<void> {
  await db
    .updateTable('households')
    .set({ due_at: now() })
    .where('household_id', '=', caller.householdId)
    .execute()
}
