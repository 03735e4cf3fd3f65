import * as z from 'zod'
import { endpoint } from '#/contract/endpoint.ts'
import { currency, id, instant, name, text } from '#/contract/fields.ts'
import { isZone } from '#/values/zone.ts'

const done = z.object({ success: z.literal(true) })

/** With which somebody signs in; nothing is ever sent to it. */
const email = z.email('must be an e-mail address').max(254)

/** The rules beyond its length are in `password-rules.ts`. */
const password = text({ min: 1, max: 256 })

/** A code of an authenticator app, or a recovery code. */
const code = text({ min: 6, max: 40 })

/** The part of a link behind `#k=`. */
const token = text({ min: 1, max: 100 })

const timezone = z
  .string()
  .max(100)
  .refine(isZone, 'must be an IANA time zone such as Europe/Madrid')

export const newHousehold = z.strictObject({
  name,
  kind: z.enum(['personal', 'joint']).default('personal'),
  timezone,
  currency,
})

const household = z.object({
  id,
  name: z.string(),
  kind: z.enum(['personal', 'joint']),
  role: z.enum(['owner', 'member']),
  member_id: id,
  plan: z.enum(['free', 'standard', 'premium']),
  standing: z.enum(['trialing', 'active', 'trial_ended', 'lapsed', 'closed']),
  timezone: z.string(),
  currency: z.string(),
  demo: z.boolean().describe('It may be thrown away at any time.'),
})

const whoami = z.object({
  person: z.object({
    id,
    name: z.string(),
    email: z.string().nullable().describe('Null: a guest, who looks around in the demo household.'),
  }),
  session_id: id,
  household: household
    .nullable()
    .describe(
      'The household that requests without `X-Earmark-Household` act in; null: they belong to none.',
    ),
  households: z.array(household),
  sudo_until: instant
    .nullable()
    .describe('Until when sensitive acts are open; null: they are not.'),
})

const session = z.object({
  id,
  current: z.boolean(),
  through: z.enum(['password', 'passkey', 'setup', 'invitation', 'reset']),
  agent: z.string(),
  address: z.string(),
  created_at: instant,
  last_seen_at: instant,
  expires_at: instant,
})

const tag = 'People'

/** How people come in and out. None of it concerns one household, and no `Idempotency-Key` is taken. */
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
      'too_many_attempts',
    ],
    body: z.strictObject({ email: text({ min: 1, max: 254 }), password, code: code.optional() }),
    response: whoami,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/sign-out',
    tag,
    summary: 'Sign out of this browser',
    scope: 'data.write',
    open: true,
    response: done,
  }),
  whoAmI: endpoint({
    method: 'GET',
    path: '/session',
    tag,
    summary: 'Who is signed in, and to which households they belong',
    scope: 'data.read',
    response: whoami,
  }),
  chooseHousehold: endpoint({
    method: 'POST',
    path: '/session/household',
    tag,
    summary: 'Choose the household that this browser acts in from now on',
    description:
      'A page that has shown a household names it with every request in `X-Earmark-Household`, so that a choice made ' +
      'in another window moves nothing under its feet.',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    body: z.strictObject({ household_id: id }),
    response: whoami,
  }),
  proveMyself: endpoint({
    method: 'POST',
    path: '/sudo',
    tag,
    summary: 'Open sensitive acts for five minutes, by the password',
    scope: 'data.write',
    refusals: [
      'sign_in_failed',
      'second_factor_required',
      'second_factor_failed',
      'too_many_attempts',
    ],
    body: z.strictObject({ password, code: code.optional() }),
    response: z.object({ sudo_until: instant }),
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/sessions',
    tag,
    summary: 'List the browsers that I am signed in with, the latest first',
    scope: 'data.read',
    response: z.array(session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/sessions/{id}',
    tag,
    summary: 'Sign one browser out',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: done,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/sessions',
    tag,
    summary: 'Sign all my other browsers out',
    scope: 'data.write',
    response: z.object({ ended: z.int() }),
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
  setPassword: endpoint({
    method: 'PUT',
    path: '/password',
    tag,
    summary: 'Set a new password',
    description: 'All other browsers are signed out.',
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
      'All browsers are signed out. Passkeys stay; the authenticator stays too, and its code is needed here.',
    scope: 'data.write',
    open: true,
    refusals: [
      'link_not_valid',
      'second_factor_required',
      'second_factor_failed',
      'too_many_attempts',
    ],
    body: z.strictObject({ token, password, code: code.optional() }),
    response: whoami,
  }),
  createHousehold: endpoint({
    method: 'POST',
    path: '/households',
    tag,
    summary: 'Make another household, and act in it',
    scope: 'data.write',
    status: 201,
    refusals: ['guest_refused'],
    body: newHousehold,
    response: whoami,
  }),
  createDemoHousehold: endpoint({
    method: 'POST',
    path: '/households/demo',
    tag,
    summary: 'Make a demo household, and act in it',
    scope: 'data.write',
    status: 201,
    response: whoami,
  }),
  listMyEvents: endpoint({
    method: 'GET',
    path: '/profile/events',
    tag,
    summary: 'What was done about my account, the newest first',
    description: 'Signing in and failing to, passwords, second factors. The latest 200.',
    scope: 'data.read',
    response: z.array(
      z.object({
        id,
        at: instant,
        action: z.string(),
        address: z.string(),
        agent: z.string(),
      }),
    ),
  }),
}
