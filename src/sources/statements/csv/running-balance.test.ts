import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { createRunningBalance } from './running-balance.ts'

type Row = readonly [bookedOn: string, amount: Cents, balance: Cents | null]

function check(...rows: readonly Row[]) {
  const running = createRunningBalance()
  for (const [index, [bookedOn, amount, balance]] of rows.entries()) {
    running.push({ line: index + 2, bookedOn: bookedOn as Day, amount, balance })
  }
  return running.end()
}

const march: readonly Row[] = [
  ['2026-03-01', -100, 900],
  ['2026-03-02', -250, 650],
  ['2026-03-02', 1000, 1650],
  ['2026-03-04', -50, 1600],
]
const sound = { closing: { amount: 1600, day: '2026-03-04' }, gaps: [], missed: 0 }

test('the closing balance is found in files with the newest row first or last', () => {
  assert.deepEqual(check(...march), sound)
  assert.deepEqual(check(...march.toReversed()), sound)
})

test('a balance on only some rows is carried over the others', () => {
  const only = (...kept: readonly number[]) =>
    march.map(([day, amount, balance], at): Row => [
      day,
      amount,
      kept.includes(at) ? balance : null,
    ])
  for (const rows of [only(0, 3), only(1), only(0, 2)]) {
    assert.deepEqual(check(...rows), sound)
    assert.deepEqual(check(...rows.toReversed()), sound)
  }
  assert.deepEqual(check(...only()), { closing: null, gaps: [], missed: 0 })
})

test('positive balances of a card count as debt', () => {
  const owed = march.map(([day, amount, balance]): Row => [day, amount, 0 - balance!])
  assert.deepEqual(check(...owed), sound)
  assert.deepEqual(check(...owed.toReversed()), sound)
})

test('a missing row is reported at the line after the gap, and the closing balance stays', () => {
  const gap = [march[0]!, ...march.slice(2)]
  const found = { line: 3, expected: 1900, actual: 1650 }
  assert.deepEqual(check(...gap), { ...sound, gaps: [found], missed: 1 })
  const backwards = { line: 4, expected: 650, actual: 900 }
  assert.deepEqual(check(...gap.toReversed()), { ...sound, gaps: [backwards], missed: 1 })
})

test('a column that fits less than half of the rows is ignored', () => {
  const noise = march.map(([day, amount], at): Row => [day, amount, at * at * 777])
  assert.deepEqual(check(...noise), { closing: null, gaps: [], missed: 0 })
})
