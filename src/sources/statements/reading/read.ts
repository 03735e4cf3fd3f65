import { createCamtReader } from '#/sources/statements/markup/camt.ts'
import { createCsvReader } from '#/sources/statements/csv/read-csv.ts'
import { createDelimiterDetector } from '#/sources/statements/csv/delimiter.ts'
import { createLayoutDetector } from '#/sources/statements/csv/detecting/detect-layout.ts'
import type {
  Delimiter,
  Layout,
  LayoutOptions,
  Mapping,
  Question,
} from '#/sources/statements/csv/layout.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import { createEncodingDetector, type Encoding } from '#/sources/statements/encoding.ts'
import { formatOf, HEAD_CHARACTERS } from './format.ts'
import { createOfxReader } from '#/sources/statements/markup/ofx.ts'
import { createQifNotationDetector } from '#/sources/statements/quicken/notation.ts'
import { createQifReader, type QifNotation } from '#/sources/statements/quicken/qif.ts'
import type {
  Format,
  ReaderOptions,
  StatementReader,
  StatementRow,
} from '#/sources/statements/statement.ts'
import { createMt940Reader } from '#/sources/statements/swift/mt940.ts'
import { containerOf } from './container.ts'
import { decoded, type Source } from './source.ts'
import {
  detectTable,
  readTableRows,
  sampleTable,
  type TableChoice,
  type TableFormat,
} from './tables.ts'

/** How to read a file. */
export type Dialect = {
  readonly format: Format
  readonly encoding: Encoding
  /** Set for CSV and other tables. */
  readonly layout: Layout | null
  /** Set for workbooks and pages. */
  readonly table?: TableChoice
  /** Set for QIF. */
  readonly notation?: QifNotation
}

/** A detected dialect, and the question that a person must answer before anything is stored by it. */
export type DetectedDialect = Dialect & { readonly question: Question | null }

/** Detects how to read a file. The parts of `mapping` that a person chose are not detected. Throws StatementFault. */
export async function detectDialect(
  source: Source,
  options: LayoutOptions,
  mapping: Mapping = {},
): Promise<DetectedDialect> {
  const { format, encoding } = await detectFormat(source, mapping, options.currency)
  const whole = { format, encoding, layout: null, question: null }
  if (isTable(format)) {
    const file = { format, encoding }
    return { ...whole, ...(await detectTable(source, { file, options, mapping })) }
  }
  if (format === 'qif') {
    const notations = createQifNotationDetector(options.currency, mapping)
    for await (const text of decoded(source, encoding)) notations.push(text)
    return { ...whole, ...notations.end() }
  }
  if (format !== 'csv') return whole
  const delimiter = mapping.delimiter ?? (await detectDelimiter(source, encoding))
  const layouts = createLayoutDetector(delimiter, options, mapping)
  for await (const text of decoded(source, encoding)) layouts.push(text)
  return { ...whole, ...layouts.end() }
}

/** Detects the format and the encoding from the content. Throws StatementFault for formats that cannot be read. */
async function detectFormat(source: Source, mapping: Mapping, currency: string | null = null) {
  const container = await containerOf(source)
  if (container !== 'text') {
    return { format: container === 'zip' ? ('xlsx' as const) : ('xls' as const), encoding: 'utf-8' }
  }
  const encoding = mapping.encoding ?? (await detectEncoding(source, currency))
  let head = ''
  for await (const text of decoded(source, encoding)) {
    head += text
    if (head.length >= HEAD_CHARACTERS) break
  }
  return { format: formatOf(head.slice(0, HEAD_CHARACTERS)), encoding }
}

function isTable(format: Format): format is TableFormat {
  return format === 'xlsx' || format === 'xls' || format === 'html'
}

/**
 * Returns the first records of a workbook or a page as texts, for a person who must choose the columns; null for other
 * files, which are split as text.
 */
export async function sampleRecords(
  source: Source,
  mapping: Mapping,
  max: number,
): Promise<(readonly string[])[] | null> {
  try {
    const { format, encoding } = await detectFormat(source, mapping)
    if (!isTable(format)) return null
    return (await sampleTable(source, { format, encoding }, max)).map(({ cells }) => cells)
  } catch (error) {
    if (error instanceof StatementFault) return (await isText(source)) ? null : []
    throw error
  }
}

async function isText(source: Source): Promise<boolean> {
  try {
    return (await containerOf(source)) === 'text'
  } catch {
    return false
  }
}

async function detectEncoding(source: Source, currency: string | null): Promise<Encoding> {
  const detector = createEncodingDetector(currency)
  for await (const bytes of source()) detector.push(bytes)
  return detector.end()
}

async function detectDelimiter(source: Source, encoding: Encoding): Promise<Delimiter> {
  const detector = createDelimiterDetector()
  for await (const text of decoded(source, encoding)) detector.push(text)
  return detector.end()
}

/** Yields the rows of a file in order, in batches. Throws StatementFault. */
export async function* readRows(
  source: Source,
  dialect: Dialect,
  options: ReaderOptions,
): AsyncGenerator<readonly StatementRow[]> {
  const { format, encoding, layout, table } = dialect
  if (layout && table && isTable(format)) {
    yield* readTableRows(source, { file: { format, encoding }, layout, table }, options)
    return
  }
  let rows: StatementRow[] = []
  const take = () => {
    const taken = rows
    rows = []
    return taken
  }
  const reader = createReader(dialect, options, (row) => rows.push(row))
  for await (const text of decoded(source, encoding)) {
    reader.push(text)
    yield take()
  }
  reader.end()
  yield take()
}

function createReader(
  { format, layout, notation }: Dialect,
  options: ReaderOptions,
  emit: (row: StatementRow) => void,
): StatementReader {
  if (layout) return createCsvReader(layout, options, emit)
  if (notation) return createQifReader(notation, options, emit)
  if (format === 'ofx') return createOfxReader(options, emit)
  const isSwift = format === 'mt940' || format === 'mt942'
  return (isSwift ? createMt940Reader : createCamtReader)(options, emit)
}
