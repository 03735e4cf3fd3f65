import { StatementFault } from '#/sources/statements/fault.ts'
import type { Format } from '#/sources/statements/statement.ts'
import type { Source } from '#/sources/statements/read.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Different, NONE_DIFFERENT } from '#/sources/files/matching/separate-duplicates.ts'
import { findDestination } from './entry.ts'
import { lookAt, type Preview } from './preview-file.ts'
import { storeFile } from './store.ts'
import { surveyFile } from './scan-file.ts'

export type ImportReport = {
  readonly format: Format
  readonly read: number
  readonly added: number
  readonly duplicates: number
}

/** `currency` is the account's. */
export type Look = { readonly preview: Preview; readonly currency: string }

type Asked = {
  readonly source: Source
  readonly fileName: string
  readonly bytes: number
  readonly accountId: string
  /** Which of several accounts in the file; null: the only one, or the one that fits. */
  readonly fileAccount: string | null
  /** By default none. */
  readonly different?: Different
}

/** What importing a file would do. Throws StatementFault as `importNow`, and stores nothing. */
export async function lookNow(runtime: Runtime, asked: Asked): Promise<Look> {
  const { source, fileAccount, different = NONE_DIFFERENT } = asked
  const destination = await findDestination(runtime.db, asked.accountId, null)
  const said = { mapping: {}, fileAccount, balance: null, different }
  const reader = { db: runtime.db, caller: destination }
  const { preview } = await lookAt(reader, { source, destination, said })
  if (preview.reason !== null) throw new StatementFault(preview.line, preview.reason)
  return { preview, currency: destination.currency }
}

/** Imports a file at once, as the operator. Throws StatementFault for one that cannot be read, and then stores nothing. */
export async function importNow(runtime: Runtime, asked: Asked): Promise<ImportReport> {
  const { source, accountId, fileAccount } = asked
  const destination = await findDestination(runtime.db, accountId, null)
  const surveyed = await surveyFile(source, destination, { mapping: {}, fileAccount })
  const { format } = surveyed.understood
  const importId = runtime.newId()
  const counts = await storeFile(runtime, {
    importId,
    source,
    destination,
    memberId: null,
    surveyed,
    saidBalance: null,
    different: asked.different ?? NONE_DIFFERENT,
    progress: async () => {},
    finish: async (writer, done) => {
      const now = writer.now()
      await writer.db
        .insertInto('imports')
        .values({
          household_id: destination.householdId,
          id: importId,
          file_name: asked.fileName,
          bytes: asked.bytes,
          format,
          status: 'done',
          mapping: JSON.stringify(surveyed.mapping),
          file_account: surveyed.account,
          total: surveyed.total,
          processed: surveyed.total,
          ...done,
          attempts: 1,
          created_at: now,
          finished_at: now,
        })
        .execute()
    },
  })
  return { format, read: surveyed.total, added: counts.added, duplicates: counts.duplicates }
}
