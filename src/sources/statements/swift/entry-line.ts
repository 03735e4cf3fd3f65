import { type Cents } from '#/core/values/cents.ts'
import { type Day, daysBetween, parseDay } from '#/core/values/day.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import { excerpt, readPlainAmount } from '#/sources/statements/plain-amount.ts'

/** Field 61 of MT940 and MT942. */
export type EntryLine = {
  readonly valueOn: Day
  /** The day of booking; null if the bank leaves it out. */
  readonly enteredOn: Day | null
  /** Expected entries are not booked yet. */
  readonly isExpected: boolean
  /** In cents; negative for money that goes out. */
  readonly amount: Cents
  /** The account owner's reference, which some banks use for words. */
  readonly reference: string
}

const shape = /^(\d{6})(\d{4})? ?(E?[CD]|R[CD]) ?([A-Z])? ?([\d.,]+)([A-Z][A-Z0-9]{3})?([^]*)$/

/**
 * Reads `2312291229DR12,34NMSCNONREF//8327`. `RC` takes a credit back and `RD` a debit; the letter after the mark is the
 * last of the currency. Throws StatementFault.
 */
export function readEntryLine(text: string, currency: string, line: number): EntryLine {
  const found = shape.exec(text.trim())
  if (!found) throw new StatementFault(line, { name: 'entry_unreadable', entry: excerpt(text) })
  const [, value = '', entry, mark = '', , written = '', , rest = ''] = found
  const magnitude = readPlainAmount(written.replace(/[.,]$/, ''), currency, line)
  const valueOn = readSwiftDay(value)
  if (valueOn === null) {
    throw new StatementFault(line, { name: 'no_such_date', date: excerpt(value) })
  }
  const goesOut = mark === 'D' || mark === 'ED' || mark === 'RC'
  return {
    valueOn,
    enteredOn: entry === undefined ? null : nearest(valueOn, entry),
    isExpected: mark.startsWith('E'),
    amount: goesOut ? 0 - magnitude : magnitude,
    reference: rest.split('//')[0]!.trim(),
  }
}

/**
 * Reads `YYMMDD`; null if there is no such day. Banks that count 30 days in each month write days such as 30 February,
 * which become the month's last.
 */
export function readSwiftDay(text: string): Day | null {
  const [, year = '', month = '', date = ''] = /^(\d{2})(\d{2})(\d{2})$/.exec(text) ?? []
  const full = Number(year) < 80 ? `20${year}` : `19${year}`
  if (Number(date) > 31) return null
  for (let day = Number(date); day > 27 || day === Number(date); day -= 1) {
    const found = parseDay(`${full}-${month}-${String(day).padStart(2, '0')}`)
    if (found !== null || day < 28) return found
  }
  return null
}

/** Gives the day of booking, `MMDD`, the year that brings it nearest to the value date: they may lie in two years. */
function nearest(valueOn: Day, entry: string): Day | null {
  const year = Number(valueOn.slice(0, 4))
  const days = [year - 1, year, year + 1].flatMap((one) => {
    const day = parseDay(`${one}-${entry.slice(0, 2)}-${entry.slice(2)}`)
    return day === null ? [] : [day]
  })
  const distance = (day: Day) => Math.abs(daysBetween(day, valueOn))
  return days.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}
