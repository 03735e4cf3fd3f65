import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { createRunningBalance } from './running-balance.ts'

type Row = readonly [bookedOn: string, amount: Cents, balance: Cents | null]

function judge(...rows: readonly Row[]) {
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
const sound = { told: { amount: 1600, day: '2026-03-04' }, gaps: [], missed: 0 }

test('the balance after the last row is told whichever end of the file is the newest', () => {
  assert.deepEqual(judge(...march), sound)
  assert.deepEqual(judge(...march.toReversed()), sound)
})

test('a balance that stands on some rows alone is carried over the others', () => {
  const only = (...kept: readonly number[]) =>
    march.map(([day, amount, balance], at): Row => [
      day,
      amount,
      kept.includes(at) ? balance : null,
    ])
  for (const rows of [only(0, 3), only(1), only(0, 2)]) {
    assert.deepEqual(judge(...rows), sound)
    assert.deepEqual(judge(...rows.toReversed()), sound)
  }
  assert.deepEqual(judge(...only()), { told: null, gaps: [], missed: 0 })
})

test('what is owed on a card counts as debt', () => {
  const owed = march.map(([day, amount, balance]): Row => [day, amount, 0 - balance!])
  assert.deepEqual(judge(...owed), sound)
  assert.deepEqual(judge(...owed.toReversed()), sound)
})

test('a row that is missing is told with the line behind the gap, and the balance holds', () => {
  const gap = [march[0]!, ...march.slice(2)]
  const found = { line: 3, expected: 1900, told: 1650 }
  assert.deepEqual(judge(...gap), { ...sound, gaps: [found], missed: 1 })
  const backwards = { line: 4, expected: 650, told: 900 }
  assert.deepEqual(judge(...gap.toReversed()), { ...sound, gaps: [backwards], missed: 1 })
})

test('a column that fits less than half of the rows is no running balance', () => {
  const noise = march.map(([day, amount], at): Row => [day, amount, at * at * 777])
  assert.deepEqual(judge(...noise), { told: null, gaps: [], missed: 0 })
})
