import { sql } from 'kysely'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { resettleAll } from '#/budget/assignments/settle.ts'
import type { Day } from '#/core/values/day.ts'

type Gone = {
  readonly id: string
  readonly amount: number
  readonly type: 'expense' | 'income' | 'transfer'
  readonly booked: Day
  readonly accountId: string
  readonly expenseId: string | null
  readonly history: boolean
}

/** Rows of one account, by the source's ids. */
type RemovedRows = {
  /** The account in the source's catalog. */
  readonly entryId: string
  readonly provider: 'provider_a' | 'provider_b' | 'provider_c' | 'wallet'
  readonly externalIds: readonly string[]
}

/**
 * Removes rows that a source reports as gone. Their mirrors stay as tombstones. A transaction that came from this source
 * and that no other source reports is deleted, and its Expense gets its money back. Unknown ids are ignored. Returns the
 * number of deleted transactions.
 */
export async function removeRows(
  writer: WriteContext,
  { entryId, provider, externalIds }: RemovedRows,
): Promise<number> {
  if (externalIds.length === 0) return 0
  const { householdId } = writer.caller
  const now = writer.now()
  const { rows } = await sql<Gone>`
    with gone as (
      update provider_transactions set removed_at = ${now}
      where household_id = ${householdId} and provider_account_id = ${entryId}
        and external_id = any(${externalIds}::text[]) and removed_at is null
      returning external_id, transaction_id
    )
    update transactions t set deleted_at = ${now}, revision = ${writer.revision}, updated_at = ${now}
    where t.household_id = ${householdId} and t.deleted_at is null and t.provider = ${provider}
      and t.id in (select transaction_id from gone)
      and not exists (
        select 1 from provider_transactions m
        where m.household_id = ${householdId} and m.transaction_id = t.id and m.removed_at is null
          and not (m.provider_account_id = ${entryId}
            and m.external_id in (select external_id from gone)))
    returning t.id, t.amount, t.type, t.booked_at as booked, t.account_id as "accountId",
      t.expense_goal_id as "expenseId", t.history`.execute(writer.db)
  await resettleAll(
    writer,
    rows.map((before) => ({ before, after: null })),
  )
  return rows.length
}
