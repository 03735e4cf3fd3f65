import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, currency, day, id, instant } from '#/platform/contract/fields.ts'
import { done } from '#/platform/audited/contract.ts'

const told = z.object({
  id,
  concept: z.string(),
  amount: cents,
  currency,
  booked_at: day,
  account_name: z.string(),
  provider: z.enum(['provider_a', 'provider_b', 'wallet', 'manual', 'import']),
})

/** What only a person can say of imported payments. For the application and the command line. */
export const matchesApp = {
  listMatchSuggestions: endpoint({
    method: 'GET',
    path: '/match-suggestions',
    tag: 'Sync',
    summary:
      'List payments that may be there twice: told first by another, or pending, and then by the bank',
    scope: 'data.read',
    response: z.array(z.object({ id, pending: told, booked: told, created_at: instant })),
  }),
  acceptMatchSuggestion: endpoint({
    method: 'POST',
    path: '/match-suggestions/{id}/accept',
    tag: 'Sync',
    summary: 'Say that both are one payment: it keeps what was said of either',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: z.object({ transaction_id: id }),
  }),
  separateMatchedPayments: endpoint({
    method: 'POST',
    path: '/match-suggestions/{id}/separate',
    tag: 'Sync',
    summary:
      'Take back that both are one payment: each is again what it was, and it is asked again',
    description:
      'What has been said of the one payment since stays with the first, and what its bank has said since with the booking. A booking that its bank has taken back stays away. Not found: nobody has said it, or the payment has been deleted or joined with another since.',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: done,
  }),
  dismissMatchSuggestion: endpoint({
    method: 'POST',
    path: '/match-suggestions/{id}/dismiss',
    tag: 'Sync',
    summary: 'Say that they are two payments',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: done,
  }),
  restoreMatchSuggestion: endpoint({
    method: 'POST',
    path: '/match-suggestions/{id}/restore',
    tag: 'Sync',
    summary: 'Take back that they are two payments: it is asked again',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: done,
  }),
}

/**
 * What only a person can say of accounts: that one of a bank is one that was there before, under another id. For the
 * application and the command line.
 */
export const returnsApp = {
  listReturned: endpoint({
    method: 'GET',
    path: '/returned-accounts',
    tag: 'Connections',
    summary: 'List new accounts of one’s own banks that may be ones that were there before',
    scope: 'data.read',
    response: z.array(
      z.object({
        id: id.describe('Catalog identifier of the new account.'),
        connection_id: id,
        name: z.string(),
        mask: z.string().nullable(),
        institution_name: z.string().nullable(),
        may_be: z.object({ account_id: id, name: z.string(), mask: z.string().nullable() }),
      }),
    ),
  }),
  joinReturned: endpoint({
    method: 'POST',
    path: '/returned-accounts/{id}/join',
    tag: 'Connections',
    summary: 'Say that a new account of a bank is one that was there before, under another id',
    description: 'The account keeps its identity, its history and Expense links.',
    scope: 'data.write',
    refusals: ['resource_not_found', 'not_connection_owner'],
    params: z.strictObject({ id: id.describe('Catalog identifier of the new account.') }),
    body: z.strictObject({ account_id: id.describe('The account that it is.') }),
    response: z.object({ account_id: id, subscribed: z.literal(true) }),
  }),
  keepApart: endpoint({
    method: 'POST',
    path: '/returned-accounts/{id}/keep-apart',
    tag: 'Connections',
    summary: 'Say that a new account of a bank is another one than that which was there before',
    description: 'Nobody is asked about the two again, and they are never joined by themselves.',
    scope: 'data.write',
    refusals: ['resource_not_found', 'not_connection_owner'],
    params: z.strictObject({ id: id.describe('Catalog identifier of the new account.') }),
    body: z.strictObject({ account_id: id.describe('The account that it is not.') }),
    response: done,
  }),
}
