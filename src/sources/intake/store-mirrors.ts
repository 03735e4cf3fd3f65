import { sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { accountKey, type Batch, type ProviderTransaction } from '#/sources/provider/provider.ts'
import { mapInTurns } from '#/sources/provider/take-turns.ts'
import { contentHash } from './mirror.ts'

/** A row and the transaction that represents it. */
type MirroredRow = {
  readonly row: ProviderTransaction
  /** The merchant key from the provider's own text (`merchantOfRow`). */
  readonly merchant: string
  readonly transactionId: string
}

type Storing = {
  readonly rows: readonly MirroredRow[]
  /** The file import that the rows belong to. */
  readonly importId?: string | undefined
  /** Overwrites mirrors that have the same ids. Without it an existing id is an error. */
  readonly replace?: boolean
}

/** Stores the mirrors of rows, so that their source finds their transactions by its own ids. */
export async function storeMirrors(
  { db, caller, now }: Pick<WriteContext, 'db' | 'caller' | 'now'>,
  entry: FollowedEntry,
  { rows, importId, replace = false }: Storing,
): Promise<void> {
  if (rows.length === 0) return
  const given = await mapInTurns(rows, ({ row, merchant, transactionId }) => ({
    external_id: row.externalId,
    status: row.status,
    amount: row.amount,
    booked_on: row.bookedOn,
    descriptor: row.rawDescription,
    merchant,
    hash: contentHash(row).toString('hex'),
    mcc: row.mcc,
    category: row.providerCategory,
    transaction_id: transactionId,
  }))
  const overwrite = sql`
    on conflict (household_id, provider_account_id, external_id) do update set status = excluded.status,
      amount = excluded.amount, booked_on = excluded.booked_on, descriptor = excluded.descriptor,
      merchant = excluded.merchant, content_hash = excluded.content_hash, mcc = excluded.mcc,
      category = excluded.category, missed_snapshots = 0,
      removed_at = null, transaction_id = excluded.transaction_id`
  await sql`
    insert into provider_transactions (household_id, provider_account_id, external_id, status, amount,
      booked_on, descriptor, merchant, content_hash, first_seen_at, missed_snapshots, transaction_id, import_id,
      mcc, category)
    select ${caller.householdId}, ${entry.id}, g.external_id, g.status, g.amount, g.booked_on, g.descriptor,
      g.merchant, decode(g.hash, 'hex'), ${now()}, 0, g.transaction_id, ${importId ?? null}::uuid,
      g.mcc, g.category
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (external_id text, status text,
      amount bigint, booked_on date, descriptor text, merchant text, hash text, transaction_id uuid, mcc text,
      category jsonb)
    ${replace ? overwrite : sql``}`.execute(db)
}

type Copying = {
  readonly copies: readonly { readonly id: string; readonly copy: string }[]
  readonly importId: string
}

/** Stores a further id of transactions: a copy of the mirror `id` under the id `copy`. */
export async function copyMirrors(
  { db, caller }: Pick<WriteContext, 'db' | 'caller'>,
  entry: FollowedEntry,
  { copies, importId }: Copying,
): Promise<void> {
  if (copies.length === 0) return
  await sql`
    insert into provider_transactions (household_id, provider_account_id, external_id, status, amount,
      booked_on, descriptor, merchant, content_hash, first_seen_at, missed_snapshots, transaction_id, import_id,
      mcc, category)
    select ${caller.householdId}::uuid, m.provider_account_id, g.copy, 'booked', m.amount, m.booked_on, m.descriptor,
      m.merchant, m.content_hash, m.first_seen_at, 0, m.transaction_id, ${importId},
      m.mcc, m.category
    from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as g (id text, copy text)
    join provider_transactions m on m.household_id = ${caller.householdId}
      and m.provider_account_id = ${entry.id} and m.external_id = g.id`.execute(db)
}

/** Stores rows of an account under the ids that the bank gives them now. */
export async function renameRows(
  { db, caller }: Pick<WriteContext, 'db' | 'caller'>,
  entry: FollowedEntry,
  { renamed = [] }: Pick<Batch, 'renamed'>,
): Promise<void> {
  const own = renamed.filter(({ account }) => accountKey(account) === accountKey(entry.ref))
  if (own.length === 0) return
  const given = own.map(({ from, to }) => ({ from, to }))
  await sql`
    update provider_transactions m set external_id = g."to"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g ("from" text, "to" text)
    where m.household_id = ${caller.householdId} and m.provider_account_id = ${entry.id}
      and m.external_id = g."from"`.execute(db)
}
