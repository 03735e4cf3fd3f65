import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Stream } from './flow-shape.ts'
import { filtersOfNode, type FlowData, streamsOf } from './flow-streams.ts'

const look = { hue: 'blue', icon: 'tag' } as const
const data: FlowData = {
  currency: 'EUR',
  currencies: ['EUR'],
  today: '2026-11-20',
  from: '2026-11-01',
  to: '2026-11-20',
  first_day: '2025-01-01',
  income: [{ category_id: 'salary', amount: 2_000 }],
  refunded: 30,
  spent: 1_000,
  set_aside: [
    { expense_id: 'rent', name: 'Rent', kind: 'bill', look, spent: 900, held: -200 },
    { expense_id: 'trip', name: 'Trip', kind: 'goal', look, spent: 0, held: 250 },
  ],
  other: [{ category_id: null, amount: 100 }],
  free: 2_030 - 700 - 250 - 100,
}
const sum = (streams: readonly Stream[]) => streams.reduce((total, one) => total + one.amount, 0)

test('everything that comes in goes to a use or stays free', () => {
  const { sources, uses } = streamsOf(data)
  assert.equal(sum(sources), 2_030)
  assert.equal(sum(uses), 2_030)
  assert.deepEqual(
    uses.map(({ key, amount }) => [key, amount]),
    [
      ['use bill', 700],
      ['use goal', 250],
      ['use other', 100],
      ['free', 980],
    ],
  )
})

test('money from before the period is a source when more went out than came in', () => {
  const { sources, uses } = streamsOf({ ...data, income: [], free: 980 - 2_000 })
  assert.deepEqual(
    sources.map(({ key, amount }) => [key, amount]),
    [
      ['refunds', 30],
      ['free', 1_020],
    ],
  )
  assert.equal(sum(sources), sum(uses))
})

test('a node leads to its transactions', () => {
  const days = { from: '2026-11-01', to: '2026-11-20' }
  assert.deepEqual(filtersOfNode('in salary', data), {
    type: 'income',
    category_id: 'salary',
    ...days,
  })
  assert.deepEqual(filtersOfNode('category ', data), {
    type: 'expense',
    without_category: 'true',
    ...days,
  })
  assert.deepEqual(filtersOfNode('expense rent', data), { expense_goal_id: 'rent', ...days })
  assert.equal(filtersOfNode('free', data), undefined)
})
