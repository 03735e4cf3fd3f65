import { sql } from 'kysely'
import { resettle } from '#/transactions/settle.ts'
import type { Day } from '#/values/day.ts'
import type { Call } from '#/world/call.ts'
import type { Entry } from './entries.ts'

type Gone = {
  readonly id: string
  readonly amount: number
  readonly type: 'expense' | 'income' | 'transfer'
  readonly booked: Day
  readonly accountId: string
  readonly expenseId: string | null
  readonly history: boolean
}

/**
 * Takes back what a device says is gone: its mirrors stay as tombstones, so that the ids never come back, and a transaction
 * of which nobody else tells goes, with what it took from its Expense. Answers how many went. Ids that were never told are
 * none of ours.
 */
export async function withdraw(
  call: Call,
  entry: Entry,
  externalIds: readonly string[],
): Promise<number> {
  if (externalIds.length === 0) return 0
  const { householdId } = call.caller
  const now = call.now()
  const { rows } = await sql<Gone>`
    with gone as (
      update provider_transactions set removed_at = ${now}
      where household_id = ${householdId} and provider_account_id = ${entry.id}
        and external_id = any(${externalIds}::text[]) and removed_at is null
      returning external_id, transaction_id
    )
    update transactions t set deleted_at = ${now}, revision = ${call.revision}, updated_at = ${now}
    where t.household_id = ${householdId} and t.deleted_at is null and t.provider = 'wallet'
      and t.id in (select transaction_id from gone)
      and not exists (
        select from provider_transactions m
        where m.household_id = t.household_id and m.transaction_id = t.id and m.removed_at is null
          and not (m.provider_account_id = ${entry.id}
            and m.external_id in (select external_id from gone)))
    returning t.id, t.amount, t.type, t.booked_at as booked, t.account_id as "accountId",
      t.expense_goal_id as "expenseId", t.history`.execute(call.db)
  for (const gone of rows) await resettle(call, gone, null)
  return rows.length
}
