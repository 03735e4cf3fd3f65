import { addDays, addMonths, type Day, startOfMonth } from '#/core/values/day.ts'

/** A period that rollups of one grain cover exactly, from `from` up to but not including `until`; null: unbounded. */
export type Span = {
  readonly grain: 'ever' | 'month' | 'day'
  readonly from: Day | null
  readonly until: Day | null
}

/**
 * Returns the fewest rollups that count the days `from` to `to` (inclusive): without bounds one over all time, otherwise
 * whole months and single days at the edges.
 */
export function spansOf(from: Day | undefined, to: Day | undefined): readonly Span[] {
  if (from === undefined && to === undefined) return [{ grain: 'ever', from: null, until: null }]
  return dividedSpans(from, to)
}

/** Like `spansOf`, but divided into months and days even without bounds, to find a position among the days. */
export function dividedSpans(from: Day | undefined, to: Day | undefined): readonly Span[] {
  const until = to === undefined || to >= LAST_DAY ? null : addDays(to, 1)
  const first = from ?? null
  const monthsFrom = first === null ? null : monthOnOrAfter(first)
  const monthsUntil = until === null ? null : startOfMonth(until)
  if (monthsFrom !== null && monthsUntil !== null && monthsFrom >= monthsUntil) {
    return [{ grain: 'day', from: first, until }]
  }
  const spans: Span[] = [
    { grain: 'day', from: first, until: monthsFrom },
    { grain: 'month', from: monthsFrom, until: monthsUntil },
    { grain: 'day', from: monthsUntil, until },
  ]
  return spans.filter((span) => span.grain === 'month' || span.from !== span.until)
}

/**
 * Returns fewer rollups than `dividedSpans` for long periods: where most days of a month at the edge count, the whole month,
 * and the days that do not. The sum of the days outside `from` to `to` must be subtracted.
 */
export function netSpans(from: Day, to: Day): readonly Span[] {
  const [first, last] = [startOfMonth(from), startOfMonth(to)]
  if (first === last || last >= LAST_MONTH) return dividedSpans(from, to)
  const until = addDays(to, 1)
  const [second, next] = [addMonths(first, 1), addMonths(last, 1)]
  const isFirstWhole = dayOfMonth(from) <= dayOfMonth(addDays(second, -1)) / 2 + 1
  const isLastWhole = dayOfMonth(to) > dayOfMonth(addDays(next, -1)) / 2
  const spans: Span[] = [
    { grain: 'day', from: isFirstWhole ? first : from, until: isFirstWhole ? from : second },
    { grain: 'month', from: isFirstWhole ? first : second, until: isLastWhole ? next : last },
    { grain: 'day', from: isLastWhole ? until : last, until: isLastWhole ? next : until },
  ]
  return spans.filter((span) => span.from !== span.until)
}

function dayOfMonth(day: Day): number {
  return Number(day.slice(-2))
}

const LAST_MONTH = '9999-12-01'

/** The last day with a four-digit year; as a bound it means unbounded. */
const LAST_DAY = '9999-12-31'

function monthOnOrAfter(day: Day): Day {
  const start = startOfMonth(day)
  return start === day ? day : addMonths(start, 1)
}
