import { currencyDigits } from '#/core/values/money.ts'
import { printable } from './printable.ts'
import type { CellValue, Column } from './table.ts'

/**
 * Writes a list as CSV (RFC 4180): the names of all columns, then a line for each row. Amounts are decimals with a point;
 * unless a column names their currency, the last one does. A text that a spreadsheet would take for a formula gets a `'`
 * before it.
 */
export function csvText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const money = columns.find(({ currency }) => currency !== undefined)
  const all: readonly Column<Row>[] =
    money === undefined || columns.some(({ name }) => name === 'currency')
      ? columns
      : [...columns, { name: 'currency', of: (row) => money.currency!(row) }]
  const lines = [
    all.map(({ name }) => name),
    ...rows.map((row) => all.map((column) => textOf(column.of(row), column.currency?.(row)))),
  ]
  return lines.map((line) => line.map(quoted).join(',')).join('\r\n')
}

function textOf(value: CellValue, currency: string | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return currency ? decimal(value, currency) : String(value)
  const text = printable(String(value))
  return startsFormula.test(text) ? `'${text}` : text
}

/** The signs, also in full width, with which spreadsheets begin a formula; some skip white space before them. */
const startsFormula = /^[\t\r]|^\s*[=+\-@＝＋－＠]/u

function decimal(cents: number, currency: string): string {
  const digits = currencyDigits(currency)
  const text = String(Math.abs(cents)).padStart(digits + 1, '0')
  const fraction = digits === 0 ? '' : `.${text.slice(-digits)}`
  return `${cents < 0 ? '-' : ''}${text.slice(0, text.length - digits)}${fraction}`
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
