import { sql } from 'kysely'
import type { Writer } from '#/budget/expenses/move-money.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { insertRows } from '#/sources/intake/import-rows.ts'
import { contentHash } from '#/sources/intake/mirror.ts'
import { merchantOfRow } from '#/sources/intake/read-row.ts'
import type { Identified } from '#/sources/files/matching/identify.ts'
import { type Judged, judgeRows, type Target } from '#/sources/files/matching/match-rows.ts'
import { settlePending } from './settle-pending.ts'

export type Counts = {
  readonly added: number
  readonly duplicates: number
  readonly settled: number
}

/**
 * Takes in some rows of a file, in the caller's transaction. New ones become transactions, as history: they announce
 * nothing and move no money. What the account has already stays as it is and only learns its name in the file; a pending
 * one that the file says is booked becomes so.
 */
export async function takeIn(
  writer: Writer,
  target: Target & { readonly importId: string },
  rows: readonly Identified[],
): Promise<Counts> {
  const { entry, importId } = target
  const judged = await judgeRows(writer, target, rows)
  const { fresh, matched, settled } = judged
  await insertRows(writer, { entry, isHistory: true, provider: 'import', importId }, fresh)
  const booked = [...matched].filter(([row, { status, isConfirmed }]) => {
    return status === 'pending' && row.status === 'booked' && !isConfirmed
  })
  await nameApart(writer, target, judged)
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
    duplicates: judged.duplicates.filter(({ isApart }) => !isApart).length,
    settled: changed,
  }
}

/** What is another payment by a person's word is found by that as well: the same file with the same word adds nothing. */
async function nameApart(
  writer: Writer,
  { entry, importId }: Target & { readonly importId: string },
  { renamed }: Judged,
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

/** A known transaction gets a mirror by the file: the same file again finds it by its name. */
async function attach(
  writer: Writer,
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
