import { invalidParameter } from '#/platform/contract/refusal.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { membersApp } from './app-contract.ts'
import { eraseHousehold } from './erase-household.ts'

/** `DELETE /household` */
export const deleteHousehold: Handle<typeof membersApp.deleteHousehold> = async (
  call,
  { body },
) => {
  const { householdId, memberId } = call.caller
  const { name } = await call.db
    .selectFrom('households')
    .select('name')
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  if (body.name.trim() !== name.trim()) {
    throw invalidParameter('name', '`name` must be the name of the household.', {
      name: 'name_differs',
    })
  }
  await eraseHousehold(call, householdId)
  call.log('info', 'household.deleted', {
    household_id: householdId,
    member_id: memberId,
    request_id: call.requestId,
  })
  return { success: true }
}
