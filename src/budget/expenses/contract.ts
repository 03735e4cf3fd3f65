import { intervalDays, intervalMonths } from '#/core/values/interval.ts'
import * as z from 'zod'
import { look } from '#/budget/categories/contract.ts'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { amount, cents, currency, day, id, instant, text } from '#/platform/contract/fields.ts'

/** Marks fields that Earmark adds to the specification. */
const extension = { 'x-earmark-extension': true }

const expenseType = z.enum(['expense', 'goal', 'credit_card'])

const expense = z
  .object({
    id,
    name: z.string(),
    type: expenseType,
    target_amount: cents.nullable(),
    balance: cents.describe('Cents set aside. Already includes `extraReserve`.'),
    funding_priority: z.enum(['high', 'normal', 'low']),
    recurrence_interval_months: z
      .literal(intervalMonths)
      .optional()
      .describe('1, 3, 6 or 12; 2 for a bill that is paid every two months (an extension).'),
    recurrence_interval_days: z
      .literal(intervalDays)
      .optional()
      .describe('Instead of months: 7, 14 or 28 days between two payments.')
      .meta(extension),
    recurrence_anchor_date: day.nullable(),
    fund_ahead_payment_count: z.int().min(1).max(3),
    fund_ahead_build_by: day.nullable(),
    ordinaryBalance: cents,
    extraReserve: cents.describe('Already included in `balance`; never add it again.'),
    reserveGoal: cents,
    reserveShortfall: cents,
    ordinaryContribution: cents,
    fundAheadContribution: cents,
    paymentsReserved: z.number().describe('`balance` ÷ the payment target, not rounded.'),
    group_id: id.nullable(),
    card_account_id: id.nullable(),
    funding_schedule_ids: z.array(id),
    currency,
    due_date: day.nullable().describe('The next due date, or a goal’s target date.'),
    next_payment_amount: cents,
    ready_amount: cents.describe('Set aside for the payment that has come due.'),
    spent_amount: cents.describe('Spent towards a goal.'),
    next_contribution_date: day.nullable(),
    next_contribution_amount: cents,
    on_track: z.boolean(),
    is_behind: z.boolean(),
    is_paused: z.boolean(),
    look: look.meta(extension),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Expense' })

const transfer = z
  .object({
    id,
    from_expense_id: id,
    to_expense_id: id,
    amount: cents,
    currency,
    note: z.string().nullable(),
    from_balance_after: cents,
    to_balance_after: cents,
    source: z.enum(['api', 'app']),
    created_by: z.object({ member_id: id, key_id: id.nullable() }),
    created_at: instant,
  })
  .meta({ id: 'ExpenseTransfer' })

/** Marks parameters that the specification does not have. */

export const expenses = {
  listExpenses: endpoint({
    method: 'GET',
    path: '/expenses',
    tag: 'Expenses',
    summary: 'List Expenses, Goals and credit card Expenses',
    scope: 'data.read',
    response: z.array(expense),
  }),
  summarizeExpenses: endpoint({
    method: 'GET',
    path: '/expenses/summary',
    tag: 'Expenses',
    summary: 'Totals over every Expense, including the total set aside',
    scope: 'data.read',
    response: z
      .object({
        currency,
        expense_count: z.int(),
        total_set_aside: cents,
        total_target: cents,
        total_remaining: cents,
        total_reserve: cents,
        total_shortfall: cents,
        next_contribution: z.object({ date: day, amount: cents }).nullable(),
        by_type: z.array(
          z.object({ type: expenseType, count: z.int(), set_aside: cents, target: cents }),
        ),
      })
      .meta({ id: 'ExpenseSummary' }),
  }),
  listExpenseGroups: endpoint({
    method: 'GET',
    path: '/expense-groups',
    tag: 'Expenses',
    summary: 'List the groups of Expenses',
    scope: 'data.read',
    response: z.array(
      z
        .object({
          id,
          name: z.string(),
          position: z.int(),
          expense_ids: z.array(id),
          balance: cents,
          target_amount: cents,
          created_at: instant,
          updated_at: instant,
        })
        .meta({ id: 'ExpenseGroup' }),
    ),
  }),
  listExpenseTransfers: endpoint({
    method: 'GET',
    path: '/expense-transfers',
    tag: 'Expenses',
    summary: 'List past movements between Expenses, newest first',
    description: 'At most 500. `before` continues from the last one listed.',
    scope: 'data.read',
    query: z
      .strictObject({
        expense_id: id.optional().meta(extension),
        from: day.optional().meta(extension),
        to: day.optional().meta(extension),
        limit: z.int().min(1).max(500).default(500).meta(extension),
        before: id.optional().meta(extension),
      })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ['from'],
        ...saying('`from` is after `to`.', { name: 'period_reversed' }),
      }),
    response: z.array(transfer),
  }),
  transferBetweenExpenses: endpoint({
    method: 'POST',
    path: '/expense-transfers',
    tag: 'Expenses',
    summary: 'Move money from one Expense to another',
    description:
      'Nothing leaves the bank; only the earmarking changes. Send an Idempotency-Key: a repeat without one moves the money twice.',
    scope: 'data.write',
    refusals: ['resource_not_found', 'insufficient_expense_balance'],
    body: z
      .strictObject({
        from_expense_id: id,
        to_expense_id: id,
        amount: amount.min(1),
        note: text({ max: 200 }).nullish(),
      })
      .refine((body) => body.from_expense_id !== body.to_expense_id, {
        path: ['to_expense_id'],
        ...saying('must be another Expense than `from_expense_id`', { name: 'same_expense' }),
      }),
    response: transfer,
  }),
}
