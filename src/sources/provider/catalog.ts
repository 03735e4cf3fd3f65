import { sql } from 'kysely'
import { updateBalances } from '#/budget/accounts/update-balances.ts'
import type { Database } from '#/platform/database/database.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { AccountRef, CatalogAccount } from './provider.ts'
import { changeCurrencies } from './change-currency.ts'

/** An account that a connection offers, as stored. */
export type Entry = {
  readonly id: string
  readonly ref: AccountRef
  readonly accountId: string | null
  readonly selected: boolean
}

/** An account that is followed: it has an account of the household. */
export type FollowedEntry = Entry & { readonly accountId: string }

/** Loads the catalog of a connection. */
export async function loadCatalog(
  db: Database,
  householdId: string,
  connectionId: string,
): Promise<Entry[]> {
  const rows = await db
    .selectFrom('provider_accounts')
    .select(['id', 'institution_external_id', 'external_id', 'account_id', 'selected'])
    .where('household_id', '=', householdId)
    .where('connection_id', '=', connectionId)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    ref: { institutionId: row.institution_external_id, externalId: row.external_id },
    accountId: row.account_id,
    selected: row.selected,
  }))
}

type Listed = {
  readonly householdId: string
  readonly connectionId: string
  readonly accounts: readonly CatalogAccount[]
  /** Accounts missing from this list are marked unavailable. */
  readonly complete: boolean
}

/**
 * Stores the accounts that a provider lists. New ones join the catalog unselected, balances move forward in time only,
 * and accounts no longer listed keep their history and become unavailable.
 */
export async function storeCatalog(
  writer: Pick<WriteContext, 'db' | 'now' | 'newId'>,
  listed: Listed,
): Promise<void> {
  const { db } = writer
  const { householdId, connectionId } = listed
  const now = writer.now()
  const institutions = new Map(
    listed.accounts.map(({ institution }) => [institution.id, institution.name]),
  )
  await sql`
    insert into connection_institutions as i (household_id, connection_id, external_id, name, status)
    select ${householdId}, ${connectionId}, id, name, 'healthy'
    from unnest(${[...institutions.keys()]}::text[], ${[...institutions.values()]}::text[]) g (id, name)
    on conflict (household_id, connection_id, external_id) do update set name = excluded.name`.execute(
    db,
  )
  const rows = rowsOf(listed, writer)
  await changeCurrencies(writer, { householdId, connectionId, rows })
  await sql`
    insert into provider_accounts as p (household_id, id, connection_id, institution_external_id,
      external_id, name, type, subtype, currency, mask, persistent_id, balance, available_balance,
      balance_at, selected, available,
      history, windows, empty_windows, discovered_at)
    select ${householdId}, g.id, ${connectionId}, g.institution, g.external_id, g.name, g.type, g.subtype,
      g.currency, g.mask, g.persistent_id, g.balance, g.available_balance,
      g.balance_at, false, true, 'pending', 0, 0, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, institution text,
      external_id text, name text, type text, subtype text, currency text, mask text, persistent_id text,
      balance bigint, available_balance bigint, balance_at timestamptz)
    on conflict (household_id, connection_id, institution_external_id, external_id) do update set
      name = excluded.name, mask = excluded.mask, available = true,
      persistent_id = coalesce(excluded.persistent_id, p.persistent_id),
      balance = case when excluded.balance_at >= coalesce(p.balance_at, '-infinity')
        then excluded.balance else p.balance end,
      available_balance = case when excluded.balance_at >= coalesce(p.balance_at, '-infinity')
        then excluded.available_balance else p.available_balance end,
      balance_at = greatest(p.balance_at, excluded.balance_at)`.execute(db)
  if (listed.complete) {
    await sql`
      update provider_accounts set available = false
      where household_id = ${householdId} and connection_id = ${connectionId} and available
        and (institution_external_id, external_id) not in (select * from unnest(
          ${rows.map(({ institution }) => institution)}::text[],
          ${rows.map(({ external_id }) => external_id)}::text[]))`.execute(db)
  }
  await updateBalances({
    householdId,
    balance: sql`case when a.invert_balance then -p.balance else p.balance end`,
    available: sql`p.available_balance`,
    at: sql`p.balance_at`,
    now,
    from: sql`provider_accounts p`,
    where: sql`p.household_id = ${householdId} and p.connection_id = ${connectionId}
      and a.id = p.account_id and a.subscribed
      and p.balance is not null and p.balance_at > a.balance_at`,
  }).execute(db)
}

/** The rows of a listing as they are stored. A balance without a moment counts from now. */
function rowsOf({ accounts }: Listed, { newId, now }: Pick<WriteContext, 'newId' | 'now'>) {
  return accounts.map((account) => ({
    id: newId(),
    institution: account.ref.institutionId,
    external_id: account.ref.externalId,
    name: account.name,
    type: account.kind,
    subtype: account.subtype,
    currency: account.currency,
    mask: account.mask,
    persistent_id: account.persistentId,
    balance: account.balance,
    available_balance: account.available,
    balance_at: account.balance === null ? null : (account.balanceAt ?? now()).toString(),
  }))
}
