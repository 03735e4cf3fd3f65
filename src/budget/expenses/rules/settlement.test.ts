import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { askedOn, givenExpense, givenPaydays } from './given.ts'
import { balanceOf, emptyLanes } from './holding.ts'
import type { Holding } from './holding.ts'
import { nothingSettled, settle, unsettle } from './settlement.ts'
import type { Parties, Settled } from './settlement.ts'

const nobody: Parties = { assigned: null, card: null }

function of(amount: number, type: Settled['type'] = amount < 0 ? 'expense' : 'income'): Settled {
  return { amount, type, booked: toDay('2026-02-05') }
}

const balances = ({ assigned, card }: Parties) =>
  [assigned, card].map((holding) => (holding === null ? null : balanceOf(holding.lanes)))

const visaOf = (owed: number, building = 0, id = 'visa') =>
  givenExpense({ id, type: 'credit_card', card: { owed }, building })

test('W12 a card reserves purchases, returns refunds and pays its bill from the reserve', () => {
  const owing = visaOf(50_000)
  const groceries = givenExpense({ id: 'groceries', ready: 6_000, target: 10_000, ...monthly })
  const bought = settle(of(-10_000), { assigned: groceries, card: owing })
  assert.deepEqual(balances(bought.after), [0, 10_000])
  const more = settle(of(-2_500), { assigned: null, card: bought.after.card })
  assert.deepEqual(balances(more.after), [null, 12_500])
  const refunded = settle(of(1_000), { ...bought.after, card: more.after.card })
  assert.deepEqual(balances(refunded.after), [1_000, 11_500])
  const paid = settle(of(-11_500, 'transfer'), { assigned: refunded.after.card, card: null })
  assert.deepEqual(balances(paid.after), [0, null])
  const fridays = givenPaydays({ frequency: 'weekly', anchor: '2026-01-02' })
  const debtor = paid.after.assigned
  assert.ok(debtor)
  const due = {
    ...debtor,
    terms: { ...debtor.terms, paydays: fridays, anchor: toDay('2026-02-12') },
  }
  assert.deepEqual(askedOn(due, '2026-02-06'), [50_000, 0])
})

const monthly = { intervalMonths: 1, anchor: '2026-03-01' } as const

test('a pending purchase can post at another amount, and be removed', () => {
  const expense = givenExpense({ building: 5_500, target: 10_000, ...monthly })
  const pending = settle(of(-5_000), { assigned: expense, card: null })
  assert.deepEqual(balances(pending.after), [500, null])
  const undone = unsettle(pending.settlement, pending.after)
  const posted = settle(of(-6_200), undone)
  assert.deepEqual(balances(posted.after), [0, null])
  assert.deepEqual(unsettle(posted.settlement, posted.after).assigned?.lanes, expense.lanes)
})

test('a refund goes to the Expense in full, and is withdrawn when it is unassigned', () => {
  const expense = givenExpense({ target: 10_000, ...monthly })
  const { settlement, after } = settle(of(8_000), { assigned: expense, card: null })
  assert.deepEqual(settlement, { ...nothingSettled, refunded: 8_000 })
  assert.deepEqual(balances(after), [8_000, null])
  assert.deepEqual(balances(unsettle(settlement, after)), [0, null])
})

test('undoing a card purchase after its bill was paid takes back only the remaining reserve', () => {
  const groceries = givenExpense({ id: 'groceries', ready: 6_000, target: 10_000, ...monthly })
  const { settlement, after } = settle(of(-10_000), { assigned: groceries, card: visaOf(0) })
  const paid = settle(of(-7_000, 'transfer'), { assigned: after.card, card: null })
  const undone = unsettle(settlement, { ...after, card: paid.after.assigned })
  assert.deepEqual(balances(undone), [6_000, 0])
})

test('a card refund gives the assigned Expense what the reserve holds', () => {
  const goal = givenExpense({ id: 'trip', type: 'goal', target: 9_000, spent: 4_000 })
  const assigned = settle(of(3_000), { assigned: goal, card: visaOf(2_000, 2_000) })
  assert.deepEqual(balances(assigned.after), [2_000, 0])
  assert.equal(assigned.after.assigned?.lanes.spent, 1_000)
  assert.deepEqual(assigned.settlement, {
    ...nothingSettled,
    refunded: 2_000,
    reserved: -2_000,
    spent: -3_000,
  })
  const cleared = unsettle(assigned.settlement, assigned.after)
  assert.deepEqual(balances(cleared), [0, 2_000])
  assert.equal(cleared.assigned?.lanes.spent, 4_000)
})

test('an unassigned card refund returns to free-to-spend', () => {
  const free = settle(of(3_000), { assigned: null, card: visaOf(5_000, 5_000) })
  assert.deepEqual(balances(free.after), [null, 2_000])
})

test('a card refund with an empty reserve still lowers the spending on a goal', () => {
  const goal = givenExpense({ id: 'trip', type: 'goal', target: 9_000, spent: 4_000 })
  const { settlement, after } = settle(of(3_000), { assigned: goal, card: visaOf(0) })
  assert.equal(after.assigned?.lanes.spent, 1_000)
  assert.equal(unsettle(settlement, after).assigned?.lanes.spent, 4_000)
})

test('a transfer on a linked card moves nothing, assigned or not', () => {
  const expense = givenExpense({ building: 5_000 })
  for (const amount of [-1_000, 1_000]) {
    const parties = { assigned: expense, card: visaOf(9_000, 3_000) }
    const { settlement, after } = settle(of(amount, 'transfer'), parties)
    assert.deepEqual(settlement, nothingSettled)
    assert.deepEqual(after, parties)
  }
})

test('a transfer on any other account spends from the assigned Expense', () => {
  const expense = givenExpense({ building: 5_000 })
  const cash = settle(of(-1_000, 'transfer'), { assigned: expense, card: null })
  assert.deepEqual(balances(cash.after), [4_000, null])
})

test('a transaction that is unassigned on an ordinary account, or of amount 0, moves nothing', () => {
  for (const amount of [-1_000, 0, 1_000]) {
    assert.deepEqual(settle(of(amount), nobody), { settlement: nothingSettled, after: nobody })
  }
  const parties = { assigned: givenExpense({ building: 5 }), card: visaOf(0) }
  assert.deepEqual(settle(of(0), parties), { settlement: nothingSettled, after: parties })
  assert.deepEqual(unsettle(nothingSettled, parties), parties)
})

test('a purchase assigned to its own card uses the held money and reserves the rest', () => {
  for (const held of [500, 5_000]) {
    const visa: Holding = visaOf(0, held)
    const { settlement, after } = settle(of(-2_000), { assigned: visa, card: visa })
    assert.equal(after.assigned, after.card)
    assert.deepEqual(balances(after), [Math.max(held, 2_000), Math.max(held, 2_000)])
    const undone = unsettle(settlement, after)
    assert.deepEqual(balances(undone), [held, held])
  }
})

test('a refund assigned to its own card leaves the card’s balance as it was', () => {
  for (const held of [500, 5_000]) {
    const visa: Holding = visaOf(9_000, held)
    const { settlement, after } = settle(of(2_000), { assigned: visa, card: visa })
    assert.equal(after.assigned, after.card)
    // The reserve returns money to the assigned Expense, which is the card itself.
    assert.deepEqual(
      [settlement.refunded, settlement.reserved],
      [Math.min(held, 2_000), -Math.min(held, 2_000)],
    )
    assert.deepEqual(balances(after), [held, held])
    assert.deepEqual(balances(unsettle(settlement, after)), [held, held])
  }
})

test('a settlement survives JSON', () => {
  const parties = { assigned: givenExpense({ building: 700, reserve: 20 }), card: visaOf(1) }
  const { settlement, after } = settle(of(-1_000), parties)
  const stored: typeof settlement = JSON.parse(JSON.stringify(settlement))
  assert.deepEqual(stored, settlement)
  assert.ok(Object.values(stored).every(Number.isInteger))
  const undone = unsettle(stored, after)
  assert.deepEqual(undone.card?.lanes, emptyLanes)
  assert.equal(balanceOf(undone.assigned?.lanes ?? emptyLanes), 720)
})
