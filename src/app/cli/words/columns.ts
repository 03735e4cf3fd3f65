import stringWidth from 'string-width'
import { printableLine } from './printable.ts'

/** Aligns texts in columns, as wide as a terminal shows them. */
export function columns(rows: readonly (readonly string[])[]): string {
  return aligned(rows.map((row) => row.map((text) => ({ text: printableLine(text) }))))
}

export type AlignedCell = { readonly text: string; readonly isRight?: boolean }

/** Aligns cells in columns of given widths; by default each column is as wide as its widest cell. */
export function aligned(
  rows: readonly (readonly AlignedCell[])[],
  widths: readonly number[] = widthsOf(rows),
): string {
  return rows
    .map((row) => row.map((cell, column) => padded(cell, widths[column]!)).join(GAP))
    .map((line) => line.trimEnd())
    .join('\n')
}

const GAP = '  '
export const GAP_WIDTH = GAP.length

/** Returns the columns of a terminal that the widest cell of each column takes. */
export function widthsOf(rows: readonly (readonly AlignedCell[])[]): readonly number[] {
  return (rows[0] ?? []).map((_, column) => {
    return rows.reduce((most, row) => Math.max(most, stringWidth(row[column]?.text ?? '')), 0)
  })
}

function padded({ text, isRight }: AlignedCell, width: number): string {
  const cut = shortened(text, width)
  const space = ' '.repeat(Math.max(0, width - stringWidth(cut)))
  return isRight === true ? space + cut : cut + space
}

const segmenter = new Intl.Segmenter()

/** Cuts a text that is wider, between characters as people see them. */
export function shortened(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let [kept, used] = ['', 0]
  for (const { segment } of segmenter.segment(text)) {
    used += stringWidth(segment)
    if (used > width - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
