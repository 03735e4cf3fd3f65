import { intervalDays, intervalMonths } from '#/core/values/interval.ts'
import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { lookFields } from '#/budget/categories/app-contract.ts'
import { look } from '#/budget/categories/contract.ts'
import { amount, day, id, instant, name, plannedDay, text } from '#/platform/contract/fields.ts'
import {
  changeOf,
  create,
  action,
  ordering,
  removal,
  recordVersion,
} from '#/platform/audited/contract.ts'

const fields = {
  name,
  group_id: id.nullable(),
  target_amount: amount
    .min(1)
    .nullable()
    .describe('Cents. Null: no target; for a card, everything that is owed.'),
  funding_priority: z.enum(['high', 'normal', 'low']),
  recurrence_interval_months: z.literal(intervalMonths).nullable(),
  recurrence_interval_days: z
    .literal(intervalDays)
    .nullable()
    .describe('Instead of months: the days between two payments.'),
  recurrence_anchor_date: plannedDay.nullable().describe('The first due date, or a goal’s day.'),
  fund_ahead_payment_count: z.int().min(1).max(3),
  fund_ahead_build_by: plannedDay.nullable(),
  funding_schedule_ids: z.array(id).max(20),
  card_account_id: id.nullable(),
  paused: z.boolean(),
  ...lookFields,
}

/** Changes of Expenses and their groups by people: for the application and the command line. */
export const expensesApp = {
  createExpense: endpoint({
    ...create,
    path: '/expenses',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Create an Expense; its opening balance comes from free-to-spend',
    refusals: [
      ...create.refusals,
      'resource_not_found',
      'card_already_linked',
      'insufficient_free_to_spend',
    ],
    body: z.strictObject({
      name,
      type: z.enum(['expense', 'goal', 'credit_card']).default('expense'),
      group_id: fields.group_id.default(null),
      target_amount: fields.target_amount.default(null),
      funding_priority: fields.funding_priority.default('normal'),
      recurrence_interval_months: fields.recurrence_interval_months.default(null),
      recurrence_interval_days: fields.recurrence_interval_days.default(null),
      recurrence_anchor_date: fields.recurrence_anchor_date.default(null),
      fund_ahead_payment_count: fields.fund_ahead_payment_count.default(1),
      fund_ahead_build_by: fields.fund_ahead_build_by.default(null),
      funding_schedule_ids: fields.funding_schedule_ids.default([]),
      card_account_id: fields.card_account_id.default(null),
      paused: z.boolean().default(false),
      hue: fields.hue.default(null),
      icon: fields.icon.default(null),
      balance: amount.min(0).default(0),
      payee: text({ min: 1, max: 80 })
        .optional()
        .describe('The `payee` of the proposal that this Expense comes from.'),
    }),
  }),
  changeExpense: endpoint({
    ...changeOf(fields),
    path: '/expenses/{id}',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Change an Expense; its money is fitted to the new terms',
    refusals: ['resource_not_found', 'card_already_linked', 'edit_conflict'],
  }),
  archiveExpense: endpoint({
    ...action,
    path: '/expenses/{id}/archive',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Archive an Expense; its money returns to free-to-spend',
  }),
  restoreExpense: endpoint({
    ...action,
    path: '/expenses/{id}/restore',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Restore an archived Expense, without money',
    refusals: ['limit_reached', 'resource_not_found', 'card_already_linked', 'edit_conflict'],
  }),
  listArchivedExpenses: endpoint({
    method: 'GET',
    path: '/archived-expenses',
    forKeys: true,
    tag: 'Expenses',
    summary: 'List archived Expenses, most recently archived first',
    scope: 'data.read',
    response: z.array(
      z.object({
        id,
        name: z.string(),
        type: z.enum(['expense', 'goal', 'credit_card']),
        recurrence_anchor_date: day.nullable(),
        look,
        archived_at: instant,
        updated_at: instant,
      }),
    ),
  }),
  orderExpenses: endpoint({
    ...ordering,
    path: '/expenses/order',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Reorder the Expenses',
  }),
  placeExpense: endpoint({
    method: 'PUT',
    path: '/expenses/{id}/place',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Move an Expense into a group and before another Expense',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    body: z.strictObject({
      group_id: fields.group_id,
      before_id: id
        .nullable()
        .describe('The Expense that comes right after it. Null: it comes last.'),
    }),
    response: recordVersion,
  }),
  createExpenseGroup: endpoint({
    ...create,
    path: '/expense-groups',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Create a group of Expenses',
    body: z.strictObject({ name }),
  }),
  renameExpenseGroup: endpoint({
    ...changeOf({ name }),
    path: '/expense-groups/{id}',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Rename a group',
  }),
  removeExpenseGroup: endpoint({
    ...removal,
    path: '/expense-groups/{id}',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Remove a group; its Expenses stay, without a group',
  }),
  orderExpenseGroups: endpoint({
    ...ordering,
    path: '/expense-groups/order',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Reorder the groups',
  }),
}
