import type { Writer } from '#/budget/expenses/move-money.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import type { Mirror } from '#/sources/intake/mirror.ts'
import { recordOverruled } from '#/sources/intake/record-overruled.ts'
import { resettle, subjectOf } from '#/budget/transactions/writing/settle.ts'

export type Settling = {
  readonly row: ProviderTransaction
  readonly transactionId: string
  /** The file's own pending row; null where the pending came from a device. */
  readonly mirror: Mirror | null
}

/** What a transaction was before a file booked it; stored, so that an undo can give it back. */
export type Before = {
  readonly status: 'pending' | 'booked'
  readonly amount: number
  readonly booked_at: string
  readonly edited: readonly string[]
  readonly mirror: string | null
  readonly mirror_amount: number | null
  readonly mirror_booked_on: string | null
}

/**
 * Books pending transactions as a file tells. The bank's amount counts where it is another than before, and the Expense is
 * settled anew; what a person has set stays otherwise.
 */
export async function settlePending(
  writer: Writer,
  importId: string,
  settling: readonly Settling[],
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
    await writer.db
      .updateTable('transactions')
      .set({
        status: 'booked',
        amount,
        booked_at: bookedOn,
        edited: [...edited],
        revision: writer.revision,
        updated_at: writer.now(),
      })
      .where('household_id', '=', householdId)
      .where('id', '=', transactionId)
      .execute()
    if (mirror && mirror.externalId !== row.externalId) await closeMirror(writer, mirror)
    if (amount === before.amount) continue
    const was = subjectOf(before)
    await resettle(writer, was, { ...was, amount, booked: bookedOn })
  }
}

/** The pending's own name stays as a tombstone. */
async function closeMirror(writer: Writer, mirror: Mirror): Promise<void> {
  await writer.db
    .updateTable('provider_transactions')
    .set({ removed_at: writer.now() })
    .where('household_id', '=', writer.caller.householdId)
    .where('external_id', '=', mirror.externalId)
    .where('transaction_id', '=', mirror.transactionId)
    .execute()
}
