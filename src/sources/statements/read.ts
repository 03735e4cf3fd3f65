import { letOthers } from '#/sources/provider/take-turns.ts'
import { createCamtReader } from './camt.ts'
import { createCsvReader } from './csv.ts'
import {
  createDelimiterJudge,
  createLayoutJudge,
  type Delimiter,
  type Layout,
  type Mapping,
} from './csv-layout.ts'
import { createEncodingJudge, type Encoding } from './encoding.ts'
import { formatOf, HEAD_CHARACTERS } from './format.ts'
import { createOfxReader } from './ofx.ts'
import type { Format, Reading, StatementRow } from './statement.ts'

/** A file, in pieces, as often as it is asked for: what a reader decides over all rows takes more than one look. */
export type Source = () => AsyncIterable<Uint8Array>

/** How a file is read. */
export type Understood = {
  readonly format: Format
  readonly encoding: Encoding
  /** Only of CSV. */
  readonly layout: Layout | null
}

/**
 * Finds out how a file is to be read. `mapping` is what a person has said of it, for the first record's cells where that
 * depends on it. Throws StatementFault.
 */
export async function understand(
  source: Source,
  { currency }: Reading,
  mapping: Mapping = {},
): Promise<Understood> {
  const encoding = mapping.encoding ?? (await judgeEncoding(source))
  let head = ''
  for await (const text of decoded(source, encoding)) {
    head += text
    if (head.length >= HEAD_CHARACTERS) break
  }
  const format = formatOf(head.slice(0, HEAD_CHARACTERS))
  if (format !== 'csv') return { format, encoding, layout: null }
  const delimiter = mapping.delimiter ?? (await judgeDelimiter(source, encoding))
  const layouts = createLayoutJudge(delimiter, currency, mapping)
  for await (const text of decoded(source, encoding)) layouts.push(text)
  return { format, encoding, layout: layouts.end() }
}

async function judgeEncoding(source: Source): Promise<Encoding> {
  const judge = createEncodingJudge()
  for await (const bytes of source()) judge.push(bytes)
  return judge.end()
}

async function judgeDelimiter(source: Source, encoding: Encoding): Promise<Delimiter> {
  const judge = createDelimiterJudge()
  for await (const text of decoded(source, encoding)) judge.push(text)
  return judge.end()
}

/** The rows of a file, in its order, a piece at a time. Throws StatementFault. */
export async function* readRows(
  source: Source,
  { format, encoding, layout }: Understood,
  reading: Reading,
): AsyncGenerator<readonly StatementRow[]> {
  let rows: StatementRow[] = []
  const take = () => {
    const taken = rows
    rows = []
    return taken
  }
  const tell = (row: StatementRow) => rows.push(row)
  const reader = layout
    ? createCsvReader(layout, reading, tell)
    : (format === 'ofx' ? createOfxReader : createCamtReader)(reading, tell)
  for await (const text of decoded(source, encoding)) {
    reader.push(text)
    yield take()
  }
  reader.end()
  yield take()
}

/** What is taken apart in one turn, in bytes. */
const TURN_BYTES = 16_384

async function* decoded(source: Source, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let left = TURN_BYTES
  for await (const bytes of source()) {
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.subarray(at, at + left)
      yield decoder.decode(piece, { stream: true })
      at += piece.length
      left -= piece.length
      if (left > 0) continue
      await letOthers()
      left = TURN_BYTES
    }
  }
  yield decoder.decode()
}
