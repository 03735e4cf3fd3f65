import type { Cents } from '#/core/values/cents.ts'
import { currencyDigits } from '#/core/values/money.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import type { Format } from '#/sources/statements/statement.ts'
import type { Source } from '#/sources/statements/reading/source.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Different, NONE_DIFFERENT } from '#/sources/files/matching/separate-duplicates.ts'
import { type Destination, findDestination } from '#/sources/files/entry.ts'
import { compareReadings, type OpenQuestion } from '#/sources/files/readings/compare-readings.ts'
import type { ChosenReading } from './column-roles.ts'
import { mappingOf } from './name-columns.ts'
import { previewFile, type Preview } from '#/sources/files/preview-file.ts'
import { storeFiles, type Storing } from '#/sources/files/store.ts'
import { type ScannedFile, scanFile } from '#/sources/files/scan-file.ts'
import { viewGaps, viewSkipped } from '#/sources/files/readings/row-view.ts'

export type ImportReport = {
  readonly format: Format
  readonly read: number
  readonly added: number
  readonly duplicates: number
  readonly gaps: Preview['gaps']
  readonly skipped: Preview['skipped']
  readonly currency: string
}

/** A preview and the currency of the account. */
export type PreviewReport = { readonly preview: Preview; readonly currency: string }

/** The file leaves open how it is to be read, so nothing is stored before a person decides. */
export class OpenReading extends StatementFault {
  readonly question: OpenQuestion
  readonly header: readonly string[]
  readonly currency: string

  constructor(asked: Pick<OpenReading, 'question' | 'header' | 'currency'>) {
    super(null, { name: 'reading_open', kind: asked.question.kind })
    this.question = asked.question
    this.header = asked.header
    this.currency = asked.currency
  }
}

export type FileToImport = {
  readonly source: Source
  readonly fileName: string
  readonly bytes: number
  readonly accountId: string
  /** The account number in the file; null: the only account, or the one that fits. */
  readonly fileAccount: string | null
  /** How the file is to be read, as far as the operator says. Default: as detected, or as chosen before. */
  readonly reading?: ChosenReading
  /** Default: none. */
  readonly different?: Different
  /** Imports a file whose own sums contradict its rows. Default: refuse it. */
  readonly acceptsGaps?: boolean
}

/** Previews the import of a file for the operator and stores nothing. Throws StatementFault as `importNow`. */
export async function previewNow(runtime: Runtime, file: FileToImport): Promise<PreviewReport> {
  const { source, fileAccount, different = NONE_DIFFERENT } = file
  const destination = await findDestination(runtime.db, file.accountId, null)
  const mapping = await mappingOf(source, destination, file.reading ?? {})
  const choices = { mapping, fileAccount, balance: null, different }
  const reader = { db: runtime.db, caller: destination }
  const { preview } = await previewFile(reader, { source, destination, choices })
  if (preview.reason !== null) throw new StatementFault(preview.line, preview.reason)
  return { preview, currency: destination.currency }
}

/** Imports a file immediately for the operator. Throws StatementFault for an unreadable file and then stores nothing. */
export async function importNow(runtime: Runtime, file: FileToImport): Promise<ImportReport> {
  const ready = await scanNow(runtime, file)
  const [report] = await storeNow(runtime, [{ file, ready }])
  return report!
}

/** A file that was read from end to end for one account, with nothing left open. */
export type ReadyFile = { readonly destination: Destination; readonly scanned: ScannedFile }

/** Reads a file for an account and stores nothing. Throws StatementFault if it cannot be read, or leaves a question open. */
export async function scanNow(runtime: Runtime, file: FileToImport): Promise<ReadyFile> {
  const { source, accountId, fileAccount } = file
  const destination = await findDestination(runtime.db, accountId, null)
  const mapping = await mappingOf(source, destination, file.reading ?? {})
  const scanned = await scanFile(source, destination, { mapping, fileAccount, db: runtime.db })
  const { question, account, dialect } = scanned
  const { currency, type } = destination
  if (!question) {
    if (!file.acceptsGaps) requireSums(scanned, currency)
    return { destination, scanned }
  }
  const isCard = type === 'credit'
  const asked = { question, mapping: scanned.mapping, currency, isCard, account }
  const compared = await compareReadings(source, asked)
  throw new OpenReading({ question: compared, header: dialect.layout?.header ?? [], currency })
}

/** Formats that state sums of whole statements, so a gap means that rows are missing or read wrongly. */
const withSums: ReadonlySet<Format> = new Set(['mt940', 'mt942', 'qif'])

/** Throws StatementFault if a file contradicts its own sums. In the browser a person sees the gaps before they confirm. */
function requireSums({ dialect, gaps }: ScannedFile, currency: string): void {
  const [gap] = gaps.first
  if (!gap || !withSums.has(dialect.format)) return
  const written = (cents: Cents) => {
    const digits = currencyDigits(currency)
    return `${(cents / 10 ** digits).toFixed(digits)} ${currency}`
  }
  const [expected, stated] = [written(gap.expected), written(gap.actual)]
  throw new StatementFault(gap.line, { name: 'balances_differ', expected, stated })
}

/** A file that was read, and how. */
export type FileToStore = { readonly file: FileToImport; readonly ready: ReadyFile }

/** Stores files that were read, each for another account of one household. Either all of them are stored or none. */
export async function storeNow(
  runtime: Runtime,
  files: readonly FileToStore[],
): Promise<readonly ImportReport[]> {
  const storing = files.map(({ file, ready }) => storingOf(runtime.newId(), file, ready))
  const stored = await storeFiles(runtime, storing)
  return files.map(({ ready: { destination, scanned } }, index) => {
    const { added, duplicates } = stored[index]!
    return {
      format: scanned.dialect.format,
      read: scanned.total,
      added,
      duplicates,
      gaps: viewGaps(scanned),
      skipped: viewSkipped(scanned),
      currency: destination.currency,
    }
  })
}

/** Describes how a file is stored, with an import that is done at once. */
function storingOf(
  importId: string,
  { source, fileName, bytes, different = NONE_DIFFERENT }: FileToImport,
  { destination, scanned }: ReadyFile,
): Storing {
  return {
    importId,
    source,
    destination,
    memberId: null,
    scanned,
    chosenBalance: null,
    different,
    progress: async () => {},
    finish: async ({ db, now }, done) => {
      await db
        .insertInto('imports')
        .values({
          household_id: destination.householdId,
          id: importId,
          file_name: fileName,
          bytes,
          format: scanned.dialect.format,
          status: 'done',
          mapping: JSON.stringify(scanned.mapping),
          file_account: scanned.account,
          skipped: JSON.stringify(scanned.skipped),
          total: scanned.total,
          processed: scanned.total,
          ...done,
          attempts: 1,
          created_at: now(),
          finished_at: now(),
        })
        .execute()
    },
  }
}
