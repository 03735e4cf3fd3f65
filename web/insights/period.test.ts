import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf, firstOf, monthBounds } from './period.ts'

const usual = { week_starts_on: 'monday', month_starts_on_day: 1 } as const
const paid = { week_starts_on: 'sunday', month_starts_on_day: 28 } as const

test('a period ends today or with the last finished month', () => {
  const today = '2026-03-31'
  assert.deepEqual(boundsOf('month', today, usual), { from: '2026-03-01', to: today })
  assert.deepEqual(boundsOf('week', today, usual), { from: '2026-03-30', to: today })
  assert.deepEqual(boundsOf('last_month', today, usual), { from: '2026-02-01', to: '2026-02-28' })
  assert.deepEqual(boundsOf('quarter', today, usual), { from: '2026-01-01', to: today })
  assert.deepEqual(boundsOf('year', today, usual), { from: '2025-04-01', to: today })
  const first = { from: '2026-01-01', to: '2026-01-01' }
  assert.deepEqual(boundsOf('this_year', '2026-01-01', usual), first)
})

test('weeks and months begin on the days that the household prefers', () => {
  const today = '2026-03-27'
  assert.deepEqual(boundsOf('month', today, paid), { from: '2026-02-28', to: today })
  assert.deepEqual(boundsOf('week', today, paid), { from: '2026-03-22', to: today })
  assert.deepEqual(boundsOf('last_month', today, paid), { from: '2026-01-28', to: '2026-02-27' })
  assert.deepEqual(boundsOf('month', '2026-03-28', paid), { from: '2026-03-28', to: '2026-03-28' })
  const sunday = { from: '2026-03-22', to: '2026-03-22' }
  assert.deepEqual(boundsOf('week', '2026-03-22', paid), sunday)
})

test('a past month is complete, and the current one ends today', () => {
  const within = (day: string, counting: typeof usual | typeof paid = usual) =>
    monthBounds(day, '2026-01-25', counting)
  assert.deepEqual(within('2025-12-01'), { from: '2025-12-01', to: '2025-12-31' })
  assert.deepEqual(within('2026-01-25'), { from: '2026-01-01', to: '2026-01-25' })
  assert.deepEqual(within('2026-01-25', paid), { from: '2025-12-28', to: '2026-01-25' })
  assert.deepEqual(within(firstOf('2025-11', paid), paid), { from: '2025-11-28', to: '2025-12-27' })
})
