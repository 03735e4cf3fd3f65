import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import {
  amount,
  cents,
  currency,
  day,
  expectedUpdate,
  id,
  text,
} from '#/platform/contract/fields.ts'
import {
  filters,
  PARTS_MAX,
  PARTS_MIN,
  transaction,
  transactions,
  transactionType,
} from './contract.ts'

/** The most transactions that one request changes. */
const CHANGES_MAX = 200

/** The answer to a change of a transaction's parts. */
const splitChanged = z.object({
  undo: id.describe('Names this change for `POST /transactions/{id}/splits/undo`.'),
})

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

/** How the state after restoring transactions differs from the state before they were deleted. */
const differences = z.array(
  z.object({
    transaction_id: id,
    kind: z
      .enum(['expense', 'unassigned', 'pair', 'booked'])
      .describe(
        '`expense`: an Expense gave another amount than it had got back. `unassigned`: its Expense was archived. ' +
          '`pair`: no longer a transfer, because the other side has changed. `booked`: its bank has booked it since.',
      ),
    expense: z.object({ id, name: z.string() }).nullable(),
    given: cents.nullable().describe('The amount that the Expense had got back.'),
    taken: cents.nullable().describe('The amount that the Expense gives now.'),
  }),
)

const some = z.strictObject({ ids: z.array(id).min(1).max(CHANGES_MAX) })

/** The parts of a search that are not understood. With one, nothing is found. */
const searchFaults = z
  .array(
    z.object({
      part: z.string(),
      kind: z.enum(['operator', 'amount', 'day', 'state', 'category', 'account', 'expense']),
    }),
  )
  .describe('Parts of the search that are not understood, and names that nothing has.')

/** The filters of the list as the application has them. Here `search` also takes amounts and operators. */
export const searched = filters.safeExtend({
  search: text({ max: 120 })
    .optional()
    .describe(
      'Words of the payee, the bank’s text, the note or the category; amounts (`>50`, `20..30`, `30.57`) and operators: ' +
        '`in:`, `from:`, `set-aside:`, `payee:`, `note:`, `before:`, `after:`, `since:`, `until:`, `on:`, `is:`, `#split`. ' +
        '`-` before a part excludes.',
    ),
})

/** The most payees that are suggested for a name. */
export const PAYEES_MAX = 8

/** Endpoints for transactions beyond the public API. For the application and the command line. */
export const transactionsApp = {
  listRows: endpoint({
    method: 'GET',
    path: '/transaction-rows',
    forKeys: true,
    tag: 'Transactions',
    summary: 'List rows for the screen: counted only if that is cheap',
    cost: 2,
    scope: 'data.read',
    query: searched,
    response: z.object({
      data: z.array(transactionRow),
      total: z
        .int()
        .nullable()
        .describe('Null: not counted. `GET /transaction-totals` counts them.'),
      has_more: z.boolean(),
      faults: searchFaults,
    }),
  }),
  showTotals: endpoint({
    method: 'GET',
    path: '/transaction-totals',
    forKeys: true,
    tag: 'Transactions',
    summary: 'Total all rows that match the filters and the search',
    description: '`page`, `limit` and `sort` are accepted and change nothing.',
    cost: 2,
    scope: 'data.read',
    query: searched,
    response: transactions.summarizeTransactions.response,
  }),
  listDays: endpoint({
    method: 'GET',
    path: '/transaction-days',
    forKeys: true,
    tag: 'Transactions',
    summary: 'List the days of the list with their totals, newest first',
    description: '`page`, `limit` and `sort` are accepted and change nothing.',
    cost: 2,
    scope: 'data.read',
    query: searched,
    response: z.object({
      days: z.array(
        z.object({
          day,
          count: z.int(),
          sums: z
            .array(z.object({ currency, sum: cents }))
            .describe('By currency, without transfers unless the list has nothing else.'),
        }),
      ),
    }),
  }),
  listPayees: endpoint({
    method: 'GET',
    path: '/payees',
    forKeys: true,
    tag: 'Transactions',
    summary: 'Complete the name of a payee from past payments',
    scope: 'data.read',
    query: z.strictObject({ search: text({ min: 1, max: 120 }) }),
    response: z
      .array(
        z.object({
          name: z.string(),
          category_id: id.nullable().describe('The latest category.'),
          expense_goal_id: id.nullable().describe('The Expense of the latest payment.'),
          amount: cents.describe('The latest amount.'),
          currency,
          booked_at: day,
        }),
      )
      .max(PAYEES_MAX),
  }),
  suggestChoices: endpoint({
    method: 'GET',
    path: '/transactions/{id}/suggestions',
    forKeys: true,
    tag: 'Transactions',
    summary: 'Suggest categories and Expenses for a transaction, the likeliest first',
    cost: 2,
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: z.object({ category_ids: z.array(id), expense_goal_ids: z.array(id) }),
  }),
  editTransactions: endpoint({
    method: 'POST',
    path: '/transactions/edit',
    forKeys: true,
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
            expected: z
              .strictObject({
                category_id: id.nullable().optional(),
                type: transactionType.optional(),
                expense_goal_id: id.nullable().optional(),
              })
              .optional()
              .describe(
                'The transaction is changed only if it still has these values; otherwise it is skipped.',
              ),
          }),
        )
        .min(1)
        .max(CHANGES_MAX),
    }),
    response: z.object({ changed: z.int().describe('Without those that were skipped.') }),
  }),
  removeTransaction: endpoint({
    method: 'DELETE',
    path: '/transactions/{id}',
    forKeys: true,
    tag: 'Transactions',
    summary: 'Delete a transaction; no import brings it back',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: z.object({ success: z.literal(true) }),
  }),
  splitTransaction: endpoint({
    method: 'PUT',
    path: '/transactions/{id}/splits',
    forKeys: true,
    tag: 'Transactions',
    summary: 'Split a transaction into parts with their own categories and Expenses',
    description:
      'The parts add up to the amount, and each has its sign. They replace earlier parts. Expenses pay their parts at once.',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    params: z.strictObject({ id }),
    body: z.strictObject({
      parts: z
        .array(
          z.strictObject({
            amount,
            category_id: id.nullish(),
            expense_goal_id: id.nullish(),
            note: text({ max: 200 }).nullish(),
          }),
        )
        .min(PARTS_MIN)
        .max(PARTS_MAX),
      expected_updated_at: expectedUpdate,
    }),
    response: splitChanged,
  }),
  joinTransaction: endpoint({
    method: 'DELETE',
    path: '/transactions/{id}/splits',
    forKeys: true,
    tag: 'Transactions',
    summary: 'Join the parts of a transaction: the whole is like its largest part',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    params: z.strictObject({ id }),
    query: z.strictObject({ expected_updated_at: expectedUpdate }),
    response: splitChanged,
  }),
  undoSplit: endpoint({
    method: 'POST',
    path: '/transactions/{id}/splits/undo',
    forKeys: true,
    tag: 'Transactions',
    summary: 'Undo the last change of a transaction’s parts; again to redo it',
    description: 'Where no money has moved since, every lane is as before.',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    params: z.strictObject({ id }),
    body: z.strictObject({ change: id.describe('`undo` of the change.') }),
    response: splitChanged,
  }),
  removeTransactions: endpoint({
    method: 'POST',
    path: '/transactions/remove',
    forKeys: true,
    tag: 'Transactions',
    summary: 'Delete up to 200 transactions together: all of them or none',
    cost: 5,
    heavy: true,
    scope: 'data.write',
    refusals: ['resource_not_found'],
    body: some,
    response: z.object({ removed: z.int() }),
  }),
  restoreTransaction: endpoint({
    method: 'POST',
    path: '/transactions/{id}/restore',
    forKeys: true,
    tag: 'Transactions',
    summary: 'Take the deletion of a transaction back',
    description:
      'Restores the row, the balance of its account, its Expense lane by lane, and its pairing as a transfer. `differences` ' +
      'is empty if all is as before the deletion.',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    params: z.strictObject({ id }),
    response: z.object({ success: z.literal(true), differences }),
  }),
  restoreTransactions: endpoint({
    method: 'POST',
    path: '/transactions/restore',
    forKeys: true,
    tag: 'Transactions',
    summary: 'Take the deletion of up to 200 transactions back: all of them or none',
    cost: 5,
    heavy: true,
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    body: some,
    response: z.object({ restored: z.int(), differences }),
  }),
}
