import { createHash, timingSafeEqual } from 'node:crypto'
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import type { SigningKey } from './answer.ts'

/** Maximum age of a signature, and maximum lead of a clock, in seconds. */
const AGE_MAX = 5 * 60
const LEEWAY = 30

type Received = {
  /** The exact bytes of the request, white space included, because the signature covers them. */
  readonly body: Buffer
  /** The header `Plaid-Verification`: a JWT. */
  readonly token: string | undefined
  readonly now: Temporal.Instant
  /** Returns the key of an id, or null when Plaid has none. */
  readonly keyOf: (keyId: string) => Promise<SigningKey | null>
}

/**
 * Returns true when Plaid signed exactly this body within the last five minutes. Source: "Webhook verification" in the
 * documentation of Plaid.
 */
export async function isFromPlaid({ body, token, now, keyOf }: Received): Promise<boolean> {
  if (token === undefined) return false
  const keyId = keyIdOf(token)
  const key = keyId === null ? null : await keyOf(keyId)
  if (key === null) return false
  const seconds = Math.floor(now.epochMilliseconds / 1000)
  if (key.expired_at !== null && key.expired_at !== undefined && key.expired_at <= seconds) {
    return false
  }
  const claims = await verify(token, key)
  if (claims === null || typeof claims['iat'] !== 'number') return false
  const age = seconds - claims['iat']
  if (age > AGE_MAX || age < -LEEWAY) return false
  const digest = claims['request_body_sha256']
  return typeof digest === 'string' && isDigestOf(digest, body)
}

/** Reads the key id from the header of a token; null when the token is malformed. */
export function keyIdOf(token: string): string | null {
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    return alg === 'ES256' && typeof kid === 'string' && kid.length <= 200 ? kid : null
  } catch {
    return null
  }
}

async function verify(token: string, key: SigningKey): Promise<Record<string, unknown> | null> {
  try {
    const { expired_at: _, ...jwk } = key
    // Age is checked with the clock of the runtime, so jose checks only the signature.
    const { payload } = await compactVerify(token, await importJWK(jwk, 'ES256'), {
      algorithms: ['ES256'],
    })
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload))
    return claims !== null && typeof claims === 'object' ? { ...claims } : null
  } catch {
    return null
  }
}

function isDigestOf(claimed: string, body: Buffer): boolean {
  const digest = createHash('sha256').update(body).digest()
  const sent = Buffer.from(claimed, 'hex')
  return sent.length === digest.length && timingSafeEqual(sent, digest)
}
