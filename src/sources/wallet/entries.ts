import { sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { PushContext } from './translate.ts'

/** An account of a device and the household's account that it is linked to. */
export type Entry = FollowedEntry & {
  readonly currency: string
  /** True until the first push, which is history. */
  readonly isNew: boolean
  /** The history token of the last push. */
  readonly token: string | null
  /** True if the account is closed, hidden or no longer followed, so its transactions are ignored. */
  readonly isClosed: boolean
}

/** A device's description of an account in its first push. */
export type Described = {
  readonly externalId: string
  readonly institution: string
  readonly name: string
  readonly type: 'wallet' | 'depository' | 'credit'
  readonly subtype: string | null
  readonly currency: string
}

/** Loads the accounts of a device by the device's own ids. */
export async function loadEntries(
  db: Database,
  householdId: string,
  deviceId: string,
): Promise<Map<string, Entry>> {
  const { rows } = await sql<Omit<Entry, 'ref' | 'selected'> & { externalId: string }>`
    select e.id, e.external_id as "externalId", e.account_id as "accountId", a.currency,
      e.history = 'pending' as "isNew", e.push_token as token,
      a.hidden or not a.subscribed or a.closed_at is not null as "isClosed"
    from provider_accounts e
    join accounts a on a.household_id = ${householdId} and a.id = e.account_id
    where e.household_id = ${householdId} and e.device_id = ${deviceId}`.execute(db)
  return new Map(
    rows.map(({ externalId, ...row }) => [
      externalId,
      { ...row, ref: { institutionId: deviceId, externalId }, selected: true },
    ]),
  )
}

/** Links an account that a device names for the first time to `accountId`, or to a new account if that is null. */
export async function openEntry(
  call: Call,
  deviceId: string,
  { described, accountId, isNew }: NewEntry,
): Promise<void> {
  const { db, newId } = call
  const { householdId } = call.caller
  const now = call.now()
  const owned = { household_id: householdId }
  const { externalId, institution, name, type, subtype, currency } = described
  const account = accountId ?? newId()
  if (accountId === null) {
    await db
      .insertInto('accounts')
      .values({
        ...owned,
        id: account,
        name,
        type,
        subtype,
        currency,
        balance: 0,
        balance_at: now,
        provider: 'wallet',
        institution_name: institution || null,
        subscribed: true,
        hidden: false,
        invert_balance: false,
        created_at: now,
        updated_at: now,
      })
      .execute()
  }
  await db
    .insertInto('provider_accounts')
    .values({
      ...owned,
      id: newId(),
      device_id: deviceId,
      institution_external_id: institution,
      external_id: externalId,
      name,
      type,
      subtype,
      currency,
      selected: true,
      available: true,
      account_id: account,
      history: isNew ? 'pending' : 'live',
      live_since: isNew ? null : now,
      windows: 0,
      empty_windows: 0,
      discovered_at: now,
    })
    .execute()
}

type NewEntry = {
  readonly described: Described
  readonly accountId: string | null
  readonly isNew: boolean
}

/** Records that the pushes of an account are stored up to `token`. */
export async function storePosition(call: Call, entry: Entry, token: string | null): Promise<void> {
  await sql`
    update provider_accounts set history = 'live', push_token = ${token},
      live_since = coalesce(live_since, ${call.now()})
    where household_id = ${call.caller.householdId} and id = ${entry.id}`.execute(call.db)
}

/** Returns the context for reading a device's data about an account. */
export function contextOf(call: Call, { ref, currency }: Entry): PushContext {
  return { ref, currency, zone: call.caller.zone, now: call.now() }
}
