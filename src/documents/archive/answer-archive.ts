import { fileOf } from '#/documents/lists/file-of.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { archiveApp } from './app-contract.ts'

/** `GET /archive`: all data leaves the server, so the audit log records who took it, even if the download broke off. */
export const answerArchive: Handle<typeof archiveApp.exportArchive> = async (call, { query }) => {
  const { householdId: id } = call.caller
  await recordChange(call, {
    action: 'household.export',
    subject: { type: 'household', id },
    before: null,
    after: null,
  })
  const { exportArchive } = await import('./export-archive.ts')
  return {
    pieces: exportArchive(call, id, query),
    file: fileOf('archive', 'zip', String(query.year)),
  }
}
