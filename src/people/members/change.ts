import { notFound } from '#/platform/contract/refusal.ts'
import { requireOtherOwner } from '#/access/households/last-owner.ts'
import { letMemberGo } from '#/access/households/remove-member.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Act, Handle } from '#/platform/runtime/call.ts'
import type { membersApp } from './app-contract.ts'
import { showMembers } from './list.ts'

/** `PATCH /members/{id}`: another role, from the next request on. */
export const changeMember: Act<typeof membersApp.changeMember> = async (
  acting,
  { params, body },
) => {
  const { db, caller } = acting
  const members = await showMembers(acting, null)
  const member = members.find(({ id }) => id === params.id)
  if (!member) throw notFound('id')
  if (member.role === body.role) return member
  if (body.role !== 'owner') requireOtherOwner(members, member.id)
  await db
    .updateTable('members')
    .set({ role: body.role })
    .where('household_id', '=', caller.householdId)
    .where('id', '=', member.id)
    .execute()
  await recordChange(acting, {
    action: 'member.change',
    subject: { type: 'member', id: member.id },
    before: { role: member.role },
    after: { role: body.role },
  })
  return { ...member, role: body.role }
}

/** `DELETE /members/{id}` */
export const removeMember: Handle<typeof membersApp.removeMember> = async (call, { params }) => {
  const { householdId } = call.caller
  await letMemberGo(call, { householdId, memberId: params.id, author: call.caller })
  return { success: true }
}

/** `POST /leave`: as if one were let go. */
export const leaveHousehold: Handle<typeof membersApp.leaveHousehold> = async (call) => {
  const { householdId, memberId } = call.caller
  await letMemberGo(call, { householdId, memberId, author: call.caller })
  return { success: true }
}
