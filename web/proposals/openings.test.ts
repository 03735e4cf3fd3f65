import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openingsOf } from './openings.ts'

const bill = (collected: number) => ({
  name: 'Rent',
  amount: 100_000,
  varies: false,
  interval_months: 1 as const,
  due: '2026-12-01',
  collected,
})

test('bills begin with what would have been collected, the first ones first, and never with more than is free', () => {
  const bills = [bill(700), bill(500), bill(100)]
  assert.deepEqual(openingsOf(bills, 2_000), [700, 500, 100])
  assert.deepEqual(openingsOf(bills, 1_000), [700, 300, 0])
  assert.deepEqual(openingsOf(bills, -5), [0, 0, 0])
})
