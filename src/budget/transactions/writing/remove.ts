import { watchMoney } from '#/budget/assignments/removed-money.ts'
import { loadSubject } from '#/budget/assignments/assign.ts'
import { resettle } from '#/budget/assignments/settle.ts'
import { announceStoredIncome } from '#/budget/funding/announce-income.ts'
import type { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { sharesOf } from '#/budget/transactions/parts.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import { moveBalance } from './move-balance.ts'
import { unpairTransfers } from './pair-transfers.ts'
import { findPair, isReported, keepRemoval, otherSide, type Pair } from './removal.ts'

/** `DELETE /transactions/{id}`. */
export const removeTransaction: Act<typeof transactionsApp.removeTransaction> = async (
  acting,
  { params },
) => {
  await removeOne(acting, params.id)
  return { success: true as const }
}

/** `POST /transactions/remove`: deletes each transaction as a single deletion would, all in one database transaction. */
export const removeTransactions: Act<typeof transactionsApp.removeTransactions> = async (
  acting,
  { body },
) => {
  const ids = [...new Set(body.ids)]
  for (const id of ids) await removeOne(acting, id)
  return { removed: ids.length }
}

/**
 * Deletes a transaction. Its Expense gets its money back. The deletion is kept like an edit, so that the transaction
 * stays deleted when a bank or a device reports it again, even under another id. All that it changed is noted, so that it
 * can be undone.
 */
export async function removeOne(acting: Acting, id: string): Promise<void> {
  const before = await loadSubject(acting, id)
  const now = acting.now()
  const pair = await findPair(acting, id)
  const watched = await watchMoney(acting, {
    ids: pair ? [id, otherSide(pair, id)] : [id],
    cardAccountId: pair && (await accountOf(acting, pair, id)),
  })
  await acting.db
    .updateTable('transactions')
    .set({
      deleted_at: now,
      edited: [...new Set([...before.edited, 'deleted_at'])].toSorted(),
      revision: acting.revision,
      updated_at: now,
    })
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', before.id)
    .execute()
  await moveBalance(acting, before, null)
  await resettle(acting, before, null)
  await unpairTransfers(acting)
  await announceStoredIncome(acting)
  await keepRemoval(acting, id, {
    edited: before.edited,
    money: await watched(),
    shares: sharesOf(before),
    pair,
    reported: await isReported(acting, id),
  })
  const { amount, booked, concept } = before
  await recordChange(acting, {
    action: 'transaction.remove',
    subject: { type: 'transaction', id: before.id },
    before: { amount, booked_at: booked, concept },
    after: null,
  })
}

/** Finds the account of the other side of a transfer: its card Expense may move money when the transfer ends. */
async function accountOf({ db, caller }: Acting, pair: Pair, id: string): Promise<string> {
  const { account_id } = await db
    .selectFrom('transactions')
    .select('account_id')
    .where('household_id', '=', caller.householdId)
    .where('id', '=', otherSide(pair, id))
    .executeTakeFirstOrThrow()
  return account_id
}
