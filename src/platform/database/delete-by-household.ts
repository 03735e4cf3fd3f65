import type { RawBuilder } from 'kysely'
import type { Database } from './database.ts'
import { eachHousehold } from './each-household.ts'

type Found = { readonly household_id: string; readonly key: string }

/**
 * Deletes rows of many households: `find` looks for them without a lock, `remove` deletes those of one household. Returns
 * the number of deleted rows.
 */
export async function deleteByHousehold(
  db: Database,
  find: RawBuilder<Found>,
  remove: (householdId: string, keys: readonly string[]) => RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await find.execute(db)
  const counts = await eachHousehold(rows, async (householdId, some) => {
    const keys = some.map(({ key }) => key)
    const { numAffectedRows } = await remove(householdId, keys).execute(db)
    return [Number(numAffectedRows ?? 0n)]
  })
  return counts.reduce((sum, count) => sum + count, 0)
}
