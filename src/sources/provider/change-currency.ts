import { sql } from 'kysely'
import { updateBalances } from '#/budget/accounts/update-balances.ts'
import type { Database } from '#/platform/database/database.ts'

type ListedAccounts = {
  readonly householdId: string
  readonly connectionId: string
  readonly rows: readonly {
    readonly institution: string
    readonly external_id: string
    readonly currency: string
  }[]
}

/**
 * Keeps amounts of two currencies out of one account. When a bank lists an account in another currency, an account
 * without bookings takes the new currency. An account with bookings ends: it keeps its currency and history, its balance
 * becomes zero and it is no longer followed; the bank's id then means a new account that a person may follow.
 * `XXX` means that the bank did not say the currency, so nothing changes.
 */
export async function changeCurrencies(
  { db, now }: { readonly db: Database; readonly now: () => Temporal.Instant },
  { householdId, connectionId, rows }: ListedAccounts,
): Promise<void> {
  const emptied = updateBalances({
    householdId,
    balance: 0,
    available: sql`null`,
    at: sql`case when c.is_used then ${now()}::timestamptz else 'epoch' end`,
    now: now(),
    also: sql`currency = case when c.is_used then a.currency else c.currency end,
      subscribed = a.subscribed and not c.is_used`,
    from: sql`changed c`,
    where: sql`a.household_id = ${householdId} and a.id = c.account_id`,
  })
  await sql`
    with changed as (
      select p.household_id, p.id, p.account_id, g.currency, exists (
          select 1 from transactions t where t.household_id = ${householdId} and t.account_id = p.account_id
        ) or exists (
          select 1 from expenses e where e.household_id = ${householdId} and e.card_account_id = p.account_id
        ) as is_used
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (institution text, external_id text, currency text)
      join provider_accounts p on p.household_id = ${householdId} and p.connection_id = ${connectionId}
        and p.institution_external_id = g.institution and p.external_id = g.external_id
      where p.currency <> g.currency and g.currency <> 'XXX'
    ), entries as (
      update provider_accounts p set
        currency = case when c.is_used then p.currency else c.currency end,
        -- Banks give no such ids, so the original id is free for the new account.
        external_id = case when c.is_used then p.external_id || '~' || p.id else p.external_id end,
        persistent_id = case when c.is_used then null else p.persistent_id end,
        balance = case when c.is_used then 0 end, available_balance = null, balance_at = null,
        selected = p.selected and not c.is_used, available = p.available and not c.is_used
      from changed c where p.household_id = ${householdId} and p.id = c.id
    )
    ${emptied}`.execute(db)
}
