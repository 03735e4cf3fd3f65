import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, id } from '#/platform/contract/fields.ts'
import { filters, transaction, transactionType } from './contract.ts'

/** The most transactions that one request changes. */
const CHANGES_MAX = 200

const changedPrice = z
  .object({ from: cents, to: cents })
  .optional()
  .describe('Only if the amount differs from the expected one.')

/** The reason for which Earmark assigns or suggests an Expense. */
export const assignmentWhy = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('rule'),
    rule_id: id.nullable().describe('Null: the rule is not known any more.'),
    changed_price: changedPrice,
  }),
  z.object({
    by: z.literal('choices'),
    count: z.int().describe('The number of the last three payments that people assigned so.'),
    changed_price: changedPrice,
  }),
  z.object({ by: z.literal('proposal'), changed_price: changedPrice }),
  z.object({ by: z.literal('name'), changed_price: changedPrice }),
  z.object({ by: z.literal('amount'), changed_price: changedPrice }),
  z.object({ by: z.literal('refund'), changed_price: changedPrice }),
  z.object({ by: z.literal('card'), changed_price: changedPrice }),
])

/** A transaction with what only the application shows. */
export const transactionRow = transaction.extend({
  expense_why: assignmentWhy
    .nullable()
    .describe('Why Earmark assigned the Expense; null without one, or if a person did.'),
})

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
      data: z.array(transactionRow),
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
