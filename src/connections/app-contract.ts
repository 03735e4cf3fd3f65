import * as z from 'zod'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant } from '#/contract/fields.ts'
import { selection } from './contract.ts'

const connected = selection.extend({ connection_id: id })

const selectAll = z.boolean().default(false).describe('Follow every account that is found.')

/** How banks are connected and left: for the application and the command line. */
export const connectionsApp = {
  connectSimplefin: endpoint({
    method: 'POST',
    path: '/connections/simplefin',
    tag: 'Connections',
    summary: 'Connect a SimpleFIN bank by its setup token, or renew a connection',
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
  createPlaidLinkToken: endpoint({
    method: 'POST',
    path: '/connections/plaid/link-token',
    tag: 'Connections',
    summary: 'Make a token that opens Plaid’s Link in the browser',
    description: 'With `connection_id`, Link repairs the login of that connection.',
    scope: 'data.write',
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
    response: z.object({ link_token: z.string(), expires_at: z.string() }),
  }),
  connectPlaid: endpoint({
    method: 'POST',
    path: '/connections/plaid',
    tag: 'Connections',
    summary: 'Connect the login that Plaid’s Link has opened',
    scope: 'data.write',
    sudo: true,
    transaction: 'none',
    refusals: ['resource_not_found', 'provider_quota_exhausted'],
    body: z.strictObject({ public_token: z.string().min(1).max(1000), select_all: selectAll }),
    response: connected,
  }),
  resumeConnection: endpoint({
    method: 'POST',
    path: '/connections/{id}/resume',
    tag: 'Connections',
    summary: 'Ask again: somebody has signed in at the bank, or paid the provider',
    scope: 'data.write',
    refusals: ['resource_not_found', 'not_connection_owner'],
    params: z.object({ id }),
    response: z.object({ id, next_sync_at: instant }),
  }),
  joinAccount: endpoint({
    method: 'POST',
    path: '/connections/{id}/accounts/{entry_id}/join',
    tag: 'Connections',
    summary: 'Say that a new account of a bank is one that was there before, under another id',
    description: 'The account keeps its identity, its history and Expense links.',
    scope: 'data.write',
    refusals: ['resource_not_found', 'not_connection_owner'],
    params: z.strictObject({ id, entry_id: id.describe('Catalog identifier of the new account.') }),
    body: z.strictObject({ account_id: id.describe('The account that it is.') }),
    response: z.object({ account_id: id, subscribed: z.literal(true) }),
  }),
  removeConnection: endpoint({
    method: 'DELETE',
    path: '/connections/{id}',
    tag: 'Connections',
    summary: 'End a connection; accounts and history stay',
    scope: 'data.write',
    transaction: 'none',
    refusals: ['resource_not_found', 'not_connection_owner', 'provider_quota_exhausted'],
    params: z.object({ id }),
    response: z.object({ id, status: z.literal('disconnected') }),
  }),
}
