import { dayAt } from '#/core/values/day.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { listsApp } from './app-contract.ts'
import { fileOf } from './file-of.ts'

/** `GET /list-export`. What writes lists is loaded by the process that answers, not by the server. */
export const answerList: Handle<typeof listsApp.exportList> = async (call, { query }) => {
  const { list, format, headings, bom, page: _, limit: _l, sort, ...filter } = query
  const { exportList } = await import('./export-list.ts')
  const request = { list, format, headings, bom: bom === 'true', filter, sort }
  const { householdId, zone } = call.caller
  const pieces = await exportList(call, householdId, request)
  return { pieces, file: fileOf(list, format, dayAt(call.now(), zone)) }
}
