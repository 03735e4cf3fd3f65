import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Columns } from '#/sources/statements/csv/columns.ts'
import type { Mapping } from '#/sources/statements/csv/layout.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import { detectDialect, readRows } from './read.ts'

const folder = join(import.meta.dirname, '../../../../../shared/samples/statements')
const skip = existsSync(folder) ? false : 'the recorded statements are not here'

/** The number of rows and the sum of their cents, counted by hand, or the reason of a refusal. */
const expected: readonly (readonly [string, string, readonly [number, number] | RegExp])[] = [
  ['bank2ynab-CSV_A_20180414_112204.csv', 'EUR', [3, -103_749]],
  ['bank2ynab-MonzoDataExport_February2018_2018-02-26_174335.csv', 'GBP', [1, -1000]],
  ['bank2ynab-TransactionHistory_20180418043121.csv', 'SGD', [8, -17_328]],
  ['bank2ynab-test_BOI_TransactionExport.csv', 'EUR', [27, -41_961]],
  ['reckon-invalid_header_example.csv', 'EUR', [2, 4190]],
  ['reckon-bom_utf8_file.csv', 'EUR', [0, 0]],
  ['reckon-french_example.csv', 'EUR', [9, -33_744]],
  ['reckon-chase.csv', 'USD', /Choose the columns yourself/],
  // It has no header, but only one column can hold the amounts, and one has their sides.
  ['reckon-inversed_credit_card.csv', 'NZD', [16, 18_701]],
  ['ofxparse-mcc_codes.csv', 'USD', /Choose the columns yourself/],
  ['ofxparse-bank_medium.ofx', 'CAD', [3, -34_527]],
  ['ofxparse-checking.ofx', 'USD', [3, -5950]],
  ['ofxparse-empty_balance.ofx', 'CAD', [1, 12_000]],
  ['ofxparse-suncorp.ofx', 'AUD', [1, -1685]],
  ['ofxparse-date_missing.ofx', 'USD', /no date/],
  ['ofxparse-decimal_error.ofx', 'CAD', /\$120.* is not a number/],
  ['ofxparse-error_message.ofx', 'USD', /General Server Error/],
  ['ofxparse-account_listing_aggregation.ofx', 'USD', /no account statement/],
  ['genkgo-camt052.v8.xml', 'SEK', [1, -20_000_000]],
  ['genkgo-camt053.v2.five.decimals.xml', 'EUR', [1, 885]],
  ['genkgo-camt053.v2.minimal.xml', 'EUR', [1, 885]],
  ['genkgo-camt053.v8.xml', 'EUR', [1, 885]],
  ['genkgo-camt053.v2.wrong.xml', 'EUR', /no account statement/],
  ['genkgo-camt054.v8.xml', 'SEK', [1, -20_000_000]],
]

test('recorded statements have the rows and sums counted by hand', { skip }, async () => {
  for (const [name, currency, result] of expected) {
    const bytes = readFileSync(join(folder, name))
    const amounts = readAll(bytes, currency)
    if (result instanceof RegExp) {
      await assert.rejects(
        amounts,
        (error: unknown) => {
          return error instanceof StatementFault && result.test(error.message)
        },
        name,
      )
    } else {
      const read = await amounts
      assert.deepEqual([read.length, read.reduce((sum, amount) => sum + amount, 0)], result, name)
    }
  }
})

const noColumns: Columns = {
  date: 0,
  amount: null,
  debit: null,
  credit: null,
  direction: null,
  merchant: null,
  description: [],
  currency: null,
  balance: null,
}

/** Files without a header, the columns that a person chooses, and the result or the line of the fault. */
const headerless: readonly (readonly [
  string,
  string,
  Partial<Columns>,
  readonly [number, number] | { readonly line: number },
])[] = [
  ['bank2ynab-test_row_format_neg_inflow.csv', 'EUR', { amount: 3 }, [73, -458_070]],
  // The last three lines have a currency in the column of directions.
  ['bank2ynab-test_row_format_CD_flag.csv', 'EUR', { amount: 3, direction: 4 }, { line: 72 }],
  ['reckon-broker_canada_example.csv', 'CAD', { amount: 8 }, [12, 478_291]],
  ['reckon-harder_date_example.csv', 'AUD', { amount: 1 }, [5, -12_312]],
  ['reckon-ing.csv', 'EUR', { amount: 6, direction: 5 }, [3, -1863]],
  ['reckon-intuit_mint_example.csv', 'USD', { amount: 3, direction: 4 }, [7, -68_896]],
  ['reckon-two_money_columns.csv', 'USD', { debit: 3, credit: 4 }, [5, -54_851]],
]

test(
  'recorded files without a header are read once a person chooses the columns',
  { skip },
  async () => {
    for (const [name, currency, said, result] of headerless) {
      const bytes = readFileSync(join(folder, name))
      await assert.rejects(readAll(bytes, currency), /Choose the columns yourself/, name)
      const amounts = readAll(bytes, currency, { columns: { ...noColumns, ...said } })
      if ('line' in result) await assert.rejects(amounts, result, name)
      else {
        const read = await amounts
        assert.deepEqual([read.length, read.reduce((sum, amount) => sum + amount, 0)], result, name)
      }
    }
  },
)

const read = (text: string, currency = 'EUR') => readAll(Buffer.from(text), currency)

test('the order of dates fits all rows; of several, it is the usual one for the currency', async () => {
  const days = async (text: string, currency = 'EUR') =>
    (await readAllRows(Buffer.from(text), currency)).map(({ bookedOn }) => bookedOn)
  const usual = 'Date,Amount\n01/02/2026,-1.00\n03/02/2026,-1.00\n'
  assert.deepEqual(await days(usual, 'USD'), ['2026-01-02', '2026-03-02'])
  assert.deepEqual(await days(usual, 'EUR'), ['2026-02-01', '2026-02-03'])
  // Only the last row proves that the day comes first.
  assert.equal((await days(`${usual}13/02/2026,-1.00\n`, 'USD'))[0], '2026-02-01')
  await assert.rejects(days(`${usual}13/02/2026,-1\n02/13/2026,-1\n`), { line: 5 })
})

test('a sign before three digits separates thousands, and rows must agree on the decimal sign', async () => {
  assert.deepEqual(await read('Date;Amount\n2026-01-01;1.234\n2026-01-02;5,5\n'), [123_400, 550])
  assert.deepEqual(await read('Date;Amount\n2026-01-01;1,234\n2026-01-02;-5.50\n'), [123_400, -550])
  await assert.rejects(read('Date;Amount\n2026-01-01;1,50\n2026-01-02;1.50\n'), { line: 3 })
})

test('a debit and a credit column hold magnitudes; balances and fees are not amounts', async () => {
  const pair =
    'Datum,Soll,Haben,Saldo,Fee\n2026-01-01,5.00,,95.00,1\n2026-01-02,-2.00,,93.00,\n2026-01-03,0.00,7.00,100.00,\n'
  assert.deepEqual(await read(pair), [-500, -200, 700])
  await assert.rejects(read(`${pair}2026-01-04,1.00,1.00,100.00,\n`), { line: 5 })
})

test('a direction column gives magnitudes their sign', async () => {
  const flagged = 'Datum;Bedrag;Af Bij\n20260101;10,00;Af\n20260102;3,50;Bij\n'
  assert.deepEqual(await read(flagged), [-1000, 350])
})

test('Latin-1, lone carriage returns, a preamble, quoted line ends and empty records are read', async () => {
  const latin = Buffer.from(
    'Konto\r\rBuchungstag;Verwendungszweck;Betrag\r02.03.26;"Caf\xe9\rBar";(4,50)\r;;\rSumme;;\r',
    'latin1',
  )
  const [row, ...others] = await readAllRows(latin, 'EUR')
  assert.deepEqual(
    [row!.description, row!.amount, row!.line, others.length],
    ['Café Bar', -450, 4, 0],
  )
})

test('a record with only an amount is refused, and one with only a date is left out', async () => {
  assert.deepEqual(await read('Date,Amount\n2026-01-01,\n2026-01-02,-1.00\n'), [-100])
  await assert.rejects(read('Date,Amount\n,5.00\n'), { line: 2 })
})

async function readAll(bytes: Buffer, currency: string, mapping: Mapping = {}): Promise<number[]> {
  return (await readAllRows(bytes, currency, mapping)).map(({ amount }) => amount)
}

async function readAllRows(bytes: Buffer, currency: string, mapping: Mapping = {}) {
  const source = async function* () {
    yield bytes
  }
  const dialect = await detectDialect(source, { currency }, mapping)
  const found = []
  for await (const rows of readRows(source, dialect, { currency })) found.push(...rows)
  return found
}
