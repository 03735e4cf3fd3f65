import { sql } from 'kysely'
import type { Acting } from '#/platform/runtime/call.ts'

/**
 * Marks the card's transactions before the link as history: no reserve is built for them, even when they are edited
 * later. Transactions that already moved money keep their reserve.
 */
export async function closeHistoryOfCard(
  { db, caller }: Acting,
  accountId: string | null,
): Promise<void> {
  if (accountId === null) return
  await sql`
    update transactions t set history = true
    where t.household_id = ${caller.householdId} and t.account_id = ${accountId} and not t.history
      and not exists (select 1 from settlements s
        where s.household_id = ${caller.householdId} and s.transaction_id = t.id
          and s.card_expense_id is not null)`.execute(db)
}
