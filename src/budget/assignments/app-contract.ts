import * as z from 'zod'
import { assignmentWhy } from '#/budget/transactions/app-contract.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, currency, day, id, instant } from '#/platform/contract/fields.ts'
import { done } from '#/platform/audited/contract.ts'

const answering = {
  method: 'POST',
  tag: 'Transactions',
  scope: 'data.write',
  params: z.strictObject({ id }),
  response: done,
} as const

/** Payments whose Expense a person decides. For the application and the command line. */
export const assignmentsApp = {
  listAssignmentSuggestions: endpoint({
    method: 'GET',
    path: '/assignment-suggestions',
    forKeys: true,
    tag: 'Transactions',
    summary: 'List payments that may be spent from an Expense, newest first',
    scope: 'data.read',
    response: z.array(
      z.object({
        id,
        transaction: z.object({
          id,
          concept: z.string(),
          amount: cents,
          currency,
          booked_at: day,
          account_name: z.string(),
        }),
        expense: z.object({ id, name: z.string() }),
        why: assignmentWhy,
        created_at: instant,
      }),
    ),
  }),
  acceptAssignmentSuggestion: endpoint({
    ...answering,
    path: '/assignment-suggestions/{id}/accept',
    forKeys: true,
    summary: 'Spend the payment from the suggested Expense',
    description:
      'Not found: somebody has answered the suggestion, the payment is deleted or assigned, or the Expense is archived.',
    refusals: ['resource_not_found'],
  }),
  dismissAssignmentSuggestion: endpoint({
    ...answering,
    path: '/assignment-suggestions/{id}/dismiss',
    forKeys: true,
    summary: 'Dismiss the suggestion: such payments are not spent from this Expense',
    refusals: ['resource_not_found'],
  }),
  restoreAssignmentSuggestion: endpoint({
    ...answering,
    path: '/assignment-suggestions/{id}/restore',
    forKeys: true,
    summary: 'Take the answer back: the suggestion is listed again, and its money is where it was',
    refusals: ['resource_not_found', 'edit_conflict'],
  }),
  explainAssignment: endpoint({
    method: 'GET',
    path: '/transactions/{id}/assignment',
    forKeys: true,
    tag: 'Transactions',
    summary: 'Explain why a payment is spent from its Expense',
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: z.object({
      expense_goal_id: id.nullable(),
      expense_name: z.string().nullable(),
      why: assignmentWhy.nullable().describe('Null: a person chose it, or it has no Expense.'),
    }),
  }),
}
