import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { adoptTerms } from './adopt-terms.ts'
import { givenExpense, withLanes } from './given.ts'
import { emptyLanes } from './holding.ts'
import type { Holding } from './holding.ts'
import {
  canonicalise,
  deposit,
  laterSince,
  openWith,
  refund,
  release,
  spend,
  undoRefund,
  undoSpend,
  withdraw,
} from './lanes.ts'

/** A bill of 100.00 due on 2026-03-01, two payments to hold. */
const bill = { target: 10_000, intervalMonths: 1, anchor: '2026-03-01', payments: 2 } as const

function afterSpending(holding: Holding, amount: number, booked: string) {
  return spend(holding, { amount, booked: toDay(booked) })
}

test('a deposit completes the next payment, then the reserve; the rest lowers later needs', () => {
  const { terms, lanes } = givenExpense({ ...bill, building: 4_000, reserve: 7_000 })
  assert.deepEqual(deposit(terms, lanes, 5_000), { ...lanes, building: 9_000 })
  assert.deepEqual(deposit(terms, lanes, 8_000), { ...lanes, building: 10_000, reserve: 9_000 })
  assert.deepEqual(deposit(terms, lanes, 20_000), { ...lanes, building: 21_000, reserve: 10_000 })
})

test('a deposit takes account of a prepaid part of the next payment', () => {
  const { terms, lanes } = givenExpense({ ...bill, building: 1_000, prepaid: 7_000 })
  assert.deepEqual(deposit(terms, lanes, 5_000), { ...lanes, building: 3_000, reserve: 3_000 })
})

test('a withdrawal touches the nearest payment last', () => {
  const { terms, lanes } = givenExpense({
    ...bill,
    ready: 6_000,
    building: 12_000,
    reserve: 5_000,
  })
  const left = (amount: number) => {
    const { ready, building, reserve } = withdraw(terms, lanes, amount)
    return [ready, building, reserve]
  }
  assert.deepEqual(left(2_000), [6_000, 10_000, 5_000])
  assert.deepEqual(left(6_000), [6_000, 10_000, 1_000])
  assert.deepEqual(left(10_000), [6_000, 7_000, 0])
  assert.deepEqual(left(18_000), [5_000, 0, 0])
  assert.deepEqual(left(23_000), [0, 0, 0])
  assert.throws(() => withdraw(terms, lanes, 23_001), RangeError)
})

test('a late payment leaves what is meant for the next one', () => {
  const holding = givenExpense({ ...bill, payments: 1, cycle: 1, ready: 9_000, building: 5_000 })
  const paid = { amount: 10_000, booked: toDay('2026-03-02') }
  assert.deepEqual(spend(holding, { ...paid, later: 4_500 }).taken, {
    ready: 9_000,
    building: 500,
    reserve: 0,
    prepaid: 0,
    spent: 0,
    fromFree: 500,
  })
  assert.equal(spend(holding, { ...paid, later: 4_500 }).lanes.building, 4_500)
  assert.equal(spend(holding, { ...paid, later: 9_999 }).lanes.building, 5_000)
})

test('paydays since a payment are for later payments, unless it is early', () => {
  const holding = givenExpense({ ...bill, cycle: 1 })
  const since = (day: string) => laterSince(holding, { booked: toDay(day), seen: toDay(day) })
  assert.equal(since('2026-02-10'), '2026-03-01')
  assert.equal(since('2026-03-01'), '2026-03-01')
  assert.equal(since('2026-03-12'), '2026-03-12')
  assert.equal(since('2026-03-22'), null)
  const booked = toDay('2026-03-02')
  assert.equal(laterSince(givenExpense({ target: 10_000 }), { booked, seen: booked }), null)
})

test('a payment that was pending first counts from the day on which it was first seen', () => {
  const holding = givenExpense({ ...bill, cycle: 1 })
  const since = (booked: string, seen: string) =>
    laterSince(holding, { booked: toDay(booked), seen: toDay(seen) })
  assert.equal(since('2026-03-12', '2026-03-10'), '2026-03-10')
  assert.equal(since('2026-03-12', '2026-02-27'), '2026-03-01')
  assert.equal(since('2026-03-12', '2026-03-20'), '2026-03-12')
  assert.equal(since('2026-03-22', '2026-03-20'), null)
})

test('a transfer out of a bill with a reserve leaves its next payment whole', () => {
  const rent = givenExpense({ target: 100_000, building: 50_000, reserve: 100_000, payments: 2 })
  const from = { ...rent.terms, intervalMonths: 1, anchor: toDay('2026-03-01') }
  assert.deepEqual(withdraw(from, rent.lanes, 30_000), { ...rent.lanes, reserve: 70_000 })
  const phone = givenExpense({ ...bill, payments: 1, target: 4_000, building: 1_000 })
  assert.deepEqual(deposit(phone.terms, phone.lanes, 30_000), { ...phone.lanes, building: 31_000 })
})

test('spending uses ready, then reserve, then building, then free-to-spend', () => {
  const holding = givenExpense({ ...bill, ready: 5_000, building: 4_000, reserve: 3_000 })
  const taken = (amount: number) => {
    const { ready, building, reserve, fromFree } = afterSpending(
      holding,
      amount,
      '2026-02-10',
    ).taken
    return [ready, reserve, building, fromFree]
  }
  assert.deepEqual(taken(4_000), [4_000, 0, 0, 0])
  assert.deepEqual(taken(7_000), [5_000, 2_000, 0, 0])
  assert.deepEqual(taken(9_000), [5_000, 3_000, 1_000, 0])
  assert.deepEqual(taken(15_000), [5_000, 3_000, 4_000, 3_000])
})

test('a payment booked at most ten days before the due date pays it early', () => {
  const holding = givenExpense({ ...bill, building: 6_000, reserve: 10_000 })
  const spent = (booked: string) => afterSpending(holding, 8_000, booked).lanes
  const early = { ...emptyLanes, building: 0, reserve: 8_000, prepaid: 8_000 }
  assert.deepEqual(spent('2026-02-18'), { ...emptyLanes, building: 6_000, reserve: 2_000 })
  assert.deepEqual(spent('2026-02-19'), early)
  assert.deepEqual(spent('2026-03-01'), early)
  assert.deepEqual(spent('2026-03-02'), { ...emptyLanes, building: 6_000, reserve: 2_000 })
})

test('an early payment uses ready money first and never prepays more than one payment', () => {
  const holding = givenExpense({ ...bill, ready: 1_000, building: 10_000, prepaid: 7_000 })
  const { lanes, taken } = afterSpending(holding, 6_000, '2026-02-25')
  assert.deepEqual(taken, {
    ready: 1_000,
    building: 5_000,
    reserve: 0,
    prepaid: 3_000,
    spent: 0,
    fromFree: 0,
  })
  assert.equal(lanes.prepaid, 10_000)
})

test('W6 an early payment counts as paid even if free-to-spend paid it', () => {
  const holding = givenExpense({ ...bill, payments: 1, target: 80_000, building: 40_000 })
  const { lanes, taken } = afterSpending(holding, 80_000, '2026-02-26')
  assert.deepEqual([taken.building, taken.fromFree, lanes.prepaid], [40_000, 40_000, 80_000])
})

test('W10 a bill without a reserve that is higher than planned takes the rest from free', () => {
  const one = afterSpending(
    givenExpense({ ...bill, payments: 1, ready: 10_000 }),
    13_000,
    '2026-02-02',
  )
  assert.deepEqual([one.taken.ready, one.taken.fromFree], [10_000, 3_000])
})

test('W10 a bill with a reserve that is higher than planned takes the rest from the reserve', () => {
  const two = givenExpense({ ...bill, ready: 10_000, reserve: 10_000 })
  const { lanes, taken } = afterSpending(two, 13_000, '2026-02-02')
  assert.deepEqual([taken.fromFree, lanes.reserve], [0, 7_000])
  assert.deepEqual(undoSpend(withLanes(two, lanes), { ...taken, cycle: 0 }), two.lanes)
})

test('undone in its own cycle, each part of a purchase returns to its lane', () => {
  const before = givenExpense({ ...bill, ready: 2_000, building: 3_000, reserve: 4_000 })
  const { lanes, taken } = afterSpending(before, 8_000, '2026-02-25')
  const after = withLanes(before, lanes)
  assert.deepEqual(undoSpend(after, { ...taken, cycle: 0 }), before.lanes)
})

test('undone in a later cycle, a purchase comes back as a deposit', () => {
  const before = givenExpense({ ...bill, ready: 2_000, building: 3_000, reserve: 4_000 })
  const { lanes, taken } = afterSpending(before, 8_000, '2026-02-25')
  const later = { ...withLanes(before, lanes), cycle: 1 }
  assert.deepEqual(undoSpend(later, { ...taken, cycle: 0 }), {
    ...emptyLanes,
    // Of 8000, 4000 complete the payment (6000 are prepaid); the rest goes to the reserve.
    building: 4_000,
    reserve: 5_000,
    prepaid: 6_000,
  })
})

test('money that no longer fits into its lane goes to the next payment', () => {
  const before = givenExpense({ ...bill, ready: 10_000, reserve: 10_000 })
  const { lanes, taken } = afterSpending(before, 20_000, '2026-02-02')
  const lower = { ...withLanes(before, lanes), terms: { ...before.terms, target: 6_000 } }
  const undone = undoSpend(lower, { ...taken, cycle: 0 })
  assert.deepEqual(undone, { ...emptyLanes, ready: 6_000, building: 8_000, reserve: 6_000 })
})

test('money spent on a goal or a one-off is progress from any source', () => {
  for (const type of ['goal', 'expense'] as const) {
    const holding = givenExpense({ type, target: 10_000, anchor: '2026-03-01', building: 2_000 })
    const { lanes, taken } = afterSpending(holding, 5_000, '2026-02-25')
    assert.deepEqual(lanes, { ...emptyLanes, spent: 5_000 })
    assert.deepEqual(undoSpend(withLanes(holding, lanes), { ...taken, cycle: 0 }), holding.lanes)
  }
})

test('a refund to a goal lowers its spending, never below zero; undoing it raises it again', () => {
  const goal = givenExpense({ type: 'goal', target: 10_000, building: 1_000, spent: 3_000 })
  const back = refund(goal, { amount: 2_000, given: 2_000 })
  assert.deepEqual(back, {
    lanes: { ...emptyLanes, building: 3_000, spent: 1_000 },
    unspent: 2_000,
  })
  const gift = refund(goal, { amount: 5_000, given: 5_000 })
  assert.deepEqual(gift.lanes, { ...emptyLanes, building: 6_000, spent: 0 })
  const { unspent } = gift
  assert.deepEqual(undoRefund(withLanes(goal, gift.lanes), { given: 5_000, unspent }), goal.lanes)
})

test('a purchase changed after its refund is counted once', () => {
  const goal = givenExpense({ type: 'goal', target: 10_000, building: 5_000 })
  const bought = afterSpending(goal, 5_000, '2026-02-25')
  const refunded = refund(withLanes(goal, bought.lanes), { amount: 5_000, given: 5_000 })
  const undone = undoSpend(withLanes(goal, refunded.lanes), { ...bought.taken, cycle: 0 })
  const again = afterSpending(withLanes(goal, undone), 6_000, '2026-02-25')
  assert.equal(again.lanes.spent, 1_000)
})

test('undoing a refund takes back only what the Expense still holds', () => {
  const holding = givenExpense({ ...bill, building: 1_500 })
  assert.deepEqual(undoRefund(holding, { given: 2_000, unspent: 0 }), emptyLanes)
})

test('an opening balance builds the next payment, then the reserve, then the rest', () => {
  const { terms } = givenExpense(bill)
  assert.deepEqual(openWith(terms, 8_000), { ...emptyLanes, building: 8_000 })
  assert.deepEqual(openWith(terms, 17_000), { ...emptyLanes, building: 10_000, reserve: 7_000 })
  assert.deepEqual(openWith(terms, 25_000), { ...emptyLanes, building: 15_000, reserve: 10_000 })
  const goal = givenExpense({ type: 'goal', target: 5_000, payments: 3, intervalMonths: 1 })
  assert.deepEqual(openWith(goal.terms, 9_000), { ...emptyLanes, building: 9_000 })
})

test('an archived Expense holds nothing', () => {
  const { lanes } = givenExpense({ ready: 1, building: 2, reserve: 3, prepaid: 4, spent: 5 })
  assert.deepEqual(release(lanes), { ...emptyLanes, spent: 5 })
})

test('new terms keep the balance and move only money that a lane may no longer hold', () => {
  const full = { ready: 10_000, building: 5_000, reserve: 20_000, prepaid: 4_000 }
  const { terms, lanes } = givenExpense({ ...bill, payments: 3, ...full })
  assert.deepEqual(canonicalise(terms, lanes), lanes)
  assert.deepEqual(canonicalise({ ...terms, payments: 2 }, lanes), {
    ...lanes,
    building: 15_000,
    reserve: 10_000,
  })
  assert.deepEqual(canonicalise({ ...terms, target: 3_000 }, lanes), {
    ready: 3_000,
    building: 26_000,
    reserve: 6_000,
    prepaid: 3_000,
    spent: 0,
  })
  assert.deepEqual(canonicalise({ ...terms, intervalMonths: null }, lanes), {
    ...emptyLanes,
    building: 35_000,
  })
})

test('new dates make the first due date after today the upcoming one', () => {
  const holding = givenExpense({ ...bill, cycle: 7 })
  const terms = { ...holding.terms, anchor: toDay('2020-01-31') }
  assert.equal(adoptTerms(holding, terms, toDay('2026-02-27')).cycle, 73)
  assert.equal(adoptTerms(holding, terms, toDay('2026-02-28')).cycle, 74)
  assert.equal(adoptTerms(holding, { ...terms, anchor: null }, toDay('2026-02-28')).cycle, 0)
})
