import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { done } from '#/platform/audited/contract.ts'
import { id, instant } from '#/platform/contract/fields.ts'
import { preferences } from '#/platform/contract/preferences.ts'

const tag = 'Sessions'

const household = z.object({
  id,
  name: z.string(),
  kind: z.enum(['personal', 'joint']),
  role: z.enum(['owner', 'member']),
  member_id: id,
  plan: z.enum(['free', 'standard', 'premium']),
  standing: z.enum(['trialing', 'active', 'trial_ended', 'lapsed', 'closed', 'moving']),
  timezone: z.string(),
  currency: z.string(),
  locale: preferences.locale,
  date_format: preferences.date_format,
  week_starts_on: preferences.week_starts_on,
  month_starts_on_day: preferences.month_starts_on_day,
  demo: z.boolean().describe('A demo household, which may be deleted at any time.'),
})

export const whoami = z.object({
  person: z.object({
    id,
    name: z.string(),
    email: z.string().nullable().describe('Null for a guest of the demo household.'),
  }),
  operator: z.boolean().describe('They may see how this instance is backed up.'),
  session_id: id,
  household: household
    .nullable()
    .describe(
      'The household of requests without `X-Earmark-Household`; null if they belong to none.',
    ),
  households: z.array(household),
  passkey_offer: z
    .boolean()
    .describe('They sign in with a password and have not been offered a passkey yet.'),
  new_key_places: z.int().describe('Alerts about keys of theirs that were used from a new place.'),
  sudo_until: instant
    .nullable()
    .describe('The end of the time for sensitive actions; null if a new proof is needed.'),
})

const session = z.object({
  id,
  current: z.boolean(),
  through: z.enum(['password', 'passkey', 'oidc', 'setup', 'invitation', 'reset']),
  agent: z.string(),
  address: z.string(),
  created_at: instant,
  last_seen_at: instant,
  expires_at: instant,
})

/** The actions in the history of an account. The application has a text for each. */
export const personActions = [
  'setup',
  'sign_in',
  'sign_in.failed',
  'sign_in.second_factor_failed',
  'sign_in.passkey',
  'sign_in.oidc',
  'sign_in.oidc_failed',
  'sign_in.locked',
  'sign_out',
  'sign_out.oidc',
  'key_new_place',
  'sudo',
  'session.end',
  'session.end_others',
  'browser.forget',
  'access.revoke_all',
  'profile.change',
  'password.set',
  'password.reset',
  'password.reset_mailed',
  'authenticator.add',
  'authenticator.remove',
  'recovery_code.use',
  'recovery_codes.renew',
  'passkey.add',
  'passkey.rename',
  'passkey.remove',
  'identity.link',
  'identity.unlink',
  'invitation.accept',
  // By the operator, at the command line.
  'account.lock',
  'account.unlock',
  'session.end_all',
  'reset_link.create',
  'second_factors.remove',
] as const
export type PersonAction = (typeof personActions)[number]

/** Sessions and the history of an account. */
export const sessionsApp = {
  signOut: endpoint({
    method: 'POST',
    path: '/sign-out',
    tag,
    summary: 'Sign out of this browser',
    cost: 0,
    scope: 'data.write',
    open: true,
    response: done.extend({
      url: z
        .string()
        .nullable()
        .describe('Where the page goes to sign out at the provider, too; null: nowhere.'),
    }),
  }),
  whoAmI: endpoint({
    method: 'GET',
    path: '/session',
    tag,
    summary: 'Show the signed-in person and their households',
    scope: 'data.read',
    response: whoami,
  }),
  chooseHousehold: endpoint({
    method: 'POST',
    path: '/session/household',
    tag,
    summary: 'Choose the household for this browser',
    description:
      'A page that has shown a household names it with every request in `X-Earmark-Household`, so that a choice made ' +
      'in another window moves nothing under its feet.',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    body: z.strictObject({ household_id: id }),
    response: whoami,
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/sessions',
    tag,
    summary: 'List the browsers that I am signed in with, latest first',
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
    sudo: true,
    response: z.object({ ended: z.int() }),
  }),
  listMyEvents: endpoint({
    method: 'GET',
    path: '/profile/events',
    tag,
    summary: 'List the events of my account, newest first',
    description: 'Signing in and failing to, passwords, second factors. The latest 200.',
    scope: 'data.read',
    response: z.array(
      z.object({
        id,
        at: instant,
        action: z.enum(personActions),
        address: z.string(),
        agent: z.string(),
        detail: z.string().nullable().describe('The name of the key, or null.'),
      }),
    ),
  }),
}
