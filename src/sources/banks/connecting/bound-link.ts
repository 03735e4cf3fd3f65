import { invalidParameter } from '#/platform/contract/refusal.ts'
import type { LinkPlace } from '#/platform/runtime/sealed-columns.ts'
import { Unreadable } from '#/platform/runtime/seal.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** For whom a page of Plaid's was opened, and for what. */
export type LinkOwner = {
  readonly householdId: string
  readonly memberId: string
  /** The connection whose login is to be repaired; null: a new one. */
  readonly connectionId: string | null
}

/**
 * The token of a page of Plaid's as it is handed out: of use to the member who opened the page alone, in the household that
 * it was opened for. So whoever changes household meanwhile does not connect a bank to the wrong one. It is stored nowhere.
 */
export function bindLink({ seal }: Pick<Runtime, 'seal'>, token: string, owner: LinkOwner): string {
  return seal.seal(token, placeOf(owner)).toString('base64url')
}

/** The token as Plaid knows it. Throws `invalid_parameter` for one that was not made here for this owner. */
export function openBoundLink(
  { seal }: Pick<Runtime, 'seal'>,
  bound: string,
  owner: LinkOwner,
): string {
  try {
    return seal.open(Buffer.from(bound, 'base64url'), placeOf(owner))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw invalidParameter('link_token', '`link_token` was not made here for this.', {
      name: 'token_refused',
    })
  }
}

function placeOf({ householdId, memberId, connectionId }: LinkOwner): LinkPlace {
  return `plaid link:${householdId} ${memberId} ${connectionId ?? 'new'}`
}
