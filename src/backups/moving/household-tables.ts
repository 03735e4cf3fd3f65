import type { SingleConnection } from '#/platform/database/single-connection.ts'
import { orderByReference, type Reference } from '#/people/members/order-by-reference.ts'
import { quoted } from '#/backups/snapshot.ts'

/** A table with rows of households. */
export type HouseholdTable = {
  readonly name: string
  /** Without the columns that PostgreSQL computes. */
  readonly columns: readonly string[]
  /** The columns of its primary key. */
  readonly key: readonly string[]
}

/** Sessions end with a move, and the records of moves stay where they are. */
const staying = ['sessions', 'household_departures', 'household_arrivals']

/** Tables that triggers fill when other rows are added. Their rows replace what the triggers have made of a copy. */
export const derived: readonly string[] = [
  'cash_levels',
  'payment_changes',
  'rollup_tails',
  'transaction_rollups',
  'transaction_texts',
]

/** Tables in which requests are counted and logged, also those that are refused while the household moves. Devices count their own. */
export const counters: readonly string[] = [
  'household_windows',
  'key_places',
  'key_usage',
  'key_windows',
  'request_log',
  'wallet_devices',
]

/**
 * Lists the tables with rows of households, each after all that it refers to. Reads the catalogue, so that none is
 * forgotten.
 */
export async function readHouseholdTables(
  one: SingleConnection,
): Promise<readonly HouseholdTable[]> {
  const rows = await one.rows(
    `select c.relname as name,
       (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')::text as columns,
       (select json_agg(a.attname order by k.place) from pg_index x
        cross join unnest(x.indkey::int[]) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where x.indrelid = c.oid and x.indisprimary)::text as key
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
       and exists (select 1 from pg_attribute a
         where a.attrelid = c.oid and a.attname = 'household_id' and not a.attisdropped)
     order by c.relname collate "C"`,
    [staying],
  )
  const tables = new Map(
    rows.map((row) => [
      row['name']!,
      {
        name: row['name']!,
        columns: JSON.parse(row['columns']!) as string[],
        key: JSON.parse(row['key']!) as string[],
      },
    ]),
  )
  const order = orderByReference([...tables.keys()], await readReferences(one)).toReversed()
  return order.map((name) => tables.get(name)!)
}

async function readReferences(one: SingleConnection): Promise<readonly Reference[]> {
  const rows = await one.rows(
    `select f.relname as from, t.relname as to from pg_constraint k
     join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`,
  )
  return rows.map((row) => ({ from: row['from']!, to: row['to']! }))
}

/**
 * Returns the statement that sends the rows of a household in the order of their keys, so that equal rows are equal bytes in
 * every database, in spite of their collations.
 */
export function sendStatement({ name, columns, key }: HouseholdTable, householdId: string): string {
  const order = key.map((column) => `${quoted(column)}::text collate "C"`).join(', ')
  return (
    `copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)} ` +
    `where household_id = '${householdId}' order by ${order}) to stdout`
  )
}

/** Returns the statement that takes the rows that `sendStatement` sends. */
export function takeStatement({ name, columns }: HouseholdTable): string {
  return `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`
}

/** Leaves out the tables in which a household has no rows, by one statement. */
export async function keepFilled(
  one: SingleConnection,
  tables: readonly HouseholdTable[],
  householdId: string,
): Promise<readonly HouseholdTable[]> {
  const found = tables.map(
    ({ name }) =>
      `(select '${name}' as name where exists (select 1 from ${quoted(name)} where household_id = $1))`,
  )
  const rows = await one.rows(found.join(' union all '), [householdId])
  const names = new Set(rows.map(({ name }) => name!))
  return tables.filter(({ name }) => names.has(name))
}
