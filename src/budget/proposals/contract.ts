import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, day, name } from '#/platform/contract/fields.ts'

const varies = z.boolean().describe('It is not always as much.')

const done = z.object({ success: z.literal(true) })

/** A proposal as it is told apart from others. */
const proposal = z.strictObject({
  kind: z.enum(['payday', 'bill']),
  name,
  amount: cents.positive(),
})

/** What a household’s transactions suggest to plan. For the application (`/app/api`). */
export const proposals = {
  listProposals: endpoint({
    method: 'GET',
    path: '/proposals',
    separate: true,
    tag: 'Proposals',
    summary:
      'Propose paydays and bills that past transactions speak for, and that are not planned yet',
    scope: 'data.read',
    response: z.object({
      paydays: z
        .array(
          z.object({
            name: z.string(),
            frequency: z.enum(['weekly', 'biweekly', 'semimonthly', 'monthly']),
            days: z.array(z.int()),
            anchor: day,
            weekend: z.enum(['none', 'before', 'after']),
            amount: cents,
            varies,
            next: day.describe('The day on which it comes next.'),
          }),
        )
        .describe('Those that no schedule stands for. What brings most comes first.'),
      bills: z
        .array(
          z.object({
            name: z.string(),
            amount: cents,
            varies,
            interval_months: z.literal([1, 3, 6, 12]),
            due: day,
            collected: cents.describe(
              'What would have been set aside by now, had it been collected since the last payment.',
            ),
          }),
        )
        .describe('What is due first comes first.'),
    }),
  }),
  dismissProposal: endpoint({
    method: 'POST',
    path: '/proposals/dismiss',
    tag: 'Proposals',
    summary: 'Do not propose this again',
    description: 'The same payee at a price that differs by more than a quarter is proposed anew.',
    scope: 'data.write',
    body: proposal,
    response: done,
  }),
  restoreProposal: endpoint({
    method: 'POST',
    path: '/proposals/restore',
    tag: 'Proposals',
    summary: 'Propose what was dismissed again',
    scope: 'data.write',
    body: proposal,
    response: done,
  }),
}
