import type { Right } from '#/platform/contract/endpoint.ts'

export type Role = 'owner' | 'member'

/**
 * Who may what. Everything that is not named here every member may: the whole budget, their own keys, webhooks and bank
 * connections (which nobody else may touch), and to leave. `docs/people.md` shows this table.
 */
export const rights: Readonly<Record<Right, { readonly roles: readonly Role[] }>> = {
  /** Invite, change roles, remove members; see the ways in of others and end them, pause their webhooks. */
  people: { roles: ['owner'] },
  /** Name, currency, time zone and floor of the household. */
  settings: { roles: ['owner'] },
  /** Delete the household with all that is in it. */
  deletion: { roles: ['owner'] },
  /** Have the requests of keys kept, or not. */
  request_log: { roles: ['owner'] },
}

export function may(role: Role, right: Right): boolean {
  return rights[right].roles.includes(role)
}
