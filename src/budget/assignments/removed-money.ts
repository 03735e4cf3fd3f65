import { sql } from 'kysely'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { loadTouched } from '#/budget/expenses/holdings.ts'
import { moveMoney } from '#/budget/expenses/move-money.ts'
import { PARTS_MAX } from '#/budget/transactions/contract.ts'
import type { Settlement } from '#/budget/expenses/rules/settlement.ts'
import { type StoredSettlement, storeSettlements } from './settlements.ts'
import { returnAmongOthers } from './return-among-others.ts'
import { changeOfLanes, type LaneChange, putBack } from '#/budget/expenses/rules/put-back.ts'

/** A settlement as it was stored before a deletion. */
type Kept = {
  readonly transaction_id: string
  /** Its place among those of a split transaction. */
  readonly position: number
  readonly expense_id: string | null
  readonly card_expense_id: string | null
  readonly settlement: object
}

/** The money that a deletion has moved: the settlements before it, and its effect on the lanes of each Expense. */
export type RemovedMoney = {
  readonly settlements: readonly Kept[]
  readonly changes: readonly LaneChange[]
}

/**
 * Notes the settlements of transactions and the lanes that they may move. The returned function reads the lanes again, and
 * says what a deletion in between has moved. `cardAccountId` is the account of the other side of a transfer.
 */
export async function watchMoney(
  writer: WriteContext,
  {
    ids,
    cardAccountId,
  }: { readonly ids: readonly string[]; readonly cardAccountId: string | null },
): Promise<() => Promise<RemovedMoney>> {
  const { householdId } = writer.caller
  const { rows: settlements } = await sql<Kept>`
    select transaction_id, position, expense_id, card_expense_id, settlement from settlements
    where household_id = ${householdId} and transaction_id = any(${[...ids]}::uuid[])
    order by transaction_id, position`.execute(writer.db)
  const expenseIds = settlements.flatMap(({ expense_id, card_expense_id }) =>
    [expense_id, card_expense_id].filter((id) => id !== null),
  )
  const touched = {
    ids: expenseIds,
    cardAccountIds: cardAccountId === null ? [] : [cardAccountId],
  }
  const before = await loadTouched(writer.db, householdId, touched)
  return async () => {
    const after = await loadTouched(writer.db, householdId, touched)
    const changes = before.flatMap((was) => {
      const is = after.find(({ id }) => id === was.id)
      return (is && changeOfLanes(was, is)) ?? []
    })
    return { settlements, changes }
  }
}

/**
 * Moves the money of a deletion back, lane by lane, and stores the settlements as they were. Returns false, and changes
 * nothing, if an Expense can no longer give the same money from the same lanes.
 */
export async function returnMoney(
  writer: WriteContext,
  transactionId: string,
  { money: { settlements, changes }, ids }: { money: RemovedMoney; ids: readonly string[] },
): Promise<boolean> {
  const isReturned =
    (await returnLanes(writer, transactionId, { settlements, changes })) ||
    (ids.length === 1 &&
      (await returnAmongOthers(writer, { id: transactionId, money: { settlements, changes } })))
  if (!isReturned) return false
  const replacing = ids.map((id) => ({
    id,
    settlements: settlements.filter((one) => one.transaction_id === id).map(toStored),
    replaced: PARTS_MAX,
  }))
  await storeSettlements(writer, replacing)
  return true
}

function toStored({ expense_id, card_expense_id, settlement }: Kept): StoredSettlement {
  return {
    expenseId: expense_id,
    cardExpenseId: card_expense_id,
    settlement: settlement as Settlement,
  }
}

async function returnLanes(
  writer: WriteContext,
  transactionId: string,
  { settlements, changes }: RemovedMoney,
): Promise<boolean> {
  const before = await loadTouched(writer.db, writer.caller.householdId, {
    ids: changes.map(({ id }) => id),
  })
  if (before.length !== changes.length) return false
  const after = before.flatMap((holding) => {
    const lanes = putBack(
      holding,
      changes.find(({ id }) => id === holding.id)!,
    )
    return lanes ? { ...holding, lanes } : []
  })
  if (after.length !== before.length) return false
  await moveMoney(writer, {
    before,
    after,
    reason: settlements.some(({ expense_id }) => expense_id !== null) ? 'assignment' : 'card',
    transactionId,
  })
  return true
}
