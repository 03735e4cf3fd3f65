import type { Database } from '#/platform/database/database.ts'
import type { Feed } from './year-feed.ts'
import type { AccountName } from './year-terms.ts'

/** Finds the accounts that a household follows, by their names at the bank. */
export async function accountsOf(
  db: Database,
  householdId: string,
  feed: Feed,
): Promise<Map<AccountName, string>> {
  const entries = await db
    .selectFrom('provider_accounts')
    .select(['external_id', 'account_id'])
    .where('household_id', '=', householdId)
    .execute()
  return new Map(
    entries.map(({ external_id, account_id }) => [feed.names.get(external_id!)!, account_id!]),
  )
}
