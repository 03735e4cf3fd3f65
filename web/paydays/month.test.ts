import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthsFrom, someWeek, weeksOf } from './month.ts'

test('the weeks of a month contain each of its days once', () => {
  const weeks = weeksOf('2026-02-01', 'monday')
  assert.deepEqual(weeks[0], [null, null, null, null, null, null, '2026-02-01'])
  assert.equal(weeks.length, 5)
  assert.equal(weeks.flat().filter((day) => day !== null).length, 28)
})

test('a week begins on the day that the household prefers', () => {
  for (const [starts, first, empty] of [
    ['monday', '2024-01-01', 6],
    ['sunday', '2024-01-07', 0],
    ['saturday', '2024-01-06', 1],
  ] as const) {
    assert.equal(someWeek(starts)[0], first)
    // 1 February 2026 is a Sunday.
    assert.equal(weeksOf('2026-02-01', starts)[0]!.indexOf('2026-02-01'), empty)
    assert.equal(
      weeksOf('2026-02-01', starts)
        .flat()
        .filter((day) => day !== null).length,
      28,
    )
  }
})

test('consecutive months continue over the end of a year', () => {
  assert.deepEqual(monthsFrom('2025-12-31', 2), ['2025-12-01', '2026-01-01'])
})
