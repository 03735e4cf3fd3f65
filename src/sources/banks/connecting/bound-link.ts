import { invalidParameter } from '#/platform/contract/refusal.ts'
import type { LinkBinding } from '#/platform/runtime/sealed-columns.ts'
import { Unreadable } from '#/platform/runtime/seal.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** For whom a Link page was opened, and for which login. */
export type LinkOwner = {
  readonly householdId: string
  readonly memberId: string
  /** The connection whose login the page repairs; null: a new one. */
  readonly connectionId: string | null
}

/**
 * Seals the token of a Link page, so that it works only for the member who opened the page, in the same household. A
 * member who switches households meanwhile cannot connect the bank to the wrong one. The token is not stored.
 */
export function bindLink({ seal }: Pick<Runtime, 'seal'>, token: string, owner: LinkOwner): string {
  return seal.seal(token, bindingOf(owner)).toString('base64url')
}

/** Opens a sealed token. Throws `invalid_parameter` unless it was sealed here for this owner. */
export function openBoundLink(
  { seal }: Pick<Runtime, 'seal'>,
  bound: string,
  owner: LinkOwner,
): string {
  try {
    return seal.open(Buffer.from(bound, 'base64url'), bindingOf(owner))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw invalidParameter('link_token', '`link_token` was not issued for this request.', {
      name: 'token_refused',
    })
  }
}

function bindingOf({ householdId, memberId, connectionId }: LinkOwner): LinkBinding {
  return `plaid link:${householdId} ${memberId} ${connectionId ?? 'new'}`
}
