import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CoverPart, proposeCover } from './cover.ts'
import { givenExpense } from './given.ts'

const rent = givenExpense({
  id: 'rent',
  target: 90_000,
  intervalMonths: 1,
  anchor: '2026-12-01',
  priority: 'high',
  building: 90_000,
})
const power = givenExpense({
  id: 'power',
  target: 7_000,
  intervalMonths: 1,
  anchor: '2026-12-08',
  payments: 2,
  building: 7_000,
  reserve: 3_000,
})
const gym = givenExpense({
  id: 'gym',
  target: 3_000,
  intervalMonths: 1,
  anchor: '2026-12-03',
  priority: 'low',
  building: 2_000,
})
const films = { ...gym, id: 'films', terms: { ...gym.terms, anchor: null, intervalMonths: null } }
const fuel = givenExpense({ id: 'fuel', target: 7_000, building: 9_300 })
const trip = givenExpense({ id: 'trip', type: 'goal', target: 100_000, building: 40_000 })
const card = givenExpense({
  id: 'card',
  type: 'credit_card',
  card: { owed: 5_000 },
  building: 5_500,
  priority: 'low',
})
const all = [rent, power, gym, films, fuel, trip, card]

const described = (parts: readonly CoverPart[]) => {
  return parts.map(({ id, amount, reason }) => `${id} ${amount} ${reason}`)
}

test('surpluses give first, then low priority, goals, reserves and normal priority', () => {
  const cases: readonly [number, readonly string[]][] = [
    [0, []],
    [400, ['card 400 over_funded']],
    [2_800, ['card 500 over_funded', 'fuel 2300 over_funded']],
    // At equal priority, the Expense without a date gives first.
    [3_000, ['card 500 over_funded', 'fuel 2300 over_funded', 'films 200 low_priority']],
    [
      10_000,
      [
        'card 500 over_funded',
        'fuel 2300 over_funded',
        'films 2000 low_priority',
        'gym 2000 low_priority',
        'trip 3200 goal',
      ],
    ],
  ]
  for (const [missing, expected] of cases) {
    assert.deepEqual(described(proposeCover(all, missing)), expected)
  }
})

test('cards and high priority keep their money, even if the cover stays incomplete', () => {
  const parts = proposeCover(all, 1_000_000)
  assert.deepEqual(described(parts), [
    'card 500 over_funded',
    'fuel 9300 over_funded',
    'films 2000 low_priority',
    'gym 2000 low_priority',
    'trip 40000 goal',
    'power 10000 held_ahead',
  ])
})

test('money that is ready for a payment that has come due is not surplus', () => {
  const due = givenExpense({
    id: 'due',
    target: 5_000,
    intervalMonths: 1,
    anchor: '2026-12-01',
    priority: 'high',
    ready: 5_000,
    building: 1_000,
  })
  assert.deepEqual(proposeCover([due], 4_000), [])
})
