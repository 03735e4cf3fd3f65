import * as z from 'zod'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { day, id } from '#/platform/contract/fields.ts'

/** Endpoints for journals of double-entry bookkeeping. */
export const journalsApp = {
  exportJournal: endpoint({
    method: 'GET',
    path: '/journal-export',
    tag: 'Export',
    summary: 'Export a journal for hledger or Beancount',
    description:
      'A journal has whole accounts, so that it balances: it takes days and an account, and no other filter. It begins ' +
      'with what the accounts held, and ends by checking what they hold (docs/export.md).',
    cost: 40,
    heavy: true,
    scope: 'data.read',
    standing: 'any',
    refusals: ['resource_not_found'],
    separate: true,
    stream: true,
    query: z
      .strictObject({
        format: z.enum(['hledger', 'beancount']),
        from: day.optional().describe('First day, inclusive.'),
        to: day.optional().describe('Last day, inclusive.'),
        account_id: id.optional(),
      })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ['from'],
        ...saying('`from` is after `to`.', { name: 'period_reversed' }),
      }),
    response: z.looseObject({}),
  }),
}
