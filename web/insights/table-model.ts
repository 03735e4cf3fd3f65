import { guardCell } from '#/core/values/formula-guard.ts'
import { writeMoney } from '#/core/values/money.ts'
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
  if (typeof cell === 'number') return kind === 'money' ? writeMoney(cell, currency) : String(cell)
  return kind === 'text' ? guardCell(cell) : cell
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
