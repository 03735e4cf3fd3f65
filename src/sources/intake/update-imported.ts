import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { Tables } from '#/platform/database/tables.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { resettle, subjectOf } from '#/budget/assignments/settle.ts'
import { openParts } from '#/budget/transactions/open-parts.ts'
import type { Mirror } from './mirror.ts'
import { storeMirrors } from './store-mirrors.ts'
import type { Described } from './describe-rows.ts'
import { recordOverruled } from './record-overruled.ts'

/** The fields that a person owns in a manual transaction, as if they had edited each. */
const manualFields = ['amount', 'booked_at', 'category_id', 'concept', 'notes', 'type']

/** True if the transaction is paired with one of another account, which the row alone does not show. */
const isTransfer = (householdId: string) => sql<boolean>`exists (select 1 from account_transfers p
  where p.household_id = ${householdId} and transactions.id in (p.out_id, p.in_id))`

type Update = {
  readonly row: ProviderTransaction
  readonly mirror: Mirror
  readonly described: Described
}

/**
 * Updates a transaction whose pending row was booked or whose row the bank changed. Fields that a person has set stay,
 * except the amount if the bank's own amount has changed since. Its id, category and Expense stay, and the Expense is
 * settled again; one that Earmark has assigned is free to find another Expense if its amount changes.
 */
export async function updateImported(
  writer: WriteContext,
  entry: FollowedEntry,
  { row, mirror, described }: Update,
): Promise<void> {
  const { householdId } = writer.caller
  await keepMirror(writer, entry, { row, mirror, described })
  const before = await writer.db
    .selectFrom('transactions')
    .selectAll()
    .select(isTransfer(householdId).as('isTransfer'))
    .where('household_id', '=', householdId)
    .where('id', '=', mirror.transactionId)
    .executeTakeFirstOrThrow()
  // A transaction that a person has deleted stays deleted.
  if (before.edited.includes('deleted_at')) return
  const { edited, isOverruled, after } = mergeRow(before, { row, mirror, described })
  if (isOverruled) {
    const { id: transactionId, amount: set } = before
    await recordOverruled(writer, { transactionId, set, said: row.amount })
  }
  const isBack = before.deleted_at !== null
  // Earmark chose the Expense by the old amount, so it judges the payment again.
  const isJudgedAgain =
    before.expense_why !== null && !before.splits && after.amount !== before.amount
  const { expense_goal_id: expenseId } = await writer.db
    .updateTable('transactions')
    .set({
      ...after,
      edited: [...edited],
      revision: writer.revision,
      updated_at: writer.now(),
      deleted_at: null,
      // A removed transaction moved its money back. Now it moves it again, unless its Expense is archived.
      ...(isBack && {
        expense_goal_id: openExpense(householdId),
        splits: openParts(householdId, sql`transactions.splits`, after.amount),
        expense_why: sql`case when ${openExpense(householdId)} is not null then expense_why end`,
      }),
      ...(isJudgedAgain && { expense_goal_id: null, expense_why: null }),
    })
    .where('household_id', '=', householdId)
    .where('id', '=', before.id)
    .returning('expense_goal_id')
    .executeTakeFirstOrThrow()
  if (!isBack && after.amount === before.amount && after.type === before.type) return
  const was = subjectOf(before)
  const is = { ...was, expenseId, amount: after.amount, type: after.type, booked: after.booked_at }
  await resettle(writer, isBack ? null : was, is)
}

/** Merges a row into its transaction. Returns the new fields and which of them a person still owns. */
function mergeRow(
  before: Selectable<Tables['transactions']> & { readonly isTransfer: boolean },
  { row, mirror, described }: Update,
) {
  const edited = new Set(
    before.provider === 'manual' ? [...manualFields, ...before.edited] : before.edited,
  )
  const isOverruled = row.amount !== mirror.amount && edited.delete('amount')
  // A person's category stays, also if they removed it, and so do a split's. A category that we chose may improve.
  const isFiled =
    before.splits || edited.has('category_id') || (before.category_id && !before.category_why)
  const after = {
    amount: edited.has('amount') ? before.amount : row.amount,
    booked_at: edited.has('booked_at') ? before.booked_at : row.bookedOn,
    type: edited.has('type') || before.isTransfer || before.splits ? before.type : described.type,
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

/** Returns the bank's own text, or null if the concept is the same. */
function originalOf(concept: string, described: Described): string | null {
  const sent = described.original_concept ?? described.concept
  return sent === concept ? null : sent
}

function openExpense(householdId: string): RawBuilder<string | null> {
  return sql`(select e.id from expenses e where e.household_id = ${householdId}
    and e.id = transactions.expense_goal_id and e.archived_at is null)`
}

/** Stores the row's mirror. The mirror of a replaced pending stays as a tombstone, so that its id is still known. */
async function keepMirror(
  writer: WriteContext,
  entry: FollowedEntry,
  { row, mirror, described }: Update,
): Promise<void> {
  const { householdId } = writer.caller
  const { transactionId } = mirror
  const mirrored = { row, merchant: described.said, transactionId }
  await storeMirrors(writer, entry, { rows: [mirrored], replace: true })
  if (row.externalId === mirror.externalId) return
  await writer.db
    .updateTable('provider_transactions')
    .set({ removed_at: writer.now() })
    .where('household_id', '=', householdId)
    .where('provider_account_id', '=', entry.id)
    .where('external_id', '=', mirror.externalId)
    .execute()
}
