import { addDays, addMonths, type Day, startOfMonth } from '#/core/values/day.ts'

/** A stretch of days that rollups of one grain cover exactly: `from` is in it, `until` is not; null: no bound. */
export type Span = {
  readonly grain: 'ever' | 'month' | 'day'
  readonly from: Day | null
  readonly until: Day | null
}

/**
 * The fewest rollups that together count the days `from` to `to`, both included: one for ever without bounds, else
 * whole months where they fit and single days at the edges.
 */
export function spansOf(from: Day | undefined, to: Day | undefined): readonly Span[] {
  if (from === undefined && to === undefined) return [{ grain: 'ever', from: null, until: null }]
  return dividedSpans(from, to)
}

/** As `spansOf`, but divided into months and days even without bounds: what a place among the days is found in. */
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

/** No day follows it that four digits can write, so as a bound it is none. */
const LAST_DAY = '9999-12-31'

function monthOnOrAfter(day: Day): Day {
  const start = startOfMonth(day)
  return start === day ? day : addMonths(start, 1)
}
