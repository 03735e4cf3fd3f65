import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forSeeds } from '../../../../test/simulations/seeds.ts'
import { givenExpense } from './given.ts'
import type { Holding } from './holding.ts'
import { postingsBetween } from './postings.ts'
import type { MoneyLane, MoneyPlace, Posting } from './postings.ts'

const at = (expenseId: string, lane: MoneyLane): MoneyPlace => ({ expenseId, lane })

test('a payday comes from free-to-spend', () => {
  const before = [givenExpense({ id: 'a' }), givenExpense({ id: 'b' })]
  const after = [givenExpense({ id: 'a', building: 10, reserve: 5 }), givenExpense({ id: 'b' })]
  assert.deepEqual(postingsBetween(before, after), [
    { from: 'free', to: at('a', 'building'), amount: 10 },
    { from: 'free', to: at('a', 'reserve'), amount: 5 },
  ])
})

test('a roll-over stays within its Expense', () => {
  const before = [givenExpense({ building: 10, prepaid: 3 })]
  const after = [givenExpense({ ready: 7, building: 3 })]
  assert.deepEqual(postingsBetween(before, after), [
    { from: at('e', 'building'), to: at('e', 'ready'), amount: 7 },
  ])
})

test('a card purchase goes from the Expense to the card, the rest from free-to-spend', () => {
  const before = [givenExpense({ id: 'a', ready: 6 }), givenExpense({ id: 'visa' })]
  const after = [givenExpense({ id: 'a' }), givenExpense({ id: 'visa', building: 10 })]
  assert.deepEqual(postingsBetween(before, after), [
    { from: at('a', 'ready'), to: at('visa', 'building'), amount: 6 },
    { from: 'free', to: at('visa', 'building'), amount: 4 },
  ])
})

test('equal changes are paired, so that no change is split', () => {
  const before = [
    givenExpense({ id: 'a', ready: 10, reserve: 4 }),
    givenExpense({ id: 'b', building: 1 }),
  ]
  const after = [
    givenExpense({ id: 'a', building: 4 }),
    givenExpense({ id: 'b', building: 11, spent: 9 }),
  ]
  assert.deepEqual(postingsBetween(before, after), [
    { from: at('a', 'reserve'), to: at('a', 'building'), amount: 4 },
    { from: at('a', 'ready'), to: at('b', 'building'), amount: 10 },
  ])
})

test('an equal change in another Expense is paired before a smaller one in the same', () => {
  const before = [givenExpense({ id: 'b' }), givenExpense({ id: 'a', ready: 10 })]
  const smaller = [givenExpense({ id: 'b', building: 10 }), givenExpense({ id: 'a', building: 4 })]
  assert.deepEqual(postingsBetween(before, smaller), [
    { from: at('a', 'ready'), to: at('b', 'building'), amount: 10 },
    { from: 'free', to: at('a', 'building'), amount: 4 },
  ])
})

test('of two equal changes, the one in the same Expense is paired', () => {
  const before = [givenExpense({ id: 'b' }), givenExpense({ id: 'a', ready: 10 })]
  const equal = [givenExpense({ id: 'b', building: 10 }), givenExpense({ id: 'a', building: 10 })]
  assert.deepEqual(postingsBetween(before, equal), [
    { from: at('a', 'ready'), to: at('a', 'building'), amount: 10 },
    { from: 'free', to: at('b', 'building'), amount: 10 },
  ])
})

test('no change posts nothing; lists of different Expenses are refused', () => {
  assert.deepEqual(postingsBetween([givenExpense({ spent: 1 })], [givenExpense({})]), [])
  const [a, b] = [givenExpense({ id: 'a' }), givenExpense({ id: 'b' })]
  assert.throws(() => postingsBetween([a], [b]), RangeError)
  assert.throws(() => postingsBetween([a], [a, b]), RangeError)
})

test('postings turn the lanes before into those after, at most one per changed lane', () => {
  forSeeds(2_000, (chance) => {
    const random = () =>
      ['a', 'b', 'c'].map((id) =>
        givenExpense({
          id,
          ready: chance.below(4) * 10,
          building: chance.below(50),
          reserve: chance.below(4) * 10,
        }),
      )
    const [before, after] = [random(), random()]
    const postings = postingsBetween(before, after)
    assert.ok(postings.every(({ amount, from, to }) => amount > 0 && from !== to))
    assert.deepEqual(sums(before, postings), sums(after, []))
    const changed = sums(before, []).filter((was, index) => was !== sums(after, [])[index]).length
    assert.ok(postings.length <= changed)
    const viaFree = postings.filter(({ from, to }) => from === 'free' || to === 'free')
    const sources = new Set(viaFree.map(({ from }) => from === 'free'))
    assert.ok(sources.size <= 1, 'free-to-spend either gives or takes')
  })
})

function sums(holdings: readonly Holding[], postings: readonly Posting[]): number[] {
  return holdings.flatMap(({ id, lanes }) =>
    (['ready', 'building', 'reserve'] as const).map((lane) => {
      const here = (place: MoneyPlace) =>
        place !== 'free' && place.expenseId === id && place.lane === lane
      let sum = lanes[lane]
      for (const { from, to, amount } of postings) {
        sum += (here(to) ? amount : 0) - (here(from) ? amount : 0)
      }
      return sum
    }),
  )
}
