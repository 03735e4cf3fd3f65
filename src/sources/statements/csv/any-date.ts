import type { Day } from '#/core/values/day.ts'
import { dateOrders, readDate } from './dates.ts'

/** Reads a date in any order; null for a text that is a date in none. */
export function readAnyDate(text: string): Day | null {
  if (!/\d/.test(text) || text.length > DATE_MAX) return null
  for (const order of dateOrders) {
    const day = readDate(text, order)
    if (day !== null) return day
  }
  return null
}

const DATE_MAX = 60

/** Tests for dates in any order, and remembers the last one, because rows of one day follow one another. */
export function createDateTest(): (text: string) => boolean {
  let last = ''
  let was = false
  return (text) => {
    if (text === last) return was
    last = text
    was = readAnyDate(text) !== null
    return was
  }
}
