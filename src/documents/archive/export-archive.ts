import { createHash } from 'node:crypto'
import { toDay } from '#/core/values/day.ts'
import type { LanguageTag } from '#/core/values/languages.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { writeDocument } from '#/documents/export.ts'
import { writeJournal } from '#/documents/journals/journal.ts'
import { readFrame } from '#/documents/journals/read-journal.ts'
import { type Book, readBook } from '#/documents/lists/book.ts'
import { listNames, type ListName } from '#/documents/lists/app-contract.ts'
import type { Headings } from '#/documents/lists/columns.ts'
import { writeCsv } from '#/documents/lists/csv.ts'
import { tableOf } from '#/documents/lists/export-list.ts'
import { writeXlsx } from '#/documents/lists/xlsx.ts'
import { type ZipPart, zipOf } from '#/documents/lists/zip.ts'
import { fromSnapshot } from '#/documents/snapshot.ts'
import { readCategorySums } from './category-sums.ts'
import { writeSummary } from './summary.ts'

export type ArchiveRequest = {
  readonly year: number
  readonly headings: Headings
  readonly language: LanguageTag
}

/**
 * Exports a year of a household as one ZIP, from one snapshot and in constant memory. The same state makes the same bytes.
 * Throws `resource_not_found` without a household.
 */
export function exportArchive(
  runtime: Pick<Runtime, 'db' | 'now'>,
  householdId: string,
  request: ArchiveRequest,
): AsyncGenerator<Uint8Array> {
  return fromSnapshot(runtime, async function* (snapshot) {
    const book = await readBook(snapshot, householdId)
    const writing = { snapshot, book, now: runtime.now(), ...request }
    const folder = `earmark-${request.year}`
    yield* zipOf(withChecksums(folder, filesOf(writing)))
  })
}

type Writing = ArchiveRequest & {
  readonly snapshot: Database
  readonly book: Book
  readonly now: Temporal.Instant
}

/** Makes the files one after the other, because they share the connection of the snapshot. */
async function* filesOf(writing: Writing): AsyncGenerator<ZipPart> {
  const { snapshot, book, now, year, headings, language } = writing
  const period = { from: toDay(`${year}-01-01`), to: toDay(`${year}-12-31`) }
  const choice = { filter: period, sort: 'booked_at' as const }
  const list = (name: ListName) => tableOf(name, { snapshot, book, choice, headings })
  const frame = await readFrame({ snapshot, book, period }, now)
  const sums = await readCategorySums({ snapshot, book, ...period })
  yield {
    name: 'summary.html',
    content: once(writeSummary({ book, year, language, frame, sums })),
  }
  for (const name of listNames) {
    const file = `${name.replaceAll('_', '-')}.csv`
    yield { name: file, content: writeCsv(list(name), { bom: false }) }
  }
  yield { name: 'lists.xlsx', content: writeXlsx(sheets()) }
  const journal = { snapshot, book, period, now }
  yield { name: 'hledger.journal', content: writeJournal(journal, 'hledger') }
  yield { name: 'ledger.beancount', content: writeJournal(journal, 'beancount') }
  yield {
    name: 'household.json',
    content: writeDocument(snapshot, book.stored.household.household_id),
  }

  async function* sheets() {
    for (const name of listNames) yield { name, ...list(name) }
  }
}

/** Puts files into a folder, and behind them the checksums of all, in the form of `sha256sum`. */
async function* withChecksums(
  folder: string,
  files: AsyncIterable<ZipPart>,
): AsyncGenerator<ZipPart> {
  const lines: string[] = []
  for await (const { name, content } of files) {
    const hash = createHash('sha256')
    yield { name: `${folder}/${name}`, content: hashing(content) }
    lines.push(`${hash.digest('hex')}  ${name}\n`)

    async function* hashing(pieces: typeof content) {
      for await (const piece of pieces) {
        hash.update(piece)
        yield piece
      }
    }
  }
  yield { name: `${folder}/SHA256SUMS`, content: once(lines.join('')) }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
