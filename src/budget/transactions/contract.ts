import * as z from 'zod'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { common, transactionFields } from '#/platform/contract/common-fields.ts'
import { amount, cents, day, id, instant, text, visibleText } from '#/platform/contract/fields.ts'

export const transactionType = z.enum(['expense', 'income', 'transfer'])

/** The number of parts of a split transaction. */
export const PARTS_MIN = 2
export const PARTS_MAX = 20

export const transactionPart = z
  .object({
    amount: cents.describe('Cents, with the sign of the whole.'),
    category_id: id.nullable().describe('The category of the part; null: it has none.'),
    expense_goal_id: id
      .nullable()
      .describe('The Expense that the part is spent from; null: free-to-spend pays it.'),
    note: z.string().nullable().describe('A note about the part; null: none.'),
  })
  .meta({ id: 'TransactionPart' })

export const transaction = z
  .object({
    id: id.describe('The id of the transaction.'),
    account_id: common.account_id,
    concept: transactionFields.concept,
    original_concept: z
      .string()
      .nullable()
      .describe('The descriptor as the bank sent it; null if `concept` is the same.'),
    amount: transactionFields.amount,
    currency: common.currency,
    booked_at: transactionFields.booked_at,
    type: transactionFields.type,
    status: transactionFields.status,
    category_id: common.category_id,
    expense_goal_id: common.expense_goal_id,
    notes: z.string().nullable().describe('Private notes; null: none. No webhook gets them.'),
    provider: common.provider,
    external_id: z
      .string()
      .nullable()
      .describe('The id that its sender gave it, unique in its account; null: none.'),
    splits: z
      .array(transactionPart)
      .max(PARTS_MAX)
      .describe(
        'Extension. The parts of a split transaction, which add up to `amount`; empty if it is not split. `category_id` and ' +
          '`expense_goal_id` are those that all parts have, null where they differ. Summaries and reports by category or ' +
          'Expense count the parts, all others the whole.',
      )
      .meta({ 'x-earmark-extension': true }),
    created_at: common.created_at,
    updated_at: common.updated_at,
    deleted_at: instant
      .nullable()
      .describe('Set on the tombstones of a change feed (`updated_since`), else null.'),
  })
  .meta({ id: 'Transaction' })

/** The filters of a list of transactions, and its page. */
export const filters = z
  .strictObject({
    page: z.int().min(1).default(1).describe('The page to list, from 1.'),
    limit: z.int().min(1).max(200).default(50).describe('The number of transactions on a page.'),
    type: transactionType.optional().describe('Only transactions of this type.'),
    account_id: id.optional().describe('Only transactions of this account.'),
    category_id: id
      .optional()
      .describe('Only transactions of this category, or with a part of it.'),
    without_category: z
      .literal('true')
      .optional()
      .describe('Extension. `true`: only transactions that have no category.')
      .meta({ 'x-earmark-extension': true }),
    expense_goal_id: id
      .optional()
      .describe('Only transactions that are spent from this Expense, or have a part that is.'),
    search: text({ max: 120 })
      .optional()
      .describe('Part of the concept, the raw descriptor or the notes, in any case.'),
    from: day.optional().describe('First day, inclusive.'),
    to: day.optional().describe('Last day, inclusive.'),
    sort: z.enum(['booked_at', 'created_at']).default('booked_at').describe('Always newest first.'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['from'],
    ...saying('`from` is after `to`.', { name: 'period_reversed' }),
  })

const feed = {
  updated_since: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(
      'Extension. A change feed: transactions changed at or after this moment, deleted ones included, oldest change first.',
    )
    .meta({ 'x-earmark-extension': true }),
  cursor: z
    .string()
    .max(200)
    .optional()
    .describe('Extension. Continues a change feed from the `next_cursor` of its last page.')
    .meta({ 'x-earmark-extension': true }),
}

const fields = {
  amount: amount.describe('Cents, negative for spending.'),
  concept: visibleText({ min: 1, max: 200 }).describe(
    'The name of the merchant or the purpose, for people.',
  ),
  booked_at: day.describe('The day on which it was booked.'),
  type: transactionType.describe('The type. A change settles the transaction again.'),
  category_id: id.nullable().describe('The category, from `GET /categories`; null: it has none.'),
  notes: text({ max: 2000 }).nullable().describe('Private notes; null: none.'),
}

const newTransaction = z.strictObject({
  account_id: id.describe('The account that it belongs to, from `GET /accounts`.'),
  amount: fields.amount,
  concept: fields.concept,
  booked_at: fields.booked_at,
  type: fields.type.optional().describe('By default `expense` below zero, else `income`.'),
  category_id: fields.category_id.optional(),
  expense_goal_id: id
    .nullish()
    .describe('The Expense to spend it from, from `GET /expenses`; null: free-to-spend pays it.'),
  notes: fields.notes.optional(),
})

export const newBulkTransaction = newTransaction.extend({
  external_id: visibleText({ min: 1, max: 200 })
    .nullish()
    .describe('Your own id of it, unique in its account: a repeat changes nothing; null: none.'),
})

// Refuses `expense_goal_id` with a hint. If it were ignored, the caller would believe that the transaction is assigned.
function namesAssignment(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'unrecognized_keys' && issue.keys.includes('expense_goal_id')
    ? 'The assignment is changed with POST /transactions/{id}/expense.'
    : undefined
}

const success = z.object({ success: common.success })

const params = z.strictObject({ id: id.describe('The transaction, from `GET /transactions`.') })

const sums = {
  count: z.int().describe('The number of transactions.'),
  income: cents.describe('The sum of the transactions of type `income`, in cents.'),
  expense: cents.describe(
    'The sum of the transactions of type `expense`, refunds included, in cents: usually negative.',
  ),
  transfer: cents.describe('The sum of the transactions of type `transfer`, in cents.'),
  net: cents.describe('`income` + `expense`, in cents; transfers are left out.'),
}

export const transactions = {
  listTransactions: endpoint({
    method: 'GET',
    path: '/transactions',
    tag: 'Transactions',
    summary: 'List transactions, a page at a time',
    cost: 2,
    kept: true,
    scope: 'data.read',
    query: filters.safeExtend(feed),
    response: z
      .object({
        data: z.array(transaction).describe('The transactions of this page.'),
        total: z.int().describe('The number of transactions that match, on all pages.'),
        page: z.int().describe('The number of this page, from 1.'),
        pages: z.int().describe('The number of pages.'),
        limit: z.int().describe('The most transactions on a page.'),
        has_more: z.boolean().describe('True if more transactions follow this page.'),
        next_cursor: z
          .string()
          .nullable()
          .describe('The `cursor` that continues a change feed; null in lists by page.'),
      })
      .meta({ id: 'TransactionPage' }),
  }),
  summarizeTransactions: endpoint({
    method: 'GET',
    path: '/transactions/summary',
    tag: 'Transactions',
    summary: 'Totals for the selected filters',
    cost: 2,
    kept: true,
    description: '`page`, `limit` and `sort` are accepted and change nothing.',
    scope: 'data.read',
    query: filters,
    response: z
      .object({
        currency: common.currency,
        ...sums,
        pending_count: z.int().describe('How many of them are pending.'),
        from: day.nullable().describe('The first day that counts; null: no limit.'),
        to: day.nullable().describe('The last day that counts; null: no limit.'),
        by_currency: z
          .array(z.object({ currency: common.currency, ...sums }))
          .describe('The same for each currency, the household’s own included.'),
      })
      .meta({ id: 'TransactionSummary' }),
  }),
  recordTransaction: endpoint({
    method: 'POST',
    path: '/transactions',
    tag: 'Transactions',
    summary: 'Record a manual transaction',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    body: newTransaction,
    response: transaction,
  }),
  recordTransactions: endpoint({
    method: 'POST',
    path: '/transactions/bulk',
    tag: 'Transactions',
    summary: 'Record up to 500 manual transactions',
    cost: 20,
    heavy: true,
    description:
      'Valid items are stored together, invalid ones reported. An `external_id` is unique within its account: an item that ' +
      'repeats one is a duplicate and changes nothing. `dry_run` reports what would happen.',
    scope: 'data.write',
    extension: true,
    bodyBytesMax: 5 * 1024 * 1024,
    body: z.strictObject({
      transactions: z
        .array(z.unknown())
        .min(1)
        .max(500)
        .describe('The transactions to record: 1 to 500.')
        .meta({ items: z.toJSONSchema(newBulkTransaction, { io: 'input' }) }),
      dry_run: z
        .boolean()
        .optional()
        .describe('True reports what would happen, and stores nothing. By default false.'),
    }),
    response: z
      .object({
        created: z.int().describe('The number of transactions that were stored.'),
        duplicates: z.int().describe('The number of items that were stored before.'),
        invalid: z.int().describe('The number of items that were refused.'),
        results: z
          .array(
            z.object({
              index: z.int().describe('The place of the item in the request, from 0.'),
              status: z
                .enum(['created', 'duplicate', 'invalid'])
                .describe('What became of the item.'),
              transaction: transaction
                .nullable()
                .describe('The stored transaction; null if the item is invalid, or in a dry run.'),
              error: z
                .object({
                  code: z.string().describe('A code as in errors, such as `invalid_parameter`.'),
                  message: z.string().describe('The fault in words, for people; do not parse it.'),
                  param: z
                    .string()
                    .optional()
                    .describe('The field of the item at fault, if it is one.'),
                })
                .nullable()
                .describe('Why the item is invalid; null: it is not.'),
            }),
          )
          .describe('One result for each item, in their order.'),
      })
      .meta({ id: 'BulkResult' }),
  }),
  showTransaction: endpoint({
    method: 'GET',
    path: '/transactions/{id}',
    tag: 'Transactions',
    summary: 'Show one transaction',
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params,
    response: transaction,
  }),
  editTransaction: endpoint({
    method: 'PATCH',
    path: '/transactions/{id}',
    tag: 'Transactions',
    summary: 'Change a transaction',
    description:
      'Only the fields sent change. A change of the amount settles the assigned Expense again. The assignment itself is changed ' +
      'with `POST /transactions/{id}/expense`. In a split transaction the largest part takes a difference of the amount, and ' +
      '`category_id` is refused: its parts have categories of their own.',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params,
    body: z.strictObject(fields, { error: namesAssignment }).partial(),
    response: success,
  }),
  assignTransaction: endpoint({
    method: 'POST',
    path: '/transactions/{id}/expense',
    tag: 'Transactions',
    summary: 'Spend a transaction from an Expense, or clear the assignment',
    description:
      'Refused for a split transaction (`splits`), because each of its parts has an assignment of its own.',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params,
    body: z.strictObject({
      expense_goal_id: id
        .nullable()
        .describe(
          'The Expense to spend it from, from `GET /expenses`; null clears the assignment.',
        ),
    }),
    response: success,
  }),
}
