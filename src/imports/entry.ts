import { sql } from 'kysely'
import type { FollowedEntry } from '#/connections/catalog.ts'
import { notFound, Refusal } from '#/contract/refusal.ts'
import type { Database } from '#/database/database.ts'
import type { Writer } from '#/expenses/move-money.ts'
import type { Mapping } from '#/statements/csv-layout.ts'

/** An account that takes files. */
export type Destination = {
  readonly householdId: string
  readonly accountId: string
  readonly currency: string
  readonly zone: string
  /** The last digits of its number, where they are known. */
  readonly mask: string | null
  /** How CSV files of this account are read, by their header, as a person said the last time. */
  readonly remembered: Readonly<Record<string, Mapping>>
  /** Which of several accounts in a file it was the last time. */
  readonly fileAccount: string | null
}

/** Throws `resource_not_found` for an account that is not there or hidden, and `account_closed` for a closed one. */
export async function findDestination(
  db: Database,
  accountId: string,
  householdId: string | null,
): Promise<Destination> {
  const { rows } = await sql<Destination & { readonly isClosed: boolean }>`
    select a.household_id as "householdId", a.id as "accountId", a.currency, a.mask,
      h.timezone as zone, a.closed_at is not null as "isClosed",
      coalesce(e.file_mapping, '{}') as remembered, (
        select i.file_account from imports i
        where i.household_id = a.household_id and i.account_id = a.id and i.status = 'done'
          and i.file_account is not null
        order by i.created_at desc limit 1) as "fileAccount"
    from accounts a join households h on h.household_id = a.household_id
    left join provider_accounts e on e.household_id = a.household_id and e.account_id = a.id and e.is_files
    where a.id = ${accountId} and not a.hidden
      and (${householdId}::uuid is null or a.household_id = ${householdId})`.execute(db)
  const [found] = rows
  if (!found) throw notFound('account_id')
  if (found.isClosed) throw new Refusal('account_closed')
  return found
}

/** The account's place for files among its sources; the first file opens it. */
export async function openEntry(writer: Writer, destination: Destination): Promise<FollowedEntry> {
  const { householdId, accountId } = destination
  const now = writer.now()
  await sql`
    insert into provider_accounts (household_id, id, institution_external_id, external_id, name, type, subtype,
      currency, mask, selected, available, account_id, history, windows, empty_windows, discovered_at, is_files)
    select household_id, ${writer.newId()}, '', id, name, type, subtype, currency, mask, true, true, id,
      'pending', 0, 0, ${now}, true
    from accounts where household_id = ${householdId} and id = ${accountId}
    on conflict do nothing`.execute(writer.db)
  const { id } = await writer.db
    .selectFrom('provider_accounts')
    .select('id')
    .where('household_id', '=', householdId)
    .where('account_id', '=', accountId)
    .where('is_files', '=', true)
    .executeTakeFirstOrThrow()
  const ref = { institutionId: '', externalId: accountId }
  return { id, ref, accountId, selected: true }
}

/** What an account has not had yet: its place, for who only looks. */
export async function findEntry(db: Database, destination: Destination): Promise<FollowedEntry> {
  const { householdId, accountId } = destination
  const found = await db
    .selectFrom('provider_accounts')
    .select('id')
    .where('household_id', '=', householdId)
    .where('account_id', '=', accountId)
    .where('is_files', '=', true)
    .executeTakeFirst()
  const ref = { institutionId: '', externalId: accountId }
  return { id: found?.id ?? NO_ENTRY, ref, accountId, selected: true }
}

const NO_ENTRY = '00000000-0000-0000-0000-000000000000'

/** Remembers how CSV files with this header are read for this account. */
export async function rememberMapping(
  writer: Writer,
  entry: FollowedEntry,
  remembered: Readonly<Record<string, Mapping>>,
): Promise<void> {
  await writer.db
    .updateTable('provider_accounts')
    .set({ file_mapping: JSON.stringify(remembered) })
    .where('household_id', '=', writer.caller.householdId)
    .where('id', '=', entry.id)
    .execute()
}
