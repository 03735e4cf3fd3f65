import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, addMonths, type Day, toDay } from '#/core/values/day.ts'
import { dividedSpans, type Span, spansOf } from './spans.ts'

const write = (spans: readonly Span[]) =>
  spans.map(({ grain, from, until }) => `${grain} ${from ?? ''}..${until ?? ''}`)
const spans = (from?: string, to?: string) =>
  write(
    spansOf(from === undefined ? undefined : toDay(from), to === undefined ? undefined : toDay(to)),
  )

test('without bounds one rollup covers everything', () => {
  assert.deepEqual(spans(), ['ever ..'])
  assert.deepEqual(write(dividedSpans(undefined, undefined)), ['month ..'])
})

test('whole months are covered by months, the edges by days', () => {
  assert.deepEqual(spans('2026-01-15', '2026-03-10'), [
    'day 2026-01-15..2026-02-01',
    'month 2026-02-01..2026-03-01',
    'day 2026-03-01..2026-03-11',
  ])
  assert.deepEqual(spans('2026-01-01', '2026-01-31'), ['month 2026-01-01..2026-02-01'])
  assert.deepEqual(spans('2026-01-02', '2026-01-30'), ['day 2026-01-02..2026-01-31'])
  assert.deepEqual(spans('2026-01-02'), ['day 2026-01-02..2026-02-01', 'month 2026-02-01..'])
  assert.deepEqual(spans(undefined, '2026-01-02'), [
    'month ..2026-01-01',
    'day 2026-01-01..2026-01-03',
  ])
})

test('every day between the bounds is covered exactly once', () => {
  for (let first = 0; first < 70; first += 3) {
    for (let length = 0; length < 130; length += 7) {
      const from = addDays(toDay('2025-12-20'), first)
      const to = addDays(from, length)
      const covered = spansOf(from, to).flatMap(daysOf)
      assert.deepEqual(covered.toSorted(), daysOf({ grain: 'day', from, until: addDays(to, 1) }))
    }
  }
})

function daysOf({ grain, from, until }: Span): Day[] {
  assert.ok(from !== null && until !== null)
  if (grain === 'month') assert.ok(from.endsWith('-01') && addMonths(from, 0) < until)
  const days: Day[] = []
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day)
  return days
}
