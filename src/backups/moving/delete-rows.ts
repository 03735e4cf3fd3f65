import type { SingleConnection } from '#/platform/database/single-connection.ts'
import { type HouseholdTable, keepFilled, readHouseholdTables } from './household-tables.ts'

/** How often rows are deleted that triggers add meanwhile. */
const PASSES_MAX = 4

/**
 * Deletes the rows of a household that has arrived elsewhere, and marks its move as done. Each table is a transaction of its
 * own, so that nobody waits for long: a log of requests that is being written, or the counter of a key. The household itself
 * goes last, with what was added meanwhile.
 */
export async function deleteRows(
  source: SingleConnection,
  householdId: string,
  movedAt: Temporal.Instant,
): Promise<void> {
  const all = (await readHouseholdTables(source)).toReversed()
  const tables = all.filter(({ name }) => name !== 'households')
  for (const table of await keepFilled(source, tables, householdId)) {
    await source.rows(deleteStatement(table), [householdId])
  }
  await source.begin('')
  // From here on no row can be added that refers to it.
  await source.rows('select from households where household_id = $1 for update', [householdId])
  // Triggers add sums again while other rows go.
  let left = await keepFilled(source, tables, householdId)
  for (let pass = 1; left.length > 0 && pass <= PASSES_MAX; pass += 1) {
    for (const table of left) await source.rows(deleteStatement(table), [householdId])
    left = await keepFilled(source, tables, householdId)
  }
  await source.rows('update sessions set household_id = null where household_id = $1', [
    householdId,
  ])
  await source.rows('delete from households where household_id = $1', [householdId])
  await source.rows('update household_departures set moved_at = $2 where household_id = $1', [
    householdId,
    movedAt.toString(),
  ])
  await source.run('commit')
}

function deleteStatement({ name }: HouseholdTable): string {
  return `delete from ${name} where household_id = $1`
}
