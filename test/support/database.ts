import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { type Database, openDatabase } from '#/platform/database/database.ts'
import { watchStatements } from './product-statements.ts'
import { TEMPLATE } from './postgres.ts'

export type TestDatabase = {
  readonly db: Database
  readonly url: string
  /** The texts of all statements sent since the last call. */
  readonly takeStatements: () => string[]
}

/** A database of this test file's own, copied from the template; it goes when the file ends. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env['EARMARK_TEST_DATABASE']
  if (server === undefined) throw new Error('run the tests with `npm test`')
  const name = `test_${randomBytes(8).toString('hex')}`
  // Without fsync copying the files costs a tenth of writing every page to the log.
  await administer(`create database ${name} owner earmark template ${TEMPLATE} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  let statements: string[] = []
  const watch = watchStatements()
  const db = openDatabase({
    url: url.href,
    connectionsMax: 10,
    onStatement: (text) => {
      statements.push(text)
      watch.note(text)
    },
  })
  after(async () => {
    await db.destroy()
    await administer(`drop database ${name} with (force)`)
    watch.check()
  })
  return {
    db,
    url: url.href,
    takeStatements: () => {
      const taken = statements
      statements = []
      return taken
    },
  }
}

/** As superuser: nobody else may end an autovacuum that is at work in a database which goes. */
export async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['EARMARK_TEST_ADMIN'] })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
