import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenMoves } from '../../../test/support/given-moves.ts'
import {
  ynab,
  actual,
  actualBalances,
  ynabBalances,
  ynabPlan,
  ynabRegister,
} from '../../../test/support/moved-files.ts'
import { startProduct } from '../../../test/support/product.ts'
import { NO_CHOICES } from './app-contract.ts'
import { planMove } from './plan.ts'
import { storeMove } from './store-move.ts'
import { moveNext } from './move-next.ts'
import { deleteAbandonedWork, releaseDeadWork } from '#/platform/leases/queued-work.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })

type Given = Awaited<ReturnType<typeof givenMoves>>

const upload = (given: Given, text = ynabRegister) =>
  given.moves.uploadMove({
    query: { app: 'ynab', file_name: 'Ours - Register.csv' },
    body: Buffer.from(text),
  })

/** Everything that a move stores, counted. */
async function stored({ household_id: id }: Given) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from transactions where household_id = ${id}) as rows,
      (select count(*) from accounts where household_id = ${id}) as accounts,
      (select count(*) from categories where household_id = ${id}) as categories,
      (select count(*) from moved_proposals where household_id = ${id}) as proposals`.execute(
    product.db,
  )
  return Object.values(rows[0]!).map(Number)
}

test('a move is previewed with all of its files, carried out in the background and listed', async () => {
  const given = await givenMoves(product)
  const first = await upload(given)
  assert.deepEqual([first.status, first.report?.counts.bills], ['uploaded', 0])
  const params = { id: first.id }
  const both = await given.moves.addMoveFile({
    params,
    query: { file_name: 'Ours - Plan.csv' },
    body: Buffer.from(ynabPlan),
  })
  assert.deepEqual(both.files, ['Ours - Register.csv', 'Ours - Plan.csv'])
  assert.equal(both.report?.counts.bills, 1)
  assert.deepEqual(await stored(given), [0, 0, 0, 0])
  assert.equal((await given.moves.commitMove({ params })).status, 'queued')
  assert.equal(await moveNext(product.runtime), 1)
  const done = await given.moves.showMove({ params })
  assert.deepEqual([done.status, done.report?.counts.added], ['done', 6])
  assert.deepEqual(await given.balances(), ynabBalances)
  assert.deepEqual(
    (await given.moves.listMoves()).map(({ id }) => id),
    [first.id],
  )
  const { rows } = await sql`select from move_pieces where move_id = ${first.id}`.execute(
    product.db,
  )
  assert.equal(rows.length, 0)
})

test('a database of Actual is previewed and carried out through the application', async () => {
  const given = await givenMoves(product)
  const bytes: Uint8Array[] = []
  for await (const piece of actual()[0]!.open()) bytes.push(piece)
  const { id } = await given.moves.uploadMove({
    query: { app: 'actual', file_name: 'ours.zip' },
    body: Buffer.concat(bytes),
  })
  await given.moves.commitMove({ params: { id } })
  await moveNext(product.runtime)
  assert.deepEqual(await given.balances(), actualBalances)
})

test('files that need others are kept until those are uploaded', async () => {
  const given = await givenMoves(product)
  const plan = await given.moves.uploadMove({
    query: { app: 'ynab', file_name: 'Plan.csv', further: '1' },
    body: Buffer.from(ynabPlan),
  })
  assert.equal(plan.report, null)
  const params = { id: plan.id }
  await assert.rejects(given.moves.commitMove({ params }), /edit_conflict/)
  const both = await given.moves.addMoveFile({
    params,
    query: { file_name: 'Register.csv' },
    body: Buffer.from(ynabRegister),
  })
  assert.deepEqual([both.report?.counts.added, both.report?.counts.bills], [6, 1])
})

test('dates that could be read in two ways are asked for, and refused until answered', async () => {
  const given = await givenMoves(product)
  const lines = ynabRegister.split('\n').filter((line) => /Account|03\/0[12]/.test(line))
  // Without the long days, and out of order, nothing tells the day from the month.
  const open = await upload(given, [lines[0], lines[4], lines[1], lines[3], ''].join('\n'))
  assert.deepEqual([open.question, open.report], ['date_order', null])
  const params = { id: open.id }
  await assert.rejects(given.moves.commitMove({ params }), /edit_conflict/)
  const body = { date_order: 'mdy' as const }
  const answered = await given.moves.previewMove({ params, body })
  assert.deepEqual([answered.question, answered.report?.first_day], [null, '2026-03-02'])
})

test('accounts take the kind that a person chooses, and stay out if a person says so', async () => {
  const given = await givenMoves(product)
  const { id } = await upload(given)
  const other = { subtype: null, balance: null }
  const { report } = await given.moves.previewMove({
    params: { id },
    body: {
      accounts: [
        { key: 'Rainy day', take: true, type: 'investment', ...other },
        { key: 'Visa', take: false, type: null, ...other },
      ],
    },
  })
  assert.deepEqual(
    report?.accounts.map(({ name, type, taken }) => [name, type, taken]),
    [
      ['Everyday', 'depository', true],
      ['Rainy day', 'investment', true],
      ['Visa', 'credit', false],
    ],
  )
  await given.moves.commitMove({ params: { id } })
  await moveNext(product.runtime)
  const { Visa: _, ...rest } = ynabBalances
  assert.deepEqual(await given.balances(), rest)
})

test('a cancelled move leaves nothing', async () => {
  const given = await givenMoves(product)
  const { id } = await upload(given)
  await given.moves.commitMove({ params: { id } })
  assert.equal((await given.moves.cancelMove({ params: { id } })).status, 'cancelled')
  assert.equal(await moveNext(product.runtime), 0)
  assert.deepEqual(await stored(given), [0, 0, 0, 0])
})

test('an error in the middle of a move leaves nothing and is reported', async () => {
  const given = await givenMoves(product)
  const { id } = await upload(given)
  await given.moves.commitMove({ params: { id } })
  await sql`insert into move_pieces (household_id, move_id, file, position, bytes)
    values (${given.household_id}, ${id}, 0, 1, ${Buffer.from('"Everyday","","03/01/2026","Bad","","","","","€x","","Cleared"\n')})`.execute(
    product.db,
  )
  assert.equal(await moveNext(product.runtime), 1)
  const failed = await given.moves.showMove({ params: { id } })
  assert.deepEqual([failed.status, failed.file, failed.line], ['failed', 'Ours - Register.csv', 12])
  assert.equal(failed.message, 'The amount “€x” is not a number.')
  assert.deepEqual(await stored(given), [0, 0, 0, 0])
})

test('a move that is stopped while it stores its payments is rolled back whole', async () => {
  const given = await givenMoves(product)
  const destination = { householdId: given.household_id, zone: 'UTC', currency: 'EUR' }
  const moving = { app: 'ynab', files: ynab(), choices: NO_CHOICES } as const
  const plan = await planMove(product.runtime, destination, moving)
  const storing = storeMove(product.runtime, {
    moveId: product.runtime.newId(),
    destination,
    memberId: null,
    plan,
    progress: async (count) => {
      assert.equal(count, 6)
      throw new Error('stopped')
    },
    finish: async () => {},
  })
  await assert.rejects(storing, /stopped/)
  assert.deepEqual(await stored(given), [0, 0, 0, 0])
})

test('a move whose process was killed is carried out by the next one, once', async () => {
  const given = await givenMoves(product)
  const { id } = await upload(given)
  await given.moves.commitMove({ params: { id } })
  const { host } = product.runtime
  await sql`update moves set status = 'running', attempts = 1, lease_owner = ${`${host.name}/${host.pid}/gone`},
    lease_until = ${product.runtime.now().add({ minutes: 10 })} where id = ${id}`.execute(
    product.db,
  )
  assert.equal(await moveNext(product.runtime), 0)
  await releaseDeadWork(product.runtime, 'moves')
  assert.equal(await moveNext(product.runtime), 1)
  assert.deepEqual(await given.balances(), ynabBalances)
})

test('uploaded files that nobody commits are kept for a day', async () => {
  const given = await givenMoves(product)
  const { id } = await upload(given)
  product.runtime.advance({ hours: 25 })
  await deleteAbandonedWork(product.runtime, 'moves')
  await assert.rejects(given.moves.showMove({ params: { id } }), /resource_not_found/)
})

test('another household sees no move, and cannot take it back', async () => {
  const given = await givenMoves(product)
  const stranger = await givenMoves(product)
  const { id } = await upload(given)
  await assert.rejects(stranger.moves.showMove({ params: { id } }), /resource_not_found/)
  await assert.rejects(
    stranger.moves.takeBackMove({ params: { id }, body: {} }),
    /resource_not_found/,
  )
  assert.deepEqual(await stranger.moves.listMoves(), [])
})

test('a file of something else is refused with its name, and nothing is kept', async () => {
  const given = await givenMoves(product)
  await assert.rejects(
    upload(given, 'Date,Amount\n2026-01-01,3.00\n'),
    /Ours - Register.csv: This file is not an export/,
  )
  assert.deepEqual(await given.moves.listMoves(), [])
})
