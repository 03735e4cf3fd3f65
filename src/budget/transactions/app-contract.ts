import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id } from '#/platform/contract/fields.ts'
import { filters, transaction, transactionType } from './contract.ts'

/** The most transactions that one request changes. */
const CHANGES_MAX = 200

/** Endpoints for transactions beyond the public API. For the application and the command line. */
export const transactionsApp = {
  listRows: endpoint({
    method: 'GET',
    path: '/transaction-rows',
    tag: 'Transactions',
    summary: 'List rows for the screen: counted only if that is cheap',
    cost: 2,
    scope: 'data.read',
    query: filters,
    response: z.object({
      data: z.array(transaction),
      total: z
        .int()
        .nullable()
        .describe('Null: not counted. `GET /transactions/summary` counts them.'),
      has_more: z.boolean(),
    }),
  }),
  editTransactions: endpoint({
    method: 'POST',
    path: '/transactions/edit',
    tag: 'Transactions',
    summary: 'Change up to 200 transactions together: all of them or none',
    cost: 5,
    heavy: true,
    scope: 'data.write',
    refusals: ['resource_not_found'],
    body: z.strictObject({
      changes: z
        .array(
          z.strictObject({
            id,
            category_id: id.nullable().optional(),
            type: transactionType.optional(),
            expense_goal_id: id.nullable().optional().describe('Null: out of its Expense.'),
          }),
        )
        .min(1)
        .max(CHANGES_MAX),
    }),
    response: z.object({ changed: z.int() }),
  }),
  removeTransaction: endpoint({
    method: 'DELETE',
    path: '/transactions/{id}',
    tag: 'Transactions',
    summary: 'Delete a transaction; no import brings it back',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: z.object({ success: z.literal(true) }),
  }),
}
