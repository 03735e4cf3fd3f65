import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { expenses } from './contract.ts'
import { balanceOf, type Holding } from '#/budget/expenses/rules/holding.ts'
import { loadTouched } from './holdings.ts'
import { deposit, withdraw } from '#/budget/expenses/rules/lanes.ts'
import { moveMoney } from './move-money.ts'
import { findTransferByKey } from './transfers.ts'

/** `POST /expense-transfers` moves earmarked money between two Expenses; nothing leaves the bank. */
export const transferBetweenExpenses: Handle<typeof expenses.transferBetweenExpenses> = async (
  call,
  { body },
) => {
  const known = call.idempotencyKey && (await findTransferByKey(call, call.idempotencyKey))
  if (known) return known
  const [from, to] = await loadBoth(call, body)
  if (balanceOf(from.lanes) < body.amount) {
    throw new Refusal('insufficient_expense_balance', { param: 'amount' })
  }
  const after = [
    { ...from, lanes: withdraw(from.terms, from.lanes, body.amount) },
    { ...to, lanes: deposit(to.terms, to.lanes, body.amount) },
  ] as const
  const id = call.newId()
  const row = {
    id,
    from_expense_id: from.id,
    to_expense_id: to.id,
    amount: body.amount,
    note: body.note ?? null,
    from_balance_after: balanceOf(after[0].lanes),
    to_balance_after: balanceOf(after[1].lanes),
    source: call.caller.through,
  } as const
  const { householdId, memberId, key, currency } = call.caller
  const keyId = key?.id ?? null
  const now = call.now()
  await call.db
    .insertInto('expense_transfers')
    .values({
      ...row,
      household_id: householdId,
      member_id: memberId,
      key_id: keyId,
      idempotency_key: call.idempotencyKey,
      revision: call.revision,
      created_at: now,
    })
    .execute()
  await moveMoney(call, { before: [from, to], after, reason: 'transfer', transferId: id })
  return {
    ...row,
    currency,
    created_by: { member_id: memberId, key_id: keyId },
    created_at: writeInstant(now),
  }
}

async function loadBoth(
  call: Call,
  body: { readonly from_expense_id: string; readonly to_expense_id: string },
): Promise<[Holding, Holding]> {
  const ids = [body.from_expense_id, body.to_expense_id]
  const found = await loadTouched(call.db, call.caller.householdId, { ids })
  const pick = (param: keyof typeof body): Holding => {
    const holding = found.find(({ id, archived }) => id === body[param] && !archived)
    if (!holding) throw notFound(param)
    return holding
  }
  return [pick('from_expense_id'), pick('to_expense_id')]
}
