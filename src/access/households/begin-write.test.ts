import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#/platform/database/database.ts'
import { loadDocument } from '#/documents/load.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { hold, openAnother, until } from '../../../test/support/other-processes.ts'
import { ada } from '../../../test/support/product.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { beginWrite } from './begin-write.ts'

const { db } = await createTestDatabase()
const other = await openAnother(db)
const runtime = createTestRuntime(db)
const household = async () => (await loadDocument(runtime, ada)).household_id

test('writers of one household run one after the other, each with the next revision', async () => {
  const id = await household()
  let inside = 0
  const numbers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      inTransaction(index % 2 === 0 ? db : other, async (tx) => {
        const { revision } = await beginWrite({ ...runtime, db: tx }, id)
        inside += 1
        assert.equal(inside, 1, 'two writers at once')
        await sql`select 1`.execute(tx)
        inside -= 1
        return revision
      }),
    ),
  )
  const [first] = numbers.toSorted((a, b) => a - b)
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    Array.from({ length: 20 }, (_, index) => first! + index),
  )
})

test('a writer does not block readers or writers of other households', async () => {
  const [busy, idle] = [await household(), await household()]
  const writer = await hold(other, (tx) => beginWrite({ ...runtime, db: tx }, busy))
  try {
    await inTransaction(db, (tx) => beginWrite({ ...runtime, db: tx }, idle))
    const reading = db.selectFrom('households').select('revision').where('household_id', '=', busy)
    assert.equal((await reading.executeTakeFirstOrThrow()).revision, 1)
    let done = false
    const second = inTransaction(db, (tx) => beginWrite({ ...runtime, db: tx }, busy)).then(
      () => (done = true),
    )
    await until('the second writer waits', async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db)
      return rows.length > 0
    })
    assert.equal(done, false)
    await writer.letGo()
    assert.equal(await second, true)
  } finally {
    await writer.letGo()
  }
})

test('a failed write returns its revision, so that the order has no gaps', async () => {
  const id = await household()
  const number = async () =>
    (await inTransaction(db, (tx) => beginWrite({ ...runtime, db: tx }, id))).revision
  const before = await number()
  const failing = inTransaction(db, async (tx) => {
    await beginWrite({ ...runtime, db: tx }, id)
    throw new Error('no')
  })
  await assert.rejects(failing)
  assert.equal(await number(), before + 1)
})

test('a household that does not exist cannot be written', async () => {
  await assert.rejects(
    inTransaction(db, (tx) =>
      beginWrite({ ...runtime, db: tx }, '0190a000-0000-7000-8000-00000000dead'),
    ),
  )
})
