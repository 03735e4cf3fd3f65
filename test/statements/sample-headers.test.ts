import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as z from 'zod'
import { addDays, type Day, partsOf, toDay } from '#/core/values/day.ts'
import { nameOf } from '#/sources/statements/csv/column-names.ts'
import { createCsvRecords } from '#/sources/statements/csv/records.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import { detectDialect, readRows } from '#/sources/statements/reading/read.ts'

// The headers of real exports, with what their columns mean, and rows of our own below them.

const file = join(import.meta.dirname, '../../../shared/samples/layouts.jsonl')
const skip = existsSync(file) ? false : 'the recorded layouts are not here'

const sampleLayout = z.object({
  header: z.string(),
  separator: z.string(),
  lines_before: z.int(),
  date: z.string(),
  amount: z.string().nullable(),
  debit: z.string().nullable(),
  credit: z.string().nullable(),
  direction: z.string().nullable(),
  date_order: z.enum(['dmy', 'mdy', 'ymd']),
  decimal: z.enum([',', '.']),
  spending_is_positive: z.boolean(),
  card: z.boolean(),
  currency: z.string(),
})
type SampleLayout = z.infer<typeof sampleLayout>

const shops = ['Corner bakery', 'Tram tickets', 'Book shop', 'City water works', 'Green grocer']
const payments = Array.from({ length: 24 }, (_, index) => ({
  day: addDays(toDay('2026-03-02'), index),
  amount: index % 6 === 5 ? 150_000 + index : -(1234 + 37 * index),
  words: index % 6 === 5 ? 'PAYMENT RECEIVED - THANK YOU' : shops[index % shops.length]!,
}))

function namesOf({ header, separator }: SampleLayout): readonly string[] {
  let names: readonly string[] = []
  const records = createCsvRecords(separator, ({ cells }) => (names = cells))
  records.push(header)
  records.end()
  return names
}

function dayText(day: Day, order: SampleLayout['date_order'], decimal: string): string {
  const { year, month, date } = partsOf(day)
  const two = (value: number) => String(value).padStart(2, '0')
  const sign = decimal === ',' && order === 'dmy' ? '.' : '/'
  if (order === 'ymd') return `${year}-${two(month)}-${two(date)}`
  return (order === 'dmy' ? [two(date), two(month), year] : [two(month), two(date), year]).join(
    sign,
  )
}

function write(layout: SampleLayout): string {
  const { date, amount, debit, credit, direction, separator, decimal, currency } = layout
  const names = namesOf(layout)
  const money = (cents: number) => (cents / 100).toFixed(2).replace('.', decimal)
  const sign = layout.spending_is_positive ? -1 : 1
  let wordy = names.findIndex((name) =>
    /desc|label|payee|name|text|detail|verwendung|omschr|libell|tekst|histor|concepto|merchant|opis|опис|основ|note|memo/i.test(
      nameOf(name).full,
    ),
  )
  if (wordy < 0) wordy = names.length - 1
  const isDirected = direction !== null
  const rows = payments.map(({ day, amount: cents, words }) =>
    names
      .map((name, at) => {
        if (name === date) return dayText(day, layout.date_order, decimal)
        if (name === amount) return money(isDirected ? Math.abs(cents) : sign * cents)
        if (name === debit) return cents < 0 ? money(-cents) : ''
        if (name === credit) return cents > 0 ? money(cents) : ''
        if (name === direction)
          return /af|bij/i.test(name) ? (cents < 0 ? 'Af' : 'Bij') : cents < 0 ? 'Debit' : 'Credit'
        if (at === wordy) return words
        if (/^(currency|devise|währung|waehrung|valutacode|ccy|валюта платежа)$/i.test(name.trim()))
          return currency
        return ''
      })
      .map((cell) => `"${cell}"`)
      .join(separator),
  )
  const before = Array.from({ length: layout.lines_before }, (_, line) => `Line ${line + 1}`)
  return [...before, layout.header, ...rows, ''].join('\n')
}

async function outcomeOf(layout: SampleLayout): Promise<'right' | 'wrong' | 'asks'> {
  const source = async function* () {
    yield Buffer.from(write(layout))
  }
  const options = { currency: layout.currency, isCard: layout.card }
  try {
    const { question, ...dialect } = await detectDialect(source, options)
    if (question) return 'asks'
    const found: string[] = []
    for await (const rows of readRows(source, dialect, options)) {
      found.push(...rows.map(({ bookedOn, amount }) => `${bookedOn} ${amount}`))
    }
    const expected = payments.map(({ day, amount }) => `${day} ${amount}`)
    return found.join() === expected.join() ? 'right' : 'wrong'
  } catch (error) {
    if (error instanceof StatementFault) return 'asks'
    throw error
  }
}

test(
  'below the headers of real exports, rows are read right or a person is asked',
  { skip },
  async () => {
    const layouts = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => sampleLayout.parse(JSON.parse(line)))
      // Written in an encoding that the recorded header has lost, or naming its amount by nothing.
      .filter(({ header, amount }) => !/[ÒÄÍÊ][\u0080-\u00ff]|\ufffd/.test(header) && amount !== '')
    const outcomes = await Promise.all(layouts.map(outcomeOf))
    const list = (wanted: string) =>
      layouts.filter((_, at) => outcomes[at] === wanted).map(({ header }) => header.slice(0, 120))
    if (process.env['EARMARK_TABLE'] !== undefined) console.log({ asks: list('asks') })
    assert.deepEqual(list('wrong'), [])
    assert.ok(list('right').length >= layouts.length * 0.9)
  },
)
