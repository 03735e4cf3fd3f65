import type { Cents } from '#/core/values/cents.ts'
import type { Database } from '#/platform/database/database.ts'
import { type Book, readBook } from '#/documents/lists/book.ts'
import { fromSnapshot } from '#/documents/snapshot.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Chart, chartOf } from './chart.ts'
import { type Entry, entryOf } from './entry.ts'
import type { Dialect } from './names.ts'
import { type JournalFrame, type Period, readFrame, readRows } from './read-journal.ts'

/** A journal that is ready to be written. */
export type Journal = {
  readonly title: string
  readonly chart: Chart
  readonly frame: JournalFrame
  /** The household's own currency. */
  readonly currency: string
  readonly currencies: readonly string[]
  readonly setAsides: readonly {
    readonly name: string
    readonly balance: Cents
    readonly currency: string
  }[]
  readonly entries: AsyncIterable<Entry>
}

/** Exports a journal from one snapshot, in constant memory. Throws `resource_not_found` for an account that is not here. */
export async function exportJournal(
  runtime: Pick<Runtime, 'db' | 'now'>,
  householdId: string,
  { dialect, period }: { readonly dialect: Dialect; readonly period: Period },
): Promise<AsyncGenerator<string>> {
  if (period.account_id !== undefined) {
    // Refused before the first piece, so that nobody gets the beginning of a file.
    const account = await runtime.db
      .selectFrom('accounts')
      .select('id')
      .where('household_id', '=', householdId)
      .where('id', '=', period.account_id)
      .where('hidden', '=', false)
      .executeTakeFirst()
    if (!account) throw notFound('account_id')
  }
  return fromSnapshot(runtime, async function* (snapshot) {
    const book = await readBook(snapshot, householdId)
    yield* writeJournal({ snapshot, book, period, now: runtime.now() }, dialect)
  })
}

type Writing = {
  readonly snapshot: Database
  readonly book: Book
  readonly period: Period
  readonly now: Temporal.Instant
}

/** Writes a journal from a snapshot that is open already. */
export async function* writeJournal(writing: Writing, dialect: Dialect): AsyncGenerator<string> {
  const { book } = writing
  const { household, expenses } = book.stored
  const frame = await readFrame(writing, writing.now)
  const chart = chartOf(book, dialect)
  const naming = { chart, setAsides: book.setAsides }
  const write =
    dialect === 'hledger'
      ? (await import('./hledger.ts')).writeHledger
      : (await import('./beancount.ts')).writeBeancount
  yield* inPieces(
    write({
      title: `${household.name}, ${frame.first} to ${frame.last}, written by Earmark`,
      chart,
      frame,
      currency: household.currency,
      currencies: [...new Set([household.currency, ...frame.held.map((one) => one.currency)])],
      setAsides: expenses
        .filter(({ archived_at }) => archived_at === null)
        .map(({ name, ready, building, reserve }) => {
          return { name, balance: ready + building + reserve, currency: household.currency }
        }),
      entries: entriesOf(),
    }),
  )

  async function* entriesOf(): AsyncGenerator<Entry> {
    for await (const row of readRows(writing)) yield entryOf(row, naming)
  }
}

/** The approximate size of a piece, in characters. */
const PIECE = 32 * 1024

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield piece
}
