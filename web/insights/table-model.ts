import { currencyDigits } from '#/core/values/money.ts'
import type { Filters } from '#web/transactions/filters.ts'

/** How the cells of a column are written. Money is integer cents, a share a number from 0 to 1. */
export type Kind = 'text' | 'money' | 'count' | 'day' | 'month'

export type Column = { readonly label: string; readonly kind: Kind }

export type Row = {
  readonly key: string
  /** The transactions that the row counts. */
  readonly filters?: Filters | undefined
  /** Null: nothing is known. */
  readonly cells: readonly (string | number | null)[]
  /** The currency of this row, where rows differ. */
  readonly currency?: string
}

/** The content of a chart as rows: for the table beside it and for the file that people download. */
export type TableModel = {
  readonly currency: string
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
}

/** Writes a table as CSV: plain decimals with a point, days as `2026-11-20`, the currency in its own column. */
export function toCsv({ columns, rows, currency }: TableModel, currencyLabel: string): string {
  const header = [...columns.map(({ label }) => label), currencyLabel]
  const lines = rows.map((row) => {
    const code = row.currency ?? currency
    const cells = row.cells.map((cell, index) => writeCell(cell, columns[index]!.kind, code))
    return [...cells, code]
  })
  return [header, ...lines].map((line) => `${line.map(quote).join(',')}\r\n`).join('')
}

function writeCell(cell: string | number | null, kind: Kind, currency: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return kind === 'money' ? decimal(cell, currency) : String(cell)
  return kind === 'text' ? harmless(cell) : cell
}

/** Writes cents as a decimal without a floating-point number. */
function decimal(cents: number, currency: string): string {
  const digits = currencyDigits(currency)
  const plain = String(Math.abs(cents)).padStart(digits + 1, '0')
  const point = plain.length - digits
  const amount = digits === 0 ? plain : `${plain.slice(0, point)}.${plain.slice(point)}`
  return cents < 0 ? `-${amount}` : amount
}

/** A text that begins like a formula would be computed by a spreadsheet, so an apostrophe goes before it. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
