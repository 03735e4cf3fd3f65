import type { Right } from '#/platform/contract/endpoint.ts'

export type Role = 'owner' | 'member'

/**
 * The rights that not every member has. Everything else is allowed to all members: the whole budget, their own keys,
 * webhooks and bank connections (which nobody else may touch), and leaving. `docs/people.md` shows this table.
 */
export const rights: Readonly<Record<Right, { readonly roles: readonly Role[] }>> = {
  /** Invite, change roles, remove members; see and end the keys, devices and invitations of others; pause their webhooks. */
  people: { roles: ['owner'] },
  /** Change name, currency, time zone and floor of the household. */
  settings: { roles: ['owner'] },
  /** Delete the household with all its data. */
  deletion: { roles: ['owner'] },
  /** Switch the log of the keys' requests on or off. */
  request_log: { roles: ['owner'] },
}

export function may(role: Role, right: Right): boolean {
  return rights[right].roles.includes(role)
}
