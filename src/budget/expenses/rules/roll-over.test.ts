import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, toDay } from '#/core/values/day.ts'
import { forSeeds } from '../../../../test/simulations/seeds.ts'
import { givenExpense } from './given.ts'
import { emptyLanes } from './holding.ts'
import { rollOver, rollOverThrough } from './roll-over.ts'

const bill = { target: 10_000, intervalMonths: 1, anchor: '2026-03-01', payments: 2 } as const

test('money built up becomes ready, less the prepaid part', () => {
  const rolled = rollOver(givenExpense({ ...bill, building: 9_000, reserve: 500, prepaid: 4_000 }))
  assert.deepEqual(rolled.lanes, { ...emptyLanes, ready: 6_000, building: 3_000, reserve: 500 })
  assert.equal(rolled.cycle, 1)
})

test('money for a late bill stays ready, and the excess counts for the next payment', () => {
  const rolled = rollOver(givenExpense({ ...bill, ready: 8_000, building: 10_000 }))
  assert.deepEqual(rolled.lanes, { ...emptyLanes, ready: 10_000, building: 8_000 })
})

test('a due date rolls over on its day, not before', () => {
  const holding = givenExpense({ ...bill, building: 10_000 })
  assert.equal(rollOverThrough(holding, toDay('2026-02-28')), holding)
  assert.equal(rollOverThrough(holding, toDay('2026-03-01')).lanes.ready, 10_000)
  assert.equal(rollOverThrough(holding, toDay('2026-03-31')).cycle, 1)
  assert.equal(rollOverThrough(holding, toDay('2026-04-01')).cycle, 2)
})

test('an Expense that does not recur does not roll over', () => {
  for (const terms of [{ anchor: '2026-03-01' }, { type: 'goal', anchor: '2026-03-01' }] as const) {
    const holding = givenExpense({ target: 10_000, ...terms, building: 10_000 })
    assert.equal(rollOverThrough(holding, toDay('2027-01-01')), holding)
  }
})

test('a card keeps its money when a bill date passes', () => {
  const card = givenExpense({ ...bill, type: 'credit_card', card: { owed: 500 }, building: 300 })
  const rolled = rollOverThrough(card, toDay('2026-03-01'))
  assert.deepEqual([rolled.lanes, rolled.cycle], [card.lanes, 1])
})

test('catching up at once equals going day by day', () => {
  forSeeds(300, (chance) => {
    const start = givenExpense({
      target: chance.below(5) * 1_000,
      intervalMonths: chance.pick([1, 2, 3, 6, 12]),
      anchor: '2024-01-31',
      ready: chance.below(4_000),
      building: chance.below(20_000),
      reserve: chance.below(4_000),
      prepaid: chance.below(4_000),
    })
    let daily = start
    for (let day = toDay('2024-01-25'); day <= toDay('2025-03-01'); day = addDays(day, 1)) {
      daily = rollOverThrough(daily, day)
      assert.deepEqual(daily, rollOverThrough(start, day))
    }
  })
})
