import type { JWTVerifyGetKey } from 'jose'
import type { Configuration } from 'openid-client'
import * as z from 'zod'
import type { OidcProvider } from '#/platform/settings/oidc-settings.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { OidcFailure, readFailure } from './oidc-failure.ts'
import { CLOCK_TOLERANCE, openProvider } from './open-provider.ts'
import { textOf } from './verify-login.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** The time for which a token counts, even if it names a later end itself. Its name is kept for longer, so that it works once. */
const TOKEN_MINUTES = 10
/** Signatures by a private key. A shared secret, or none, proves nothing. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** The message of a provider that somebody has signed out there. At least one of `subject` and `sid` is there. */
export type Logout = {
  readonly issuer: string
  readonly jti: string
  readonly subject: string | null
  /** The session at the provider; null: all sessions of the subject. */
  readonly sid: string | null
}

const logoutClaims = z.object({
  jti: z.string().min(1),
  sub: z.string().min(1).max(255).optional(),
  sid: z.string().min(1).max(1000).optional(),
  events: z.object({ [EVENT]: z.looseObject({}) }),
  // Only ID tokens have one: without this, an ID token could pass for a logout token of a careless provider.
  nonce: z.never().optional(),
})

/** Checks a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6), except that it is new. Throws an OidcFailure. */
export async function verifyLogout(
  runtime: Pick<Runtime, 'outbound' | 'now'>,
  provider: OidcProvider,
  token: string,
): Promise<Logout> {
  const { configuration } = await openProvider(runtime, provider)
  const metadata = configuration.serverMetadata()
  const claims = await readClaims(runtime, configuration, { provider, token })
  const read = logoutClaims.safeParse(claims)
  if (!read.success) {
    throw new OidcFailure('wrong_token', String(read.error.issues[0]?.path[0] ?? ''))
  }
  const { jti, sub, sid } = read.data
  const [subject, session] = [sub ?? null, textOf(sid)]
  if (subject === null && session === null) throw new OidcFailure('wrong_token', 'sub, sid')
  return { issuer: new URL(metadata.issuer).href, jti, subject, sid: session }
}

type Sent = { readonly provider: OidcProvider; readonly token: string }

/** Checks what is common to signed tokens: signature, algorithm, type, issuer, audience and times. */
async function readClaims(
  runtime: Pick<Runtime, 'outbound'>,
  configuration: Configuration,
  { provider, token }: Sent,
): Promise<object> {
  const { errors, jwtVerify } = await import('jose')
  const { issuer, id_token_signing_alg_values_supported: named = ['RS256'] } =
    configuration.serverMetadata()
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      await keysOf(runtime, configuration),
      {
        algorithms: ALGORITHMS.filter((one) => named.includes(one)),
        issuer,
        audience: provider.clientId,
        requiredClaims: ['iat', 'jti', 'events'],
        maxTokenAge: TOKEN_MINUTES * 60,
        clockTolerance: CLOCK_TOLERANCE,
      },
    )
    // Another client's token must not sign anybody out here, even if it names this client too.
    if (Array.isArray(payload.aud) && payload.aud.length > 1)
      throw new OidcFailure('wrong_token', 'aud')
    const { typ } = protectedHeader
    if (typ !== undefined && !/^(application\/)?(logout\+jwt|jwt)$/i.test(typ)) {
      throw new OidcFailure('wrong_token', 'typ')
    }
    return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new OidcFailure('expired', error.claim)
    if (error instanceof errors.JWTClaimValidationFailed) {
      const fault = error.claim === 'iss' ? 'wrong_issuer' : 'wrong_token'
      throw new OidcFailure(fault, error.claim)
    }
    if (error instanceof errors.JOSEError) throw new OidcFailure('wrong_signature', error.code)
    throw readFailure(error)
  }
}

const keySets = new WeakMap<Configuration, JWTVerifyGetKey>()

/** The published keys of a provider, which are asked for again when a token names an unknown one, at most twice a minute. */
async function keysOf(
  { outbound }: Pick<Runtime, 'outbound'>,
  configuration: Configuration,
): Promise<JWTVerifyGetKey> {
  const known = keySets.get(configuration)
  if (known) return known
  const { createRemoteJWKSet, customFetch } = await import('jose')
  const { jwks_uri: address } = configuration.serverMetadata()
  if (address === undefined || !URL.canParse(address)) {
    throw new OidcFailure('unavailable', 'jwks_uri')
  }
  const keys = createRemoteJWKSet(new URL(address), { [customFetch]: createGuardedFetch(outbound) })
  keySets.set(configuration, keys)
  return keys
}
