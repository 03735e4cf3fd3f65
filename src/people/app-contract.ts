import * as z from 'zod'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { currency, email, instant, name, text } from '#/platform/contract/fields.ts'
import { assertion } from '#/access/sign-in-methods/app-contract.ts'
import { whoami } from '#/access/sessions/app-contract.ts'
import { done } from '#/platform/audited/contract.ts'
import { isZone } from '#/core/values/zone.ts'

/** The rules beyond its length are in `password-rules.ts`. */
const password = text({ min: 1, max: 256 })

/** An address as people type it to sign in; one that nobody can have is refused before anything is looked up. */
const typedEmail = z.string().max(300).trim().pipe(email)

/** A code of an authenticator app, or a recovery code. */
const code = text({ min: 6, max: 40 })

/** The part of a link behind `#k=`. */
const token = text({ min: 1, max: 100 })

const timezone = z
  .string()
  .max(100)
  .refine(isZone, saying('must be an IANA time zone such as Europe/Madrid', { name: 'no_zone' }))

export const newHousehold = z.strictObject({
  name,
  kind: z.enum(['personal', 'joint']).default('personal'),
  timezone,
  currency,
})

const tag = 'People'

/** How people come in and out. None of it concerns one household; links and passkeys work once by themselves. */
export const people = {
  showEntrance: endpoint({
    method: 'GET',
    path: '/entrance',
    tag,
    summary: 'What somebody finds who comes to this instance',
    scope: 'data.read',
    open: true,
    response: z.object({
      needs_setup: z
        .boolean()
        .describe('There is no account yet: the link to make one is in the server’s log.'),
      passkeys: z
        .enum(['available', 'needs_https', 'needs_name'])
        .describe(
          'Why the browser cannot use passkeys here: plain http, or an address in place of a name.',
        ),
    }),
  }),
  checkSetupLink: endpoint({
    method: 'POST',
    path: '/setup/check',
    tag,
    summary: 'Whether a setup link works',
    scope: 'data.read',
    open: true,
    refusals: ['link_not_valid', 'setup_done'],
    body: z.strictObject({ token }),
    response: z.object({ expires_at: instant }),
  }),
  setUp: endpoint({
    method: 'POST',
    path: '/setup',
    tag,
    summary: 'Make the first account and its household, and sign in',
    description:
      'A guest, who came by the same link, becomes that account; no `token` is needed then.',
    scope: 'data.write',
    open: true,
    status: 201,
    refusals: ['link_not_valid', 'setup_done'],
    body: z.strictObject({
      token: token.optional(),
      name,
      email,
      password,
      household: newHousehold,
    }),
    response: whoami,
  }),
  startDemo: endpoint({
    method: 'POST',
    path: '/setup/demo',
    tag,
    summary: 'Look around in the demo household as a guest',
    description: 'The link goes on working, for the account that follows.',
    scope: 'data.write',
    open: true,
    status: 201,
    refusals: ['link_not_valid', 'setup_done'],
    body: z.strictObject({ token }),
    response: whoami,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/sign-in',
    tag,
    summary: 'Sign in with a password',
    description:
      'Where the account has an authenticator the answer is 401 `second_factor_required`: send the same again with a `code`.',
    scope: 'data.write',
    open: true,
    refusals: [
      'sign_in_failed',
      'second_factor_required',
      'second_factor_failed',
      'second_factor_unreadable',
      'too_many_attempts',
    ],
    body: z.strictObject({ email: typedEmail, password, code: code.optional() }),
    response: whoami,
  }),
  signInWithPasskey: endpoint({
    method: 'POST',
    path: '/sign-in/passkey',
    tag,
    summary: 'Sign in with a passkey',
    scope: 'data.write',
    open: true,
    refusals: ['passkey_failed', 'passkeys_unavailable'],
    body: assertion,
    response: whoami,
  }),
  proveMyself: endpoint({
    method: 'POST',
    path: '/sudo',
    tag,
    summary: 'Open sensitive acts for five minutes, by the password',
    cost: 20,
    scope: 'data.write',
    refusals: [
      'sign_in_failed',
      'second_factor_required',
      'second_factor_failed',
      'second_factor_unreadable',
      'too_many_attempts',
    ],
    body: z.strictObject({ password, code: code.optional() }),
    response: z.object({ sudo_until: instant }),
  }),
  proveMyselfWithPasskey: endpoint({
    method: 'POST',
    path: '/sudo/passkey',
    tag,
    summary: 'Open sensitive acts for five minutes, by a passkey',
    scope: 'data.write',
    refusals: ['passkey_failed', 'passkeys_unavailable'],
    body: assertion,
    response: z.object({ sudo_until: instant }),
  }),
  changeProfile: endpoint({
    method: 'PATCH',
    path: '/profile',
    tag,
    summary: 'Change my name or the address that I sign in with',
    scope: 'data.write',
    sudo: true,
    refusals: ['guest_refused'],
    body: z.strictObject({ name: name.optional(), email: email.optional() }),
    response: whoami,
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/profile',
    tag,
    summary: 'Delete my account, for good',
    cost: 50,
    heavy: true,
    description:
      'I leave every household; what I did there stays. One of which I am the last owner must be deleted or handed over ' +
      'first.',
    scope: 'data.write',
    sudo: true,
    refusals: ['guest_refused', 'last_owner'],
    body: z.strictObject({
      email: text({ min: 1, max: 254 }).describe('My address, typed again.'),
    }),
    response: done,
  }),
  setPassword: endpoint({
    method: 'PUT',
    path: '/password',
    tag,
    summary: 'Set a new password',
    cost: 20,
    description: 'All other browsers are signed out, and only this one stays known.',
    scope: 'data.write',
    sudo: true,
    refusals: ['guest_refused'],
    body: z.strictObject({ password }),
    response: z.object({ ended: z.int().describe('Browsers that were signed out.') }),
  }),
  checkResetLink: endpoint({
    method: 'POST',
    path: '/password-reset/check',
    tag,
    summary: 'Whether a link to set a new password works',
    scope: 'data.read',
    open: true,
    refusals: ['link_not_valid'],
    body: z.strictObject({ token }),
    response: z.object({ email: z.string(), expires_at: instant }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/password-reset',
    tag,
    summary: 'Set a new password by a link of the operator, and sign in',
    description:
      'All browsers are signed out, and none is known any more. Passkeys, keys and devices stay unless `revoke_all` ends ' +
      'them; the authenticator stays in any case, and its code is needed here.',
    scope: 'data.write',
    open: true,
    refusals: [
      'link_not_valid',
      'second_factor_required',
      'second_factor_failed',
      'second_factor_unreadable',
      'too_many_attempts',
    ],
    body: z.strictObject({
      token,
      password,
      code: code.optional(),
      revoke_all: z
        .boolean()
        .default(false)
        .describe('Also end passkeys, keys, devices and open invitations, in every household.'),
    }),
    response: whoami,
  }),
  checkInvitation: endpoint({
    method: 'POST',
    path: '/invitations/check',
    tag,
    summary: 'What an invitation says',
    scope: 'data.read',
    open: true,
    refusals: ['link_not_valid'],
    body: z.strictObject({ token }),
    response: z.object({
      household_name: z.string(),
      invited_by: z.string().nullable().describe('Null: the operator of this instance.'),
      role: z.enum(['owner', 'member']),
      email: z.string().nullable().describe('The account that it is for; null: any.'),
      name: z
        .string()
        .nullable()
        .describe('The name of the member that one becomes; null: a new one.'),
      account: z
        .enum(['none', 'sign_in', 'signed_in'])
        .describe(
          'Whether to make an account, to sign in to the one with this address first, or just to accept.',
        ),
      expires_at: instant,
    }),
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/invitations/accept',
    tag,
    summary: 'Become a member, with the account that is signed in or with a new one',
    cost: 20,
    description: '`account` is for whoever is not signed in.',
    scope: 'data.write',
    open: true,
    status: 201,
    refusals: [
      'limit_reached',
      'link_not_valid',
      'already_member',
      'sign_in_required',
      'guest_refused',
    ],
    body: z.strictObject({
      token,
      account: z.strictObject({ name, email, password }).optional(),
    }),
    response: whoami,
  }),
  createHousehold: endpoint({
    method: 'POST',
    path: '/households',
    tag,
    summary: 'Make another household, and act in it',
    cost: 50,
    heavy: true,
    scope: 'data.write',
    keyed: true,
    status: 201,
    refusals: [
      'limit_reached',
      'guest_refused',
      'idempotency_key_reused',
      'idempotency_key_in_progress',
    ],
    body: newHousehold,
    response: whoami,
  }),
  createDemoHousehold: endpoint({
    method: 'POST',
    path: '/households/demo',
    tag,
    summary: 'Act in my demo household; it is made where there is none',
    cost: 200,
    heavy: true,
    scope: 'data.write',
    status: 201,
    response: whoami,
  }),
}
