import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { backupOf, emptyDatabase, restoreInto } from '../../../test/support/backups.ts'
import { budget } from '../../../test/support/given.ts'
import { urlOf } from '../../../test/support/other-processes.ts'
import { startProduct } from '../../../test/support/product.ts'
import { readToken } from '#/access/keys/token.ts'
import { calendarFeeds } from './contract.ts'
import { findFeed } from './find.ts'

const product = await startProduct({ limited: false, start: '2026-01-25T10:00:00Z' })
const { db } = product

const tables = ['calendar_feeds', 'calendar_feed_lookup', 'calendar_feed_events'] as const

async function given() {
  const loaded = await product.household({
    ...budget,
    members: [
      { ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' },
      { ref: 'bo', name: 'Bo', email: 'bo@example.com', role: 'member' },
    ],
  })
  const people = { ada: loaded.members['ada']!, bo: loaded.members['bo']! }
  const feedOf = async (id: string) => {
    const member = await product.member(loaded.household_id, id)
    await member.prove()
    const { path } = await member.client(calendarFeeds).createFeed({ body: {} })
    assert.equal((await get(path!)).status, 200)
    const { email } = await db
      .selectFrom('persons')
      .innerJoin('members', 'members.person_id', 'persons.id')
      .select('persons.email')
      .where('members.id', '=', id)
      .executeTakeFirstOrThrow()
    return { member, email, path: path! }
  }
  return { id: loaded.household_id, ada: await feedOf(people.ada), bo: await feedOf(people.bo) }
}

function get(path: string) {
  return product.app.request(path)
}

async function rowsOf(of: typeof db, id: string) {
  const counted = tables.map(async (table) => {
    const { rows } =
      await sql`select * from ${sql.table(table)} where household_id = ${id} order by 1, 2, 3`.execute(
        of,
      )
    return rows
  })
  return Promise.all(counted)
}

test('after a restore an address opens the same calendar, with the same events', async () => {
  const home = await given()
  const target = await emptyDatabase()
  await restoreInto(target.url, (await backupOf(await urlOf(db), 'unsealed')).bytes, '')
  const kept = await rowsOf(db, home.id)
  assert.ok(kept.every(({ length }) => length > 0))
  assert.deepEqual(await rowsOf(target.db, home.id), kept)
  const token = readToken(/em_feed_\w+/.exec(home.ada.path)![0], 'em_feed_')!
  const found = await findFeed(target, token)
  assert.deepEqual(found, await findFeed(product, token))
  assert.equal(found?.household_id, home.id)
})

test('a deleted account’s address ends, and those of others stay', async () => {
  const { ada, bo } = await given()
  const gone = await bo.member.request('DELETE', '/profile', { body: { email: bo.email } })
  assert.equal(gone.status, 200, gone.text)
  assert.deepEqual([(await get(bo.path)).status, (await get(ada.path)).status], [410, 200])
})

test('a deleted household leaves nothing of its addresses', async () => {
  const { id, ada, bo } = await given()
  const name = await db
    .selectFrom('households')
    .select('name')
    .where('household_id', '=', id)
    .executeTakeFirstOrThrow()
  const gone = await ada.member.request('DELETE', '/household', { body: name })
  assert.equal(gone.status, 200, gone.text)
  assert.deepEqual([(await get(ada.path)).status, (await get(bo.path)).status], [404, 404])
  assert.deepEqual(await rowsOf(db, id), [[], [], []])
})
