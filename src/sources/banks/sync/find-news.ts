import { sql } from 'kysely'
import type { Batch } from '#/sources/provider/provider.ts'
import { mapInTurns } from '#/sources/provider/take-turns.ts'
import { contentHash } from '#/sources/intake/mirror.ts'
import type { Run } from './start-run.ts'

/** Hours after which an unchanged balance is written again, to show people that it is current. */
const BALANCE_HOURS = 24

/**
 * Returns true when an answer holds anything that is not stored: an unknown, changed or returned row, a missing pending
 * payment, a changed account or balance. Any doubt counts as news. Uses one read-only statement, however many rows
 * there are.
 */
export async function hasNews({ runtime, lease }: Run, batch: Batch): Promise<boolean> {
  if (batch.removed.length > 0 || batch.dropped.length > 0) return true
  const rows = await mapInTurns(batch.upserts, (row) => ({
    bank: row.account.institutionId,
    account: row.account.externalId,
    id: row.externalId,
    hash: contentHash(row).toString('hex'),
  }))
  const accounts = batch.accounts.map(({ ref, institution, balanceAt, ...account }) => ({
    bank: ref.institutionId,
    account: ref.externalId,
    bank_name: institution.name,
    name: account.name,
    currency: account.currency,
    mask: account.mask,
    persistent_id: account.persistentId,
    balance: account.balance,
    available_balance: account.available,
    balance_at: balanceAt ?? runtime.now(),
  }))
  const { rows: found } = await sql<{ hasNews: boolean }>`
    with catalog as (
      select * from provider_accounts
      where household_id = ${lease.household_id} and connection_id = ${lease.id}
    ), answered as (
      select c.id as entry, g.id, decode(g.hash, 'hex') as hash
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (bank text, account text, id text, hash text)
      join catalog c on c.institution_external_id = g.bank and c.external_id = g.account
      where c.selected and c.account_id is not null
    ), listed as (
      select * from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as g (bank text, account text,
        bank_name text, name text, currency text, mask text, persistent_id text, balance bigint,
        available_balance bigint, balance_at timestamptz)
    )
    select exists (
      select 1 from answered g
      left join provider_transactions m on m.household_id = ${lease.household_id}
        and m.provider_account_id = g.entry and m.external_id = g.id
      left join transactions t on t.household_id = ${lease.household_id} and t.id = m.transaction_id
      where m.content_hash is distinct from g.hash or m.missed_snapshots > 0
        or (t.deleted_at is not null and 'deleted_at' <> all (t.edited))
    ) or exists (
      select 1 from provider_transactions m join catalog c on c.id = m.provider_account_id
      where ${batch.mode === 'window'} and m.household_id = ${lease.household_id} and c.selected
        and m.status = 'pending' and m.removed_at is null
        and not exists (select 1 from answered g where g.entry = c.id and g.id = m.external_id)
    ) or exists (
      select 1 from catalog c
      full join listed g on c.institution_external_id = g.bank and c.external_id = g.account
      left join connection_institutions i on i.household_id = ${lease.household_id}
        and i.connection_id = c.connection_id and i.external_id = g.bank
      left join accounts a on a.household_id = ${lease.household_id} and a.id = c.account_id
      where case
        when c.id is null then true
        -- SimpleFIN lists only the accounts that were asked for, Plaid all accounts of a login.
        when g.account is null then ${batch.mode === 'delta'} and c.available
        else not c.available or (i.name, c.name, c.mask) is distinct from (g.bank_name, g.name, g.mask)
          or (c.currency <> g.currency and g.currency <> 'XXX')
          or c.persistent_id is distinct from coalesce(g.persistent_id, c.persistent_id)
          or (${batch.mode === 'delta'} and c.account_id is null)
          or (g.balance is not null and g.balance_at >= coalesce(c.balance_at, '-infinity') and (
            c.balance is distinct from g.balance or c.available_balance is distinct from g.available_balance
            or c.balance_at < g.balance_at - make_interval(hours => ${BALANCE_HOURS})
            or (a.subscribed and g.balance_at > a.balance_at
              and a.balance <> case when a.invert_balance then -g.balance else g.balance end)))
        end
    ) as "hasNews"`.execute(runtime.db)
  return found[0]!.hasNews
}
