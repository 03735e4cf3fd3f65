import type { SingleConnection } from '#/platform/database/single-connection.ts'
import { copyPeople } from './copy-people.ts'
import { type Copied, HouseholdMoveFault } from './household-move.ts'
import {
  derived,
  type HouseholdTable,
  keepFilled,
  readHouseholdTables,
  takeStatement,
} from './household-tables.ts'
import { matchPeople } from './match-people.ts'
import type { TwoDatabases } from './open-databases.ts'
import { type Digests, differing, digestRows, readRows, withoutCounters } from './read-rows.ts'

type Copying = { readonly householdId: string; readonly linkPeople: boolean }

/**
 * Copies a household from one snapshot into the transaction that the destination has begun, and reads it back there: a row
 * that arrived otherwise than it left fails the copy. Returns null if rows of the source have changed since.
 */
export async function copyHousehold(
  both: TwoDatabases,
  { householdId, linkPeople }: Copying,
): Promise<Copied | null> {
  const { source, destination } = both
  await source.begin('isolation level repeatable read read only')
  const tables = await readHouseholdTables(source)
  const { rows, digests } = await copyTables(both, tables, householdId)
  const arrived = await digestRows(destination, tables, householdId)
  const altered = differing(arrived, digests)
  if (altered.length > 0) {
    throw new HouseholdMoveFault(
      'interrupted',
      `Rows arrived otherwise than they left: ${altered.join(', ')}.`,
    )
  }
  const people = await matchPeople(both, { householdId, linkPeople })
  await copyPeople(both, householdId, people)
  await source.run('commit')
  if (await hasChanged(source, { householdId, tables, digests })) return null
  return { rows, peopleCreated: people.created.length, peopleLinked: people.linked.size }
}

async function copyTables(
  { source, destination }: TwoDatabases,
  tables: readonly HouseholdTable[],
  householdId: string,
): Promise<{ readonly rows: number; readonly digests: Digests }> {
  const digests = new Map<string, string>()
  const filled = await keepFilled(source, tables, householdId)
  let rows = 0
  const copy = async (table: HouseholdTable) => {
    const noteDigest = (digest: string) => void digests.set(table.name, digest)
    const sent = noting(readRows(source, table, householdId), noteDigest)
    rows += await destination.copyIn(takeStatement(table), sent)
  }
  for (const table of filled.filter(({ name }) => !derived.includes(name))) await copy(table)
  // Triggers have filled them, even those that are empty at the source.
  for (const name of derived) {
    await destination.rows(`delete from ${name} where household_id = $1`, [householdId])
  }
  for (const table of filled.filter(({ name }) => derived.includes(name))) await copy(table)
  return { rows, digests }
}

async function* noting(
  rows: AsyncGenerator<Buffer, string>,
  note: (digest: string) => void,
): AsyncGenerator<Buffer, void> {
  note(yield* rows)
}

type Compared = {
  readonly householdId: string
  readonly tables: readonly HouseholdTable[]
  readonly digests: Digests
}

/** Reads the source again, in a later snapshot. Counters may change: they say how often somebody was refused. */
async function hasChanged(
  source: SingleConnection,
  { householdId, tables, digests }: Compared,
): Promise<boolean> {
  await source.begin('isolation level repeatable read read only')
  const now = await digestRows(source, tables, householdId)
  await source.run('commit')
  return differing(withoutCounters(digests), withoutCounters(now)).length > 0
}
