import { createHash } from 'node:crypto'
import { createBufferPool } from '#/platform/database/copy-out.ts'
import type { SingleConnection } from '#/platform/database/single-connection.ts'
import { counters, type HouseholdTable, keepFilled, sendStatement } from './household-tables.ts'

/** SHA-256 of a household's rows in each table that has some. */
export type Digests = ReadonlyMap<string, string>

const PIECE_BYTES = 128 * 1024

/** Yields the rows of a household as `copy` sends them, and returns their digest. */
export async function* readRows(
  one: SingleConnection,
  table: HouseholdTable,
  householdId: string,
): AsyncGenerator<Buffer, string> {
  const pool = createBufferPool(PIECE_BYTES)
  const hash = createHash('sha256')
  for await (const piece of one.copyOut(sendStatement(table, householdId), pool)) {
    hash.update(piece)
    yield Buffer.from(piece)
    pool.giveBack(piece)
  }
  return hash.digest('hex')
}

/** Reads all rows of a household for their digests. */
export async function digestRows(
  one: SingleConnection,
  tables: readonly HouseholdTable[],
  householdId: string,
): Promise<Digests> {
  const digests = new Map<string, string>()
  for (const table of await keepFilled(one, tables, householdId)) {
    const rows = readRows(one, table, householdId)
    let step = await rows.next()
    while (!step.done) step = await rows.next()
    digests.set(table.name, step.value)
  }
  return digests
}

/** Returns the tables whose rows differ. */
export function differing(one: Digests, other: Digests): readonly string[] {
  const names = new Set([...one.keys(), ...other.keys()])
  return [...names].filter((name) => one.get(name) !== other.get(name))
}

/** Leaves out the tables that change while nobody writes. */
export function withoutCounters(digests: Digests): Digests {
  return new Map([...digests].filter(([name]) => !counters.includes(name)))
}
