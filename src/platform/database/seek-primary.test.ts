import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '../../../test/support/database.ts'
import { openNetwork } from '../../../test/support/network.ts'
import { type Database, isDatabaseGone, openDatabase } from './database.ts'
import { connectSingle } from './single-connection.ts'

// Two ways to one PostgreSQL stand for two servers: on the first, packets get lost without a word.

/** Seconds: a statement that nobody answers fails after that, if no other server is found. */
const PATIENCE_SECONDS = 60
/** Milliseconds that finding the other server may take. */
const FOUND_MOST = 5000

const { url } = await createTestDatabase()
const there = new URL(url)
there.search = ''
const network = await openNetwork(Number(there.port))
after(network.close)
const { username, password, port, pathname } = there
const hosts = `127.0.0.1:${network.port},127.0.0.1:${port}`
const address = `postgres://${username}:${password}@${hosts}${pathname}`
const db = openDatabase({ url: address, connectionsMax: 1, patienceSeconds: PATIENCE_SECONDS })
after(() => db.destroy())

const select = (on: Database) => sql<{ one: number }>`select 1 as one`.execute(on)

async function within(work: Promise<unknown>): Promise<void> {
  const begun = performance.now()
  await work
  assert.ok(performance.now() - begun < FOUND_MOST, 'it waited for the silent server')
}

test('a statement of a silent server fails once another is the primary, and the next one answers', async () => {
  await select(db)
  network.pause()
  await within(assert.rejects(select(db), isDatabaseGone))
  await within(select(db))
})

test('a connection does not wait for a silent server that is listed first', async () => {
  const changed = `${address}?application_name=first`
  const other = openDatabase({ url: changed, connectionsMax: 1 })
  after(() => other.destroy())
  await within(select(other))
})

test('a backup connects to the server that answers', async () => {
  const single = await connectSingle(`${address}?application_name=single`)
  assert.deepEqual(await single.rows('select 1 as one'), [{ one: '1' }])
  await single.close()
})

test('a long statement of the primary is not disturbed', async () => {
  network.resume()
  const { rows } = await sql<{ done: boolean }>`select pg_sleep(1.5) is not null as done`.execute(
    db,
  )
  assert.deepEqual(rows, [{ done: true }])
})
