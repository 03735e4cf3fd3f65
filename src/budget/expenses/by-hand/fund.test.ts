import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { budget } from '../../../../test/support/given.ts'
import { givenHands } from '../../../../test/support/given-hands.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { fundingByHand } from './fund-contract.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const ada = () => givenHands(product)

type Moved = { move_id: string; amount: number; balance: number; free_to_spend: number }

test('money set aside by hand completes the next payment, then the reserve; undo takes it back', async () => {
  const { app, ids, lanes, free, entries, id, member } = await ada()
  assert.equal(await free(), 124_000)
  await app.releaseExpense({ params: { id: ids.rent }, body: { amount: 70_000 } })
  // The reserve gives first: 500.00, then 200.00 of the next payment.
  assert.deepEqual(await lanes('rent'), [0, 80_000, 0])
  const moved = await app.fundExpense({ params: { id: ids.rent }, body: { amount: 30_000 } })
  assert.deepEqual(moved, {
    move_id: moved.move_id,
    amount: 30_000,
    currency: 'EUR',
    balance: 110_000,
    free_to_spend: 164_000,
  })
  assert.deepEqual(await lanes('rent'), [0, 100_000, 10_000])
  assert.equal(await free(), 164_000)
  const undone = await app.undoMove({ params: { id: moved.move_id }, body: {} })
  assert.deepEqual(undone, {
    expense_id: ids.rent,
    restored: 30_000,
    not_restored: 0,
    currency: 'EUR',
    balance: 80_000,
    free_to_spend: 194_000,
  })
  assert.deepEqual(await lanes('rent'), [0, 80_000, 0])
  assert.deepEqual(
    (await entries()).map((one) => [one.reason, one.from_lane, one.to_lane, one.amount].join(' ')),
    [
      'release building free 20000',
      'release reserve free 50000',
      'fund free building 20000',
      'fund free reserve 10000',
      'fund building free 20000',
      'fund reserve free 10000',
    ],
  )
  const { body: log } = await member.request<{ action: string; after: object }[]>('GET', '/audit')
  assert.deepEqual(
    log
      .map(({ action, after }) => [action, after] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    [
      ['expense.fund', { balance: 110_000, amount: 30_000 }],
      ['expense.release', { balance: 80_000, amount: 70_000 }],
      ['expense.undo_fund', { balance: 80_000, amount: 30_000 }],
    ],
  )
  await assertBooks(product.db, id)
})

test('an Expense is filled up to what its next payment or its target lacks', async () => {
  const { app, ids, refused, free } = await ada()
  const missing = async (expense: string) =>
    (await app.showFill({ params: { id: expense } })).missing
  assert.deepEqual(
    [await missing(ids.rent), await missing(ids.groceries), await missing(ids.trip)],
    [0, 34_000, 70_000],
  )
  // The Visa owes 500.00, and nothing is held for it.
  assert.equal(await missing(ids.card), 50_000)
  const fill = (expense: string) =>
    app.fundExpense({ params: { id: expense }, body: { fill: true } })
  assert.equal((await fill(ids.card)).amount, 50_000)
  assert.equal((await fill(ids.groceries)).balance, 40_000)
  assert.equal(await free(), 40_000)
  // 400.00 are left, and the trip lacks 700.00.
  const path = `/expenses/${ids.trip}/fund`
  assert.deepEqual(await refused('POST', path, { fill: true }), [
    409,
    'insufficient_free_to_spend',
    'amount',
  ])
  assert.deepEqual(await refused('POST', `/expenses/${ids.rent}/fund`, { fill: true }), [
    409,
    'nothing_to_move',
    undefined,
  ])
  assert.equal(await free(), 40_000)
})

test('everything that an Expense holds can be taken back, and undo restores every lane', async () => {
  const { app, ids, lanes, free, id } = await ada()
  const { move_id } = await app.releaseExpense({ params: { id: ids.rent }, body: { all: true } })
  assert.deepEqual(await lanes('rent'), [0, 0, 0])
  assert.equal(await free(), 274_000)
  await app.undoMove({ params: { id: move_id }, body: {} })
  assert.deepEqual(await lanes('rent'), [0, 100_000, 50_000])
  assert.equal(await free(), 124_000)
  await assertBooks(product.db, id)
})

test('bad amounts, unknown and archived Expenses are refused by name, and nothing moves', async () => {
  const { app, client, ids, refused, free } = await ada()
  const ghost = '01890000-0000-7000-8000-000000000000'
  const { move_id } = await app.fundExpense({ params: { id: ids.trip }, body: { amount: 100 } })
  await client.archiveExpense({ params: { id: ids.trip }, body: {} })
  const before = await free()
  const invalid = [400, 'invalid_parameter', 'amount']
  const unknown = [404, 'resource_not_found', 'id']
  for (const verb of ['fund', 'release']) {
    const whole = verb === 'fund' ? { fill: true } : { all: true }
    const path = `/expenses/${ids.groceries}/${verb}`
    for (const amount of [0, -1, 1.5, '100', 1_000_000_000_001]) {
      assert.deepEqual(await refused('POST', path, { amount }), invalid)
    }
    assert.deepEqual(await refused('POST', path, {}), invalid)
    assert.deepEqual(await refused('POST', path, { amount: 5, ...whole }), invalid)
    for (const gone of [ghost, ids.trip]) {
      assert.deepEqual(await refused('POST', `/expenses/${gone}/${verb}`, { amount: 5 }), unknown)
    }
  }
  assert.deepEqual(
    await refused('POST', `/expenses/${ids.groceries}/fund`, { amount: before + 1 }),
    [409, 'insufficient_free_to_spend', 'amount'],
  )
  assert.deepEqual(await refused('POST', `/expenses/${ids.groceries}/release`, { amount: 6_001 }), [
    409,
    'insufficient_expense_balance',
    'amount',
  ])
  assert.deepEqual(await refused('POST', `/expenses/${ids.card}/release`, { all: true }), [
    409,
    'nothing_to_move',
    undefined,
  ])
  // The archived trip has given its money back.
  assert.deepEqual(await refused('POST', `/expense-moves/${move_id}/undo`, {}), [
    409,
    'undo_too_late',
    undefined,
  ])
  assert.deepEqual(await refused('POST', `/expense-moves/${ghost}/undo`, {}), unknown)
  assert.equal(await free(), before)
})

test('a repeat under one Idempotency-Key moves the money once', async () => {
  const { member, ids, free } = await ada()
  const fund = (amount: number) =>
    member.request<Moved>('POST', `/expenses/${ids.trip}/fund`, {
      body: { amount },
      headers: { 'idempotency-key': 'fund-once' },
    })
  const first = await fund(10_000)
  assert.deepEqual((await fund(10_000)).body, first.body)
  assert.equal(await free(), 114_000)
  assert.equal((await fund(20_000)).status, 409)
})

test('two members who set the same free money aside at once get it once', async () => {
  const { member, bo, ids, free, lanes, id } = await ada()
  const fund = (who: typeof member, expense: string) =>
    who.request('POST', `/expenses/${expense}/fund`, { body: { amount: 100_000 } })
  const answers = await Promise.all([fund(member, ids.trip), fund(bo, ids.groceries)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  assert.equal(await free(), 24_000)
  const held = [(await lanes('trip'))[1]!, (await lanes('groceries'))[1]!]
  assert.equal(held[0]! + held[1]!, 126_000)
  await assertBooks(product.db, id)
})

test('a take-back beside a payday that is due comes after the payday, and no cent is lost', async () => {
  const later = await startProduct({ start: '2026-01-27T22:00:00Z', limited: false })
  const loaded = await later.household(budget)
  const { household_id: id, members, expenses: ids } = loaded
  // Past midnight in the household's zone: the payday of the 28th is due, and nobody has run it.
  later.runtime.advance({ hours: 12 })
  const member = await later.member(id, members['ada']!)
  const app = member.client(fundingByHand)
  const params = { id: ids['groceries']! }
  const [taken] = await Promise.all([
    app.releaseExpense({ params, body: { amount: 5_000 } }),
    runDueHouseholds(later.runtime),
  ])
  // The payday has filled the envelope up to 400.00 first.
  assert.equal(taken.balance, 35_000)
  await assertBooks(later.db, id)
  const undone = await app.undoMove({ params: { id: taken.move_id }, body: {} })
  assert.deepEqual([undone.not_restored, undone.balance], [0, 40_000])
  await assertBooks(later.db, id)
})
