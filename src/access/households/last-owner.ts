import { Refusal } from '#/platform/contract/refusal.ts'

type Member = { readonly id: string; readonly role: 'owner' | 'member' }

/** Refuses (`last_owner`) a change that would leave a household without an owner. */
export function requireOtherOwner(members: readonly Member[], memberId: string): void {
  const owners = members.filter(({ role }) => role === 'owner').map(({ id }) => id)
  if (owners.length === 1 && owners[0] === memberId) throw new Refusal('last_owner')
}
