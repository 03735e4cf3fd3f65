import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { done } from '#/platform/audited/contract.ts'
import { id, instant, name, text } from '#/platform/contract/fields.ts'

const tag = 'Security'
const params = z.strictObject({ id })

const encoded = z.base64url().max(20_000)

/** The fields used of `PublicKeyCredential.toJSON()`; others are ignored. */
const credential = {
  id: encoded.max(2000),
  rawId: encoded.max(2000),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
}

/** A passkey that a browser has created. */
const made = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

/** A passkey's answer to a challenge. */
const shown = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
  }),
})

/** The input of `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. */
const options = z.looseObject({ challenge: z.string() })

const passkey = z.object({
  id,
  name: z.string(),
  host: z.string().describe('The host name that it was created for; it works only there.'),
  synced: z.boolean().describe('True if a password manager syncs it between devices.'),
  created_at: instant,
  last_used_at: instant.nullable(),
})

/** An account at a provider of OpenID Connect by which a person signs in. */
export const identity = z.object({
  id,
  provider: z.string().nullable().describe('Null: this provider is not configured any more.'),
  provider_name: z.string(),
  account: z.string().nullable().describe('How the provider calls the account.'),
  created_at: instant,
  last_used_at: instant.nullable(),
})

const recoveryCodes = z.object({
  recovery_codes: z.array(z.string()).describe('Ten codes, each usable once; shown only now.'),
})

const code = text({ min: 6, max: 10 })

/** Passkeys, authenticator apps and recovery codes. */
export const factors = {
  showSecurity: endpoint({
    method: 'GET',
    path: '/security',
    tag,
    summary: 'Show my sign-in methods',
    scope: 'data.read',
    response: z.object({
      password: z.boolean(),
      authenticator: z.object({ since: instant }).nullable(),
      recovery_codes_left: z.int(),
      passkeys: z.array(passkey),
      passkeys_here: z.enum(['available', 'needs_https', 'needs_name']),
      identities: z.array(identity),
      providers: z
        .array(z.object({ id: z.string(), name: z.string() }))
        .describe('The providers of OpenID Connect to which an account can be linked.'),
      passwords: z.boolean().describe('False: people sign in through a provider only.'),
    }),
  }),
  beginAuthenticator: endpoint({
    method: 'POST',
    path: '/authenticator',
    tag,
    summary: 'Create the secret of an authenticator app',
    description: 'Sign-in requires it only after one of its codes has been confirmed.',
    scope: 'data.write',
    sudo: true,
    refusals: ['guest_refused', 'already_on'],
    response: z.object({ secret: z.string().describe('In base 32.'), uri: z.string() }),
  }),
  confirmAuthenticator: endpoint({
    method: 'POST',
    path: '/authenticator/confirm',
    tag,
    summary: 'Switch the authenticator on with one of its codes',
    scope: 'data.write',
    sudo: true,
    refusals: [
      'second_factor_failed',
      'second_factor_unreadable',
      'resource_not_found',
      'already_on',
    ],
    body: z.strictObject({ code }),
    response: recoveryCodes,
  }),
  removeAuthenticator: endpoint({
    method: 'DELETE',
    path: '/authenticator',
    tag,
    summary: 'Switch the authenticator off, with its recovery codes',
    scope: 'data.write',
    sudo: true,
    response: done,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/recovery-codes',
    tag,
    summary: 'Create ten new recovery codes; the old ones stop working',
    scope: 'data.write',
    sudo: true,
    refusals: ['resource_not_found'],
    response: recoveryCodes,
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/passkeys/options',
    tag,
    summary: 'Get the options with which a browser creates a passkey',
    scope: 'data.write',
    sudo: true,
    refusals: ['limit_reached', 'guest_refused', 'passkeys_unavailable'],
    response: options,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/passkeys',
    tag,
    summary: 'Store the passkey that a browser has created',
    scope: 'data.write',
    sudo: true,
    status: 201,
    refusals: ['limit_reached', 'passkey_failed', 'passkeys_unavailable'],
    body: z.strictObject({ name, credential: made }),
    response: passkey,
  }),
  renamePasskey: endpoint({
    method: 'PATCH',
    path: '/passkeys/{id}',
    tag,
    summary: 'Rename a passkey',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params,
    body: z.strictObject({ name }),
    response: passkey,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/passkeys/{id}',
    tag,
    summary: 'Remove a passkey',
    scope: 'data.write',
    sudo: true,
    refusals: ['resource_not_found', 'last_way_in'],
    params,
    response: done,
  }),
  declinePasskeyOffer: endpoint({
    method: 'POST',
    path: '/passkeys/offer/decline',
    tag,
    summary: 'Decline the offer of a passkey for good',
    scope: 'data.write',
    response: done,
  }),
  beginPasskeySignIn: endpoint({
    method: 'POST',
    path: '/sign-in/passkey/options',
    tag,
    summary: 'Get the options with which a browser signs in with a passkey',
    scope: 'data.write',
    open: true,
    refusals: ['passkeys_unavailable'],
    response: options,
  }),
  beginPasskeySudo: endpoint({
    method: 'POST',
    path: '/sudo/passkey/options',
    tag,
    summary: 'Get the options with which a browser proves who I am with a passkey',
    scope: 'data.write',
    refusals: ['passkeys_unavailable'],
    response: options,
  }),
}

/** The body with a browser's answer to a challenge. */
export const assertion = z.strictObject({ credential: shown })
