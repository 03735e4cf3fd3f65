import { exportDocument } from '#/documents/export.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { membersApp } from './app-contract.ts'

/** `GET /export`: all data leaves the server, so the audit log records who took it, even if the download broke off. */
export const exportHousehold: Handle<typeof membersApp.exportHousehold> = async (call) => {
  const { householdId: id } = call.caller
  await recordChange(call, {
    action: 'household.export',
    subject: { type: 'household', id },
    before: null,
    after: null,
  })
  return { pieces: exportDocument(call, id) }
}
