import { Refusal } from '#/platform/contract/refusal.ts'
import type { OidcFailure, OidcFault } from '#/access/oidc/oidc-failure.ts'
import { logRefusedSignIn } from '#/access/sessions/log-refusal.ts'
import type { PersonRequest } from '#/access/sessions/person-request.ts'
import { recordInstanceEvent, recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { OidcProvider } from '#/platform/settings/oidc-settings.ts'

/** Faults that only a provider's answer has. The others a stranger causes at will, so they are in the log alone. */
const provided: ReadonlySet<OidcFault> = new Set([
  'not_linked',
  'taken',
  'other_account',
  'wrong_signature',
  'expired',
  'not_fresh',
])

/** Turns a login that did not succeed into its refusal, and records it with the reason. */
export async function refuse(
  request: PersonRequest,
  provider: OidcProvider,
  failure: OidcFailure,
): Promise<never> {
  const { fault: reason, detail } = failure
  request.log('warn', 'oidc.refused', { provider: provider.id, reason, detail })
  if (reason !== 'unavailable') logRefusedSignIn(request, { reason: 'oidc', tried: null })
  if (request.session) {
    await recordPersonEvent(request, request.session.personId, 'sign_in.oidc_failed')
  } else if (provided.has(reason)) {
    await recordInstanceEvent(request, 'oidc.refused', `provider ${provider.id}: ${reason}`)
  }
  throw new Refusal(codeOf(reason), { cause: failure })
}

function codeOf(reason: OidcFault) {
  if (reason === 'unavailable') return 'oidc_unavailable'
  if (reason === 'not_linked') return 'oidc_not_linked'
  if (reason === 'taken') return 'oidc_taken'
  return 'oidc_failed'
}
