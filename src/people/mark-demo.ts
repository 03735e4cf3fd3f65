import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Marks a household as a demo: the application says so, and guests may enter it by the operator's link. */
export async function markDemo(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  householdId: string,
): Promise<void> {
  await db
    .updateTable('households')
    .set({ demo_since: now() })
    .where('household_id', '=', householdId)
    .execute()
}
