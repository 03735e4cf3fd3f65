import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import type { Mirror } from '#/sources/intake/mirror.ts'
import { recordOverruled } from '#/sources/intake/record-overruled.ts'
import { resettle, subjectOf } from '#/budget/assignments/settle.ts'

export type PendingBooking = {
  readonly row: ProviderTransaction
  readonly transactionId: string
  /** The pending row of an earlier file; null if the pending transaction came from a device. */
  readonly mirror: Mirror | null
}

/** A transaction before a file booked it, stored for an undo. */
export type Before = {
  readonly status: 'pending' | 'booked'
  readonly amount: number
  readonly booked_at: string
  readonly edited: readonly string[]
  readonly splits?: unknown
  /** Missing in entries of older versions. */
  readonly expense_goal_id?: string | null
  readonly expense_why?: unknown
  readonly mirror: string | null
  readonly mirror_amount: number | null
  readonly mirror_booked_on: string | null
}

/**
 * Books pending transactions. If the bank changed the amount, its amount replaces a person's and the Expense is settled
 * again; all other edits of people stay.
 */
export async function settlePending(
  writer: WriteContext,
  importId: string,
  settling: readonly PendingBooking[],
): Promise<void> {
  const { householdId } = writer.caller
  for (const { row, transactionId, mirror } of settling) {
    const before = await writer.db
      .selectFrom('transactions')
      .selectAll()
      .where('household_id', '=', householdId)
      .where('id', '=', transactionId)
      .executeTakeFirstOrThrow()
    if (before.deleted_at !== null) continue
    const edited = new Set(before.edited)
    if (mirror && row.amount !== mirror.amount && edited.delete('amount')) {
      await recordOverruled(writer, { transactionId, set: before.amount, said: row.amount })
    }
    const amount = edited.has('amount') ? before.amount : row.amount
    const bookedOn = edited.has('booked_at') ? before.booked_at : row.bookedOn
    const kept: Before = {
      status: before.status,
      amount: before.amount,
      booked_at: before.booked_at,
      edited: before.edited,
      splits: before.splits,
      expense_goal_id: before.expense_goal_id,
      expense_why: before.expense_why,
      mirror: mirror?.externalId ?? null,
      mirror_amount: mirror?.amount ?? null,
      mirror_booked_on: mirror?.bookedOn ?? null,
    }
    await writer.db
      .insertInto('import_changes')
      .values({
        household_id: householdId,
        import_id: importId,
        transaction_id: transactionId,
        before: JSON.stringify(kept),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // Earmark chose the Expense by the old amount, so it judges the payment again.
    const isJudgedAgain = before.expense_why !== null && amount !== before.amount
    await writer.db
      .updateTable('transactions')
      .set({
        status: 'booked',
        amount,
        booked_at: bookedOn,
        edited: [...edited],
        ...(isJudgedAgain && { expense_goal_id: null, expense_why: null }),
        revision: writer.revision,
        updated_at: writer.now(),
      })
      .where('household_id', '=', householdId)
      .where('id', '=', transactionId)
      .execute()
    if (mirror && mirror.externalId !== row.externalId) await closeMirror(writer, mirror)
    if (amount === before.amount) continue
    const was = subjectOf(before)
    const expenseId = isJudgedAgain ? null : was.expenseId
    await resettle(writer, was, { ...was, expenseId, amount, booked: bookedOn })
  }
}

/** Closes the mirror of the pending row, whose name stays reserved so that an old file does not add it again. */
async function closeMirror(writer: WriteContext, mirror: Mirror): Promise<void> {
  await writer.db
    .updateTable('provider_transactions')
    .set({ removed_at: writer.now() })
    .where('household_id', '=', writer.caller.householdId)
    .where('external_id', '=', mirror.externalId)
    .where('transaction_id', '=', mirror.transactionId)
    .execute()
}
