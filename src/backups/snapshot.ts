import { MIGRATION_LOCK } from '#/platform/database/migrate.ts'
import { connectSingle, type SingleConnection } from '#/platform/database/single-connection.ts'
import { sealedColumns } from '#/platform/runtime/sealed-columns.ts'
import { BackupFault } from './backup.ts'
import type { Manifest } from './manifest.ts'

/**
 * Begins a transaction that sees one moment of the database, however much is written meanwhile. A migration that begins later
 * waits for its end.
 */
export async function takeSnapshot(one: SingleConnection): Promise<Omit<Manifest, 'secrets'>> {
  await one.begin('isolation level repeatable read read only')
  const tables = await readTables(one)
  if (!tables.some((table) => table.name === 'schema_migrations')) {
    throw new BackupFault(
      'unusable',
      'There is nothing to back up: this is not a database of Earmark.',
    )
  }
  // No table may be changed or dropped before its rows are read. Writes go on.
  await one.run(
    `lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`,
  )
  const migrations = await one.rows(
    `select name, encode(digest, 'hex') as digest from schema_migrations order by name collate "C"`,
  )
  const [server] = await one.rows(`select current_setting('server_version') as version`)
  return {
    postgres: server!['version']!.split(' ')[0]!,
    migrations: migrations.map((row) => ({ name: row['name']!, digest: row['digest']! })),
    tables,
    sealed_under: await readKeyIds(one, tables),
  }
}

/**
 * Does the work while no migration runs, and waits for one that does. The lock has a connection of its own: a snapshot must be
 * taken after it, and a pooler keeps no lock longer than a transaction.
 */
export async function whileNotMigrating<T>(url: string, work: () => Promise<T>): Promise<T> {
  const gate = await connectSingle(url)
  try {
    await gate.begin('')
    await gate.rows(`select pg_advisory_xact_lock_shared(${MIGRATION_LOCK})`)
    return await work()
  } finally {
    await gate.close()
  }
}

/** Columns that PostgreSQL computes are left out: it computes them again. */
async function readTables(one: SingleConnection): Promise<Manifest['tables']> {
  const rows = await one.rows(`
    select c.relname as name, json_agg(a.attname order by a.attnum)::text as columns,
      pg_table_size(c.oid) as size
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.oid, c.relname order by c.relname collate "C"`)
  return rows.map((row) => ({
    name: row['name']!,
    columns: JSON.parse(row['columns']!) as string[],
    size: Number(row['size']),
  }))
}

/** Reads the key ids of stored secrets. Each begins with its version, one byte, and its key id, four (`seal.ts`). */
async function readKeyIds(one: SingleConnection, tables: Manifest['tables']): Promise<string[]> {
  const present = sealedColumns.filter(({ table, column }) =>
    tables.some(({ name, columns }) => name === table && columns.includes(column)),
  )
  const selects = present.map(
    ({ table, column }) =>
      `select encode(substring(${column} from 2 for 4), 'hex') as id from ${table} where ${column} is not null`,
  )
  const rows = selects.length === 0 ? [] : await one.rows(selects.join(' union '))
  return rows.map((row) => row['id']!)
}

/** Returns the statement that sends or takes the rows of a table as text. */
export function copyStatement(
  { name, columns }: Manifest['tables'][number],
  direction: 'to stdout' | 'from stdin' | 'from stdin (freeze)',
): string {
  return `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) ${direction}`
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
