import { type Day, dayNumber, toDay } from '#/core/values/day.ts'
import { guardCell } from '#/core/values/formula-guard.ts'
import { currencyDigits, writeMoney } from '#/core/values/money.ts'
import type { Column } from './columns.ts'
import type { Table } from './csv.ts'
import type { ListRow } from './read-list.ts'
import { escapeXml, writeParts } from './xlsx-parts.ts'
import { type ZipPart, zipOf } from './zip.ts'

/** A sheet of a workbook. */
export type Sheet = Table & { readonly name: string }

/** The most rows of a sheet in Excel; further rows follow on a sheet of their own. */
const ROWS_MAX = 1_048_576

/**
 * Writes lists as a workbook: amounts as numbers with their currency, days as days, texts as texts, and no formulas. Sheets are
 * written while they are read.
 */
export function writeXlsx(
  sheets: AsyncIterable<Sheet>,
  rowsMax = ROWS_MAX,
): AsyncGenerator<Uint8Array> {
  return zipOf(partsOf(sheets, rowsMax))
}

async function* partsOf(sheets: AsyncIterable<Sheet>, rowsMax: number): AsyncGenerator<ZipPart> {
  const names: string[] = []
  const styles = createStyles()
  for await (const sheet of sheets) {
    const reader = createReader(sheet.rows)
    try {
      for (let count = 1; count === 1 || (await reader.hasMore()); count += 1) {
        names.push(count === 1 ? sheet.name : `${sheet.name} ${count}`)
        // One row has the headings.
        const rows = reader.take(rowsMax - 1)
        const name = `xl/worksheets/sheet${names.length}.xml`
        yield { name, content: writeSheet({ ...sheet, rows }, styles.of) }
      }
    } finally {
      await reader.close()
    }
  }
  yield* writeParts(names, styles.list())
}

/** Reads rows in portions. */
function createReader(rows: AsyncIterable<ListRow>) {
  const source = rows[Symbol.asyncIterator]()
  let next: IteratorResult<ListRow> | null = null
  const hasMore = async () => {
    next ??= await source.next()
    return !next.done
  }
  return {
    hasMore,
    take: async function* (most: number): AsyncGenerator<ListRow> {
      for (let count = 0; count < most && (await hasMore()); count += 1) {
        yield next!.value as ListRow
        next = null
      }
    },
    close: async () => void (await source.return?.()),
  }
}

/** Numbers the formats of amounts, from 3: 0 is plain, 1 bold, 2 a day. */
function createStyles() {
  const codes: string[] = []
  return {
    of: (currency: string): number => {
      const known = codes.indexOf(currency)
      return 3 + (known >= 0 ? known : codes.push(currency) - 1)
    },
    list: (): readonly string[] =>
      codes.map((code) => {
        const digits = currencyDigits(code)
        return `#,##0${digits === 0 ? '' : `.${'0'.repeat(digits)}`}\u00a0"${code}"`
      }),
  }
}

/** The approximate size of a piece, in characters. */
const PIECE = 32 * 1024

async function* writeSheet(
  { columns, headings, rows }: Table,
  styleOf: (currency: string) => number,
): AsyncGenerator<string> {
  const letters = columns.map((_, at) => letterOf(at))
  const last = letters.at(-1)!
  let piece =
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">' +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>' +
    columns.map((column, at) => widthOf(column, at + 1)).join('') +
    '</cols><sheetData>' +
    `<row r="1">${headings.map((text, at) => textCell(`${letters[at]}1`, text, 1)).join('')}</row>`
  let at = 1
  for await (const { cells, currency } of rows) {
    at += 1
    piece += `<row r="${at}">`
    for (const [index, cell] of cells.entries()) {
      if (cell === null || cell === '') continue
      const ref = `${letters[index]}${at}`
      piece +=
        typeof cell === 'number'
          ? `<c r="${ref}" s="${styleOf(currency)}"><v>${writeMoney(cell, currency)}</v></c>`
          : columns[index]!.kind === 'day'
            ? dayCell(ref, toDay(cell))
            : textCell(ref, guardCell(cell), 0)
    }
    piece += '</row>'
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield `${piece}</sheetData><autoFilter ref="A1:${last}${at}"/></worksheet>`
}

/** Days from 1899-12-30, the start of Excel's calendar, to 1970-01-01. */
const EXCEL_START = 25_569
/** Excel counts a day that did not exist, the last of February 1900: earlier days would be shifted. */
const EXCEL_SURE = 61

function dayCell(ref: string, day: Day): string {
  const serial = dayNumber(day) + EXCEL_START
  return serial < EXCEL_SURE ? textCell(ref, day, 0) : `<c r="${ref}" s="2"><v>${serial}</v></c>`
}

/** The most characters of a cell in Excel. */
const CELL_MAX = 32_767

function textCell(ref: string, text: string, style: number): string {
  const shown = text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text
  return `<c r="${ref}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(shown)}</t></is></c>`
}

function widthOf({ name, kind }: Column, at: number): string {
  const width = kind === 'day' ? 12 : kind === 'money' ? 16 : name.endsWith('id') ? 12 : 24
  return `<col min="${at}" max="${at}" width="${width}" customWidth="1"/>`
}

/** Names the column at a position below 26. */
function letterOf(at: number): string {
  return String.fromCharCode(65 + at)
}
