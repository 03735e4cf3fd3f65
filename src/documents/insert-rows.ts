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
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(
    tx,
  )
}
