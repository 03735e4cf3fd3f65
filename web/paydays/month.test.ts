import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthsFrom, weeksOf } from './month.ts'

test('the weeks of a month begin on Monday and hold each of its days once', () => {
  const weeks = weeksOf('2026-02-01')
  assert.deepEqual(weeks[0], [null, null, null, null, null, null, '2026-02-01'])
  assert.equal(weeks.length, 5)
  assert.equal(weeks.flat().filter((day) => day !== null).length, 28)
})

test('months follow each other over the end of a year', () => {
  assert.deepEqual(monthsFrom('2025-12-31', 2), ['2025-12-01', '2026-01-01'])
})
