import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id, instant } from '#/platform/contract/fields.ts'
import { selection } from './contract.ts'

const connected = selection.extend({ connection_id: id })

const selectAll = z.boolean().default(false).describe('Follow every account that is found.')

/** Endpoints that connect and remove banks, for the application and the command line. */
export const connectionsApp = {
  connectSimplefin: endpoint({
    method: 'POST',
    path: '/connections/simplefin',
    tag: 'Connections',
    summary: 'Connect a SimpleFIN bank by its setup token, or renew a connection',
    cost: 20,
    scope: 'data.write',
    sudo: true,
    transaction: 'none',
    refusals: ['resource_not_found', 'not_connection_owner', 'provider_quota_exhausted'],
    body: z.strictObject({
      setup_token: z.string().min(1).max(4000),
      connection_id: id.optional().describe('The connection to renew.'),
      select_all: selectAll,
    }),
    response: connected,
  }),
  showProviders: endpoint({
    method: 'GET',
    path: '/connections/providers',
    tag: 'Connections',
    summary: 'Show which providers are available besides SimpleFIN',
    scope: 'data.read',
    response: z.object({
      plaid: z.boolean().describe('The operator has set Plaid up.'),
      enable_banking: z.boolean().describe('The operator has set Enable Banking up.'),
    }),
  }),
  openPlaidLink: endpoint({
    method: 'POST',
    path: '/connections/plaid/link',
    tag: 'Connections',
    summary: 'Open a page at Plaid on which a member signs in at their bank',
    cost: 20,
    description:
      'With `connection_id`, the page repairs the login of that connection. `POST /connections/plaid/link/follow` ' +
      'returns the outcome.',
    scope: 'data.write',
    sudo: true,
    transaction: 'none',
    refusals: ['resource_not_found', 'not_connection_owner', 'provider_quota_exhausted'],
    body: z.strictObject({
      connection_id: id.optional(),
      country_codes: z
        .array(z.string().regex(/^[A-Z]{2}$/))
        .min(1)
        .max(20)
        .default(['US']),
      language: z
        .string()
        .regex(/^[a-z]{2}$/)
        .default('en'),
    }),
    firstAnswerOnly: ['link_token', 'url'],
    response: z.object({
      link_token: z.string().optional(),
      url: z.string().optional(),
      expires_at: z.string(),
    }),
  }),
  followPlaidLink: endpoint({
    method: 'POST',
    path: '/connections/plaid/link/follow',
    tag: 'Connections',
    summary: 'Read the outcome of a page at Plaid, and connect the logins that were opened there',
    cost: 20,
    description:
      'For a screen that asks every few seconds. The token works only for the member who opened the page, in the ' +
      'household that it was opened for.',
    scope: 'data.write',
    transaction: 'none',
    refusals: ['resource_not_found', 'not_connection_owner', 'provider_quota_exhausted'],
    body: z.strictObject({
      link_token: z.string().min(1).max(1000),
      connection_id: id.optional().describe('The same as when the page was opened.'),
    }),
    response: z.object({
      state: z.enum(['open', 'left', 'done']),
      connection_ids: z.array(id).describe('The connections that were created or repaired.'),
    }),
  }),
  connectPlaid: endpoint({
    method: 'POST',
    path: '/connections/plaid',
    tag: 'Connections',
    summary: 'Connect a login by the public token of Plaid Link',
    cost: 20,
    scope: 'data.write',
    sudo: true,
    transaction: 'none',
    refusals: ['resource_not_found', 'provider_quota_exhausted'],
    body: z.strictObject({ public_token: z.string().min(1).max(1000), select_all: selectAll }),
    response: connected,
  }),
  listOffered: endpoint({
    method: 'GET',
    path: '/connections/{id}/accounts',
    tag: 'Connections',
    summary: 'List the accounts that a bank offers, followed or not, from stored data',
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params: z.object({ id }),
    response: selection,
  }),
  chooseFollowed: endpoint({
    method: 'PUT',
    path: '/connections/{id}/accounts',
    tag: 'Connections',
    summary: 'Choose which accounts of a bank to follow',
    scope: 'data.write',
    refusals: ['resource_not_found', 'not_connection_owner'],
    params: z.object({ id }),
    body: z.strictObject({ account_ids: z.array(id).max(500) }),
    response: selection,
  }),
  resumeConnection: endpoint({
    method: 'POST',
    path: '/connections/{id}/resume',
    tag: 'Connections',
    summary: 'Import now, because somebody has signed in at the bank or paid the provider',
    scope: 'data.write',
    refusals: ['resource_not_found', 'not_connection_owner'],
    params: z.object({ id }),
    response: z.object({ id, next_sync_at: instant }),
  }),
  removeConnection: endpoint({
    method: 'DELETE',
    path: '/connections/{id}',
    tag: 'Connections',
    summary: 'End a connection; accounts and history stay',
    cost: 20,
    description:
      'Only of the caller; owners of the household also end connections of members who have left.',
    scope: 'data.write',
    sudo: true,
    transaction: 'none',
    refusals: ['resource_not_found', 'not_connection_owner', 'provider_quota_exhausted'],
    params: z.object({ id }),
    response: z.object({ id, status: z.literal('disconnected') }),
  }),
}
