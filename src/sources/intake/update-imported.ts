import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { Tables } from '#/platform/database/tables.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { resettle, subjectOf } from '#/budget/transactions/writing/settle.ts'
import { contentHash, type Mirror } from './mirror.ts'
import type { Described } from './describe-rows.ts'
import { recordOverruled } from './record-overruled.ts'

/** What a person wrote down is theirs, as if they had edited all of it. */
const writtenByHand = ['amount', 'booked_at', 'category_id', 'concept', 'notes', 'type']

/** Paired with another account's side, which one side's words cannot know. */
const isTransfer = sql<boolean>`exists (select from account_transfers p
  where p.household_id = transactions.household_id and transactions.id in (p.out_id, p.in_id))`

type Telling = {
  readonly row: ProviderTransaction
  readonly mirror: Mirror
  readonly described: Described
}

/**
 * Tells a transaction anew: its pending row was booked, or the bank changed it. What a person has set stays, but for
 * the amount when the bank's own has changed since. Its id, category and Expense stay whatever happens, and the
 * Expense is settled anew.
 */
export async function updateImported(
  writer: WriteContext,
  entry: FollowedEntry,
  { row, mirror, described }: Telling,
): Promise<void> {
  const { householdId } = writer.caller
  await keepMirror(writer, entry, { row, mirror, described })
  const before = await writer.db
    .selectFrom('transactions')
    .selectAll()
    .select(isTransfer.as('isTransfer'))
    .where('household_id', '=', householdId)
    .where('id', '=', mirror.transactionId)
    .executeTakeFirstOrThrow()
  // What a person has deleted stays so, under whatever id and state the bank tells of it again.
  if (before.edited.includes('deleted_at')) return
  const { edited, isOverruled, after } = retell(before, { row, mirror, described })
  if (isOverruled) {
    const { id: transactionId, amount: set } = before
    await recordOverruled(writer, { transactionId, set, said: row.amount })
  }
  const isBack = before.deleted_at !== null
  const { expense_goal_id: expenseId } = await writer.db
    .updateTable('transactions')
    .set({
      ...after,
      edited: [...edited],
      revision: writer.revision,
      updated_at: writer.now(),
      deleted_at: null,
      // Taken for gone, it moves nothing any more; back, it does what it did, unless its Expense is archived by now.
      ...(isBack && { expense_goal_id: openExpense(householdId) }),
    })
    .where('household_id', '=', householdId)
    .where('id', '=', before.id)
    .returning('expense_goal_id')
    .executeTakeFirstOrThrow()
  if (!isBack && after.amount === before.amount && after.type === before.type) return
  const was = { ...subjectOf(before), expenseId }
  const is = { ...was, amount: after.amount, type: after.type, booked: after.booked_at }
  await resettle(writer, isBack ? null : was, is)
}

/** What a transaction says once its row is told anew, and which of its fields are still a person's. */
function retell(
  before: Selectable<Tables['transactions']> & { readonly isTransfer: boolean },
  { row, mirror, described }: Telling,
) {
  const edited = new Set(before.provider === 'manual' ? writtenByHand : before.edited)
  const isOverruled = row.amount !== mirror.amount && edited.delete('amount')
  // What a person has filed it under stays, nothing included; what the service chose before may be known better now.
  const isFiled = edited.has('category_id') || (before.category_id && !before.category_why)
  const after = {
    amount: edited.has('amount') ? before.amount : row.amount,
    booked_at: edited.has('booked_at') ? before.booked_at : row.bookedOn,
    type: edited.has('type') || before.isTransfer ? before.type : described.type,
    status: row.status,
    ...(edited.has('concept')
      ? { original_concept: originalOf(before.concept, described) }
      : {
          concept: described.concept,
          original_concept: described.original_concept,
          merchant: described.merchant,
        }),
    ...(!isFiled &&
      described.category_id !== null && {
        category_id: described.category_id,
        category_why: JSON.stringify(described.category_why),
      }),
  }
  return { edited, isOverruled, after }
}

/** What the bank wrote; null while the concept still says it. */
function originalOf(concept: string, described: Described): string | null {
  const sent = described.original_concept ?? described.concept
  return sent === concept ? null : sent
}

function openExpense(householdId: string): RawBuilder<string | null> {
  return sql`(select e.id from expenses e where e.household_id = ${householdId}
    and e.id = transactions.expense_goal_id and e.archived_at is null)`
}

/** A replacement gets a mirror of its own; the pending's stays as a tombstone, so that its id never comes back. */
async function keepMirror(
  writer: WriteContext,
  entry: FollowedEntry,
  { row, mirror, described }: Telling,
): Promise<void> {
  const { householdId } = writer.caller
  const now = writer.now()
  const said = {
    status: row.status,
    amount: row.amount,
    booked_on: row.bookedOn,
    descriptor: row.rawDescription,
    merchant: described.said,
    content_hash: contentHash(row),
    missed_snapshots: 0,
    removed_at: null,
    transaction_id: mirror.transactionId,
  }
  await writer.db
    .insertInto('provider_transactions')
    .values({
      ...said,
      household_id: householdId,
      provider_account_id: entry.id,
      external_id: row.externalId,
      first_seen_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['household_id', 'provider_account_id', 'external_id']).doUpdateSet(said),
    )
    .execute()
  if (row.externalId === mirror.externalId) return
  await writer.db
    .updateTable('provider_transactions')
    .set({ removed_at: now })
    .where('household_id', '=', householdId)
    .where('provider_account_id', '=', entry.id)
    .where('external_id', '=', mirror.externalId)
    .execute()
}
