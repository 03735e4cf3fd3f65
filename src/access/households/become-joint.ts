import { sql } from 'kysely'
import { type Author, recordChange } from '#/platform/audited/record-change.ts'
import { momentAfter } from '#/platform/audited/require-unchanged.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

type Joining = { readonly householdId: string; readonly author: Author }

/**
 * Makes a personal household a joint one when a second member joins. It stays joint when they leave, because it holds their
 * shared data. Call it under the household's lock.
 */
export async function becomeJoint(
  runtime: Pick<Runtime, 'db' | 'now' | 'newId'>,
  { householdId, author }: Joining,
): Promise<void> {
  const { db } = runtime
  const { rows } = await sql<{ updated_at: Temporal.Instant }>`
    select updated_at from households h
    where household_id = ${householdId} and kind = 'personal' and
      (select count(*) from members where household_id = ${householdId} and removed_at is null) > 1`.execute(
    db,
  )
  const [personal] = rows
  if (!personal) return
  const at = momentAfter(runtime.now(), personal.updated_at)
  await db
    .updateTable('households')
    .set({ kind: 'joint', updated_at: at })
    .where('household_id', '=', householdId)
    .execute()
  await recordChange(
    { ...runtime, caller: { householdId, ...author } },
    {
      action: 'household.change',
      subject: { type: 'household', id: householdId },
      before: { kind: 'personal' },
      after: { kind: 'joint' },
      at,
    },
  )
}
