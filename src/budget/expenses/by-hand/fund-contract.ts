import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { amount, cents, currency, id } from '#/platform/contract/fields.ts'

const params = z.strictObject({ id })

const afterwards = {
  currency,
  balance: cents.describe('The money in the Expense afterwards.'),
  free_to_spend: cents.describe('Free-to-spend afterwards.'),
}

const moved = z.object({
  move_id: id.describe('Names the move for `POST /expense-moves/{id}/undo`.'),
  amount: cents.describe('The amount that was moved.'),
  ...afterwards,
})

const once = 'Send an Idempotency-Key: a repeat without one moves the money twice.'

/** Money between free-to-spend and one Expense, moved by hand. For the application (`/app/api`) and the command line. */
export const fundingByHand = {
  showFill: endpoint({
    method: 'GET',
    path: '/expenses/{id}/fill',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Show what an Expense lacks to its next due payment',
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params,
    response: z.object({
      currency,
      missing: cents.describe(
        'The money that is missing for the next due payment or for the target.',
      ),
      balance: cents,
      free_to_spend: cents,
    }),
  }),
  fundExpense: endpoint({
    method: 'POST',
    path: '/expenses/{id}/fund',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Set money aside from free-to-spend',
    description: `Send either \`amount\` or \`fill\`. Never more than is free to spend. ${once}`,
    scope: 'data.write',
    refusals: ['resource_not_found', 'nothing_to_move', 'insufficient_free_to_spend'],
    params,
    body: z.strictObject({
      amount: amount.min(1).optional(),
      fill: z
        .literal(true)
        .optional()
        .describe('All that is missing to the next due payment or to the target.'),
    }),
    response: moved,
  }),
  releaseExpense: endpoint({
    method: 'POST',
    path: '/expenses/{id}/release',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Take money back to free-to-spend',
    description: `Send either \`amount\` or \`all\`. Never more than the Expense holds. ${once}`,
    scope: 'data.write',
    refusals: ['resource_not_found', 'nothing_to_move', 'insufficient_expense_balance'],
    params,
    body: z.strictObject({
      amount: amount.min(1).optional(),
      all: z.literal(true).optional().describe('All that the Expense holds.'),
    }),
    response: moved,
  }),
  undoMove: endpoint({
    method: 'POST',
    path: '/expense-moves/{id}/undo',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Undo a set-aside or a take-back, as far as its money is still there',
    description:
      'Each part returns to the lane that it came from. After the next due date, or if nothing of it is left, the undo is ' +
      'refused with `undo_too_late` and nothing moves.',
    scope: 'data.write',
    refusals: ['resource_not_found', 'already_undone', 'undo_too_late'],
    params,
    body: z.strictObject({}),
    response: z.object({
      expense_id: id,
      restored: cents.describe('The amount that went back.'),
      not_restored: cents.describe('The rest of the move, whose money has been used since.'),
      ...afterwards,
    }),
  }),
}
