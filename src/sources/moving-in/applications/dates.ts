import { type Day, parseDay } from '#/core/values/day.ts'
import { MoveFault } from './move-fault.ts'
import type { Place } from './amounts.ts'

export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/**
 * Reads a date of numbers in an order: `31.12.2026`, `12/31/26`, `12/31'26`, `2026-12-31`. A time after it is ignored.
 * Null if the text is not a date in that order.
 */
export function readDay(text: string, order: DateOrder): Day | null {
  const found = /^(\d{1,4})\s?[./' -]\s?(\d{1,2})\s?[./' -]\s?(\d{1,4})(?:[T ].*)?$/.exec(text)
  if (!found) return null
  const [, a = '', b = '', c = ''] = found
  if (a.length > 2 || order === 'ymd') {
    // Nobody writes year, day, month: four digits first decide the order.
    return a.length > 2 ? dayOf(a, b, c) : null
  }
  return order === 'dmy' ? dayOf(c, b, a) : dayOf(c, a, b)
}

function dayOf(year: string, month: string, date: string): Day | null {
  if (year.length === 1 || year.length === 3 || date.length > 2) return null
  const count = Number(year)
  const full = year.length === 4 ? count : count + (count < 70 ? 2000 : 1900)
  // Nobody kept a budget before 1900; a year 20024 is a typing error.
  if (full < 1900 || full > 2199) return null
  return parseDay(
    `${String(full).padStart(4, '0')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`,
  )
}

/** Same as `readDay`, but throws MoveFault. */
export function requireDay(text: string, order: DateOrder, at: Place): Day {
  const day = readDay(text, order)
  if (day !== null) return day
  throw new MoveFault(
    at.file,
    at.line,
    text === '' ? { name: 'no_date' } : { name: 'no_such_date', date: text.slice(0, 40) },
  )
}

const orders = ['ymd', 'mdy', 'dmy'] as const

/**
 * Decides the order of dates from all dates of a file. Exports list payments by date, so where the numbers alone fit two
 * orders, the one in which the list is sorted wins.
 */
export function createOrderDetector() {
  const left = new Map(
    orders.map((order) => [order, { last: null as Day | null, rises: false, falls: false }]),
  )
  let example = ''
  return {
    push: (text: string) => {
      for (const [order, seen] of left) {
        const day = readDay(text, order)
        if (day === null) {
          // The last order stays, so that the fault is named at its line.
          if (left.size > 1) left.delete(order)
          continue
        }
        if (seen.last !== null) {
          if (day > seen.last) seen.rises = true
          if (day < seen.last) seen.falls = true
        }
        seen.last = day
      }
      if (left.has('dmy') && left.has('mdy') && readDay(text, 'dmy') !== readDay(text, 'mdy')) {
        example = text
      }
    },
    /** Returns the order, or an example of a date that could be two days. */
    end: (): { readonly order: DateOrder } | { readonly example: string } => {
      const [first = 'ymd', ...others] = left.keys()
      if (others.length === 0 || example === '') return { order: first }
      const sorted = [...left].filter(([, { rises, falls }]) => !(rises && falls))
      return sorted.length === 1 ? { order: sorted[0]![0] } : { example }
    },
  }
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Reads a month: `Jan 2024`, `2024-01`, `01/2024`, `202401`. Returns its first day; null if it is not a month. */
export function readMonth(text: string): Day | null {
  const words = /^(\p{L}{3,9})\.? (\d{4})$/u.exec(text)
  if (words) {
    const month = months.indexOf(words[1]!.slice(0, 3).toLowerCase())
    return month < 0 ? null : firstOf(words[2]!, String(month + 1))
  }
  const year = /^(\d{4})[-/]?(\d{2})(?:-\d{2})?$/.exec(text)
  if (year) return firstOf(year[1]!, year[2]!)
  const last = /^(\d{1,2})[-/.](\d{4})$/.exec(text)
  return last ? firstOf(last[2]!, last[1]!) : null
}

function firstOf(year: string, month: string): Day | null {
  return parseDay(`${year}-${month.padStart(2, '0')}-01`)
}
