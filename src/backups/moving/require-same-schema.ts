import { digestOf, readMigrations } from '#/platform/database/migrate.ts'
import type { SingleConnection } from '#/platform/database/single-connection.ts'
import { HouseholdMoveFault, NOTHING_CHANGED } from './household-move.ts'
import type { TwoDatabases } from './open-databases.ts'

/** Throws `other_schema` unless both databases have run the migrations of this version of Earmark, and no others. */
export async function requireSameSchema({ source, destination }: TwoDatabases): Promise<void> {
  const ours = readMigrations().map((one) => `${one.name} ${digestOf(one).toString('hex')}`)
  for (const [name, one] of [
    ['database that has the household', source],
    ['destination', destination],
  ] as const) {
    const applied = await readApplied(one)
    if (applied.join() === ours.join()) continue
    throw new HouseholdMoveFault(
      'other_schema',
      `The ${name} is not a database of this version of Earmark: run \`earmark migrate\` of one version on both, and ` +
        `move with that version. ${NOTHING_CHANGED}`,
    )
  }
}

async function readApplied(one: SingleConnection): Promise<readonly string[]> {
  const [found] = await one.rows(
    `select to_regclass('public.schema_migrations') is not null as made`,
  )
  if (found!['made'] !== 't') return []
  const rows = await one.rows(
    `select name || ' ' || encode(digest, 'hex') as run from schema_migrations order by name collate "C"`,
  )
  return rows.map(({ run }) => run!)
}
