import { sql } from 'kysely'
import { resettle, type Subject, subjectOf } from '#/budget/assignments/settle.ts'
import { BY_CARD } from '#/budget/transactions/naming/card-payment.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { keepRemoval, otherSide, type Pair, type Removal, typeOf } from './removal.ts'

type Side = Pick<Subject, 'id' | 'accountId' | 'amount'>

/**
 * Returns the other side of a transfer that a restored side forms again; null if that has changed since. If the other side
 * is deleted as well, the transfer is noted there, and forms again when that is restored.
 */
export async function findOtherSide(
  writer: WriteContext,
  side: Side,
  pair: Pair,
): Promise<Subject | null> {
  const { db, caller } = writer
  const id = otherSide(pair, side.id)
  const other = await db
    .selectFrom('transactions')
    .selectAll()
    .where('household_id', '=', caller.householdId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (other.deleted_at !== null) await passOn(writer, id, pair)
  const isTaken = await db
    .selectFrom('account_transfers')
    .select('out_id')
    .where('household_id', '=', caller.householdId)
    .where((where) => where.or([where('out_id', '=', id), where('in_id', '=', id)]))
    .executeTakeFirst()
  const fits =
    other.visible &&
    !isTaken &&
    other.amount === -side.amount &&
    // The payment of a card may have the assignment that it had before.
    (other.expense_goal_id === null || other.expense_goal_id === pair.out_expense_id) &&
    other.splits === null &&
    (other.type === 'transfer' ||
      (other.type === typeOf(pair, id) && !other.edited.includes('type')))
  return fits ? subjectOf(other) : null
}

async function passOn(writer: WriteContext, id: string, pair: Pair): Promise<void> {
  const row = await writer.db
    .selectFrom('transaction_removals')
    .select('removal')
    .where('household_id', '=', writer.caller.householdId)
    .where('transaction_id', '=', id)
    .executeTakeFirst()
  const removal = row?.removal as Removal | undefined
  if (removal && removal.pair === null) {
    await keepRemoval(writer, id, { ...removal, pair, pairedLater: true })
  }
}

/** Stores a transfer again; no money has moved yet. */
export async function storePair(writer: WriteContext, pair: Pair): Promise<void> {
  const { householdId } = writer.caller
  await sql`
    insert into account_transfers (household_id, out_id, in_id, out_type, in_type, found_at,
      card_expense_id, out_expense_id, out_expense_why)
    values (${householdId}, ${pair.out_id}, ${pair.in_id}, ${pair.out_type}, ${pair.in_type},
      ${pair.found_at}::timestamptz, ${pair.card_expense_id}, ${pair.out_expense_id},
      ${JSON.stringify(pair.out_expense_why ?? null)}::jsonb)`.execute(writer.db)
  await writer.db
    .updateTable('transactions')
    .set({ type: 'transfer', revision: writer.revision, updated_at: writer.now() })
    .where('household_id', '=', householdId)
    .where('id', 'in', [pair.out_id, pair.in_id])
    .where('type', '<>', 'transfer')
    .execute()
}

/** Spends the payment of a card from the card's Expense again, unless that is archived; no money has moved yet. */
export async function assignToCard(writer: WriteContext, pair: Pair): Promise<void> {
  if (pair.card_expense_id === null) return
  await writer.db
    .updateTable('transactions')
    .set({
      expense_goal_id: pair.card_expense_id,
      expense_why: BY_CARD,
      revision: writer.revision,
      updated_at: writer.now(),
    })
    .where('household_id', '=', writer.caller.householdId)
    .where('id', '=', pair.out_id)
    .where('expense_goal_id', 'is distinct from', pair.card_expense_id)
    .where((where) =>
      where.exists(
        where
          .selectFrom('expenses')
          .select('id')
          .where('household_id', '=', writer.caller.householdId)
          .where('id', '=', pair.card_expense_id)
          .where('archived_at', 'is', null),
      ),
    )
    .execute()
}

/** Settles a side as a transfer. History has moved no money, so there is nothing to settle. */
export async function settleSide(writer: WriteContext, was: Subject, is: Subject): Promise<void> {
  const isChanged = was.type !== is.type || was.expenseId !== is.expenseId
  if (!was.history && isChanged) await resettle(writer, was, is)
}
