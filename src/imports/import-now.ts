import type { Format } from '#/statements/statement.ts'
import type { Source } from '#/statements/read.ts'
import type { World } from '#/world/world.ts'
import { findDestination } from './entry.ts'
import { storeFile } from './store.ts'
import { surveyFile } from './survey.ts'

export type ImportReport = {
  readonly format: Format
  readonly read: number
  readonly added: number
  readonly duplicates: number
}

type Asked = {
  readonly source: Source
  readonly fileName: string
  readonly bytes: number
  readonly accountId: string
  /** Which of several accounts in the file; null: the only one, or the one that fits. */
  readonly fileAccount: string | null
}

/** Imports a file at once, as the operator. Throws StatementFault for one that cannot be read, and then stores nothing. */
export async function importNow(world: World, asked: Asked): Promise<ImportReport> {
  const { source, accountId, fileAccount } = asked
  const destination = await findDestination(world.db, accountId, null)
  const surveyed = await surveyFile(source, destination, { mapping: {}, fileAccount })
  const { format } = surveyed.understood
  const importId = world.newId()
  const counts = await storeFile(world, {
    importId,
    source,
    destination,
    memberId: null,
    surveyed,
    saidBalance: null,
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
