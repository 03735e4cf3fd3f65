import { sql } from 'kysely'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { insertRows } from '#/sources/intake/import-rows.ts'
import { contentHash } from '#/sources/intake/mirror.ts'
import { merchantOfRow } from '#/sources/intake/read-row.ts'
import type { Identified } from '#/sources/files/matching/identify.ts'
import { type RowMatches, matchRows, type Target } from '#/sources/files/matching/match-rows.ts'
import { settlePending } from './settle-pending.ts'

export type Counts = {
  readonly added: number
  readonly duplicates: number
  readonly settled: number
}

/**
 * Stores a batch of rows in the caller's transaction. New rows become transactions without events and without moving
 * money, because they are history. Known transactions stay as they are and get the row's name; pending ones are booked if
 * the row is booked.
 */
export async function storeRows(
  writer: WriteContext,
  target: Target & { readonly importId: string },
  rows: readonly Identified[],
): Promise<Counts> {
  const { entry, importId } = target
  const matches = await matchRows(writer, target, rows)
  const { fresh, matched, settled } = matches
  await insertRows(writer, { entry, isHistory: true, provider: 'import', importId }, fresh)
  const booked = [...matched].filter(([row, { status, isConfirmed }]) => {
    return status === 'pending' && row.status === 'booked' && !isConfirmed
  })
  await storeSeparateNames(writer, target, matches)
  await attach(writer, target, [
    ...[...matched].map(([row, { transactionId }]) => ({ row, transactionId })),
    ...settled.map(({ row, mirror }) => ({ row, transactionId: mirror.transactionId })),
  ])
  await settlePending(writer, importId, [
    ...settled.map(({ row, mirror }) => ({ row, transactionId: mirror.transactionId, mirror })),
    ...booked.map(([row, { transactionId }]) => ({ row, transactionId, mirror: null })),
  ])
  const changed = settled.length + booked.length
  return {
    added: fresh.length,
    duplicates: matches.duplicates.filter(({ isSeparate }) => !isSeparate).length,
    settled: changed,
  }
}

/** Gives separate payments their second name, so that the same file with the same marks adds nothing. */
async function storeSeparateNames(
  writer: WriteContext,
  { entry, importId }: Target & { readonly importId: string },
  { renamed }: RowMatches,
): Promise<void> {
  if (renamed.length === 0) return
  const given = renamed.map(({ row, plain }) => ({ plain, own: row.externalId }))
  await sql`
    insert into provider_transactions (household_id, provider_account_id, external_id, status, amount,
      booked_on, descriptor, merchant, content_hash, first_seen_at, missed_snapshots, transaction_id, import_id)
    select m.household_id, m.provider_account_id, g.own, 'booked', m.amount, m.booked_on, m.descriptor,
      m.merchant, m.content_hash, m.first_seen_at, 0, m.transaction_id, ${importId}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (plain text, own text)
    join provider_transactions m on m.household_id = ${writer.caller.householdId}
      and m.provider_account_id = ${entry.id} and m.external_id = g.plain`.execute(writer.db)
}

type Named = { readonly row: ProviderTransaction; readonly transactionId: string }

/** Stores the row's name for a known transaction, so that the same file finds it by name. */
async function attach(
  writer: WriteContext,
  { entry, importId }: Target & { readonly importId: string },
  named: readonly Named[],
): Promise<void> {
  if (named.length === 0) return
  const now = writer.now()
  const given = named.map(({ row, transactionId }) => ({
    external_id: row.externalId,
    status: row.status,
    amount: row.amount,
    booked_on: row.bookedOn,
    descriptor: row.rawDescription,
    merchant: merchantOfRow(row),
    hash: contentHash(row).toString('hex'),
    transaction_id: transactionId,
  }))
  await sql`
    insert into provider_transactions as m (household_id, provider_account_id, external_id, status, amount,
      booked_on, descriptor, merchant, content_hash, first_seen_at, missed_snapshots, transaction_id, import_id)
    select ${writer.caller.householdId}, ${entry.id}, g.external_id, g.status, g.amount, g.booked_on,
      g.descriptor, g.merchant, decode(g.hash, 'hex'), ${now}, 0, g.transaction_id, ${importId}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (external_id text, status text,
      amount bigint, booked_on date, descriptor text, merchant text, hash text, transaction_id uuid)
    on conflict (household_id, provider_account_id, external_id) do update set status = excluded.status,
      amount = excluded.amount, booked_on = excluded.booked_on, descriptor = excluded.descriptor,
      merchant = excluded.merchant, content_hash = excluded.content_hash`.execute(writer.db)
}
