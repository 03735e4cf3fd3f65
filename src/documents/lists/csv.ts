import { guardCell } from '#/core/values/formula-guard.ts'
import { writeMoney } from '#/core/values/money.ts'
import type { Column } from './columns.ts'
import type { ListRow } from './read-list.ts'

/** A list that is ready to be written. */
export type Table = {
  readonly columns: readonly Column[]
  readonly headings: readonly string[]
  readonly rows: AsyncIterable<ListRow>
}

/** The approximate size of a piece, in characters. */
const PIECE = 32 * 1024

/** Without it, Excel reads a CSV file in an old encoding of its country. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Writes a list as CSV (RFC 4180): amounts as plain decimals, days as `2026-11-20`. Texts that a spreadsheet would compute
 * get an apostrophe.
 */
export async function* writeCsv(
  { columns, headings, rows }: Table,
  { bom }: { readonly bom: boolean },
): AsyncGenerator<string> {
  let piece = (bom ? BYTE_ORDER_MARK : '') + lineOf(headings)
  for await (const { cells, currency } of rows) {
    piece += lineOf(cells.map((cell, at) => cellText(cell, columns[at]!, currency)))
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** Writes a cell as text, harmless in a spreadsheet. */
function cellText(cell: string | number | null, { kind }: Column, currency: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return writeMoney(cell, currency)
  return kind === 'text' ? guardCell(visible(cell)) : cell
}

/** Shows control characters by their pictures (`␇`): a file with them is not a text, for Earmark's import as for others. */
function visible(text: string): string {
  // oxlint-disable-next-line no-control-regex -- finds them to show them
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, (sign) => {
    return String.fromCharCode(0x2400 + sign.charCodeAt(0))
  })
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
