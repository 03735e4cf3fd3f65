import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { returnMoney } from '#/budget/assignments/removed-money.ts'
import { resettle, type Subject, subjectOf } from '#/budget/assignments/settle.ts'
import { announceStoredIncome } from '#/budget/funding/announce-income.ts'
import type { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { refusalOf } from '#/budget/transactions/constraints.ts'
import { type Part, sharesOf } from '#/budget/transactions/parts.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import type { Tables } from '#/platform/database/tables.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import { moveBalanceBack } from './move-balance.ts'
import { isReported, type Pair, type Removal, typeOf } from './removal.ts'
import { assignToCard, findOtherSide, settleSide, storePair } from './restore-pair.ts'
import { bookedSince, compareMoney, leaveArchived } from './restored-facts.ts'

type Differences = Answer<typeof transactionsApp.restoreTransaction>['differences']
type Deleted = Selectable<Tables['transactions']>

/** `POST /transactions/{id}/restore`. */
export const restoreTransaction: Act<typeof transactionsApp.restoreTransaction> = async (
  acting,
  { params },
) => ({ success: true as const, differences: await restoreOne(acting, params.id) })

/** `POST /transactions/restore`: the last of them first, as they were deleted one after the other. */
export const restoreTransactions: Act<typeof transactionsApp.restoreTransactions> = async (
  acting,
  { body },
) => {
  const ids = [...new Set(body.ids)].toReversed()
  const differences: Differences = []
  for (const id of ids) differences.push(...(await restoreOne(acting, id)))
  return { restored: ids.length, differences }
}

/**
 * Restores a transaction that a person has deleted: its row, the balance of its account, its transfer, and its Expense, lane
 * by lane. If an Expense has changed too much for that, the payment is settled as if it were made now. Returns the
 * differences to the state before the deletion.
 */
async function restoreOne(acting: Acting, id: string): Promise<Differences> {
  const { row, removal, removedAt } = await loadDeleted(acting, id)
  await requireSource(acting, row, removal)
  const booked = await bookedSince(acting, row)
  const { pair = null } = removal ?? {}
  const other = pair && (await findOtherSide(acting, { ...subjectOf(row), ...booked }, pair))
  const isUnpaired = pair !== null && other === null
  const type = isUnpaired && !row.edited.includes('type') ? typeOf(pair, id) : row.type
  const restored = { ...row, ...booked, type }
  await acting.db
    .updateTable('transactions')
    .set({
      deleted_at: null,
      edited: [...(removal?.edited ?? row.edited.filter((field) => field !== 'deleted_at'))],
      status: restored.status,
      amount: restored.amount,
      booked_at: restored.booked_at,
      type,
      revision: acting.revision,
      updated_at: acting.now(),
    })
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', id)
    .execute()
  try {
    const { provider, status } = restored
    await moveBalanceBack(acting, { ...subjectOf(restored), provider, status, removedAt })
  } catch (error) {
    throw refusalOf(error) ?? error
  }
  if (other && pair) {
    await storePair(acting, pair)
    await assignToCard(acting, pair)
  }
  const isSame = !isUnpaired && restored.amount === row.amount && isAsDeleted(row, removal)
  const differences = await moveBack(acting, restored, { removal, other, pair, isSame })
  await acting.db
    .deleteFrom('transaction_removals')
    .where('household_id', '=', acting.caller.householdId)
    .where('transaction_id', '=', id)
    .execute()
  await announceStoredIncome(acting)
  const all: Differences = [
    ...differences,
    ...(isUnpaired ? [differenceOf(id, 'pair')] : []),
    ...(booked && booked.amount !== row.amount ? [differenceOf(id, 'booked')] : []),
  ]
  await recordChange(acting, {
    action: 'transaction.restore',
    subject: { type: 'transaction', id },
    before: null,
    after: {
      amount: restored.amount,
      booked_at: restored.booked_at,
      concept: row.concept,
      ...(all.length > 0 && { differences: all }),
    },
  })
  return all
}

/**
 * False if the payment was changed while it was deleted: the undo of a file takes back the amount and the Expense that the
 * file led to. A transfer has checked its amount against its other side.
 */
function isAsDeleted(
  { amount, expense_goal_id: expenseId, splits }: Deleted,
  removal: Removal | null,
): boolean {
  if (!removal?.shares || removal.pair !== null) return true
  const parts = splits as readonly Part[] | null
  return isDeepStrictEqual(removal.shares, sharesOf({ amount, expenseId, parts }))
}

type Way = {
  readonly removal: Removal | null
  /** The other side of a transfer, before it became one again. */
  readonly other: Subject | null
  readonly pair: Pair | null
  /** False if the payment is no longer the one that was deleted. */
  readonly isSame: boolean
}

async function moveBack(
  acting: Acting,
  row: Deleted,
  { removal, other, pair, isSame }: Way,
): Promise<Differences> {
  const covered = other && !removal?.pairedLater ? [row.id, other.id] : [row.id]
  const isExact =
    removal !== null &&
    isSame &&
    (await returnMoney(acting, row.id, { money: removal.money, ids: covered }))
  const differences = isExact ? [] : await settleAgain(acting, row, removal)
  if (other === null || (isExact && covered.length > 1)) return differences
  const side = subjectOf(row)
  const again = (subject: Subject): Subject => {
    const isPayment = pair?.card_expense_id != null && subject.id === pair.out_id
    return {
      ...subject,
      type: 'transfer',
      ...(isPayment && { expenseId: pair.card_expense_id }),
    }
  }
  await settleSide(acting, other, again(other))
  await settleSide(acting, side, again(side))
  return differences
}

/** Settles a payment as if it were made now. */
async function settleAgain(
  acting: Acting,
  row: Deleted,
  removal: Removal | null,
): Promise<Differences> {
  const compared = await compareMoney(acting, { row, removal })
  const { expenseId, isLeft } = await leaveArchived(acting, row)
  // History moves money only if it was assigned later.
  const hadMoved = removal?.money.settlements.some((one) => one.transaction_id === row.id)
  if (!row.history || hadMoved) await resettle(acting, null, { ...subjectOf(row), expenseId })
  const differences = await compared()
  return isLeft ? [...differences, differenceOf(row.id, 'unassigned')] : differences
}

function differenceOf(id: string, kind: Differences[number]['kind']): Differences[number] {
  return { transaction_id: id, kind, expense: null, given: null, taken: null }
}

async function loadDeleted(acting: Acting, id: string) {
  const row = await acting.db
    .selectFrom('transactions')
    .selectAll()
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', id)
    .where('hidden', '=', false)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  // A payment that its source has removed is not a person's to restore.
  if (!row?.edited.includes('deleted_at')) throw notFound('id')
  const kept = await acting.db
    .selectFrom('transaction_removals')
    .select(['removal', 'removed_at'])
    .where('household_id', '=', acting.caller.householdId)
    .where('transaction_id', '=', id)
    .executeTakeFirst()
  return {
    row,
    removal: (kept?.removal ?? null) as Removal | null,
    removedAt: kept?.removed_at ?? null,
  }
}

/** Refuses to restore a payment that its source has withdrawn since: a pending one, or one of a file whose import was undone. */
async function requireSource(acting: Acting, row: Deleted, removal: Removal | null): Promise<void> {
  const mayVanish = row.status === 'pending' || row.provider === 'import'
  if (!removal?.reported || !mayVanish || (await isReported(acting, row.id))) return
  throw new Refusal('edit_conflict', {
    message: 'Its bank or file no longer contains this payment.',
    detail: { name: 'payment_withdrawn' },
  })
}
