import { intervalDays, intervalMonths } from '#/core/values/interval.ts'
import * as z from 'zod'
import { look } from '#/budget/categories/contract.ts'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { common } from '#/platform/contract/common-fields.ts'
import { amount, cents, day, id, text } from '#/platform/contract/fields.ts'

/** Marks fields that Earmark adds to the specification. */
const extension = { 'x-earmark-extension': true }

const expenseType = z
  .enum(['expense', 'goal', 'credit_card'])
  .describe(
    '`expense`: a bill, or money for regular spending. `goal`: an amount to reach. `credit_card`: what is owed on a linked card.',
  )

const expense = z
  .object({
    id: id.describe('The id of the Expense.'),
    name: z.string().describe('The name of the Expense.'),
    type: expenseType,
    target_amount: cents
      .nullable()
      .describe(
        'The amount of one payment, or of the goal, in cents; null: no target (of a card, everything that is owed).',
      ),
    balance: cents.describe('Cents set aside. Already includes `extraReserve`.'),
    funding_priority: z
      .enum(['high', 'normal', 'low'])
      .describe('Which Expenses a payday serves first where money is short.'),
    recurrence_interval_months: z
      .literal(intervalMonths)
      .optional()
      .describe('1, 3, 6 or 12; 2 for a bill that is paid every two months (an extension).'),
    recurrence_interval_days: z
      .literal(intervalDays)
      .optional()
      .describe('Instead of months: 7, 14 or 28 days between two payments.')
      .meta(extension),
    recurrence_anchor_date: day
      .nullable()
      .describe(
        'The first due date, from which the others are counted, or a goal’s day; null: it has none.',
      ),
    fund_ahead_payment_count: z
      .int()
      .min(1)
      .max(3)
      .describe('Payments to hold in all, the next one included: 1 to 3.'),
    fund_ahead_build_by: day
      .nullable()
      .describe('The day by which the payments held ahead are complete; null: no such day.'),
    ordinaryBalance: cents.describe('`balance` − `extraReserve`, in cents.'),
    extraReserve: cents.describe(
      'Cents held for payments after the next one. Already included in `balance`; never add it again.',
    ),
    reserveGoal: cents.describe('The balance that holds all payments asked for, in cents.'),
    reserveShortfall: cents.describe('Cents missing to `reserveGoal`; never negative.'),
    ordinaryContribution: cents.describe(
      'Cents that the next payday is asked to give for the next payment.',
    ),
    fundAheadContribution: cents.describe(
      'Cents that the next payday is asked to give for payments after the next one.',
    ),
    paymentsReserved: z
      .number()
      .describe('`balance` ÷ the payment target, not rounded; 0 without a target.'),
    group_id: id.nullable().describe('The group, from `GET /expense-groups`; null: it is in none.'),
    card_account_id: id
      .nullable()
      .describe('The linked card, from `GET /accounts`; null: no card is linked.'),
    funding_schedule_ids: z
      .array(id)
      .describe('The paydays that fund it, from `GET /funding-schedules`.'),
    currency: common.currency,
    due_date: day
      .nullable()
      .describe('The next due date, or a goal’s target date; null: it has no date.'),
    next_payment_amount: cents.describe('Cents set aside for the next payment.'),
    ready_amount: cents.describe('Cents set aside for the payment that has come due.'),
    spent_amount: cents.describe(
      'Cents already spent towards a goal or something needed once; 0 for all others.',
    ),
    next_contribution_date: day
      .nullable()
      .describe('The next payday that funds it; null: it is paused, or no payday does.'),
    next_contribution_amount: cents.describe(
      'Cents: `ordinaryContribution` + `fundAheadContribution`.',
    ),
    on_track: z
      .boolean()
      .describe('False: the next payment is incomplete and no payday is left to complete it.'),
    is_behind: z.boolean().describe('The opposite of `on_track`.'),
    is_paused: z.boolean().describe('True: paydays pass it by.'),
    look: look.meta(extension),
    created_at: common.created_at,
    updated_at: common.updated_at,
  })
  .meta({ id: 'Expense' })

const transfer = z
  .object({
    id: id.describe('The id of the movement.'),
    from_expense_id: id.describe('The Expense that gave the money.'),
    to_expense_id: id.describe('The Expense that got the money.'),
    amount: cents.describe('The amount that was moved, in cents; positive.'),
    currency: common.currency,
    note: z.string().nullable().describe('A note by the person who moved it; null: none.'),
    from_balance_after: cents.describe('The balance of the giving Expense afterwards, in cents.'),
    to_balance_after: cents.describe('The balance of the other Expense afterwards, in cents.'),
    source: z
      .enum(['api', 'app'])
      .describe('`api`: by a key. `app`: in the application or on the command line.'),
    created_by: z
      .object({
        member_id: id.describe('The member who moved it.'),
        key_id: id.nullable().describe('The key with which they did; null: without a key.'),
      })
      .describe('The person who moved it.'),
    created_at: common.created_at,
  })
  .meta({ id: 'ExpenseTransfer' })

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
        currency: common.currency,
        expense_count: z.int().describe('The number of Expenses.'),
        total_set_aside: cents.describe('The sum of their `balance`, in cents.'),
        total_target: cents.describe('The sum of their `target_amount`, in cents; null counts 0.'),
        total_remaining: cents.describe('The sum of what they lack to their targets, in cents.'),
        total_reserve: cents.describe(
          'The sum of their `extraReserve`, in cents. Already included in `total_set_aside`.',
        ),
        total_shortfall: cents.describe('The sum of their `reserveShortfall`, in cents.'),
        next_contribution: z
          .object({
            date: day.describe('The first payday that funds any Expense.'),
            amount: cents.describe('What all Expenses together ask of it, in cents.'),
          })
          .nullable()
          .describe('The next payday; null: no payday funds an Expense.'),
        by_type: z
          .array(
            z.object({
              type: expenseType,
              count: z.int().describe('The number of Expenses of this type.'),
              set_aside: cents.describe('The sum of their `balance`, in cents.'),
              target: cents.describe('The sum of their `target_amount`, in cents.'),
            }),
          )
          .describe('The same by type; types without an Expense are left out.'),
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
          id: id.describe('The id of the group.'),
          name: z.string().describe('The name of the group.'),
          position: z.int().describe('Its place in the order of the household, from 0.'),
          expense_ids: z.array(id).describe('Its Expenses, in their order.'),
          balance: cents.describe('The sum of its Expenses’ `balance`, in cents.'),
          target_amount: cents.describe('The sum of its Expenses’ `target_amount`, in cents.'),
          created_at: common.created_at,
          updated_at: common.updated_at,
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
        expense_id: id
          .optional()
          .describe('Extension. Movements from or to this Expense.')
          .meta(extension),
        from: day
          .optional()
          .describe('Extension. First day, inclusive, in the household’s time zone.')
          .meta(extension),
        to: day
          .optional()
          .describe('Extension. Last day, inclusive, in the household’s time zone.')
          .meta(extension),
        limit: z
          .int()
          .min(1)
          .max(500)
          .default(500)
          .describe('Extension. The most movements to list.')
          .meta(extension),
        before: id
          .optional()
          .describe('Extension. Continues after this movement: the last one listed so far.')
          .meta(extension),
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
        from_expense_id: id.describe('The Expense that gives the money.'),
        to_expense_id: id.describe('The Expense that gets the money; another one.'),
        amount: amount.min(1).describe('The amount to move, in cents; positive.'),
        note: text({ max: 200 }).nullish().describe('A note for people; null: none.'),
      })
      .refine((body) => body.from_expense_id !== body.to_expense_id, {
        path: ['to_expense_id'],
        ...saying('must be another Expense than `from_expense_id`', { name: 'same_expense' }),
      }),
    response: transfer,
  }),
}
