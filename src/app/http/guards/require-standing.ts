import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { may } from '#/access/households/rights.ts'
import { isProved } from '#/access/sessions/session.ts'
import type { SignedIn } from '#/platform/runtime/call.ts'

type Needs = Pick<Endpoint, 'right' | 'sudo'>

/** Refuses a member without the role for an endpoint (`owner_required`), or without a recent proof (`sudo_required`). */
export function requireStanding(member: SignedIn, needs: Needs, now: Temporal.Instant): void {
  if (needs.right && !may(member.role, needs.right)) throw new Refusal('owner_required')
  if (needs.sudo) requireProof(member, now)
}

/** Exempts guests, who have nothing but the session to prove themselves with. */
export function requireProof(
  member: Pick<SignedIn, 'isGuest' | 'provedAt'>,
  now: Temporal.Instant,
): void {
  if (!member.isGuest && !isProved(member.provedAt, now)) throw new Refusal('sudo_required')
}
