import { StatementFault } from '#/sources/statements/fault.ts'
import type { Format } from '#/sources/statements/statement.ts'
import type { Source } from '#/sources/statements/reading/read.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Different, NONE_DIFFERENT } from '#/sources/files/matching/separate-duplicates.ts'
import { findDestination } from './entry.ts'
import { previewFile, type Preview } from './preview-file.ts'
import { storeFile } from './store.ts'
import { scanFile } from './scan-file.ts'

export type ImportReport = {
  readonly format: Format
  readonly read: number
  readonly added: number
  readonly duplicates: number
}

/** A preview and the currency of the account. */
export type PreviewReport = { readonly preview: Preview; readonly currency: string }

type FileToImport = {
  readonly source: Source
  readonly fileName: string
  readonly bytes: number
  readonly accountId: string
  /** The account number in the file; null: the only account, or the one that fits. */
  readonly fileAccount: string | null
  /** Default: none. */
  readonly different?: Different
}

/** Previews the import of a file for the operator and stores nothing. Throws StatementFault as `importNow`. */
export async function previewNow(runtime: Runtime, file: FileToImport): Promise<PreviewReport> {
  const { source, fileAccount, different = NONE_DIFFERENT } = file
  const destination = await findDestination(runtime.db, file.accountId, null)
  const choices = { mapping: {}, fileAccount, balance: null, different }
  const reader = { db: runtime.db, caller: destination }
  const { preview } = await previewFile(reader, { source, destination, choices })
  if (preview.reason !== null) throw new StatementFault(preview.line, preview.reason)
  return { preview, currency: destination.currency }
}

/** Imports a file immediately for the operator. Throws StatementFault for an unreadable file and then stores nothing. */
export async function importNow(runtime: Runtime, file: FileToImport): Promise<ImportReport> {
  const { source, accountId, fileAccount } = file
  const destination = await findDestination(runtime.db, accountId, null)
  const scanned = await scanFile(source, destination, { mapping: {}, fileAccount })
  const { format } = scanned.dialect
  const importId = runtime.newId()
  const counts = await storeFile(runtime, {
    importId,
    source,
    destination,
    memberId: null,
    scanned,
    chosenBalance: null,
    different: file.different ?? NONE_DIFFERENT,
    progress: async () => {},
    finish: async (writer, done) => {
      const now = writer.now()
      await writer.db
        .insertInto('imports')
        .values({
          household_id: destination.householdId,
          id: importId,
          file_name: file.fileName,
          bytes: file.bytes,
          format,
          status: 'done',
          mapping: JSON.stringify(scanned.mapping),
          file_account: scanned.account,
          total: scanned.total,
          processed: scanned.total,
          ...done,
          attempts: 1,
          created_at: now,
          finished_at: now,
        })
        .execute()
    },
  })
  return { format, read: scanned.total, added: counts.added, duplicates: counts.duplicates }
}
