import { notFound } from '#/platform/contract/refusal.ts'
import { changeRecord } from '#/platform/audited/change.ts'
import { findRecord } from '#/platform/audited/find.ts'
import { orderRecords } from '#/platform/audited/order.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { expensesApp } from './app-contract.ts'
import { findLiveExpense } from './change.ts'

/**
 * `PUT /expenses/{id}/place`: into a group and before another Expense, at once. What is named is a neighbour rather than the
 * order of all, so that an Expense that somebody else adds meanwhile is no conflict. No terms change, so no money is fitted.
 */
export const placeExpense: Act<typeof expensesApp.placeExpense> = async (
  acting,
  { params, body },
) => {
  const { group_id, before_id: next } = body
  const row = await findLiveExpense(acting, params.id)
  if (group_id !== null) {
    await findRecord(acting, 'expense_groups', { id: group_id, param: 'group_id' })
  }
  const { changed: _, ...told } = await changeRecord(acting, 'expenses', {
    row,
    set: { group_id },
    expected: undefined,
  })
  await orderRecords(acting, 'expenses', (listed) => {
    const others = listed.filter((id) => id !== row.id)
    const place = next === null ? others.length : others.indexOf(next)
    if (place === -1) throw notFound('before_id')
    return others.toSpliced(place, 0, row.id)
  })
  return told
}
