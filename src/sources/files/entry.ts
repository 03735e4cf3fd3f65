import { sql } from 'kysely'
import { openAccount } from '#/budget/accounts/create.ts'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Tables } from '#/platform/database/tables.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { Mapping } from '#/sources/statements/csv/layout.ts'
import type { Acting } from '#/platform/runtime/call.ts'

/** An account that an import creates together with its first rows. */
export type NewAccount = {
  readonly name: string
  readonly type: Tables['accounts']['type']
  readonly subtype: string | null
  readonly currency: string
}

/** The account that a file is for. */
export type Destination = {
  readonly householdId: string
  /** For an account that does not exist yet, an id that matches nothing. */
  readonly accountId: string
  /** Null if the account exists. */
  readonly opens: NewAccount | null
  readonly currency: string
  readonly type: NewAccount['type']
  readonly zone: string
  /** The last digits of its number, if known. */
  readonly mask: string | null
  /** The mappings that people chose for this account's CSV files, by header. */
  readonly remembered: Readonly<Record<string, Mapping>>
  /** The account number that was chosen in the last file. */
  readonly fileAccount: string | null
}

/** Finds an account. Throws `resource_not_found` if it does not exist or is hidden, and `account_closed` if it is closed. */
export async function findDestination(
  db: Database,
  accountId: string,
  knownHousehold: string | null,
): Promise<Destination> {
  const householdId = knownHousehold ?? (await householdOf(db, accountId))
  const { rows } = await sql<Omit<Destination, 'opens'> & { readonly isClosed: boolean }>`
    select a.household_id as "householdId", a.id as "accountId", a.currency, a.type, a.mask,
      h.timezone as zone, a.closed_at is not null as "isClosed",
      coalesce(e.file_mapping, '{}') as remembered, (
        select i.file_account from imports i
        where i.household_id = ${householdId} and i.account_id = a.id and i.status = 'done'
          and i.file_account is not null
        order by i.created_at desc limit 1) as "fileAccount"
    from accounts a join households h on h.household_id = ${householdId}
    left join provider_accounts e on e.household_id = ${householdId} and e.account_id = a.id and e.is_files
    where a.household_id = ${householdId} and a.id = ${accountId} and not a.hidden`.execute(db)
  const [found] = rows
  if (!found) throw notFound('account_id')
  if (found.isClosed) throw new Refusal('account_closed')
  return { ...found, opens: null }
}

async function householdOf(db: Database, accountId: string): Promise<string> {
  const account = await db
    .selectFrom('accounts')
    .select('household_id')
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account) throw notFound('account_id')
  return account.household_id
}

/** Describes an account that is created with its first rows, so that a cancelled file leaves no account behind. */
export function newDestination(
  { householdId, zone }: Pick<Destination, 'householdId' | 'zone'>,
  opens: NewAccount,
): Destination {
  const { currency, type } = opens
  const nothing = { mask: null, remembered: {}, fileAccount: null }
  return { householdId, accountId: NO_ID, opens, currency, type, zone, ...nothing }
}

/** Finds the destination of a stored import. Throws as `findDestination`. */
export async function destinationOf(
  db: Database,
  stored: {
    readonly household_id: string
    readonly account_id: string | null
    readonly new_account: NewAccount | null
  },
): Promise<Destination> {
  const { household_id: householdId, account_id: accountId, new_account: opens } = stored
  if (accountId !== null) return findDestination(db, accountId, householdId)
  if (opens === null) throw notFound('account_id')
  const { timezone: zone } = await db
    .selectFrom('households')
    .select('timezone')
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  return newDestination({ householdId, zone }, opens)
}

/** Creates the account if it does not exist, in the transaction of its first rows. `memberId`: the member who imports. */
export async function requireAccount(
  writer: WriteContext & Pick<Acting, 'randomBytes' | 'workedOff' | 'seal' | 'bell' | 'mail'>,
  destination: Destination,
  memberId: string | null,
): Promise<Destination> {
  const { opens, householdId, zone, currency } = destination
  if (!opens) return destination
  const caller = { householdId, zone, currency, memberId, through: 'app' as const }
  const { id } = await openAccount({ ...writer, caller }, { ...opens, balance: 0, spendable: null })
  return { ...destination, accountId: id, opens: null }
}

/** Finds the provider account that stands for the account's files, and creates it with the first file. */
export async function openEntry(
  writer: WriteContext,
  destination: Destination,
): Promise<FollowedEntry> {
  const { householdId, accountId } = destination
  const now = writer.now()
  await sql`
    insert into provider_accounts (household_id, id, institution_external_id, external_id, name, type, subtype,
      currency, mask, selected, available, account_id, history, windows, empty_windows, discovered_at, is_files)
    select ${householdId}::uuid, ${writer.newId()}, '', id, name, type, subtype, currency, mask, true, true, id,
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

/** Finds the provider account of the account's files without creating it; otherwise returns an id that matches nothing. */
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
  return { id: found?.id ?? NO_ID, ref, accountId, selected: true }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Stores the mappings for CSV files of this account. */
export async function rememberMapping(
  writer: WriteContext,
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
