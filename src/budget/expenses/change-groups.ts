import { changeRecord } from '#/platform/audited/change.ts'
import { createRecord } from '#/platform/audited/create.ts'
import { findRecord } from '#/platform/audited/find.ts'
import { orderRecords } from '#/platform/audited/order.ts'
import { removeRecord } from '#/platform/audited/remove.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { expensesApp } from './app-contract.ts'

/** `POST /expense-groups` */
export const createExpenseGroup: Act<typeof expensesApp.createExpenseGroup> = (acting, { body }) =>
  createRecord(acting, 'expense_groups', { values: body })

/** `PATCH /expense-groups/{id}` */
export const renameExpenseGroup: Act<typeof expensesApp.renameExpenseGroup> = async (
  acting,
  { params, body },
) => {
  const { changed: _, ...version } = await changeRecord(acting, 'expense_groups', {
    row: await findRecord(acting, 'expense_groups', params),
    set: { name: body.name },
    expected: body.expected_updated_at,
  })
  return version
}

/** `DELETE /expense-groups/{id}`: its Expenses stay, without a group. */
export const removeExpenseGroup: Act<typeof expensesApp.removeExpenseGroup> = async (
  acting,
  { params, query },
) => {
  const row = await findRecord(acting, 'expense_groups', params)
  const left = await acting.db
    .updateTable('expenses')
    .set({ group_id: null })
    .where('household_id', '=', acting.caller.householdId)
    .where('group_id', '=', row.id)
    .returning('id')
    .execute()
  return removeRecord(acting, 'expense_groups', {
    row,
    expected: query.expected_updated_at,
    noted: { expense_ids: left.map(({ id }) => id).toSorted() },
  })
}

/** `PUT /expense-groups/order` */
export const orderExpenseGroups: Act<typeof expensesApp.orderExpenseGroups> = (acting, { body }) =>
  orderRecords(acting, 'expense_groups', body.ids)

/** `PUT /expenses/order` */
export const orderExpenses: Act<typeof expensesApp.orderExpenses> = (acting, { body }) =>
  orderRecords(acting, 'expenses', body.ids)
