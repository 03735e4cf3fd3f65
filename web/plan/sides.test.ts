import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Expense } from './expense.ts'
import { FREE, sidesOf, withSide } from './sides.ts'

const given = (id: string, balance: number, reserveShortfall: number) =>
  ({ id, balance, reserveShortfall, is_behind: id === 'gym' }) as Expense
const [rent, trip, gym] = [given('rent', 900, 0), given('trip', 200, 700), given('gym', 50, 1)]
const all = [rent, trip, gym]

test('money moves to the Expense that is behind, from the fullest, if nobody says otherwise', () => {
  assert.deepEqual(sidesOf('transfer', all), { from: 'rent', to: 'gym' })
  assert.deepEqual(sidesOf('transfer', all, 'rent'), { from: 'trip', to: 'rent' })
  assert.deepEqual(sidesOf('fund', [rent, trip]), { from: FREE, to: 'trip' })
  assert.deepEqual(sidesOf('fund', all, 'trip'), { from: FREE, to: 'trip' })
  assert.deepEqual(sidesOf('release', all), { from: 'rent', to: FREE })
  assert.deepEqual(sidesOf('transfer', [trip]), { from: FREE, to: 'trip' })
})

test('the same on both sides swaps them', () => {
  const sides = { from: 'rent', to: FREE }
  assert.deepEqual(withSide(sides, 'from', 'trip'), { from: 'trip', to: FREE })
  assert.deepEqual(withSide(sides, 'from', FREE), { from: FREE, to: 'rent' })
  assert.deepEqual(withSide(sides, 'to', 'rent'), { from: FREE, to: 'rent' })
})
