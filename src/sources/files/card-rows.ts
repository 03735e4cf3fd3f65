import { sql } from 'kysely'
import { addDays, type Day, dayAt } from '#/core/values/day.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { HandKeptBalance } from '#/sources/files/balances/balance.ts'

/**
 * Returns the day up to which a file's rows are history; null: all of them are. Only a covered card that is kept by hand
 * has rows that are not: what is bought with it after the day of its last statement, or else of its newest row, was not
 * owed when its Expense opened, so it is set aside. Without either, the day on which the card was covered counts.
 */
export async function historyThrough(
  { db, caller }: WriteContext,
  accountId: string,
  before: HandKeptBalance | null,
): Promise<Day | null> {
  if (!before) return null
  const { rows } = await sql<{ coveredAt: Temporal.Instant; newest: Day | null }>`
    select e.created_at as "coveredAt", (select max(t.booked_at) from transactions t
      where t.household_id = ${caller.householdId} and t.account_id = e.card_account_id and t.visible
        and t.provider = 'import' and t.status = 'booked') as newest
    from expenses e
    where e.household_id = ${caller.householdId} and e.card_account_id = ${accountId}
      and e.archived_at is null`.execute(db)
  const covered = rows[0]
  if (!covered) return null
  return before.statedOn ?? covered.newest ?? addDays(dayAt(covered.coveredAt, caller.zone), -1)
}
