import type { Answer } from '#/platform/contract/endpoint.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { type Belongings, findBelongings } from '#/access/households/belongings.ts'
import { requireOtherOwner } from '#/access/households/last-owner.ts'
import { managesMembers } from '#/access/households/manages-members.ts'
import { endMembership } from '#/access/households/remove-member.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Act, Call, Handle } from '#/platform/runtime/call.ts'
import type { membersApp } from './app-contract.ts'
import { showMembers } from './list.ts'

/** `PATCH /members/{id}`: the new role applies from the next request on. */
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

/** `GET /members/{id}/belongings` */
export const showBelongings: Act<typeof membersApp.showBelongings> = async (acting, { params }) => {
  const { householdId, memberId } = acting.caller
  if (params.id !== memberId && !managesMembers(acting.caller)) throw notFound('id')
  const [member] = await showMembers(acting, params.id)
  if (!member) throw notFound('id')
  return toWire(await findBelongings(acting, { householdId, memberId: member.id }))
}

/** `DELETE /members/{id}` */
export const removeMember: Handle<typeof membersApp.removeMember> = (call, { params }) =>
  letGo(call, params.id)

/** `POST /leave`: the same as being removed. */
export const leaveHousehold: Handle<typeof membersApp.leaveHousehold> = (call) =>
  letGo(call, call.caller.memberId)

async function letGo(call: Call, memberId: string) {
  const { householdId } = call.caller
  const { belongings } = await endMembership(call, { householdId, memberId, author: call.caller })
  return { success: true as const, belongings: toWire(belongings) }
}

function toWire({
  ways,
  webhooks,
  connections,
}: Belongings): Answer<typeof membersApp.showBelongings> {
  return {
    ends: {
      keys: ways.keys.map(({ id, name }) => ({ id, name })),
      devices: ways.devices.map(({ id, name, member_id }) => ({ id, name, member_id })),
      feeds: ways.feeds.map(({ id, name }) => ({ id, name })),
      webhooks: [...webhooks],
      invitations: ways.invitations.map(({ id, email, role }) => ({ id, email, role })),
    },
    stays: { connections: [...connections] },
  }
}
