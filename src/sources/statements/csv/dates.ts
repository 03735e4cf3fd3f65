import { type Day, parseDay } from '#/core/values/day.ts'
import { fold } from '#/core/values/fold.ts'

/** The order of a date's numbers: `dmy` 31.12.2026, `mdy` 12/31/2026, `ymd` 2026-12-31. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

export const dateOrders: readonly DateOrder[] = ['ymd', 'dmy', 'mdy']

/**
 * Reads a date in the given order, with any separators; a time after it is ignored, months may be words. Null if the text
 * is not a date in that order. Two-digit years mean 1970 to 2069.
 */
export function readDate(text: string, order: DateOrder): Day | null {
  const written = text.trim()
  const compact = /^(\d{4})(\d{2})(\d{2})(?:\d{6})?(?![\d])/.exec(written)
  if (compact) return order === 'ymd' ? dayOf(compact[1]!, compact[2]!, compact[3]!) : null
  const tight = /^(\d{2})(\d{2})(\d{4})$/.exec(written)
  if (tight) return byOrder([tight[1]!, tight[2]!, tight[3]!], order)
  const parts =
    /^(?:\p{L}{2,10}\.?,? +)?(\d{1,4}|\p{L}{3,}\.?)[\s./,-]{1,3}(?:de +)?(\d{1,2}|\p{L}{3,}\.?)[\s./,-]{1,3}(?:de +)?(\d{1,4})(?:$|[\sT,]+\D{0,3}\d{1,2}[:.h]\d{2}.*$)/u.exec(
      written,
    )
  if (!parts) return null
  const [, first = '', second = '', third = ''] = parts
  // With a month in letters, only the position of the year is open.
  if (/^\p{L}/u.test(second)) {
    const isYearFirst = first.length === 4
    if (isYearFirst !== (order === 'ymd'))
      return first.length === 4 ? null : wordy(first, second, third)
    return isYearFirst ? wordy(third, second, first) : wordy(first, second, third)
  }
  if (/^\p{L}/u.test(first)) return wordy(second, first, third)
  return byOrder([first, second, third], order)
}

function byOrder([a, b, c]: readonly [string, string, string], order: DateOrder): Day | null {
  if (order === 'ymd') return a.length === 4 || a.length === 2 ? dayOf(a, b, c) : null
  return order === 'dmy' ? dayOf(c, b, a) : dayOf(c, a, b)
}

function wordy(date: string, word: string, year: string): Day | null {
  const month = months.get(fold(word).slice(0, 4)) ?? months.get(fold(word).slice(0, 3))
  return month === undefined ? null : dayOf(year, String(month), date)
}

function dayOf(year: string, month: string, date: string): Day | null {
  if (date.length > 2 || month.length > 2 || year.length === 3) return null
  const count = Number(year)
  const full = year.length === 4 ? count : count + (count < 70 ? 2000 : 1900)
  return parseDay(
    `${String(full).padStart(4, '0')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`,
  )
}

/** Months by the first letters of their English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish and Polish names. */
const months = new Map(
  [
    'jan ene gen janv janu sty',
    'feb fev febr fevr lut',
    'mar mrz maer marz mars maart mrt',
    'apr avr abr avri kwi',
    'may mai mag maj mei',
    'jun juin giu juni cze',
    'jul juil lug juli lip',
    'aug aout ago augu sie',
    'sep set sept wrz',
    'oct okt out ott paz',
    'nov lis',
    'dec dez dic gru',
  ].flatMap((words, index) =>
    words.split(' ').map((word): [string, number] => [word.slice(0, 4), index + 1]),
  ),
)
