import { sql } from 'kysely'
import { notFound } from '#/contract/refusal.ts'
import { inTransaction } from '#/database/database.ts'
import type { World } from '#/world/world.ts'
import { beginWrite } from './begin-write.ts'
import type { Plan, Standing } from './standing.ts'

export type HouseholdChange = {
  readonly plan?: Plan | undefined
  readonly standing?: Standing | undefined
}

/**
 * Changes what a household pays for. It holds from the next request on, whichever process answers it: nothing about
 * plans is kept in memory. Throws `resource_not_found`.
 */
export async function changeHousehold(
  world: World,
  householdId: string,
  { plan, standing }: HouseholdChange,
): Promise<{ id: string; plan: Plan; standing: Standing }> {
  return inTransaction(world.db, async (tx) => {
    await requireHousehold({ db: tx }, householdId)
    await beginWrite(tx, householdId)
    return tx
      .updateTable('households')
      .set({
        plan: sql`coalesce(${plan ?? null}, plan)`,
        standing: sql`coalesce(${standing ?? null}, standing)`,
      })
      .where('household_id', '=', householdId)
      .returning(['household_id as id', 'plan', 'standing'])
      .executeTakeFirstOrThrow()
  })
}

/** Throws `resource_not_found` unless there is such a household. */
export async function requireHousehold(
  { db }: Pick<World, 'db'>,
  householdId: string,
): Promise<void> {
  const found = await db
    .selectFrom('households')
    .select('household_id')
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  if (!found) throw notFound('household_id')
}
