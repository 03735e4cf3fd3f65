import { sql } from 'kysely'
import type { Acting } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { processedThrough } from './processed-through.ts'

/** After a fault the engine leaves a household alone for so long, so that it cannot keep the others from their turn. */
const REST_MINUTES = 5

/**
 * Lets the engine look at the household again, because the days on which something happens may be others now. From here on
 * the change holds: days that were over before it, those on which nothing happened included, stay as they were.
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

/** Leaves a household alone whose days could not be worked off. They stay due. */
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
