import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { explainMissing, mayCall, missingGrants } from '#/access/keys/restrictions.ts'
import type { Caller } from '#/platform/runtime/call.ts'

/** Refuses a restricted key that lacks a permission which the endpoint needs. */
export function requireGrants({ restrictions }: Caller, endpoint: Endpoint): void {
  if (restrictions === null || mayCall(restrictions, endpoint)) return
  const message = explainMissing(missingGrants(restrictions, endpoint))
  throw new Refusal('insufficient_scope', { message })
}
