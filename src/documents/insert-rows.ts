import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Tables } from '#/platform/database/tables.ts'

/**
 * Inserts any number of rows with one statement and one parameter: only COPY is faster, and statement triggers run once.
 * All rows must have the same columns.
 */
export async function insertRows<T extends keyof Tables>(
  tx: Database,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const names = Object.keys(first)
  const columns = sql.join(names.map((column) => sql.ref(column)))
  // All rows are of one household. Named by a parameter, it decides where the statement runs.
  const values = sql.join(
    names.map((column) =>
      column === 'household_id' ? sql`${Reflect.get(first, column)}::uuid` : sql.ref(column),
    ),
  )
  await sql`insert into ${sql.table(table)} (${columns})
    select ${values} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(
    tx,
  )
}
