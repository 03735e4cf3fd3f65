import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  balances,
  CLOSING,
  differences,
  dmy,
  mdy,
  money,
  paid,
  readStatement,
} from '../../../../test/support/statement-rows.ts'
import {
  type CellValue,
  type SheetValues,
  type WorkbookTraits,
  writeWorkbook,
} from '../../../../test/support/write-workbook.ts'

const header = ['Date', 'Description', 'Amount', 'Balance']
type Row = readonly CellValue[]

/** The household's payments as rows of cells: day, words, amount and balance. */
const typed = (more: { stored?: 'serial' | 'iso' | 'bare'; time?: number } = {}): Row[] =>
  paid.map(([day, words, cents], index) => [
    { day, ...more },
    words,
    cents / 100,
    balances[index]! / 100,
  ])
const texts = (date: (day: string) => string, sign = ',', group = '.'): Row[] =>
  paid.map(([day, words, cents], index) => [
    date(day),
    words,
    money(cents, sign, group),
    money(balances[index]!, sign, group),
  ])
const sheet = (rows: readonly Row[], more: Partial<SheetValues> = {}): SheetValues => {
  return { name: 'Movements', rows, ...more }
}

type Case = {
  readonly sheets: readonly SheetValues[]
  readonly traits?: WorkbookTraits
  readonly currency?: string
}
const one = (rows: readonly Row[], traits: WorkbookTraits = {}, currency = 'EUR'): Case => {
  return { sheets: [sheet(rows)], traits, currency }
}
const newestFirst = (rows: readonly Row[]) => rows.toReversed()

const cases: Readonly<Record<string, Case>> = {
  'dates as days of the 1900 system': one([header, ...typed()]),
  'dates as days of the 1904 system': one([header, ...typed()], { is1904: true }),
  'dates with a time of day': one([header, ...typed({ time: 0.999_988 })]),
  'dates in ISO 8601': one([header, ...typed({ stored: 'iso' })]),
  'dates without a format below a word for a date': one([header, ...typed({ stored: 'bare' })]),
  'dates without styles in the file': one([header, ...typed()], { unstyled: true }),
  'dates with a format of its own': one([header, ...typed()], { dateCode: 'dd/mm/yyyy;@' }),
  'dates with a locale and literals': one([header, ...typed()], {
    dateCode: '[$-C0A]d "de" mmmm "de" yyyy',
  }),
  'dates with German letters': one([header, ...typed()], { dateCode: 'TT.MM.JJJJ' }),
  'texts in the cells': one([header, ...typed()], { inline: true }),
  'cells without positions': one([header, ...typed()], { unplaced: true }),
  'elements with a prefix': one([header, ...typed()], { prefix: 'x' }),
  'paths from the root': one([header, ...typed()], { rooted: true }),
  'the strict variant of the format': one([header, ...typed()], { strict: true }),
  'parts that are not packed': one([header, ...typed()], { stored: true }),
  'dates and amounts as German texts': one([header, ...texts(dmy)]),
  'dates and amounts as American texts': one([header, ...texts(mdy, '.', ',')], {}, 'USD'),
  'amounts as texts with a currency': one([
    header,
    ...paid.map(([day, words, cents], index): Row => {
      const [amount, balance] = [cents, balances[index]!].map((one) => `${money(one, ',', '.')} €`)
      return [dmy(day, '/'), words, amount!, balance!]
    }),
  ]),
  'dates as texts beside amounts as numbers': one([
    header,
    ...typed().map(([, ...cells], index): Row => [dmy(paid[index]![0], '-'), ...cells]),
  ]),
  'some dates as texts and some as days': one([
    header,
    ...typed().map(([date, ...cells], index): Row => {
      return [index % 2 === 0 ? dmy(paid[index]![0], '/') : date!, ...cells]
    }),
  ]),
  'some amounts as texts and some as numbers': one([
    header,
    ...typed().map(([date, words, amount, balance], index): Row => {
      const text = money(paid[index]![2], ',', '.')
      return [date!, words!, index % 2 === 0 ? text : amount!, balance!]
    }),
  ]),
  'the newest row first': one([header, ...newestFirst(typed())]),
  'binary fractions': one([
    header,
    ...paid.map(([day, words, cents], index): Row => {
      return [
        { day },
        words,
        { raw: `${(cents / 100).toFixed(2)}0000000000002` },
        balances[index]! / 100,
      ]
    }),
  ]),
  'numbers with exponents': one([
    header,
    ...paid.map(([day, words, cents], index): Row => {
      return [{ day }, words, { raw: `${cents}E-2` }, balances[index]! / 100]
    }),
  ]),
  'formulas with their values': one([
    header,
    ...paid.map(([day, words, cents], index): Row => [
      { day },
      { formula: '"a"&"b"', value: words },
      { formula: 'C1*1', value: cents / 100 },
      balances[index]! / 100,
    ]),
  ]),
  'texts of several runs': one([
    header,
    ...paid.map(([day, words, cents], index): Row => {
      const [first = '', ...rest] = words.split(' ')
      return [{ day }, { runs: [`${first} `, rest.join(' ')] }, cents / 100, balances[index]! / 100]
    }),
  ]),
  'a preamble above the header': one([
    ['Harbour Bank'],
    ['Account', 'ES79 2100 0813 6101 2345 6789'],
    [],
    ['Movements from', { day: '2026-01-01' }, 'to', { day: '2026-02-28' }],
    [],
    header,
    ...typed(),
  ]),
  'empty columns before and empty rows between': one([
    [null, null, ...header],
    [],
    ...typed().flatMap((row): Row[] => [[null, null, ...row], []]),
  ]),
  'a title in merged cells': {
    sheets: [sheet([['Account movements'], header, ...typed()], { merges: ['A1:D1'] })],
  },
  'a header of two lines in merged cells': {
    sheets: [
      sheet(
        [
          ['Date', 'Description', 'Movements', null, 'Balance'],
          [null, null, 'Debit', 'Credit', null],
          ...paid.map(([day, words, cents], index): Row => [
            { day },
            words,
            cents < 0 ? -cents / 100 : null,
            cents < 0 ? null : cents / 100,
            balances[index]! / 100,
          ]),
        ],
        { merges: ['A1:A2', 'B1:B2', 'C1:D1', 'E1:E2'] },
      ),
    ],
  },
  'one merged day for several payments': {
    sheets: [
      sheet(
        [
          header,
          ...typed().map((row, index): Row =>
            index === 5 || index === 6 ? [null, ...row.slice(1)] : row,
          ),
        ],
        { merges: ['A6:A8'] },
      ),
    ],
  },
  'an empty first sheet': { sheets: [{ name: 'Cover', rows: [] }, sheet([header, ...typed()])] },
  'a first sheet without a table': {
    sheets: [
      { name: 'Summary', rows: [['Harbour Bank'], ['Total', 12.5]] },
      sheet([header, ...typed()]),
    ],
  },
  'a hidden sheet before the visible one': {
    sheets: [
      sheet([header, [{ day: '2020-01-01' }, 'Hidden', 1, 1]], { name: 'Old', state: 'hidden' }),
      { ...sheet([['No', ...header], ...typed().map((row): Row => ['x', ...row])]) },
    ],
  },
  'a second sheet with another table': {
    sheets: [
      sheet([header, ...typed()]),
      {
        name: 'Cards',
        rows: [
          ['Date', 'Card', 'Amount'],
          [{ day: '2026-02-01' }, '1234', 5],
        ],
      },
    ],
  },
  'errors and truth values beside the payments': one([
    [...header, 'Checked', 'Rate'],
    ...typed().map((row): Row => [...row, true, { error: '#N/A' }]),
  ]),
}

for (const [name, { sheets, traits, currency = 'EUR' }] of Object.entries(cases)) {
  test(`a workbook with ${name} has the household’s payments`, async () => {
    const read = await readStatement(writeWorkbook(sheets, traits), { currency })
    assert.deepEqual(differences(read), [])
    assert.equal(read.dialect.format, 'xlsx')
    assert.equal(read.gaps, 0)
    assert.deepEqual(
      read.stated.map(({ cents }) => cents),
      [CLOSING],
    )
  })
}

test('rows of a workbook have the numbers that Excel shows', async () => {
  const read = await readStatement(writeWorkbook([sheet([['Bank'], [], header, [], ...typed()])]))
  assert.deepEqual(
    read.rows.slice(0, 2).map(({ line }) => line),
    [5, 6],
  )
})

test('sheets with the same header are accounts of their own, and never mixed', async () => {
  const rows = [header, ...typed()]
  const bytes = writeWorkbook([
    sheet(rows, { name: 'Current' }),
    sheet([['Savings account'], ...rows.slice(0, 3)], { name: 'Savings' }),
  ])
  const { accounts, rows: read } = await readStatement(bytes)
  assert.deepEqual(accounts, ['Current', 'Savings'])
  assert.equal(read.filter(({ account }) => account === 'Current').length, paid.length)
  assert.equal(read.filter(({ account }) => account === 'Savings').length, 2)
})

test('a formula without a stored value is not worked out, and refuses its row', async () => {
  const row: Row = [{ day: '2026-02-20' }, 'Kiosk', { formula: '1+1', value: null }, null]
  await assert.rejects(readStatement(writeWorkbook([sheet([header, ...typed(), row])])), {
    name: 'StatementFault',
    line: 11,
  })
})
