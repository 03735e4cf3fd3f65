import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayFromNumber, dayNumber, partsOf, toDay } from '#/core/values/day.ts'
import { forSeeds, type Witness } from '../simulations/seeds.ts'
import { dateOrders, type DateOrder, readDate } from '#/sources/statements/csv/dates.ts'

test('two digits of a year are 1970 to 2069', () => {
  assert.equal(readDate('31.12.69', 'dmy'), '2069-12-31')
  assert.equal(readDate('01.01.70', 'dmy'), '1970-01-01')
})

// A writer of dates that knows nothing of the reader. Names of months and days come from ICU, as in banks' programs.

const languages = [
  'en-US en-GB de-DE de-AT fr-FR es-ES it-IT nl-NL pt-PT da-DK nb-NO sv-SE pl-PL cs-CZ',
  'hu-HU fi-FI tr-TR ro-RO et-EE',
].flatMap((list) => list.split(' '))

type Written = { readonly year: number; readonly month: number; readonly date: number }

const wide = (count: number) => String(count).padStart(2, '0')
const short = (year: number) => wide(year % 100)

const numeric: readonly (readonly [DateOrder, (day: Written) => string])[] = [
  ...['.', '/', '-', '. ', ' ', ' / ', '‑'].flatMap(
    (mark): (readonly [DateOrder, (day: Written) => string])[] => [
      ['ymd', ({ year, month, date }) => [year, wide(month), wide(date)].join(mark)],
      ['dmy', ({ year, month, date }) => [wide(date), wide(month), year].join(mark)],
      ['mdy', ({ year, month, date }) => [wide(month), wide(date), year].join(mark)],
      ['ymd', ({ year, month, date }) => [year, month, date].join(mark)],
      ['dmy', ({ year, month, date }) => [date, month, short(year)].join(mark)],
      ['mdy', ({ year, month, date }) => [month, date, short(year)].join(mark)],
    ],
  ),
  ['ymd', ({ year, month, date }) => `${year}.${wide(month)}.${wide(date)}.`],
  ['ymd', ({ year, month, date }) => `${year}. ${wide(month)}. ${wide(date)}.`],
  ['ymd', ({ year, month, date }) => `${year}${wide(month)}${wide(date)}`],
  ['dmy', ({ year, month, date }) => `${wide(date)}${wide(month)}${year}`],
  ['mdy', ({ year, month, date }) => `${wide(month)}${wide(date)}${year}`],
  ['ymd', ({ year, month, date }) => `${year}年${month}月${date}日`],
  ['ymd', ({ year, month, date }) => `${year}년 ${month}월 ${date}일`],
  ['dmy', ({ year, month, date }) => `${date}/${month}/'${short(year)}`],
]

const worded: readonly ((day: Written, month: string) => string)[] = [
  ({ year, date }, month) => `${wide(date)} ${month} ${year}`,
  ({ year, date }, month) => `${date}. ${month} ${year}`,
  ({ year, date }, month) => `${date}. ${month.toUpperCase()} ${year}`,
  ({ year, date }, month) => `${wide(date)}-${month}-${short(year)}`,
  ({ year, date }, month) => `${wide(date)}/${month}/${year}`,
  ({ year, date }, month) => `${wide(date)}${month.toUpperCase()}${year}`,
  ({ year, date }, month) => `${month} ${date}, ${year}`,
  ({ year, date }, month) => `${month} ${wide(date)} ${year}`,
  ({ year, date }, month) => `${date} de ${month} de ${year}`,
  ({ year, date }, month) => `${year}-${month}-${wide(date)}`,
  ({ year, date }, month) => `${year}. ${month} ${date}.`,
]

const times = [
  '||||T12:30| 12:30| 00:00:00|T08:05:09.123Z|T23:59:59+02:00|, 14:05| 1:05 PM| 12.30| kl. 12:30| 0:00',
  ' um 12:30 Uhr| at 9:15 am| 12:30:00 UTC|-12.30.45.123456| 18h05| 12:30:00 +0200|T123045',
  ' 12:30:00 Europe/Berlin| @ 12:30',
].flatMap((list) => list.split('|'))

function dayFrom(chance: Witness): Written & { readonly day: string } {
  const day = dayFromNumber(dayNumber(toDay('1990-01-01')) + chance.below(25_000))
  return { ...partsOf(day), day }
}

function pick<Item>(chance: Witness, items: readonly Item[]): Item {
  return items[chance.below(items.length)]!
}

test('dates in numbers are read in every notation, and never as another day in their order', () => {
  forSeeds(6000, (chance) => {
    const written = dayFrom(chance)
    const [order, write] = pick(chance, numeric)
    const language = pick(chance, languages.slice(0, 14))
    const name = new Intl.DateTimeFormat(language, { weekday: pick(chance, ['long', 'short']) })
    const noon = new Date(`${written.day}T12:00:00Z`)
    const ahead = pick(chance, ['', '', '', `${name.format(noon)} `, `${name.format(noon)}, `])
    const text = `${ahead}${write(written)}${pick(chance, times)}`
    chance.note(text, { order, day: written.day })
    assert.equal(readDate(text, order), written.day)
  })
})

test('dates with the name of a month are read in every order, in full and short, in 19 languages', () => {
  forSeeds(6000, (chance) => {
    const written = dayFrom(chance)
    const language = pick(chance, languages)
    const month = pick(chance, ['long', 'short'] as const)
    const noon = new Date(`${written.day}T12:00:00Z`)
    const isAlone = chance.below(2) === 0
    // Beside a day the name may be in another case: `1 stycznia`, but `styczeń`.
    const format = isAlone
      ? { month }
      : { month, day: 'numeric' as const, year: 'numeric' as const }
    const name = new Intl.DateTimeFormat(language, format)
      .formatToParts(noon)
      .find(({ type }) => type === 'month')!.value
    const text = pick(chance, worded)(written, name) + pick(chance, times)
    // ICU has no short names in some languages: it writes the number.
    if (/^\d/.test(name)) return
    chance.note(text, { language, day: written.day })
    for (const order of dateOrders) assert.equal(readDate(text, order), written.day)
  })
})

const days: readonly (readonly [string, DateOrder, string])[] = [
  ['2019.04.19.', 'ymd', '2019-04-19'],
  ['04/17/2023 as of 04/15/2023', 'mdy', '2023-04-17'],
  ['2024-04-01T12:30', 'ymd', '2024-04-01'],
  ['01 Apr 2024', 'mdy', '2024-04-01'],
  ['Apr 1, 2024', 'dmy', '2024-04-01'],
  ['April 1st, 2024', 'dmy', '2024-04-01'],
  ['1. März 2026', 'dmy', '2026-03-01'],
  ['1. Jänner 2026', 'dmy', '2026-01-01'],
  ['1er février 2026', 'dmy', '2026-02-01'],
  ['le 3 août 2026', 'dmy', '2026-08-03'],
  ['1º de maio de 2026', 'dmy', '2026-05-01'],
  ['31/12/17', 'dmy', '2017-12-31'],
  ['20240401', 'ymd', '2024-04-01'],
  ['20240401123059', 'ymd', '2024-04-01'],
  ['4/1/2024 0:00', 'mdy', '2024-04-01'],
  ['="2024-04-01"', 'ymd', '2024-04-01'],
  ['2024年4月1日', 'ymd', '2024-04-01'],
  ['2024/4/1(月)', 'ymd', '2024-04-01'],
  ['令和6年4月1日', 'ymd', '2024-04-01'],
  ['２０２４/０４/０１', 'ymd', '2024-04-01'],
  ['\u00a001.04.2024\u00a0', 'dmy', '2024-04-01'],
  ['1 апреля 2024', 'dmy', '2024-04-01'],
  ['01.04.2024 (Mo)', 'dmy', '2024-04-01'],
]

test('dates that were once refused or misread are read to the day', () => {
  for (const [text, order, day] of days) assert.equal(readDate(text, order), day, text)
})

const noDates = [
  '|-|Pending|Pending 01/04/2024|01/04/2024 Pending|31.02.2026|00.04.2024|2024-04|04/2024|April 2024',
  '1 April|1 Foo 2024|12.900|1.234.567|12,50|01/04/2024 - 03/04/2024|01.04.2024 02.04.2024|12:30',
  '45383|0001-04-01|1/4/4|1/4/204|99999999|2567-04-01|01042024123|2024-04-01x|1.1.1.1',
].flatMap((list) => list.split('|'))

test('a text that is not one whole date is refused in every order', () => {
  for (const text of noDates) {
    for (const order of dateOrders) assert.equal(readDate(text, order), null, `${text} ${order}`)
  }
})

test('a date in numbers is not read in an order that it does not fit', () => {
  assert.equal(readDate('13/04/2024', 'mdy'), null)
  assert.equal(readDate('04/13/2024', 'dmy'), null)
  assert.equal(readDate('2024-04-01', 'dmy'), null)
  assert.equal(readDate('01.04.2024', 'ymd'), null)
})
