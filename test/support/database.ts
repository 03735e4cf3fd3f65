import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { type Database, openDatabase } from '#/platform/database/database.ts'
import { settleWorkers } from '#/platform/database/distributing/workers.ts'
import { onServers } from './citus.ts'
import { rollupsAtFault, textsAtFault } from './ledger.ts'
import { watchStatements } from './product-statements.ts'
import { TEMPLATE } from './postgres.ts'

export type TestDatabase = {
  readonly db: Database
  readonly url: string
  /** Its households are on several machines. */
  readonly isDistributed: boolean
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
  const isDistributed = process.env['EARMARK_TEST_POSTGRES'] === 'citus'
  const url = new URL(server)
  url.pathname = `/${name}`
  let statements: string[] = []
  const watch = watchStatements()
  if (isDistributed) await settleCopy(url.href)
  const db = openDatabase({
    url: url.href,
    connectionsMax: 10,
    onStatement: (text) => {
      statements.push(text)
      watch.note(text)
    },
  })
  after(async () => {
    try {
      if (isDistributed) await assertCounted(db)
    } finally {
      await db.destroy()
      await administer(`drop database ${name} with (force)`)
    }
    watch.check()
  })
  return {
    db,
    url: url.href,
    isDistributed,
    takeStatements: () => {
      const taken = statements
      statements = []
      return taken
    },
  }
}

/** A copy has the tables of its template, but not the settings of its sessions. */
async function settleCopy(url: string): Promise<void> {
  const db = openDatabase({ url, connectionsMax: 1 })
  await settleWorkers(db)
  await db.destroy()
}

/** Triggers keep counts and texts on the machine of a household. After no test one may be missing. */
async function assertCounted(db: Database): Promise<void> {
  const households = await db.selectFrom('households').select('household_id').execute()
  for (const { household_id: id } of households) {
    assert.deepEqual(await rollupsAtFault(db, id), [], `rollups of ${id} disagree`)
    assert.deepEqual(await textsAtFault(db, id), [], `texts of ${id} disagree`)
  }
}

/** On every server of the tests, as superuser: nobody else may end an autovacuum that is at work in a database which goes. */
export async function administer(statement: string): Promise<void> {
  await onServers(process.env['EARMARK_TEST_ADMIN']!.split(' '), statement)
}
