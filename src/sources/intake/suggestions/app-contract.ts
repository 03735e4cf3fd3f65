import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, currency, day, id, instant } from '#/platform/contract/fields.ts'
import { done } from '#/platform/audited/contract.ts'

const payment = z.object({
  id,
  concept: z.string(),
  amount: cents,
  currency,
  booked_at: day,
  account_name: z.string(),
  provider: z.enum(['provider_a', 'provider_b', 'provider_c', 'wallet', 'manual', 'import']),
})

/** Decisions about possible duplicates, which only a person can make. For the application and the command line. */
export const matchesApp = {
  listMatchSuggestions: endpoint({
    method: 'GET',
    path: '/match-suggestions',
    forKeys: true,
    tag: 'Sync',
    summary:
      'List payments that may be recorded twice: first by another source or as pending, then by the bank',
    scope: 'data.read',
    grants: ['transactions:read'],
    response: z.array(z.object({ id, pending: payment, booked: payment, created_at: instant })),
  }),
  acceptMatchSuggestion: endpoint({
    method: 'POST',
    path: '/match-suggestions/{id}/accept',
    forKeys: true,
    tag: 'Sync',
    summary: 'Join both into one payment, which keeps what people set on either',
    scope: 'data.write',
    grants: ['transactions:write'],
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: z.object({ transaction_id: id }),
  }),
  separateMatchedPayments: endpoint({
    method: 'POST',
    path: '/match-suggestions/{id}/separate',
    forKeys: true,
    tag: 'Sync',
    summary: 'Separate a joined payment: both are restored, and the suggestion is listed again',
    description:
      'Later changes by people stay with the first payment, later changes by the bank with the booking. A booking that its bank has removed since stays deleted. Not found: the two are not joined, or the payment has been deleted or joined with another since.',
    scope: 'data.write',
    grants: ['transactions:write'],
    refusals: ['resource_not_found', 'edit_conflict'],
    params: z.strictObject({ id }),
    response: done,
  }),
  dismissMatchSuggestion: endpoint({
    method: 'POST',
    path: '/match-suggestions/{id}/dismiss',
    forKeys: true,
    tag: 'Sync',
    summary: 'Dismiss the suggestion: they are two payments',
    scope: 'data.write',
    grants: ['transactions:write'],
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: done,
  }),
  restoreMatchSuggestion: endpoint({
    method: 'POST',
    path: '/match-suggestions/{id}/restore',
    forKeys: true,
    tag: 'Sync',
    summary: 'Restore a dismissed suggestion: it is listed again',
    scope: 'data.write',
    grants: ['transactions:write'],
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: done,
  }),
}

/**
 * Decisions whether a new account of a bank is an earlier one under another id. For the application and the command
 * line.
 */
export const returnsApp = {
  listReturned: endpoint({
    method: 'GET',
    path: '/returned-accounts',
    forKeys: true,
    tag: 'Connections',
    summary: 'List new accounts of your own banks that may be earlier ones under another id',
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
    forKeys: true,
    tag: 'Connections',
    summary: 'Join a new account of a bank with an earlier one',
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
    forKeys: true,
    tag: 'Connections',
    summary: 'Keep a new account of a bank separate from an earlier one',
    description: 'The two are not suggested again and never joined automatically.',
    scope: 'data.write',
    refusals: ['resource_not_found', 'not_connection_owner'],
    params: z.strictObject({ id: id.describe('Catalog identifier of the new account.') }),
    body: z.strictObject({ account_id: id.describe('The account that it is not.') }),
    response: done,
  }),
}
