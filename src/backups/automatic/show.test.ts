import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { addOperator } from '#/people/operators.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { urlOf } from '../../../test/support/other-processes.ts'
import { startProduct } from '../../../test/support/product.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { backupsApp } from './app-contract.ts'
import { beginRun, endRun } from './runs.ts'
import { describeBackups } from './show.ts'
import { takeDueBackups } from './take-due.ts'

const folder = mkdtempSync(join(tmpdir(), 'earmark-shown-'))
after(() => rmSync(folder, { recursive: true }))
const product = await startProduct({ backups: { folder } })
const { db, runtime } = product
const { household_id, members } = await product.household()
// The template of the tests was migrated at another time.
await sql`update schema_migrations set applied_at = ${runtime.now()}`.execute(db)
const ada = await product.member(household_id, Object.values(members)[0]!)
const origin = { databaseUrl: await urlOf(db), secrets: ['a secret'], version: '1.2.3' }

test('a person who is not an operator sees and takes no backup', async () => {
  for (const method of ['GET', 'POST']) {
    const answer = await ada.request(method, '/backups')
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'operator_required'])
  }
  const { body } = await ada.request('GET', '/session')
  assert.equal(body['operator'], false)
})

test('an operator sees files and failures, and asks for one backup at a time', async () => {
  const me = await db.selectFrom('sessions').select('person_id').executeTakeFirstOrThrow()
  await addOperator(runtime, me.person_id)
  const client = ada.client(backupsApp)
  assert.deepEqual((await client.showBackups()).files, [])
  let rung = 0
  const deafen = runtime.bell.listen((word) => void (rung += word === 'backup' ? 1 : 0))
  assert.equal((await client.takeBackup()).running, true)
  await client.takeBackup()
  deafen()
  assert.equal(rung, 2)
  await takeDueBackups(runtime, origin)
  const shown = await client.showBackups()
  assert.deepEqual([shown.running, shown.failure, shown.sealed], [false, null, false])
  assert.deepEqual(
    shown.files?.map(({ kind }) => kind),
    ['by_hand'],
  )
  assert.equal(shown.last_at, '2026-01-05T12:00:00.000Z')
  const elsewhere = { ...runtime, backups: { ...runtime.backups, folder: '/dev/null/no' } }
  runtime.advance({ hours: 24 })
  await takeDueBackups(elsewhere, origin)
  const failed = await client.showBackups()
  assert.deepEqual([failed.failure?.kind, failed.failure?.reason], ['nightly', 'folder_missing'])
})

test('a backup that ends while an answer is put together is running in it, or written', async () => {
  const other = createTestRuntime((await createTestDatabase()).db, { backups: { folder } })
  const id = await beginRun(other, 'by_hand')
  let end: (() => Promise<void>) | null = () =>
    endRun(other, id, { file: 'a', bytes: 1, sealed: true })
  const endingAfterFirst = other.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await end?.()
      end = null
      return result
    },
  })
  const { running, last_at } = await describeBackups({ ...other, db: endingAfterFirst })
  assert.ok(running || last_at !== null, 'the page would look no more, and never say it is written')
})
