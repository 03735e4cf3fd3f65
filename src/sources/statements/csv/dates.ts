import { type Day, parseDay } from '#/core/values/day.ts'
import { isWeekday, monthOf } from './date-words.ts'

/** The order of a date's numbers: `dmy` 31.12.2026, `mdy` 12/31/2026, `ymd` 2026-12-31. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

export const dateOrders: readonly DateOrder[] = ['ymd', 'dmy', 'mdy']

/**
 * Reads a date in the given order, with any separators: `31/12/17`, `2019.04.19.`, `20240401`, `1. März 2026`,
 * `Apr 1, 2024`, `2024年4月1日`. A day of the week before it and a time behind it are ignored, and of
 * `04/17/2023 as of 04/15/2023` the first counts. Null if the text is not a date in that order. The order does not matter
 * where the month is a word. Two-digit years mean 1970 to 2069.
 */
export function readDate(text: string, order: DateOrder): Day | null {
  if (text.length > LONGEST) return null
  const simple = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/.exec(text)
  if (simple) return byOrder([simple[1]!, simple[3]!, simple[4]!], order)
  const written = cleaned(text)
  for (const start of [written, withoutWeekday(written)]) {
    if (start === null) continue
    for (const shape of shapes) {
      const found = shape.pattern.exec(start)
      const day = found && shape.read(found, order)
      if (day && isIgnored(start.slice(found[0].length), order)) return day
    }
  }
  return null
}

const LONGEST = 100

/** Writes blanks and dashes in one way, and drops quotes and what cannot be seen. */
function cleaned(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[="' ]+|["' ]+$/g, '')
}

/** Takes a day of the week and an article from the beginning: `Fri, 1 Apr 2024`, `le 1er avril 2024`. */
function withoutWeekday(text: string): string | null {
  const found = /^(\p{L}{1,13})(?:-feira)?[.,]{0,2} /u.exec(text)
  const rest = found && isWeekday(found[1]!) ? text.slice(found[0].length) : text
  const bare = rest.replace(/^(?:den|le|el|il|am) (?=\d)/i, '')
  return bare === text ? null : bare
}

/** Checks that only a time, a day of the week, a full stop or another date stands behind a date. */
function isIgnored(behind: string, order: DateOrder): boolean {
  if (/^[.,]?$/.test(behind)) return true
  if (timeBehind.test(behind)) return true
  if (/^\.?T\d{4}(?:\d{2})?(?:Z|[.,+-]\d{1,9})?$/.test(behind)) return true
  const day = /^,? ?\(?(\p{L}{1,13})\.?\)?$/u.exec(behind)
  if (day) return isWeekday(day[1]!)
  const second = /^ as of (.*)$/i.exec(behind)
  return second !== null && readDate(second[1]!, order) !== null
}

const timeBehind =
  /^\.?(?:T|,| ?- ?|,? | ?@ ?)(?:\p{L}{1,4}\.? ){0,2}\d{1,2}[:.h]\d{2}(?!\.\d{4}$)[\p{L}\d/_+:., ()-]{0,60}$/u

type Shape = {
  readonly pattern: RegExp
  readonly read: (found: RegExpExecArray, order: DateOrder) => Day | null
}

const shapes: readonly Shape[] = [
  // 20240401, 20240401123000, 01042024
  {
    pattern: /^(\d{2})(\d{2})(\d{2})(\d{2})(?:\d{4}|\d{6})?(?!\d)/,
    read: ([, a = '', b = '', c = '', d = ''], order) =>
      order === 'ymd' ? dayOf(a + b, c, d) : byOrder([a, b, c + d], order),
  },
  // 2024年4月1日, 2024년 4월 1일
  {
    pattern:
      /^(?:(令和|平成) ?(\d{1,2}|元)|(\d{4})) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]?/,
    read: ([, era, count = '', year = '', month = '', date = '']) => {
      const first = era === '令和' ? 2018 : 1988
      return dayOf(era ? String(first + (count === '元' ? 1 : Number(count))) : year, month, date)
    },
  },
  {
    pattern: /^(\d{1,4})[ ./-]{1,3}(\d{1,2})[ ./-]{1,3}'?(\d{1,4})(?!\d)/,
    read: ([, a = '', b = '', c = ''], order) => byOrder([a, b, c], order),
  },
  // 1. März 2026, 01-Apr-24, 1 de abril de 2024, 1st April 2024, 01APR24
  {
    pattern:
      /^(\d{1,2})(?:(?:st|nd|rd|th|er|re|o|a)(?=[ .,/-]))?[ .,/-]{0,3}(?:de )?(\p{L}{1,14})[ .,/'-]{0,3}(?:del? )?(\d{4}|\d{1,2})(?!\d)/u,
    read: ([, date = '', word = '', year = '']) => worded(year, word, date),
  },
  // Apr 1, 2024, April 1st 2024
  {
    pattern: /^(\p{L}{1,14})[ .,/-]{0,3}(\d{1,2})(?:st|nd|rd|th)?[ .,/'-]{1,3}(\d{4}|\d{2})(?!\d)/u,
    read: ([, word = '', date = '', year = '']) => worded(year, word, date),
  },
  // 2024-Apr-01, 2024. április 1.
  {
    pattern: /^(\d{4})[ .,/-]{0,3}(?:de )?(\p{L}{1,14})[ .,/-]{0,3}(\d{1,2})(?!\d)/u,
    read: ([, year = '', word = '', date = '']) => worded(year, word, date),
  },
]

function byOrder([a, b, c]: readonly [string, string, string], order: DateOrder): Day | null {
  if (order === 'ymd') return dayOf(a, b, c)
  return order === 'dmy' ? dayOf(c, b, a) : dayOf(c, a, b)
}

function worded(year: string, word: string, date: string): Day | null {
  const month = monthOf(word)
  // Some programs drop the zero of a year: `10-Nov-9`.
  return month === null ? null : dayOf(year.padStart(2, '0'), String(month), date)
}

function dayOf(year: string, month: string, date: string): Day | null {
  if (date.length > 2 || month.length > 2 || (year.length !== 4 && year.length !== 2)) return null
  const count = Number(year)
  const full = year.length === 4 ? count : count + (count < 70 ? 2000 : 1900)
  // Other years are a number that looks like a date, or another calendar.
  if (full < FIRST_YEAR || full > LAST_YEAR) return null
  return parseDay(`${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
}

const FIRST_YEAR = 1900
const LAST_YEAR = 2199
