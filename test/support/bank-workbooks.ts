import assert from 'node:assert/strict'
import { test } from 'node:test'
import { balances, differences, money, type Paid, paid, readStatement } from './statement-rows.ts'
import { type CellValue, writeWorkbook } from './write-workbook.ts'

type Row = readonly CellValue[]
/** The sheet of one bank: its preamble and header, and how it writes a payment. */
export type Bank = {
  readonly currency?: string
  readonly above: readonly Row[]
  readonly row: (one: Paid, balance: number) => Row
  readonly below?: readonly Row[]
  readonly newestFirst?: boolean
  readonly category?: boolean
}

/** Money that goes out, as a positive number. */
export const out = (cents: number) => (cents < 0 ? -cents / 100 : null)
export const into = (cents: number) => (cents > 0 ? cents / 100 : null)
export const euros = (cents: number) => money(cents, ',', '.')

/** Tests that the workbook of each bank has the household’s payments. */
export function testBanks(banks: Readonly<Record<string, Bank>>): void {
  for (const [
    name,
    { currency = 'EUR', above, row, below = [], newestFirst, category },
  ] of Object.entries(banks)) {
    test(`the workbook of ${name} has the household’s payments`, async () => {
      const rows = paid.map((one, index) => row(one, balances[index]!))
      const sheet = [...above, ...(newestFirst ? rows.toReversed() : rows), ...below]
      const isCard = name.startsWith('American Express')
      const read = await readStatement(writeWorkbook([{ name: 'Sheet1', rows: sheet }]), {
        currency,
        isCard,
      })
      assert.equal(read.dialect.question, null)
      assert.deepEqual(differences(read), [])
      assert.equal(read.gaps, 0)
      if (category) assert.notEqual(read.rows[0]!.category, null)
    })
  }
}
