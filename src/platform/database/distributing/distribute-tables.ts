import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import { beginDistributed } from '#/platform/database/migrate.ts'

/** The table that all others lie beside: one machine keeps everything of a household. */
const FIRST = 'households'

export type HouseholdTable = {
  readonly name: string
  readonly isDistributed: boolean
  /** The tables that its foreign keys name, without itself. */
  readonly references: readonly string[]
}

/**
 * Lists the tables that are kept by household, each after all that it refers to: those whose primary key begins with
 * `household_id`. Reads the catalogue, so that none is forgotten.
 */
export async function readHouseholdTables(db: Database): Promise<readonly HouseholdTable[]> {
  const { rows } = await sql<HouseholdTable>`
    select c.relname as name,
      exists (select 1 from pg_catalog.pg_dist_partition p where p.logicalrelid = c.oid) as "isDistributed",
      array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as references
    from pg_class c
    join pg_index x on x.indrelid = c.oid and x.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0] and a.attname = 'household_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname <> ${FIRST}, c.relname collate "C"`.execute(db)
  return orderByReference(rows)
}

function orderByReference(tables: readonly HouseholdTable[]): HouseholdTable[] {
  const ordered: HouseholdTable[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const next = waiting.find(({ references }) => !references.some((name) => names.has(name)))
    if (next === undefined) throw new Error(`tables refer to one another: ${[...names].join(', ')}`)
    ordered.push(next)
    waiting = waiting.filter((table) => table !== next)
  }
  return ordered
}

/** Distributes the tables that are not distributed yet, with their rows, and returns their names. */
export async function distributeTables(db: Database): Promise<readonly string[]> {
  const tables = await readHouseholdTables(db)
  const waiting = tables.filter((table) => !table.isDistributed).map(({ name }) => name)
  // One transaction for each table: together they would hold more locks than PostgreSQL has room for.
  for (const name of waiting) await db.transaction().execute((tx) => distributeTable(tx, name))
  return waiting
}

/**
 * Citus copies the rows of the table, which the triggers have counted already: until they are copied the table has none.
 */
async function distributeTable(tx: Database, name: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await beginDistributed(tx)
  const { rows: triggers } = await sql<{ creation: string; removal: string }>`
    select pg_get_triggerdef(oid) as creation, format('drop trigger %I on %I', tgname, ${name}::text) as removal
    from pg_trigger where tgrelid = ${name}::text::regclass and not tgisinternal order by tgname`.execute(
    tx,
  )
  for (const { removal } of triggers) await sql.raw(removal).execute(tx)
  const beside = name === FIRST ? 'none' : FIRST
  await sql`select create_distributed_table(${name}::text::regclass, 'household_id', colocate_with => ${beside})`.execute(
    tx,
  )
  for (const { creation } of triggers) await sql.raw(creation).execute(tx)
}

/** Empties what is left of the tables at the coordinator, which Citus hides. */
export async function emptyLocalTables(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_catalog.pg_dist_partition
    where partmethod = 'h' and pg_relation_size(logicalrelid) > 0 order by 1`.execute(db)
  for (const { name } of rows) {
    await sql`select truncate_local_data_after_distributing_table(${name}::text::regclass)`.execute(
      db,
    )
  }
}
