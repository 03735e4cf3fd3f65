import { notFound } from '#/platform/contract/refusal.ts'
import { changeRecord } from '#/platform/audited/change.ts'
import { findRecord } from '#/platform/audited/find.ts'
import { orderRecords } from '#/platform/audited/order.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { expensesApp } from './app-contract.ts'
import { findLiveExpense } from './change.ts'

/**
 * `PUT /expenses/{id}/place` moves an Expense into a group and before another Expense in one step. The request names a
 * neighbour rather than the whole order, so an Expense added meanwhile causes no conflict. The terms stay, so no money moves.
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
  const { changed: _, ...version } = await changeRecord(acting, 'expenses', {
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
  return version
}
