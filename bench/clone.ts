import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'

/** The parts of a household, ordered so that every row finds the rows it refers to. */
const tables = [
  'households',
  'members',
  'accounts',
  'funding_schedules',
  'expenses',
  'expense_schedules',
  'ledger_entries',
]

/** Copies a household `count` times, every id new: the same as loading its document so often, in seconds. */
export async function cloneHousehold(
  db: Database,
  householdId: string,
  count: number,
): Promise<string[]> {
  const copy = (id: string) => sql`md5(n::text || ${sql.ref(id)}::text)::uuid`
  for (const table of tables) {
    const { rows: columns } = await sql<{ name: string; isId: boolean }>`
      select column_name as name, data_type = 'uuid' as "isId" from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(
      db,
    )
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
      select ${sql.join(columns.map(({ name, isId }) => (isId ? copy(`t.${name}`) : sql.ref(`t.${name}`))))}
      from ${sql.table(table)} t, generate_series(1, ${count}::int) n
      where t.household_id = ${householdId}`.execute(db)
    // Before the next table refers to it: PostgreSQL would check its rows as if this one were still empty.
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  }
  const { rows } = await sql<{ id: string }>`
    select md5(n::text || ${householdId}::text)::uuid as id from generate_series(1, ${count}::int) n`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
