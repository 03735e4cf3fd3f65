import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { type Database, openDatabase } from '#/database/database.ts'
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
  await administer(server, `create database ${name} template ${TEMPLATE}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  let statements: string[] = []
  const db = openDatabase({
    url: url.href,
    connectionsMax: 10,
    onStatement: (text) => statements.push(text),
  })
  after(async () => {
    await db.destroy()
    await administer(server, `drop database ${name} with (force)`)
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

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
