import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lowPointOf } from '#/core/values/low-point.ts'
import { dayByKey, someWeek, weeksOf } from './month.ts'

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

test('arrow keys go from day to day and week to week, within what is known', () => {
  const bounds = { first: '2026-01-10', last: '2027-01-31' }
  for (const [key, to] of [
    ['ArrowRight', '2026-03-01'],
    ['ArrowLeft', '2026-02-27'],
    ['ArrowDown', '2026-03-07'],
    ['ArrowUp', '2026-02-21'],
    ['PageUp', '2026-01-28'],
    ['PageDown', '2026-03-28'],
    ['Home', '2026-02-23'],
    ['End', '2026-03-01'],
    ['x', null],
  ] as const) {
    assert.equal(dayByKey(key, '2026-02-28', bounds), to, key)
  }
  assert.equal(dayByKey('PageUp', '2026-01-20', bounds), '2026-01-10')
  assert.equal(dayByKey('PageDown', '2027-01-20', bounds), '2027-01-31')
})

test('the low point is the last day of the lowest level before it changes', () => {
  const days = (...free: (number | null)[]) =>
    free.map((one, index) => ({ date: `2026-01-0${index + 1}`, free: one }))
  assert.deepEqual(lowPointOf(days(null, 500, 200, 200, 900, 200)), {
    day: '2026-01-04',
    free: 200,
  })
  assert.deepEqual(lowPointOf(days(900, -50)), { day: '2026-01-02', free: -50 })
  assert.equal(lowPointOf(days(300, 300)), null)
  assert.equal(lowPointOf(days(null, null)), null)
})
