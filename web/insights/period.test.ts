import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf, monthBounds } from './period.ts'

test('periods end today, or with the month that is over', () => {
  const today = '2026-03-31'
  assert.deepEqual(boundsOf('month', today), { from: '2026-03-01', to: today })
  assert.deepEqual(boundsOf('last_month', today), { from: '2026-02-01', to: '2026-02-28' })
  assert.deepEqual(boundsOf('quarter', today), { from: '2026-01-01', to: today })
  assert.deepEqual(boundsOf('year', today), { from: '2025-04-01', to: today })
  assert.deepEqual(boundsOf('this_year', '2026-01-01'), { from: '2026-01-01', to: '2026-01-01' })
})

test('a month has all its days, the present one those that have been', () => {
  assert.deepEqual(monthBounds('2025-12', '2026-01-25'), { from: '2025-12-01', to: '2025-12-31' })
  assert.deepEqual(monthBounds('2026-01-25', '2026-01-25'), {
    from: '2026-01-01',
    to: '2026-01-25',
  })
})
