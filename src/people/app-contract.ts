import * as z from 'zod'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { currency, email, instant, name, text } from '#/platform/contract/fields.ts'
import { assertion } from '#/access/sign-in-methods/app-contract.ts'
import { whoami } from '#/access/sessions/app-contract.ts'
import { done } from '#/platform/audited/contract.ts'
import { languageTags } from '#/core/values/languages.ts'
import { isZone } from '#/core/values/zone.ts'

/** Checks the length only; `password-rules.ts` has the other rules. */
const password = text({ min: 1, max: 256 })

/** Takes an address as people type it. An impossible address is refused before anything is looked up. */
const typedEmail = z.string().max(300).trim().pipe(email)

/** Takes a code of an authenticator app, or a recovery code. */
export const code = text({ min: 6, max: 40 })

/** Takes the part of a link behind `#k=`. */
export const token = text({ min: 1, max: 100 })

const timezone = z
  .string()
  .max(100)
  .refine(isZone, saying('must be an IANA time zone such as Europe/Madrid', { name: 'no_zone' }))

export const newHousehold = z.strictObject({
  name,
  kind: z.enum(['personal', 'joint']).default('personal'),
  timezone,
  currency,
  categories: z
    .enum(languageTags)
    .nullable()
    .default('en')
    .describe('The language of the usual categories to begin with; null: none.'),
})

const tag = 'People'

/**
 * Declares how people get in and out, independently of a household. Only `createHousehold` takes an Idempotency-Key:
 * links and passkeys work once by themselves.
 */
export const people = {
  showEntrance: endpoint({
    method: 'GET',
    path: '/entrance',
    tag,
    summary: 'Show whether this instance is set up and supports passkeys',
    scope: 'data.read',
    open: true,
    response: z.object({
      needs_setup: z
        .boolean()
        .describe('There is no account yet: the link to make one is in the server’s log.'),
      passkeys: z
        .enum(['available', 'needs_https', 'needs_name', 'off'])
        .describe(
          'Other values say why passkeys do not work here: plain http, or an IP address instead of a name, or providers only.',
        ),
      providers: z
        .array(z.object({ id: z.string(), name: z.string() }))
        .describe('The providers of OpenID Connect by which people may sign in.'),
      passwords: z.boolean().describe('False: people sign in through a provider only.'),
      mails_links: z.boolean().describe('Invitations and password resets can be sent by mail.'),
      auto_redirect: z.boolean().describe('The sign-in page goes on to the provider by itself.'),
    }),
  }),
  checkSetupLink: endpoint({
    method: 'POST',
    path: '/setup/check',
    tag,
    summary: 'Check a setup link',
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
    summary: 'Create the first account and its household, and sign in',
    description: 'A guest who came by the same link becomes that account and needs no `token`.',
    scope: 'data.write',
    open: true,
    status: 201,
    refusals: ['oidc_only', 'link_not_valid', 'setup_done'],
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
    description: 'The link still works afterwards, for the first account.',
    scope: 'data.write',
    open: true,
    status: 201,
    refusals: ['link_not_valid', 'setup_done'],
    body: z.strictObject({ token }),
    response: whoami,
  }),
  openDemo: endpoint({
    method: 'POST',
    path: '/demo/open',
    tag,
    summary: 'Enter the demo household of the command `earmark demo` by its link',
    description: 'With the signed-in account, or else as a guest. The link works once.',
    scope: 'data.write',
    open: true,
    status: 201,
    refusals: ['link_not_valid'],
    body: z.strictObject({ token }),
    response: whoami,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/sign-in',
    tag,
    summary: 'Sign in with a password',
    description:
      'If the account has an authenticator the answer is 401 `second_factor_required`: send the request again with a `code`.',
    scope: 'data.write',
    open: true,
    refusals: [
      'oidc_only',
      'sign_in_failed',
      'account_locked',
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
    refusals: ['oidc_only', 'passkey_failed', 'account_locked', 'passkeys_unavailable'],
    body: assertion,
    response: whoami,
  }),
  proveMyself: endpoint({
    method: 'POST',
    path: '/sudo',
    tag,
    summary: 'Allow sensitive actions for five minutes, by password',
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
    summary: 'Allow sensitive actions for five minutes, by passkey',
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
    summary: 'Delete my account permanently',
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
  askReset: endpoint({
    method: 'POST',
    path: '/password-reset/mail',
    tag,
    summary: 'Ask for a mail with a link that sets a new password',
    description:
      'The answer is the same whether or not an account has this address. The link works once, for an hour.',
    scope: 'data.write',
    open: true,
    refusals: ['oidc_only', 'mail_unavailable', 'too_many_attempts'],
    body: z.strictObject({ email: typedEmail, language: z.enum(languageTags).default('en') }),
    response: done,
  }),
  setPassword: endpoint({
    method: 'PUT',
    path: '/password',
    tag,
    summary: 'Set a new password',
    cost: 20,
    description: 'Signs all other browsers out. Only this browser stays known.',
    scope: 'data.write',
    sudo: true,
    refusals: ['guest_refused', 'oidc_only'],
    body: z.strictObject({ password }),
    response: z.object({ ended: z.int().describe('Browsers that were signed out.') }),
  }),
  checkResetLink: endpoint({
    method: 'POST',
    path: '/password-reset/check',
    tag,
    summary: 'Check a password reset link',
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
    summary: 'Set a new password with a reset link, and sign in',
    description:
      'All browsers are signed out, and none is known any more. Passkeys, keys and devices stay unless `revoke_all` ends ' +
      'them; the authenticator stays in any case, and its code is needed here.',
    scope: 'data.write',
    open: true,
    refusals: [
      'link_not_valid',
      'account_locked',
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
    summary: 'Show an invitation',
    scope: 'data.read',
    open: true,
    refusals: ['link_not_valid'],
    body: z.strictObject({ token }),
    response: z.object({
      household_name: z.string(),
      invited_by: z.string().nullable().describe('Null: the operator of this instance.'),
      role: z.enum(['owner', 'member']),
      email: z
        .string()
        .nullable()
        .describe('The address of the account that may accept it; null: any account.'),
      name: z
        .string()
        .nullable()
        .describe('The name of the existing member that the invitee becomes; null: a new member.'),
      account: z
        .enum(['none', 'sign_in', 'signed_in'])
        .describe(
          'The next step: create an account, sign in to the one with this address, or just accept.',
        ),
      expires_at: instant,
    }),
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/invitations/accept',
    tag,
    summary: 'Become a member, with the signed-in account or a new one',
    cost: 20,
    description: 'Send `account` unless you are signed in.',
    scope: 'data.write',
    open: true,
    status: 201,
    refusals: [
      'oidc_only',
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
    summary: 'Create another household, and act in it',
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
    summary: 'Act in my demo household, which is created if needed',
    cost: 200,
    heavy: true,
    scope: 'data.write',
    status: 201,
    response: whoami,
  }),
}
