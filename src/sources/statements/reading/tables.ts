import { createTableLayoutDetector } from '#/sources/statements/csv/detecting/detect-layout.ts'
import {
  type DetectedLayout,
  HEADER_MAX,
  type Layout,
  type LayoutOptions,
  type Mapping,
} from '#/sources/statements/csv/layout.ts'
import { createTableReader } from '#/sources/statements/csv/read-csv.ts'
import type { CsvRecord } from '#/sources/statements/csv/records.ts'
import type { Encoding } from '#/sources/statements/encoding.ts'
import { MappingFault, StatementFault } from '#/sources/statements/fault.ts'
import type { ReaderOptions, StatementRow } from '#/sources/statements/statement.ts'
import { openBinaryWorkbook } from '#/sources/statements/tables/biff.ts'
import { createMarkupTables } from '#/sources/statements/tables/markup-tables.ts'
import { type Notation, PLAIN, recordsOf, type Table } from '#/sources/statements/tables/table.ts'
import { openWorkbook, type Sheet } from '#/sources/statements/tables/xlsx.ts'
import { containerOf, WORKBOOK_BYTES_MAX } from './container.ts'
import { bytesOf, decoded, type Source } from './source.ts'

/** Formats whose content are tables of cells. */
export type TableFormat = 'xlsx' | 'xls' | 'html'

/** The sheets to read, by position, and how their dates and numbers are written. */
export type TableChoice = { readonly sheets: readonly number[]; readonly notation: Notation }

type File = { readonly format: TableFormat; readonly encoding: Encoding }

/** The delimiter that stands in the layout of a table, which has none. */
const NO_DELIMITER = ','

/** Unpacked files, so that one import unpacks its file once. They go with the function that opens the file. */
const unpacked = new WeakMap<Source, Promise<readonly Sheet[]>>()

async function sheetsOf(source: Source, file: File): Promise<readonly Sheet[]> {
  const known = unpacked.get(source)
  if (known) return known
  const opening = openSheets(source, file)
  unpacked.set(source, opening)
  return opening
}

async function openSheets(source: Source, { format, encoding }: File): Promise<readonly Sheet[]> {
  if (format !== 'html' && (await containerOf(source)) !== 'text') {
    const bytes = await bytesOf(source, WORKBOOK_BYTES_MAX + 1)
    if (bytes.length > WORKBOOK_BYTES_MAX) {
      throw new StatementFault(null, { name: 'unpacks_too_large' })
    }
    const sheets = format === 'xlsx' ? await openWorkbook(bytes) : openBinaryWorkbook(bytes)
    return sheets.map(({ name, read }) => {
      let table: Promise<Table> | null = null
      return { name, read: () => (table ??= read()) }
    })
  }
  const reader = createMarkupTables({ isHtml: format === 'html' })
  for await (const text of decoded(source, encoding)) reader.push(text)
  return reader.end().map((table) => ({ name: table.name, read: async () => table }))
}

/**
 * Finds the sheet with a header, which is the first of several, and detects its layout. Sheets with the same header are
 * read, too: in a workbook they are several accounts, in a page one table in parts. Throws StatementFault.
 */
export async function detectTable(
  source: Source,
  { file, options, mapping }: { file: File; options: LayoutOptions; mapping: Mapping },
): Promise<DetectedLayout & { readonly table: TableChoice }> {
  const sheets = await sheetsOf(source, file)
  const own = { ...mapping, delimiter: NO_DELIMITER } as const
  let largest = { index: -1, rows: 0 }
  for (const [index, sheet] of sheets.entries()) {
    const table = await sheet.read()
    if (table.rows.length > largest.rows) largest = { index, rows: table.rows.length }
    // A person's columns say nothing about where they are.
    if (own.columns && !hasHeader(table, options)) continue
    const found = detectLayout(table, options, own)
    if (found === null) continue
    const { notation, ...detected } = found
    const others = await sameSheets(sheets, index, detected.layout.header)
    return { ...detected, table: { sheets: [index, ...others], notation } }
  }
  const table = await sheets[largest.index]?.read()
  if (!table) {
    throw new StatementFault(null, { name: file.format === 'html' ? 'other_markup' : 'empty' })
  }
  const found = own.columns ? detectLayout(table, options, own) : null
  if (found === null) {
    const name =
      sheets.length > 1 && file.format === 'xlsx' ? 'no_sheet_with_header' : 'columns_unnamed'
    throw new MappingFault(null, { name })
  }
  const { notation, ...detected } = found
  return { ...detected, table: { sheets: [largest.index], notation } }
}

function hasHeader(table: Table, options: LayoutOptions): boolean {
  return detectLayout(table, options, { delimiter: NO_DELIMITER }) !== null
}

type Found = DetectedLayout & { readonly notation: Notation }

/**
 * Detects the layout of one table; null if it has no header. Where some dates or amounts are texts, the others are written
 * alike: the first way in which all rows can be read counts. If all fail, throws the fault of the plain way.
 */
function detectLayout(table: Table, options: LayoutOptions, mapping: Mapping): Found | null {
  let fault: unknown = null
  for (const notation of notations(mapping, options)) {
    const detector = createTableLayoutDetector(options, mapping)
    try {
      for (const record of recordsOf(table, notation)) detector.push(record)
      return { ...detector.end(), notation }
    } catch (error) {
      if (!(error instanceof StatementFault)) throw error
      if (error.reason.name === 'columns_unnamed') return null
      fault ??= error
    }
  }
  throw fault
}

function notations({ dateOrder, decimal }: Mapping, { currency }: LayoutOptions): Notation[] {
  const dayFirst: readonly Notation['dateOrder'][] =
    currency === 'USD' ? ['ymd', 'mdy', 'dmy'] : ['ymd', 'dmy', 'mdy']
  const orders = dateOrder === undefined ? dayFirst : [dateOrder]
  const signs = decimal === undefined ? ([PLAIN.decimal, ','] as const) : [decimal]
  return signs.flatMap((sign) => orders.map((order) => ({ dateOrder: order, decimal: sign })))
}

/** Finds the sheets behind the first that have the same header. */
async function sameSheets(sheets: readonly Sheet[], first: number, header: readonly string[]) {
  const others: number[] = []
  for (const [index, sheet] of sheets.entries()) {
    if (index > first && headerAt(await sheet.read(), header) >= 0) others.push(index)
  }
  return others
}

/** Returns how many records come before and with the header; -1 if the table has another one. */
function headerAt(table: Table, header: readonly string[]): number {
  let seen = 0
  for (const { cells } of recordsOf(table, PLAIN)) {
    seen += 1
    if (seen > HEADER_MAX) return -1
    const isSame =
      cells.length === header.length && cells.every((cell, at) => cell.trim() === header[at])
    if (isSame) return seen
  }
  return -1
}

/** Yields the rows of the chosen sheets, in batches. Of several sheets in a workbook each is an account. */
export async function* readTableRows(
  source: Source,
  { file, layout, table }: { file: File; layout: Layout; table: TableChoice },
  options: ReaderOptions,
): AsyncGenerator<readonly StatementRow[]> {
  const sheets = await sheetsOf(source, file)
  const areAccounts = table.sheets.length > 1 && file.format !== 'html'
  for (const [order, index] of table.sheets.entries()) {
    const { name, rows } = await sheets[index]!.read()
    const account = areAccounts ? name : null
    if (account !== null) options.onAccount?.(account)
    const skipped = order === 0 ? layout.skipped : headerAt({ name, rows }, layout.header)
    let found: StatementRow[] = []
    const onBalance: ReaderOptions['onBalance'] = (balance) =>
      options.onBalance?.(account === null ? balance : { ...balance, account })
    const reader = createTableReader({ ...layout, skipped }, { ...options, onBalance }, (row) =>
      found.push(account === null ? row : { ...row, account }),
    )
    for (const record of recordsOf({ name, rows }, table.notation)) {
      reader.push(record)
      if (found.length < ROWS_AT_ONCE) continue
      yield found
      found = []
    }
    reader.end()
    yield found
  }
}

const ROWS_AT_ONCE = 1000

/** Returns the first records of the table that would be read, for a person who must choose its columns. */
export async function sampleTable(source: Source, file: File, max: number): Promise<CsvRecord[]> {
  const sheets = await sheetsOf(source, file)
  let best: CsvRecord[] = []
  for (const sheet of sheets) {
    const records = [...recordsOf(await sheet.read(), PLAIN)].slice(0, max)
    if (records.length > best.length) best = records
    if (best.length >= max) break
  }
  return best
}
