import { breathe } from '#/platform/runtime/breathe.ts'
import { createCamtReader } from '#/sources/statements/markup/camt.ts'
import { createCsvReader } from '#/sources/statements/csv/read-csv.ts'
import {
  createDelimiterDetector,
  createLayoutDetector,
  type Delimiter,
  type Layout,
  type Mapping,
} from '#/sources/statements/csv/layout.ts'
import { createEncodingDetector, type Encoding } from '#/sources/statements/encoding.ts'
import { formatOf, HEAD_CHARACTERS } from './format.ts'
import { createOfxReader } from '#/sources/statements/markup/ofx.ts'
import type { Format, ReaderOptions, StatementRow } from '#/sources/statements/statement.ts'

/** Opens a file as a stream of pieces. It is called several times, because layouts are decided from all rows. */
export type Source = () => AsyncIterable<Uint8Array>

/** How to read a file. */
export type Dialect = {
  readonly format: Format
  readonly encoding: Encoding
  /** Set for CSV only. */
  readonly layout: Layout | null
}

/** Detects how to read a file. The parts of `mapping` that a person chose are not detected. Throws StatementFault. */
export async function detectDialect(
  source: Source,
  { currency }: ReaderOptions,
  mapping: Mapping = {},
): Promise<Dialect> {
  const encoding = mapping.encoding ?? (await detectEncoding(source))
  let head = ''
  for await (const text of decoded(source, encoding)) {
    head += text
    if (head.length >= HEAD_CHARACTERS) break
  }
  const format = formatOf(head.slice(0, HEAD_CHARACTERS))
  if (format !== 'csv') return { format, encoding, layout: null }
  const delimiter = mapping.delimiter ?? (await detectDelimiter(source, encoding))
  const layouts = createLayoutDetector(delimiter, currency, mapping)
  for await (const text of decoded(source, encoding)) layouts.push(text)
  return { format, encoding, layout: layouts.end() }
}

async function detectEncoding(source: Source): Promise<Encoding> {
  const detector = createEncodingDetector()
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
  { format, encoding, layout }: Dialect,
  options: ReaderOptions,
): AsyncGenerator<readonly StatementRow[]> {
  let rows: StatementRow[] = []
  const take = () => {
    const taken = rows
    rows = []
    return taken
  }
  const emit = (row: StatementRow) => rows.push(row)
  const reader = layout
    ? createCsvReader(layout, options, emit)
    : (format === 'ofx' ? createOfxReader : createCamtReader)(options, emit)
  for await (const text of decoded(source, encoding)) {
    reader.push(text)
    yield take()
  }
  reader.end()
  yield take()
}

/** Bytes decoded at a time, so that readers hold only few rows and never a whole file as text. */
const PIECE_BYTES = 16_384
/** Bytes read in one turn of the event loop. */
const TURN_BYTES = 64 * PIECE_BYTES

/**
 * Decodes a file piece by piece. Files are read in processes of their own (`app/workers`, the command line), so this does
 * not make way for requests; it yields now and then because those processes report by timer that they are alive.
 */
async function* decoded(source: Source, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const bytes of source()) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      yield decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true })
      if ((at + PIECE_BYTES) % TURN_BYTES === 0) await breathe()
    }
  }
  yield decoder.decode()
}
