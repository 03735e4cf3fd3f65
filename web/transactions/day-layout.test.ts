import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOf, layOut } from './day-layout.ts'

const heights = { row: 40, heading: 32 }

test('rows and headings follow one another without a gap', () => {
  const days = [3, 1, 5].map((count, at) => ({ day: `2026-11-0${9 - at}`, count }))
  const list = layOut(days, 9, heights)
  let end = 0
  for (let index = 0; index < 9; index += 1) {
    assert.equal(list.rowTop(index) + 40 - list.heightOf(index), end)
    end = list.rowTop(index) + 40
  }
  for (const at of [0, 1, 2]) {
    assert.equal(
      list.dayTop(at) + list.dayHeight(at),
      at === 2 ? 9 * 40 + 3 * 32 : list.dayTop(at + 1),
    )
  }
  assert.deepEqual([0, 2, 3, 4, 8].map(list.dayOf), [0, 0, 1, 2, 2])
})

test('rows of unknown days continue the last known one, and without any day there is no heading', () => {
  const list = layOut([{ day: '2026-11-09', count: 2 }], 10, heights)
  assert.equal(list.rowTop(9), 9 * 40 + 32)
  assert.equal(list.dayHeight(0), 10 * 40 + 32)
  const bare = layOut([], 3, heights)
  assert.deepEqual([bare.dayOf(1), bare.rowTop(1), bare.dayHeight(-1)], [-1, 40, 120])
})

test('days of a page are counted in its order', () => {
  const rows = ['2026-11-09', '2026-11-09', '2026-11-01'].map((booked_at) => ({ booked_at }))
  assert.deepEqual(daysOf(rows), [
    { day: '2026-11-09', count: 2 },
    { day: '2026-11-01', count: 1 },
  ])
})
