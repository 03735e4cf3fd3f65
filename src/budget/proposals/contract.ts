import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { intervalDays, intervalMonths } from '#/core/values/interval.ts'
import { done } from '#/platform/audited/contract.ts'
import { cents, day, name } from '#/platform/contract/fields.ts'

const varies = z.boolean().describe('The amounts differ.')

/** The fields that identify a proposal. */
const proposal = z.strictObject({
  kind: z.enum(['payday', 'bill']),
  name,
  amount: cents.positive(),
})

/** Proposals derived from a household’s transactions, for the application (`/app/api`). */
export const proposals = {
  listProposals: endpoint({
    method: 'GET',
    path: '/proposals',
    forKeys: true,
    separate: true,
    tag: 'Proposals',
    summary:
      'Propose paydays and bills that past transactions suggest and that are not planned yet',
    scope: 'data.read',
    response: z.object({
      today: day,
      next_payday: day.nullable().describe('The first planned payday after today.'),
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
            next: day.describe('The next payday.'),
            payer: z
              .string()
              .describe('The payer’s key. Send it with the new schedule to recognise this pay.'),
          }),
        )
        .describe('Paydays without a schedule, largest monthly amount first.'),
      bills: z
        .array(
          z.object({
            name: z.string(),
            payee: z
              .string()
              .describe('The payee’s key. Send it with the new Expense to recognise its payments.'),
            amount: cents,
            varies,
            own_transfer: z
              .boolean()
              .describe('It seems to move money to another account of the household.'),
            interval_months: z.literal(intervalMonths).nullable(),
            interval_days: z
              .literal(intervalDays)
              .nullable()
              .describe('Instead of months: the days between two payments.'),
            due: day,
            collected: cents.describe(
              'The amount that would be set aside by now if it had been collected since the last payment.',
            ),
          }),
        )
        .describe('Earliest due date first.'),
    }),
  }),
  dismissProposal: endpoint({
    method: 'POST',
    path: '/proposals/dismiss',
    forKeys: true,
    tag: 'Proposals',
    summary: 'Do not propose this again',
    description: 'The same payee is proposed again at a price that differs by more than a quarter.',
    scope: 'data.write',
    body: proposal,
    response: done,
  }),
  restoreProposal: endpoint({
    method: 'POST',
    path: '/proposals/restore',
    forKeys: true,
    tag: 'Proposals',
    summary: 'Undo the dismissal of a proposal',
    scope: 'data.write',
    body: proposal,
    response: done,
  }),
}
