import { notFound } from '#/platform/contract/refusal.ts'
import type { Act } from '#/platform/runtime/call.ts'
import { linkAll } from './accept.ts'
import type { pastPaymentsApp } from './app-contract.ts'
import { loadPast } from './load-past.ts'

/**
 * `POST /past-payments/accept-all`: as `accept` for several Expenses, in one transaction. A fault links nothing; an Expense or a
 * payment that somebody was quicker with is skipped.
 */
export const acceptAllPastPayments: Act<typeof pastPaymentsApp.acceptAllPastPayments> = async (
  acting,
  { body },
) => {
  const ids = body.links.flatMap(({ transaction_ids }) => transaction_ids)
  const { candidates, expenses } = await loadPast(acting, ids)
  const open = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  const links = []
  let total = 0
  for (const { expense_id: expenseId, transaction_ids } of body.links) {
    if (!expenses.some(({ id }) => id === expenseId)) continue
    const wanted = [...new Set(transaction_ids)].flatMap((id) => open.get(id) ?? [])
    if (wanted.length === 0) continue
    // A payment has one Expense: the first that names it.
    for (const { id } of wanted) open.delete(id)
    const linked = await linkAll(acting, { candidates: wanted, expenses, expenseId })
    links.push({ expense_id: expenseId, transaction_ids: linked.transaction_ids })
    total += linked.moved
  }
  if (links.length === 0) throw notFound('links')
  return { links, moved: total }
}
