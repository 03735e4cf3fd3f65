import * as z from 'zod'
import { endpoint } from '#/contract/endpoint.ts'
import { cents, day, id, instant } from '#/contract/fields.ts'

const told = z.object({ id, concept: z.string(), amount: cents, booked_at: day })

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
  dismissMatchSuggestion: endpoint({
    method: 'POST',
    path: '/match-suggestions/{id}/dismiss',
    tag: 'Sync',
    summary: 'Say that they are two payments',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: z.object({ success: z.literal(true) }),
  }),
}
