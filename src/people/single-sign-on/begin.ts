import { requireRoom } from '#/platform/contract/caps.ts'
import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import { beginLogin } from '#/access/oidc/login.ts'
import { OidcFailure } from '#/access/oidc/oidc-failure.ts'
import type { PersonHandle, PersonRequest } from '#/access/sessions/person-request.ts'
import type { OidcProvider } from '#/platform/settings/oidc-settings.ts'
import type { singleSignOn } from './app-contract.ts'

/** `POST /oidc/begin` */
export const beginProviderSignIn: PersonHandle<typeof singleSignOn.beginProviderSignIn> = async (
  request,
  { body: { provider, purpose, choose_account: choosesAccount } },
) => {
  const chosen = requireProvider(request, provider)
  const { session } = request
  const beginning = { provider: chosen, purpose, choosesAccount }
  if (purpose !== 'sudo') return begin(request, { ...beginning, sessionId: null })
  if (!session) throw new Refusal('session_required')
  if (session.isGuest) throw new Refusal('guest_refused')
  return begin(request, { ...beginning, sessionId: session.id })
}

/** `POST /oidc/link` */
export const beginProviderLink: PersonHandle<typeof singleSignOn.beginProviderLink> = async (
  request,
  { body },
) => {
  const { id: sessionId, isGuest, personId } = request.session
  if (isGuest) throw new Refusal('guest_refused')
  await requireRoomForIdentity(request, personId)
  const provider = requireProvider(request, body.provider)
  const choosesAccount = body.choose_account
  return begin(request, { provider, purpose: 'link', sessionId, choosesAccount })
}

/** Finds a provider by its number in the settings. */
export function requireProvider({ oidc }: Pick<PersonRequest, 'oidc'>, id: string): OidcProvider {
  const provider = oidc.providers.find((one) => one.id === id)
  if (!provider) throw notFound('provider')
  return provider
}

export async function requireRoomForIdentity(
  { db }: Pick<PersonRequest, 'db'>,
  personId: string,
): Promise<void> {
  const { count } = await db
    .selectFrom('oidc_identities')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  requireRoom('identities', Number(count))
}

async function begin(request: PersonRequest, beginning: Parameters<typeof beginLogin>[1]) {
  try {
    return { url: await beginLogin(request, beginning) }
  } catch (error) {
    if (!(error instanceof OidcFailure)) throw error
    const { fault: reason, detail } = error
    request.log('warn', 'oidc.unavailable', { provider: beginning.provider.id, reason, detail })
    throw new Refusal('oidc_unavailable', { cause: error })
  }
}
