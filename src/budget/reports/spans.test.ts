import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, addMonths, type Day, toDay } from '#/core/values/day.ts'
import { dividedSpans, netSpans, type Span, spansOf } from './spans.ts'

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

test('of a month at the edge whose most days count, the others are subtracted', () => {
  const net = (from: string, to: string) => write(netSpans(toDay(from), toDay(to)))
  assert.deepEqual(net('2026-01-03', '2026-03-30'), [
    'day 2026-01-01..2026-01-03',
    'month 2026-01-01..2026-04-01',
    'day 2026-03-31..2026-04-01',
  ])
  assert.deepEqual(net('2026-01-20', '2026-02-10'), [
    'day 2026-01-20..2026-02-01',
    'day 2026-02-01..2026-02-11',
  ])
  assert.deepEqual(net('2026-01-02', '2026-01-30'), ['day 2026-01-02..2026-01-31'])
  assert.deepEqual(net('9999-01-02', '9999-12-30').at(-1), 'day 9999-12-01..9999-12-31')
})

test('net of what is outside, every day between the bounds is covered exactly once', () => {
  for (let first = 0; first < 70; first += 3) {
    for (let length = 0; length < 130; length += 7) {
      const from = addDays(toDay('2025-12-20'), first)
      const to = addDays(from, length)
      const net = new Map<Day, number>()
      for (const span of netSpans(from, to)) {
        for (const day of daysOf(span)) {
          const sign = span.grain === 'day' && (day < from || day > to) ? -1 : 1
          net.set(day, (net.get(day) ?? 0) + sign)
        }
      }
      for (const [day, times] of net) if (times === 0) net.delete(day)
      const wanted = daysOf({ grain: 'day', from, until: addDays(to, 1) })
      assert.deepEqual([...net.keys()].toSorted(), wanted)
      assert.ok(net.values().every((times) => times === 1))
    }
  }
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
