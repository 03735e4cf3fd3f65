import type { Command } from '#/app/cli/parsing/command.ts'

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
