import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { loadDocument } from '#/documents/load.ts'
import { readExport } from '../../../../test/support/exported.ts'
import { budget } from '../../../../test/support/given.ts'
import { givenHands } from '../../../../test/support/given-hands.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { fundingByHand } from './fund-contract.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const ada = () => givenHands(product)

type Moved = { move_id: string; amount: number; balance: number; free_to_spend: number }

test('a move is undone once, however many ask at the same time', async () => {
  const { app, member, ids, free, id } = await ada()
  const { move_id } = await app.fundExpense({ params: { id: ids.trip }, body: { amount: 10_000 } })
  const undo = () => member.request('POST', `/expense-moves/${move_id}/undo`, { body: {} })
  const answers = await Promise.all([undo(), undo(), undo()])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
  const [late] = answers.filter(({ status }) => status === 409)
  assert.equal(late!.body['error'].code, 'already_undone')
  assert.equal(await free(), 124_000)
  await assertBooks(product.db, id)
})

test('undoing a set-aside after a payment gives back what is left, and says the rest', async () => {
  const { app, ids, lanes, spend, free, id, refused } = await ada()
  const { move_id } = await app.fundExpense({ params: { id: ids.trip }, body: { amount: 30_000 } })
  // The trip holds 500.00; after the flight, 100.00.
  await spend(40_000, ids.trip)
  assert.deepEqual(await lanes('trip'), [0, 10_000, 0])
  const undone = await app.undoMove({ params: { id: move_id }, body: {} })
  assert.deepEqual(
    [undone.restored, undone.not_restored, undone.balance, undone.free_to_spend],
    [10_000, 20_000, 0, 104_000],
  )
  assert.equal(await free(), 104_000)
  assert.deepEqual(await refused('POST', `/expense-moves/${move_id}/undo`, {}), [
    409,
    'already_undone',
    undefined,
  ])
  await assertBooks(product.db, id)
})

test('undoing a take-back sets no more aside than is free by now', async () => {
  const { app, ids, lanes, spend, id } = await ada()
  const { move_id } = await app.releaseExpense({ params: { id: ids.rent }, body: { all: true } })
  // 2,740.00 are free, and a sofa takes 2,000.00 of them.
  await spend(200_000)
  const undone = await app.undoMove({ params: { id: move_id }, body: {} })
  assert.deepEqual(
    [undone.restored, undone.not_restored, undone.balance, undone.free_to_spend],
    [74_000, 76_000, 74_000, 0],
  )
  assert.deepEqual(await lanes('rent'), [0, 74_000, 0])
  await assertBooks(product.db, id)
})

test('undoing a take-back that covered a shortfall restores the shortfall', async () => {
  const { app, ids, lanes, spend } = await ada()
  await spend(130_000)
  const moved = await app.releaseExpense({ params: { id: ids.trip }, body: { amount: 10_000 } })
  assert.equal(moved.free_to_spend, 4_000)
  const undone = await app.undoMove({ params: { id: moved.move_id }, body: {} })
  assert.deepEqual([undone.not_restored, undone.free_to_spend], [0, -6_000])
  assert.deepEqual(await lanes('trip'), [0, 20_000, 0])
})

test('an undo after the next due date is refused, and the money stays where it is', async () => {
  const later = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
  const loaded = await later.household(budget)
  const { household_id: id, members, expenses: ids } = loaded
  const member = await later.member(id, members['ada']!)
  const app = member.client(fundingByHand)
  const params = { id: ids['rent']! }
  const funded = await app.fundExpense({ params, body: { amount: 20_000 } })
  const taken = await app.releaseExpense({ params, body: { amount: 5_000 } })
  later.runtime.advance({ hours: 24 * 8 })
  while ((await runDueHouseholds(later.runtime)) > 0);
  const again = await later.member(id, members['ada']!)
  const held = async () => (await again.client(fundingByHand).showFill({ params })).balance
  const before = await held()
  for (const { move_id } of [funded, taken]) {
    const { status, body } = await again.request('POST', `/expense-moves/${move_id}/undo`, {
      body: {},
    })
    assert.deepEqual([status, body.error.code], [409, 'undo_too_late'])
  }
  assert.equal(await held(), before)
  await assertBooks(later.db, id)
})

/** Moves money of Groceries by hand the day before a payday, which then gives all that is free. */
async function beforePayday(verb: 'fund' | 'release', body: object) {
  const later = await startProduct({ start: '2026-01-27T10:00:00Z', limited: false })
  const { household_id: id, members, expenses: ids } = await later.household(budget)
  const ada = await later.member(id, members['ada']!)
  const path = `/expenses/${ids['groceries']!}/${verb}`
  const moved = await ada.request<Moved>('POST', path, { body })
  later.runtime.advance({ hours: 24 })
  while ((await runDueHouseholds(later.runtime)) > 0);
  const again = await later.member(id, members['ada']!)
  const state = await again.client(fundingByHand).showFill({ params: { id: ids['groceries']! } })
  // 500.00 for the card, what Groceries lack, 116.67 for the trip; the rest goes to the reserve of Rent.
  assert.deepEqual([state.balance, state.free_to_spend], [40_000, 0])
  const undo = () =>
    again.request('POST', `/expense-moves/${moved.body.move_id}/undo`, { body: {} })
  return { undo, check: () => assertBooks(later.db, id) }
}

test('undoing a set-aside after a payday takes its own part and leaves the payday’s', async () => {
  // Groceries held 160.00 after the move, and the payday added 240.00.
  const { undo, check } = await beforePayday('fund', { amount: 10_000 })
  const { body } = await undo()
  assert.deepEqual(
    [body['restored'], body['not_restored'], body['balance'], body['free_to_spend']],
    [10_000, 0, 30_000, 10_000],
  )
  await check()
})

test('undoing a take-back is refused where a payday has given its money away', async () => {
  const { undo, check } = await beforePayday('release', { all: true })
  const { status, body } = await undo()
  assert.deepEqual([status, body.error.code], [409, 'undo_too_late'])
  await check()
})

test('moves by hand are exported, loaded and undone there', async () => {
  const { app, ids, id } = await ada()
  await app.fundExpense({ params: { id: ids.trip }, body: { amount: 10_000 } })
  const document = await readExport(product.runtime, id)
  assert.equal(document.state!.expense_moves!.length, 1)
  const copy = await loadDocument(product.runtime, JSON.parse(JSON.stringify(document)))
  assert.deepEqual(await readExport(product.runtime, copy.household_id), document)
  const { id: move } = await product.db
    .selectFrom('expense_moves')
    .select('id')
    .where('household_id', '=', copy.household_id)
    .executeTakeFirstOrThrow()
  const member = await product.member(copy.household_id, Object.values(copy.members)[0]!)
  const undone = await member.client(fundingByHand).undoMove({ params: { id: move }, body: {} })
  assert.deepEqual([undone.restored, undone.balance], [10_000, 20_000])
  await assertBooks(product.db, copy.household_id)
})
