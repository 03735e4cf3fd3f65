import { fold } from '#/core/values/fold.ts'
import { createCsvRecords, type CsvRecord } from '#/sources/statements/csv/records.ts'
import type { Encoding } from '#/sources/statements/encoding.ts'
import { MoveFault, inFile } from './move-fault.ts'
import type { MoveFile } from './move-file.ts'
import { decoded, encodingOf } from './text-lines.ts'

export type TableRow = {
  readonly line: number
  /** The trimmed text of a column by one of its names; empty if the table has no such column. */
  readonly text: (...names: readonly string[]) => string
}

/** A CSV or tab-separated file whose first record names its columns. */
export type Table = {
  readonly file: MoveFile
  /** The names of the columns, folded. */
  readonly header: readonly string[]
  readonly has: (...names: readonly string[]) => boolean
  /** Yields the records after the header, in batches. Throws MoveFault. */
  readonly rows: () => AsyncGenerator<readonly TableRow[]>
}

const HEADER_MAX = 100_000

/** Opens a table. Null if the file is not text, or its first record is not a header. */
export async function openTable(file: MoveFile): Promise<Table | null> {
  const encoding = await encodingOf(file)
  if (encoding === null) return null
  const delimiter = await delimiterOf(file, encoding)
  const first = await headerOf(file, { encoding, delimiter })
  if (!first || first.cells.length < 2) return null
  const header = numbered(first.cells.map(fold))
  const places = new Map(header.map((name, at): [string, number] => [name, at]).toReversed())
  const find = (names: readonly string[]) => {
    for (const name of names) {
      const at = places.get(name)
      if (at !== undefined) return at
    }
    return null
  }
  async function* rows(): AsyncGenerator<readonly TableRow[]> {
    let batch: TableRow[] = []
    let isHeader = true
    const emit = ({ line, cells }: CsvRecord) => {
      if (isHeader) {
        isHeader = false
        return
      }
      const text = (...names: readonly string[]) => {
        const at = find(names)
        return at === null ? '' : (cells[at] ?? '').trim()
      }
      if (cells.some((cell) => cell.trim() !== '')) batch.push({ line, text })
    }
    const records = createCsvRecords(delimiter, emit)
    try {
      for await (const text of decoded(file, encoding!)) {
        records.push(text)
        yield batch
        batch = []
      }
      records.end()
      yield batch
    } catch (error) {
      throw inFile(error, file.name)
    }
  }
  return { file, header, has: (...names) => names.every((name) => places.has(name)), rows }
}

/** Numbers names that occur again: `type`, `type 2`. */
function numbered(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} ${count}`
  })
}

/** Throws MoveFault if a table lacks a column. `names` are the columns as their application writes them. */
export function requireColumns(table: Table, names: readonly string[]): void {
  const missing = names.filter((name) => !table.has(fold(name)))
  if (missing.length > 0) {
    throw new MoveFault(table.file.name, 1, { name: 'move_columns', columns: missing })
  }
}

const delimiters = [',', ';', '\t', '|'] as const

async function delimiterOf(file: MoveFile, encoding: Encoding): Promise<string> {
  let head = ''
  for await (const text of decoded(file, encoding)) {
    head += text
    if (/[\r\n]/.test(head.trimStart()) || head.length > HEADER_MAX) break
  }
  const line = head.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  const counted = delimiters.map((sign) => ({ sign, count: line.split(sign).length }))
  return counted.toSorted((a, b) => b.count - a.count)[0]!.sign
}

async function headerOf(
  file: MoveFile,
  { encoding, delimiter }: { readonly encoding: Encoding; readonly delimiter: string },
): Promise<CsvRecord | null> {
  const found: CsvRecord[] = []
  const records = createCsvRecords(delimiter, (record) => {
    if (found.length === 0) found.push(record)
  })
  try {
    for await (const text of decoded(file, encoding)) {
      records.push(text)
      if (found.length > 0) return found[0]!
    }
    records.end()
  } catch (error) {
    throw inFile(error, file.name)
  }
  return found[0] ?? null
}
