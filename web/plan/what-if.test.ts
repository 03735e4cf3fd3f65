import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountSpan, daySpan } from './what-if.ts'

test('the amounts to try include the target and reach twice of it', () => {
  for (const target of [1, 99, 2_398, 98_000, 180_000]) {
    const { min, max, step } = amountSpan(target)
    assert.ok(min > 0 && (target - min) % step === 0, `${target}`)
    assert.equal(max, target * 2)
  }
  assert.deepEqual(amountSpan(2_398), { min: 98, max: 4_796, step: 100 })
})

const today = '2026-11-22'

test('a recurring payment can be moved within its interval', () => {
  assert.deepEqual(daySpan({ due: '2026-12-01', months: 1 }, today), { min: 1, max: 30, step: 1 })
  const weekly = { due: '2026-11-27', months: null, days: 7 }
  assert.deepEqual(daySpan(weekly, today), { min: 1, max: 7, step: 1 })
})

test('a single payment can be moved by a year or more', () => {
  assert.equal(daySpan({ due: '2027-02-01', months: null }, today).max, 365)
  assert.equal(daySpan({ due: '2028-11-22', months: null }, today).max, 1_462)
})
