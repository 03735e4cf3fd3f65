import { type Cell, EMPTY, packRow, type Table, unpackRow } from './table.ts'

/** Cells of one column that are shown as one, by their lines. */
export type Merge = { readonly column: number; readonly first: number; readonly last: number }

const ROWS_MAX = 1000

/**
 * Repeats the value of merged cells in the rows below: a header of two lines names its columns in the second as well, and a
 * day may stand for several payments. Amounts are never repeated, and days only beside an amount of the row's own.
 */
export function fillMerged(rows: Table['rows'], merges: readonly Merge[]): Table['rows'] {
  if (merges.length === 0) return rows
  const positions = new Map(rows.map(({ line }, index) => [line, index]))
  const filled = [...rows]
  for (const { column, first, last } of merges) {
    const from = positions.get(first)
    const value = from === undefined ? undefined : unpackRow(filled[from]!)[column]
    if (!value || value.text === '' || value.kind === 'number') continue
    if (value.kind === 'text' && /\d/.test(value.text) && !isDay(value.text)) continue
    for (let line = first + 1; line <= Math.min(last, first + ROWS_MAX); line += 1) {
      const at = positions.get(line)
      if (at === undefined) continue
      const cells = unpackRow(filled[at]!)
      if ((cells[column] ?? EMPTY).text !== '') continue
      if (isDated(value) && !cells.some(isAmount)) continue
      while (cells.length <= column) cells.push(EMPTY)
      cells[column] = value
      filled[at] = packRow(line, cells, () => {}) ?? filled[at]!
    }
  }
  return filled
}

function isDated(cell: Cell): boolean {
  return cell.kind === 'date' || (cell.kind === 'text' && isDay(cell.text))
}

function isDay(text: string): boolean {
  return /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(text.trim())
}

function isAmount({ kind, text }: Cell): boolean {
  return (
    kind === 'number' ||
    (kind === 'text' && /^[-+(]?[^\p{L}\d]{0,3}\d[\d.,' ]*[^\p{L}\d]{0,3}$/u.test(text.trim()))
  )
}
