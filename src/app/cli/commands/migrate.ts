import type { Obstacle } from '#/platform/database/distributing/obstacle.ts'
import { distribute, type Distributed } from '#/platform/database/distributing/distribute.ts'
import { findObstacles } from '#/platform/database/distributing/find-obstacles.ts'
import { type Command, CommandError } from '#/app/cli/parsing/command.ts'
import { type Database, openDatabase } from '#/platform/database/database.ts'

/** Opening the product migrates the database; `serve` does the same. */
export const migrateCommand: Command = {
  words: 'migrate',
  group: 'server',
  beginsInstance: true,
  summary: 'Brings the database up to date (serve does it too).',
  operands: [],
  options: {},
  run: async ({ withRuntime }) => {
    const migrations = await withRuntime(async ({ db }) => {
      const rows = await db.selectFrom('schema_migrations').select('name').orderBy('name').execute()
      return rows.map(({ name }) => name)
    })
    return {
      json: { migrations },
      text: `The database is up to date: ${migrations.length} migrations.`,
    }
  },
}

export const distributeCommand: Command = {
  words: 'distribute',
  group: 'server',
  summary:
    'Spreads the households over the workers of a Citus cluster whose coordinator DATABASE_URL names. Checks first, and changes nothing if something is in the way; may be run again.',
  operands: [],
  options: {
    check: { type: 'boolean', description: 'Only checks.' },
  },
  examples: ['distribute --check', 'distribute'],
  run: async ({ config, options, withRuntime }) => {
    const { databaseUrl } = config
    if (databaseUrl === null) {
      throw new CommandError(
        'The embedded PostgreSQL is one machine: set DATABASE_URL to the coordinator of a Citus cluster.',
      )
    }
    const obstacles = await withConnection(databaseUrl, findObstacles)
    if (options['check'] === true || obstacles.length > 0) return checkOutput(obstacles)
    // Migrates the database.
    await withRuntime(() => Promise.resolve())
    return distributedOutput(await withConnection(databaseUrl, distribute))
  },
}

async function withConnection<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, connectionsMax: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

function checkOutput(obstacles: readonly Obstacle[]) {
  const lines = obstacles.map(({ says, remedy }) => `${says}\n  ${remedy}`)
  return {
    json: { obstacles },
    text: obstacles.length === 0 ? 'Nothing is in the way.' : lines.join('\n'),
    failed: obstacles.length > 0,
  }
}

function distributedOutput({ obstacles, tables, functions }: Distributed) {
  if (obstacles.length > 0) return checkOutput(obstacles)
  return {
    json: { obstacles, tables, functions },
    text:
      tables.length === 0
        ? 'The households were distributed already.'
        : `The households are distributed: ${tables.length} tables.`,
  }
}
