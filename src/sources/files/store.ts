import type { Runtime } from '#/platform/runtime/runtime.ts'
import { inTransaction } from '#/platform/database/database.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { readRows } from '#/sources/statements/reading/read.ts'
import type { Source } from '#/sources/statements/reading/source.ts'
import type { Cents } from '#/core/values/cents.ts'
import {
  type Different,
  readSeparatePayments,
} from '#/sources/files/matching/separate-duplicates.ts'
import {
  type HandKeptBalance,
  type Kept,
  readHandKeptBalance,
  restateBalance,
  type StatedBalance,
} from '#/sources/files/balances/balance.ts'
import { historyThrough } from './card-rows.ts'
import { type Destination, openEntry, rememberMapping, requireAccount } from './entry.ts'
import { createIdentifier, type Identified, kindOf } from '#/sources/files/matching/identify.ts'
import type { Target } from '#/sources/files/matching/match-rows.ts'
import { isChosen, mappingKey, type ScannedFile } from './scan-file.ts'
import { type Counts, storeRows } from './store-rows.ts'
import { renewNames } from '#/sources/renaming/renew-names.ts'
import { pairTransfers } from '#/budget/transactions/writing/pair-transfers.ts'
import { assignPayments } from '#/budget/assignments/assign-payments.ts'

export type Storing = {
  readonly importId: string
  readonly source: Source
  readonly destination: Destination
  /** The member who imports the file; null: the operator. */
  readonly memberId: string | null
  readonly scanned: ScannedFile
  /** The balance after the last row as stated by a person; null: as stated by the file. */
  readonly chosenBalance: Cents | null
  readonly different: Different
  /** Called after each batch with the number of rows stored; if it throws, all of them are rolled back. */
  readonly progress: (processed: number) => Promise<void>
  /** Stores the result in the transaction of the rows. */
  readonly finish: (
    writer: WriteContext,
    done: Counts & Kept & { readonly account_id: string },
  ) => Promise<void>
}

/** Rows stored per batch. The first batch is smaller, so that people soon see progress. */
const ROWS_AT_ONCE = 2000
const FIRST_ROWS = 500

/** Stores a scanned file in one transaction: after a crash either all of it is stored or nothing. */
export async function storeFile(runtime: Runtime, storing: Storing): Promise<Counts> {
  const [counts] = await storeFiles(runtime, [storing])
  return counts!
}

/** Stores scanned files of one household, each for another account, in one transaction. Returns the counts of each. */
export async function storeFiles(
  runtime: Runtime,
  files: readonly Storing[],
): Promise<readonly Counts[]> {
  const [first] = files
  if (!first) return []
  const { householdId, zone } = first.destination
  const ready: Ready[] = []
  for (const file of files) {
    const { format, layout } = file.scanned.dialect
    const kind = kindOf(format, layout)
    // This reads the whole file, so it runs before the transaction locks the household.
    const separate = await readSeparatePayments(file.source, kind, file.different)
    ready.push({ ...file, kind, separate })
  }
  return inTransaction(runtime.db, async (db) => {
    const begun = await beginWrite({ ...runtime, db }, householdId)
    const writer = { ...runtime, db, ...begun, caller: { householdId, zone } }
    await renewNames(writer)
    const stored: Stored[] = []
    for (const file of ready) stored.push(await storeRowsOf(writer, file))
    if (stored.some(({ counts }) => counts.added + counts.settled > 0)) {
      await pairTransfers(writer)
      await assignPayments(writer)
    }
    for (const { file, destination, before, counts } of stored) {
      const stated = statedBalance(file.scanned, file.chosenBalance)
      const kept = await restateBalance(writer, destination, { before, stated })
      await file.finish(writer, { account_id: destination.accountId, ...counts, ...kept })
    }
    return stored.map(({ counts }) => counts)
  })
}

type Ready = Storing & Pick<Target, 'kind' | 'separate'>

type Stored = {
  readonly file: Ready
  /** The account, which exists now. */
  readonly destination: Destination
  /** The balance without the file's rows. */
  readonly before: HandKeptBalance | null
  readonly counts: Counts
}

/** Stores the rows of a file, and how it was read. */
async function storeRowsOf(
  writer: Parameters<typeof requireAccount>[0],
  file: Ready,
): Promise<Stored> {
  const { importId, source, scanned, kind, separate } = file
  const { dialect, account } = scanned
  const destination = await requireAccount(writer, file.destination, file.memberId)
  const { currency } = destination
  const entry = await openEntry(writer, destination)
  const before = await readHandKeptBalance(writer.db, destination)
  const identify = createIdentifier(kind)
  const through = await historyThrough(writer, destination.accountId, before)
  const target = { entry, currency, kind, separate, importId, historyThrough: through }
  let counts: Counts = { added: 0, duplicates: 0, settled: 0 }
  let waiting: Identified[] = []
  const storeBatch = async () => {
    const done = await storeRows(writer, target, waiting)
    waiting = []
    counts = {
      added: counts.added + done.added,
      duplicates: counts.duplicates + done.duplicates,
      settled: counts.settled + done.settled,
    }
    await file.progress(counts.added + counts.duplicates)
  }
  for await (const rows of readRows(source, dialect, { currency })) {
    for (const row of rows) {
      if (row.account !== account) continue
      waiting.push(identify(row))
      const enough = counts.added + counts.duplicates === 0 ? FIRST_ROWS : ROWS_AT_ONCE
      if (waiting.length >= enough) await storeBatch()
    }
  }
  if (waiting.length > 0) await storeBatch()
  const key = mappingKey(dialect)
  if (key !== null && isChosen(scanned.mapping)) {
    const remembered = { ...destination.remembered, [key]: scanned.mapping }
    await rememberMapping(writer, entry, remembered)
  }
  return { file, destination, before, counts }
}

/** Returns the balance after a file's last row: as chosen by a person, else as stated by the file. */
export function statedBalance(
  { stated, lastDay }: ScannedFile,
  chosen: Cents | null,
): StatedBalance | null {
  return chosen === null || lastDay === null ? stated : { amount: chosen, day: lastDay }
}
