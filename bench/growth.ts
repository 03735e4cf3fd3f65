import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import { fill, settleTables } from './fill.ts'
import { createHousehold } from './households.ts'
import type { Instance } from './instance.ts'
import type { Line } from './table.ts'

const HOUSEHOLDS = 12
/** Eighteen months of a family: about four payments a day. */
const TRANSACTIONS = 2000

type Size = { readonly name: string; readonly bytes: number }

/**
 * Bytes that a transaction takes on the disk, with its indexes and rollups: what households grow by. Rows come into tables
 * that are indexed already, in the order of days and households in turns, as they do in a year.
 */
export async function measureGrowth({ runtime, admin }: Instance, today: string): Promise<Line[]> {
  const before = new Map((await sizesOf(admin)).map(({ name, bytes }) => [name, bytes]))
  const households = []
  for (let count = 0; count < HOUSEHOLDS; count += 1) {
    households.push(await createHousehold(runtime, 1))
  }
  for (const household of households) await fill(admin, household, { count: TRANSACTIONS, today })
  await settleTables(admin)
  const grown = (await sizesOf(admin))
    .map(({ name, bytes }) => ({
      name,
      bytes: (bytes - (before.get(name) ?? 0)) / (HOUSEHOLDS * TRANSACTIONS),
    }))
    .filter(({ bytes }) => bytes >= 1)
    .toSorted((a, b) => b.bytes - a.bytes)
  return [
    {
      what: 'Bytes on the disk that a transaction takes, with indexes and rollups',
      measured: grown
        .map(({ name, bytes }) => `${name.replace('transactions_', '')} ${bytes.toFixed(0)}`)
        .join(', '),
      value: grown.reduce((sum, { bytes }) => sum + bytes, 0),
      unit: 'bytes',
    },
  ]
}

/** The sizes of the tables that grow with transactions, and of their indexes, each by itself. */
async function sizesOf(db: Database): Promise<readonly Size[]> {
  const { rows } = await sql<Size>`
    select c.relname as name, pg_relation_size(c.oid) as bytes from pg_class c
    left join pg_index i on i.indexrelid = c.oid
    join pg_class t on t.oid = coalesce(i.indrelid, c.oid)
    where t.relname in ('transactions', 'transaction_texts', 'transaction_rollups', 'rollup_tails', 'provider_transactions')`.execute(
    db,
  )
  return rows
}
