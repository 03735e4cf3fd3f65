import { dayAt } from '#/core/values/day.ts'
import { fileOf } from '#/documents/lists/file-of.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { journalsApp } from './app-contract.ts'

/** `GET /journal-export`. What writes journals is loaded by the process that answers, not by the server. */
export const answerJournal: Handle<typeof journalsApp.exportJournal> = async (call, { query }) => {
  const { format: dialect, ...period } = query
  const { exportJournal } = await import('./journal.ts')
  const { householdId, zone } = call.caller
  const pieces = await exportJournal(call, householdId, { dialect, period })
  return { pieces, file: fileOf('journal', dialect, dayAt(call.now(), zone)) }
}
