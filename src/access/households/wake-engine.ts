import { sql } from 'kysely'
import type { Acting } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { processedThrough } from './processed-through.ts'

/** The minutes that the engine skips a household after a fault, so that the others get their turn. */
const REST_MINUTES = 5

/**
 * Makes the household due, because a change may have moved its next payday or due date. The change applies from now on:
 * earlier days count as processed, including those on which nothing happened.
 */
export async function wakeEngine(acting: Acting): Promise<void> {
  const { db, now, caller } = acting
  await db
    .updateTable('households')
    .set({
      processed_through: sql`greatest(processed_through, ${processedThrough(acting)})`,
      due_at: now(),
      engine_rests_until: null,
    })
    .where('household_id', '=', caller.householdId)
    .execute()
}

/** Makes the engine skip a household whose days could not be processed. They stay due. */
export async function restEngine(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  householdId: string,
): Promise<void> {
  await db
    .updateTable('households')
    .set({ engine_rests_until: now().add({ minutes: REST_MINUTES }) })
    .where('household_id', '=', householdId)
    .execute()
}
