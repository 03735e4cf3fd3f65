import type { Day } from '#/core/values/day.ts'
import { type DateOrder, readDate } from '#/sources/statements/csv/dates.ts'

/**
 * Reads a date as Quicken writes it: `1/ 5'24`, `12/31/99`, `05.01.2024`, `2024-01-05`. An apostrophe begins a year of this
 * century, and single digits are padded with a space. Null if the text is not a date in that order.
 */
export function readQifDate(text: string, order: DateOrder): Day | null {
  const [front = '', year] = text.trim().split(/'\s*/)
  const written = front.replaceAll(/([/.-])\s+/g, '$1').trim()
  if (year === undefined) return readDate(written, order)
  if (!/^(?:\d{1,2}|\d{4})$/.test(year)) return null
  return readDate(`${written}/${year.length === 4 ? year : `20${year.padStart(2, '0')}`}`, order)
}
