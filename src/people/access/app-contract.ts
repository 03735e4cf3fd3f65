import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id, instant } from '#/platform/contract/fields.ts'
import { identity } from '#/access/sign-in-methods/app-contract.ts'
import { done } from '#/platform/audited/contract.ts'

const tag = 'Access'

const key = z.object({
  id,
  member_id: id,
  name: z.string(),
  scopes: z.array(z.enum(['data.read', 'data.write'])),
  prefix: z.string(),
  expires_at: instant,
  last_used_at: instant.nullable(),
})

const device = z.object({
  id,
  member_id: id.describe('The member in whose name it works.'),
  made_by: id.nullable().describe('Null: the operator.'),
  name: z.string(),
  public_id: z.string(),
  created_at: instant,
  last_push_at: instant.nullable(),
})

const feed = z.object({
  id,
  member_id: id,
  made_by: id.nullable().describe('Null: the operator.'),
  name: z.string(),
  public_id: z.string(),
  created_at: instant,
  last_read_at: instant.nullable(),
})

const invitation = z.object({
  id,
  invited_by: id.nullable().describe('Null: the operator.'),
  email: z.string().nullable(),
  role: z.enum(['owner', 'member']),
  expires_at: instant,
})

const waysIn = {
  keys: z.array(key),
  devices: z.array(device),
  feeds: z.array(feed).describe('Calendar addresses.'),
  invitations: z.array(invitation),
}

const householdWays = z.object({ household_id: id, household_name: z.string(), ...waysIn })

/** Lists every credential by which one person can get in. */
export const personWays = z.object({
  sessions: z.array(
    z.object({
      id,
      current: z.boolean(),
      agent: z.string(),
      address: z.string(),
      last_seen_at: instant,
      expires_at: instant,
    }),
  ),
  known_browsers: z
    .array(z.object({ id, agent: z.string(), address: z.string(), last_used_at: instant }))
    .describe(
      'Browsers with their own limit of sign-in attempts. A known browser opens nothing by itself.',
    ),
  passkeys: z.array(
    z.object({ id, name: z.string(), host: z.string(), last_used_at: instant.nullable() }),
  ),
  identities: z.array(identity).describe('Accounts at providers of OpenID Connect.'),
  password: z.boolean(),
  authenticator: z.object({ since: instant }).nullable(),
  recovery_codes_left: z.int(),
  reset_links: z.int().describe('Password reset links of the operator that still work.'),
})

const ended = {
  keys: z.int(),
  devices: z.int(),
  feeds: z.int(),
  invitations: z.int(),
}

/** Counts the credentials that ended, by kind. */
export const endedWays = z.object({
  sessions: z.int(),
  known_browsers: z.int(),
  passkeys: z.int(),
  identities: z.int().describe('Accounts at providers that were unlinked.'),
  reset_links: z.int(),
  ...ended,
})

/** Declares what lists and ends the access of a person, and of a household for its owners. */
export const access = {
  showMyAccess: endpoint({
    method: 'GET',
    path: '/access',
    tag,
    summary: 'List everything that can get in as me',
    scope: 'data.read',
    response: personWays.extend({ households: z.array(householdWays) }),
  }),
  endMyAccess: endpoint({
    method: 'POST',
    path: '/access/revoke-all',
    tag,
    summary: 'End everything that can get in as me but this session',
    description:
      'Other sessions, known browsers, keys, devices, calendar addresses, open invitations and reset links, in every household. The ' +
      'authenticator stays; passkeys and linked providers stay where there is no password to sign in with.',
    scope: 'data.write',
    sudo: true,
    body: z.strictObject({ passkeys: z.boolean().default(true) }),
    response: endedWays,
  }),
  forgetBrowser: endpoint({
    method: 'DELETE',
    path: '/access/browsers/{id}',
    tag,
    summary: 'Make one of my known browsers unknown',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: done,
  }),
}

/** Lists and ends the same for a household. */
export const householdAccess = {
  showHouseholdAccess: endpoint({
    method: 'GET',
    path: '/household/access',
    tag,
    summary: 'List everything but its people that can get into the household',
    scope: 'data.read',
    right: 'people',
    response: z.object({
      ...waysIn,
      left_connections: z
        .array(z.object({ id, name: z.string().nullable(), member_name: z.string() }))
        .describe('Bank connections of members who have gone; owners may end them.'),
    }),
  }),
  endHouseholdAccess: endpoint({
    method: 'POST',
    path: '/household/access/revoke-all',
    logged: 'household.revoke_all',
    tag,
    summary: 'End all keys, devices, calendar addresses and open invitations of the household',
    scope: 'data.write',
    right: 'people',
    sudo: true,
    response: z.object(ended),
  }),
}
