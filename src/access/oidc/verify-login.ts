import type { IDToken } from 'openid-client'
import type { PersonRequest } from '#/access/sessions/person-request.ts'
import type { OidcProvider } from '#/platform/settings/oidc-settings.ts'
import { deriveFrom, type Login, type LoginFacts } from './login.ts'
import { OidcFailure, readFailure } from './oidc-failure.ts'
import { forgetProvider, openProvider } from './open-provider.ts'

/** The longest subject of the standard (OpenID Connect Core 1.0, 2). */
const SUBJECT_MAX = 255
const ACCOUNT_MAX = 200

type Returned = {
  readonly provider: OidcProvider
  readonly login: Login
  readonly secret: string
  readonly state: string
  /** The query with which the provider sent the browser back. */
  readonly query: Readonly<Record<string, string>>
}

/**
 * Exchanges the code of a login and checks its ID token: signature by a key of the provider, issuer, audience, nonce, times,
 * and for a proof that the person has just signed in. Throws an OidcFailure for every fault.
 */
export async function verifyLogin(
  request: PersonRequest,
  { provider, login, secret, state, query }: Returned,
): Promise<LoginFacts> {
  const { library, configuration } = await openProvider(request, provider)
  const address = new URL(login.redirectUri)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  try {
    const tokens = await library.authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: deriveFrom(secret, 'nonce', state),
      pkceCodeVerifier: deriveFrom(secret, 'verifier', state),
      idTokenExpected: true,
      // The person signed in after the login began, give or take the tolerance of clocks.
      ...(login.purpose === 'sudo' && { maxAge: secondsSince(request, login) }),
    })
    const claims = tokens.claims()
    if (!claims || !tokens.id_token) throw new OidcFailure('wrong_token', 'id_token')
    if (claims.sub === '' || claims.sub.length > SUBJECT_MAX) {
      throw new OidcFailure('wrong_token', 'sub')
    }
    return {
      subject: claims.sub,
      account: accountOf(claims),
      sid: textOf(claims['sid']),
      idToken: tokens.id_token,
      mfa: provider.trustsMfa && hasMfa(claims),
    }
  } catch (error) {
    const failure = readFailure(error)
    if (failure.fault === 'wrong_signature') forgetProvider(provider)
    throw failure
  }
}

function secondsSince({ now }: Pick<PersonRequest, 'now'>, { createdAt }: Login): number {
  return Math.max(0, Math.ceil((now().epochMilliseconds - createdAt.epochMilliseconds) / 1000))
}

/** How the provider calls the account. It is shown and never compared. */
function accountOf(claims: IDToken): string | null {
  const found =
    textOf(claims['preferred_username']) ?? textOf(claims['email']) ?? textOf(claims['name'])
  return found === null ? null : found.slice(0, ACCOUNT_MAX)
}

/** RFC 8176: `mfa` says that several factors were checked. Names of single methods do not. */
function hasMfa({ amr }: IDToken): boolean {
  return Array.isArray(amr) && amr.includes('mfa')
}

/** Returns a claim as one line of text; null if it is not text, or empty. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  // oxlint-disable-next-line no-control-regex -- the database refuses NUL, and a screen shows no control characters
  const plain = value.replaceAll(/[\u0000-\u001f\u007f]/g, '').trim()
  return plain === '' ? null : plain
}
