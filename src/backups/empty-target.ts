import { MIGRATION_LOCK, readMigrations } from '#/platform/database/migrate.ts'
import type { SingleConnection } from '#/platform/database/single-connection.ts'
import { BackupFault } from './backup.ts'
import { quoted } from './snapshot.ts'

type Objects = {
  readonly tables: readonly string[]
  readonly views: readonly string[]
  readonly functions: readonly string[]
  readonly types: readonly string[]
}

/** The names of everything that the migrations create; a database may hold tables of its operator beside them. */
export function ownObjects(): Objects {
  const text = readMigrations()
    .map((migration) => migration.sql)
    .join('\n')
  const created = [...text.matchAll(/^create (?:or replace )?(table|view|function|type) (\w+)/gm)]
  const named = (kind: string) => [
    ...new Set(created.filter((match) => match[1] === kind).map((match) => match[2]!)),
  ]
  return {
    tables: ['schema_migrations', ...named('table')],
    views: named('view'),
    functions: named('function'),
    types: named('type'),
  }
}

/**
 * Makes sure that a database has neither people nor households, and removes the empty tables. Within a transaction: other
 * processes see the database as it was until the commit, and wait if they write.
 */
export async function clearEmptyTarget(one: SingleConnection): Promise<void> {
  await one.rows(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  const own = ownObjects()
  const found = await one.rows(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any ($1)`,
    [own.tables],
  )
  const present = found.map((row) => row['name']!)
  if (present.length > 0) await requireEmpty(one, present)
  const dropping = [
    ...own.views.map((name) => `drop view if exists ${quoted(name)} cascade`),
    ...(present.length > 0 ? [`drop table ${present.map(quoted).join(', ')} cascade`] : []),
    ...own.functions.map((name) => `drop function if exists ${quoted(name)} cascade`),
    ...own.types.map((name) => `drop type if exists ${quoted(name)} cascade`),
  ]
  await one.run(dropping.join(';'))
}

async function requireEmpty(one: SingleConnection, present: readonly string[]): Promise<void> {
  if (!present.includes('schema_migrations')) {
    throw new BackupFault(
      'unusable',
      `This database contains tables that are not Earmark's (${present.slice(0, 3).join(', ')}). Restore into an empty database.`,
    )
  }
  const known = new Set(readMigrations().map(({ name }) => name))
  const applied = await one.rows('select name from schema_migrations')
  const foreign = applied.find((row) => !known.has(row['name']!))
  if (foreign !== undefined) {
    throw new BackupFault(
      'unusable',
      `Another version of Earmark made this database (it has run the migration ${foreign['name']}). Restore into a new ` +
        'data folder or an empty database.',
    )
  }
  await one.run(`lock table ${present.map(quoted).join(', ')} in access exclusive mode`)
  const counts = await Promise.all(
    ['persons', 'households'].map(async (name) => {
      if (!present.includes(name)) return 0
      const [row] = await one.rows(`select count(*) as count from ${quoted(name)}`)
      return Number(row!['count'])
    }),
  )
  const [people, households] = counts
  if (people === 0 && households === 0) return
  throw new BackupFault(
    'not_empty',
    `This instance is not empty (people: ${people}, households: ${households}). A backup is restored into an empty instance only. ` +
      'Name a new data folder with EARMARK_DATA, or an empty database with DATABASE_URL. Nothing was changed.',
  )
}
