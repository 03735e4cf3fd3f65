import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthBounds } from './period.ts'

const usual = { week_starts_on: 'monday', month_starts_on_day: 1 } as const
const paid = { week_starts_on: 'sunday', month_starts_on_day: 28 } as const

test('a past month is complete, and the current one ends today', () => {
  const within = (day: string, counting: typeof usual | typeof paid = usual) =>
    monthBounds(day, '2026-01-25', counting)
  assert.deepEqual(within('2025-12-01'), { from: '2025-12-01', to: '2025-12-31' })
  assert.deepEqual(within('2026-01-25'), { from: '2026-01-01', to: '2026-01-25' })
  assert.deepEqual(within('2026-01-25', paid), { from: '2025-12-28', to: '2026-01-25' })
  assert.deepEqual(within('2025-11-28', paid), { from: '2025-11-28', to: '2025-12-27' })
})
