import { exportDocument } from '#/documents/export.ts'
import type { Handle } from '#/world/call.ts'
import type { membersApp } from './app-contract.ts'

/** `GET /export` */
export const exportHousehold: Handle<typeof membersApp.exportHousehold> = async (call) => {
  return { json: JSON.stringify(await exportDocument(call, call.caller.householdId)) }
}
