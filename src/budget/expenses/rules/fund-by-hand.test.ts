import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  amountToFund,
  amountToRelease,
  missingToDue,
  undoFund,
  undoRelease,
} from './fund-by-hand.ts'
import { givenExpense } from './given.ts'
import { emptyLanes } from './holding.ts'

const rent = { target: 90_000, intervalMonths: 1, anchor: '2026-12-01' } as const

test('what is missing to the next due payment depends on the kind of Expense', () => {
  const cases = [
    // A bill: 900.00, of which 250.00 are built up and 100.00 are paid early.
    [givenExpense({ ...rent, building: 25_000, prepaid: 10_000 }), 55_000],
    // Ready money is for the payment that has come due, the reserve for later ones.
    [givenExpense({ ...rent, payments: 2, ready: 90_000, reserve: 90_000 }), 90_000],
    [givenExpense({ ...rent, building: 95_000 }), 0],
    // Needed once: 30.00 of 80.00 are spent, 20.00 are held.
    [givenExpense({ target: 8_000, anchor: '2026-12-08', building: 2_000, spent: 3_000 }), 3_000],
    [givenExpense({ type: 'goal', target: 100_000, building: 40_000 }), 60_000],
    // An envelope without a date.
    [givenExpense({ target: 40_000, building: 6_000 }), 34_000],
    [givenExpense({ building: 6_000 }), 0],
    // A card: what is owed, at most the target.
    [givenExpense({ type: 'credit_card', card: { owed: 36_238 }, building: 20_000 }), 16_238],
    [givenExpense({ type: 'credit_card', card: { owed: 36_238 }, target: 30_000 }), 30_000],
  ] as const
  for (const [holding, expected] of cases) assert.equal(missingToDue(holding), expected)
})

test('more than is free to spend is not set aside, and a filled Expense asks for nothing', () => {
  const trip = givenExpense({ type: 'goal', target: 10_000, building: 7_500 })
  assert.equal(amountToFund(trip, { wanted: 'fill', free: 2_500 }), 2_500)
  assert.equal(amountToFund(trip, { wanted: 'fill', free: 2_499 }), 'insufficient_free_to_spend')
  assert.equal(amountToFund(trip, { wanted: 9_000, free: 9_000 }), 9_000)
  assert.equal(amountToFund(trip, { wanted: 1, free: 0 }), 'insufficient_free_to_spend')
  assert.equal(amountToFund(trip, { wanted: 1, free: -5 }), 'insufficient_free_to_spend')
  const full = givenExpense({ type: 'goal', target: 10_000, building: 10_000 })
  assert.equal(amountToFund(full, { wanted: 'fill', free: 2_500 }), 'nothing_to_move')
})

test('at most what an Expense holds is taken back', () => {
  const held = givenExpense({ ...rent, payments: 2, ready: 100, building: 20, reserve: 3 })
  assert.equal(amountToRelease(held, 'all'), 123)
  assert.equal(amountToRelease(held, 123), 123)
  assert.equal(amountToRelease(held, 124), 'insufficient_expense_balance')
  assert.equal(amountToRelease(givenExpense({}), 'all'), 'nothing_to_move')
})

test('undoing a set-aside takes its parts from their own lanes, as far as they are there', () => {
  const parts = { ready: 0, building: 60_000, reserve: 30_000 }
  const whole = givenExpense({ ...rent, payments: 2, ready: 5, building: 90_000, reserve: 30_000 })
  assert.deepEqual(undoFund(whole, parts), { ...emptyLanes, ready: 5, building: 30_000 })
  const used = givenExpense({ ...rent, payments: 2, ready: 90_000, building: 10_000 })
  assert.deepEqual(undoFund(used, parts), { ...emptyLanes, ready: 90_000 })
})

test('undoing a set-aside finds the reserve where new terms have put it', () => {
  // Only one payment is to be held any more, so all of it is building.
  const fitted = givenExpense({ ...rent, building: 120_000 })
  const parts = { ready: 0, building: 60_000, reserve: 30_000 }
  assert.deepEqual(undoFund(fitted, parts), { ...emptyLanes, building: 30_000 })
})

test('undoing a take-back returns what is still free, the nearest payment first', () => {
  const parts = { ready: 90_000, building: 50_000, reserve: 30_000 }
  const emptied = givenExpense({ ...rent, payments: 2, building: 40_000 })
  assert.deepEqual(undoRelease(emptied, { parts, available: 170_000 }), {
    ...emptyLanes,
    ready: 90_000,
    building: 90_000,
    reserve: 30_000,
  })
  assert.deepEqual(undoRelease(emptied, { parts, available: 100_000 }), {
    ...emptyLanes,
    ready: 90_000,
    building: 50_000,
  })
  assert.deepEqual(undoRelease(emptied, { parts, available: 0 }), {
    ...emptyLanes,
    building: 40_000,
  })
})
