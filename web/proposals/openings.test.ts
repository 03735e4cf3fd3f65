import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openingsOf } from './openings.ts'

const bill = (collected: number) => ({
  payee: 'gym',
  name: 'Rent',
  amount: 100_000,
  varies: false,
  own_transfer: false,
  interval_months: 1 as const,
  interval_days: null,
  due: '2026-12-01',
  collected,
})

const bills = [bill(700), bill(500), bill(100)]

test('a bill starts with the amount that would have been collected', () => {
  assert.deepEqual(openingsOf(bills, 2_000), [700, 500, 100])
})

test('bills due first are served first until Free-to-spend is used up', () => {
  assert.deepEqual(openingsOf(bills, 1_000), [700, 300, 0])
  assert.deepEqual(openingsOf(bills, -5), [0, 0, 0])
})
