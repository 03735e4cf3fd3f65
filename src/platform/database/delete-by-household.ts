import type { RawBuilder } from 'kysely'
import { type Database, inTransaction } from './database.ts'
import { eachHousehold } from './each-household.ts'

type Found = { readonly household_id: string; readonly key: string }

/**
 * Deletes rows of many households: `find` looks for them without a lock, `remove` deletes those of one household, after what
 * finds them. Returns the number of rows that the last of its statements deleted.
 */
export async function deleteByHousehold(
  db: Database,
  find: RawBuilder<Found>,
  remove: (
    householdId: string,
    keys: readonly string[],
  ) => RawBuilder<unknown> | readonly RawBuilder<unknown>[],
): Promise<number> {
  const { rows } = await find.execute(db)
  const counts = await eachHousehold(rows, async (householdId, some) => {
    const keys = some.map(({ key }) => key)
    const statements = [remove(householdId, keys)].flat()
    return inTransaction(db, async (tx) => {
      let deleted = 0n
      for (const statement of statements) {
        deleted = (await statement.execute(tx)).numAffectedRows ?? 0n
      }
      return [Number(deleted)]
    })
  })
  return counts.reduce((sum, count) => sum + count, 0)
}
