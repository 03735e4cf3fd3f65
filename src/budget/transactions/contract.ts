import * as z from 'zod'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import {
  amount,
  cents,
  currency,
  day,
  id,
  instant,
  text,
  visibleText,
  providerName,
} from '#/platform/contract/fields.ts'

export const transactionType = z.enum(['expense', 'income', 'transfer'])

/** The number of parts of a split transaction. */
export const PARTS_MIN = 2
export const PARTS_MAX = 20

export const transactionPart = z
  .object({
    amount: cents.describe('Cents, with the sign of the whole.'),
    category_id: id.nullable(),
    expense_goal_id: id.nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'TransactionPart' })

export const transaction = z
  .object({
    id,
    account_id: id,
    concept: z.string(),
    original_concept: z.string().nullable(),
    amount: cents.describe('Cents, negative for spending.'),
    currency,
    booked_at: day,
    type: transactionType,
    status: z.enum(['pending', 'booked']),
    category_id: id.nullable(),
    expense_goal_id: id.nullable(),
    notes: z.string().nullable(),
    provider: providerName,
    external_id: z.string().nullable(),
    splits: z
      .array(transactionPart)
      .max(PARTS_MAX)
      .describe(
        'Extension. The parts of a split transaction, which add up to `amount`; empty if it is not split. `category_id` and ' +
          '`expense_goal_id` are those that all parts have, null where they differ. Summaries and reports by category or ' +
          'Expense count the parts, all others the whole.',
      )
      .meta({ 'x-earmark-extension': true }),
    created_at: instant,
    updated_at: instant,
    deleted_at: instant
      .nullable()
      .describe('Set on the tombstones of a change feed (`updated_since`), else null.'),
  })
  .meta({ id: 'Transaction' })

/** The filters of a list of transactions, and its page. */
export const filters = z
  .strictObject({
    page: z.int().min(1).default(1),
    limit: z.int().min(1).max(200).default(50),
    type: transactionType.optional(),
    account_id: id.optional(),
    category_id: id.optional(),
    without_category: z
      .literal('true')
      .optional()
      .describe('Extension. `true`: only transactions that have no category.')
      .meta({ 'x-earmark-extension': true }),
    expense_goal_id: id.optional(),
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
  concept: visibleText({ min: 1, max: 200 }),
  booked_at: day,
  type: transactionType,
  category_id: id.nullable(),
  notes: text({ max: 2000 }).nullable(),
}

const newTransaction = z.strictObject({
  account_id: id,
  amount: fields.amount,
  concept: fields.concept,
  booked_at: fields.booked_at,
  type: fields.type.optional().describe('By default `expense` below zero, else `income`.'),
  category_id: fields.category_id.optional(),
  expense_goal_id: id.nullish(),
  notes: fields.notes.optional(),
})

export const newBulkTransaction = newTransaction.extend({
  external_id: visibleText({ min: 1, max: 200 }).nullish(),
})

// Refuses `expense_goal_id` with a hint. If it were ignored, the caller would believe that the transaction is assigned.
function namesAssignment(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'unrecognized_keys' && issue.keys.includes('expense_goal_id')
    ? 'The assignment is changed with POST /transactions/{id}/expense.'
    : undefined
}

const success = z.object({ success: z.boolean() })

const sums = {
  count: z.int(),
  income: cents,
  expense: cents,
  transfer: cents,
  net: cents.describe('`income` + `expense`; transfers are left out.'),
}

export const transactions = {
  listTransactions: endpoint({
    method: 'GET',
    path: '/transactions',
    tag: 'Transactions',
    summary: 'List transactions, a page at a time',
    cost: 2,
    scope: 'data.read',
    query: filters.safeExtend(feed),
    response: z
      .object({
        data: z.array(transaction),
        total: z.int(),
        page: z.int(),
        pages: z.int(),
        limit: z.int(),
        has_more: z.boolean(),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'TransactionPage' }),
  }),
  summarizeTransactions: endpoint({
    method: 'GET',
    path: '/transactions/summary',
    tag: 'Transactions',
    summary: 'Totals for the selected filters',
    cost: 2,
    description: '`page`, `limit` and `sort` are accepted and change nothing.',
    scope: 'data.read',
    query: filters,
    response: z
      .object({
        currency,
        ...sums,
        pending_count: z.int(),
        from: day.nullable(),
        to: day.nullable(),
        by_currency: z.array(z.object({ currency, ...sums })),
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
        .meta({ items: z.toJSONSchema(newBulkTransaction, { io: 'input' }) }),
      dry_run: z.boolean().optional(),
    }),
    response: z
      .object({
        created: z.int(),
        duplicates: z.int(),
        invalid: z.int(),
        results: z.array(
          z.object({
            index: z.int(),
            status: z.enum(['created', 'duplicate', 'invalid']),
            transaction: transaction.nullable(),
            error: z
              .object({
                code: z.string(),
                message: z.string(),
                param: z.string().optional(),
              })
              .nullable(),
          }),
        ),
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
    params: z.strictObject({ id }),
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
    params: z.strictObject({ id }),
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
    params: z.strictObject({ id }),
    body: z.strictObject({ expense_goal_id: id.nullable() }),
    response: success,
  }),
}
