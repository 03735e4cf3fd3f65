import { notFound } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { pick, pickDifferent } from '#/platform/audited/change.ts'
import { OPERATOR, recordChange } from '#/platform/audited/record-change.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { beginWrite } from './begin-write.ts'
import { requireHere } from './require-here.ts'
import type { Plan, Standing } from './standing.ts'

export type HouseholdChange = {
  readonly plan?: Plan | undefined
  readonly standing?: Standing | undefined
}

/**
 * Changes a household's plan or standing. The change applies from the next request on in every process, because plans are
 * never cached in memory. Throws `resource_not_found`.
 */
export async function changeHousehold(
  runtime: Runtime,
  householdId: string,
  wanted: HouseholdChange,
): Promise<{ id: string; plan: Plan; standing: Standing }> {
  return inTransaction(runtime.db, async (tx) => {
    await requireHousehold({ db: tx }, householdId)
    await beginWrite({ ...runtime, db: tx }, householdId)
    const before = await tx
      .selectFrom('households')
      .select(['plan', 'standing'])
      .where('household_id', '=', householdId)
      .executeTakeFirstOrThrow()
    requireHere(before.standing)
    const changed: HouseholdChange = pickDifferent(before, wanted)
    const { plan = before.plan, standing = before.standing } = changed
    if (Object.keys(changed).length > 0) {
      await tx
        .updateTable('households')
        .set({ plan, standing })
        .where('household_id', '=', householdId)
        .execute()
      await recordChange(
        { ...runtime, db: tx, caller: { householdId, ...OPERATOR } },
        {
          action: 'household.change',
          subject: { type: 'household', id: householdId },
          before: pick(before, changed),
          after: changed,
        },
      )
    }
    return { id: householdId, plan, standing }
  })
}

/** Throws `resource_not_found` if the household does not exist. */
export async function requireHousehold(
  { db }: Pick<Runtime, 'db'>,
  householdId: string,
): Promise<void> {
  const found = await db
    .selectFrom('households')
    .select('household_id')
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  if (!found) throw notFound('household_id')
}
