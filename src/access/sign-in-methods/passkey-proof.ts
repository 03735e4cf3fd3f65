import type * as z from 'zod'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { PersonRequest } from '#/access/sessions/person-request.ts'
import type { assertion, factors } from './app-contract.ts'
import { requireHost, useChallenge } from './passkey-challenge.ts'

type Made = z.output<typeof factors.addPasskey.body>['credential']
type Shown = z.output<typeof assertion>['credential']

/** The accepted algorithms: EdDSA, ECDSA with P-256, RSA (RFC 9053). Every browser and key supports one of them. */
export const ALGORITHMS = [-8, -7, -257] as const

/** Verifies a passkey that a browser has created for a person, and returns the columns to store. Throws `passkey_failed`. */
export async function readNewPasskey(request: PersonRequest, personId: string, credential: Made) {
  const host = requireHost(request)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { transports = [], ...response } = credential.response
  const verified = await verifyRegistrationResponse({
    response: { ...credential, response: { ...response } },
    expectedChallenge: (challenge) =>
      useChallenge(request, challenge, { purpose: 'register', personId }),
    expectedOrigin: originOf(request),
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...ALGORITHMS],
  }).catch(refuse)
  if (!verified.verified) throw new Refusal('passkey_failed')
  const { credential: made, credentialBackedUp: synced } = verified.registrationInfo
  return {
    host,
    credential_id: made.id,
    public_key: Buffer.from(made.publicKey),
    counter: made.counter,
    transports,
    synced,
  }
}

/**
 * Verifies a passkey's answer to a challenge, and returns its person. A passkey is two factors in one: the device, and the
 * fingerprint or PIN that unlocks it. Throws `passkey_failed` for every fault.
 */
export async function readPasskey(
  request: PersonRequest,
  credential: Shown,
  asked: { readonly purpose: 'sign_in' | 'sudo'; readonly personId: string | null },
): Promise<string> {
  const host = requireHost(request)
  const found = await request.db
    .selectFrom('passkeys')
    .select(['id', 'person_id', 'public_key', 'counter'])
    .where('credential_id', '=', credential.id)
    .where('host', '=', host)
    .executeTakeFirst()
  if (!found || (asked.personId !== null && found.person_id !== asked.personId)) {
    throw new Refusal('passkey_failed')
  }
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: (challenge) => useChallenge(request, challenge, asked),
    expectedOrigin: originOf(request),
    expectedRPID: host,
    credential: {
      id: credential.id,
      publicKey: Uint8Array.from(found.public_key),
      counter: found.counter,
    },
    requireUserVerification: true,
  }).catch(refuse)
  if (!verified) throw new Refusal('passkey_failed')
  await request.db
    .updateTable('passkeys')
    .set({
      counter: authenticationInfo.newCounter,
      synced: authenticationInfo.credentialBackedUp,
      last_used_at: request.now(),
    })
    .where('id', '=', found.id)
    .execute()
  return found.person_id
}

function originOf({ client }: PersonRequest): string {
  return `${client.secure ? 'https' : 'http'}://${client.host}`
}

/** Converts every error of the library to `passkey_failed`. */
function refuse(cause: unknown): never {
  throw new Refusal('passkey_failed', { cause })
}
