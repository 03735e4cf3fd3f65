import * as z from 'zod'
import { assignmentWhy } from '#/budget/transactions/app-contract.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, currency, day, id } from '#/platform/contract/fields.ts'
import { done } from '#/platform/audited/contract.ts'

const transaction_ids = z.array(id).min(1).max(500)

/** Payments of several Expenses, at most 500 in all. */
const links = z
  .array(z.strictObject({ expense_id: id, transaction_ids }))
  .min(1)
  .max(100)
  .refine(
    (all) => all.reduce((sum, { transaction_ids: ids }) => sum + ids.length, 0) <= 500,
    'Send at most 500 payments.',
  )

/**
 * Payments of the last 60 days that free-to-spend has paid and that look like those of an Expense. For the application
 * and the command line.
 */
export const pastPaymentsApp = {
  listPastPayments: endpoint({
    method: 'GET',
    path: '/past-payments',
    forKeys: true,
    separate: true,
    cost: 4,
    tag: 'Assignments',
    summary:
      'List payments of the last 60 days that were paid from free to spend and look like an Expense’s',
    scope: 'data.read',
    query: z.strictObject({ expense_id: id.optional() }),
    response: z.array(
      z.object({
        expense: z.object({ id, name: z.string() }),
        payments: z
          .array(
            z.object({
              id,
              concept: z.string(),
              amount: cents,
              currency,
              booked_at: day,
              account_name: z.string(),
              why: assignmentWhy,
              moves: cents.describe(
                'Money that the Expense gives back to free to spend; 0: the link moves no money.',
              ),
            }),
          )
          .describe('Newest first.'),
      }),
    ),
  }),
  acceptPastPayments: endpoint({
    method: 'POST',
    path: '/past-payments/accept',
    forKeys: true,
    cost: 4,
    tag: 'Assignments',
    summary: 'Link past payments with an Expense, which gives back the money that it kept for them',
    description:
      'Payments that somebody has assigned, left or deleted since are skipped. Not found: none is left, or the Expense is archived.',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    body: z.strictObject({ expense_id: id, transaction_ids }),
    response: z.object({
      transaction_ids: z.array(id).describe('The payments that were linked.'),
      moved: cents.describe('Money that free to spend got back.'),
    }),
  }),
  acceptAllPastPayments: endpoint({
    method: 'POST',
    path: '/past-payments/accept-all',
    forKeys: true,
    cost: 8,
    tag: 'Assignments',
    summary: 'Link the past payments of several Expenses: all of them, or none if there is a fault',
    description: 'Skips what somebody has decided since. Not found: nothing is left.',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    body: z.strictObject({ links }),
    response: z.object({
      links: z
        .array(z.object({ expense_id: id, transaction_ids: z.array(id) }))
        .describe('What was linked. Send it to `restore-all` to undo it.'),
      moved: cents.describe('Money that free to spend got back.'),
    }),
  }),
  leavePastPayments: endpoint({
    method: 'POST',
    path: '/past-payments/dismiss',
    forKeys: true,
    tag: 'Assignments',
    summary: 'Leave past payments with free to spend: they are not offered again',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    body: z.strictObject({ transaction_ids }),
    response: done,
  }),
  restorePastPayments: endpoint({
    method: 'POST',
    path: '/past-payments/restore',
    forKeys: true,
    cost: 4,
    tag: 'Assignments',
    summary: 'Take back what was accepted or dismissed: the payments are offered again',
    description: 'A payment that somebody has assigned to another Expense since is skipped.',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    body: z.strictObject({
      expense_id: id.nullable().default(null).describe('The Expense that they were linked with.'),
      transaction_ids,
    }),
    response: z.object({ transaction_ids: z.array(id) }),
  }),
  restoreAllPastPayments: endpoint({
    method: 'POST',
    path: '/past-payments/restore-all',
    forKeys: true,
    cost: 8,
    tag: 'Assignments',
    summary: 'Take back what was accepted for several Expenses at once',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    body: z.strictObject({ links }),
    response: z.object({ transaction_ids: z.array(id) }),
  }),
}
