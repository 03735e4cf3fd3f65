import { sql } from 'kysely'
import type { World } from '#/world/world.ts'

/** A write in whose transaction the change happens. */
export type Follower = Pick<World, 'db' | 'now' | 'newId'> & {
  readonly caller: { readonly householdId: string }
}

/** Which accounts of a catalog change, and to what. */
export type Change = { readonly id: string; readonly selected: boolean }

/**
 * Starts or stops following accounts of a connection. An account that is followed for the first time appears among
 * the household's accounts; one that is followed again keeps its identity and its history, and fetches silently
 * what the provider still has. A connection with nothing selected asks for nothing.
 */
export async function followAccounts(
  writer: Follower,
  connectionId: string,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return
  const { householdId } = writer.caller
  const now = writer.now()
  const started = changes.filter(({ selected }) => selected).map(({ id }) => id)
  const stopped = changes.filter(({ selected }) => !selected).map(({ id }) => id)
  await openAccounts(writer, connectionId, started)
  await sql`
    update provider_accounts set selected = id = any(${started}::uuid[]),
      history = case when id = any(${started}::uuid[]) then 'pending' else history end,
      since = null, watermark = null, live_since = null, windows = 0, empty_windows = 0
    where household_id = ${householdId} and id = any(${[...started, ...stopped]}::uuid[])`.execute(
    writer.db,
  )
  await sql`
    update accounts a set subscribed = p.selected,
      hidden = a.provider = 'provider_b' and not p.selected, updated_at = ${now}
    from provider_accounts p
    where p.household_id = ${householdId} and p.id = any(${changes.map(({ id }) => id)}::uuid[])
      and a.household_id = p.household_id and a.id = p.account_id`.execute(writer.db)
  await schedule(writer, connectionId, started.length > 0)
}

async function openAccounts(
  writer: Follower,
  connectionId: string,
  catalogIds: readonly string[],
): Promise<void> {
  const { householdId } = writer.caller
  const fresh = await writer.db
    .selectFrom('provider_accounts')
    .innerJoin('connections', (join) =>
      join
        .onRef('connections.household_id', '=', 'provider_accounts.household_id')
        .onRef('connections.id', '=', 'provider_accounts.connection_id'),
    )
    .selectAll('provider_accounts')
    .select('connections.provider')
    .where('provider_accounts.household_id', '=', householdId)
    .where('provider_accounts.connection_id', '=', connectionId)
    .where('provider_accounts.id', 'in', [...catalogIds, NOTHING])
    .where('provider_accounts.account_id', 'is', null)
    .execute()
  const now = writer.now()
  for (const entry of fresh) {
    const id = writer.newId()
    await sql`
      insert into accounts (household_id, id, name, type, subtype, currency, balance, balance_at,
        provider, connection_id, institution_name, mask, subscribed, hidden, spendable, created_at,
        updated_at)
      select ${householdId}, ${id}, ${entry.name}, ${entry.type}, ${entry.subtype}, ${entry.currency},
        ${entry.balance ?? 0}, ${entry.balance_at ?? now}, ${entry.provider}, ${connectionId},
        (select name from connection_institutions where household_id = ${householdId}
          and connection_id = ${connectionId} and external_id = ${entry.institution_external_id}),
        ${entry.mask}, true, false, null, ${now}, ${now}`.execute(writer.db)
    await writer.db
      .updateTable('provider_accounts')
      .set({ account_id: id })
      .where('household_id', '=', householdId)
      .where('id', '=', entry.id)
      .execute()
  }
}

const NOTHING = '00000000-0000-0000-0000-000000000000'

/** An import is due now after a start; without anything selected none ever is. */
async function schedule(writer: Follower, connectionId: string, started: boolean): Promise<void> {
  await sql`
    update connections c set
      next_sync_at = case
        when not exists (select 1 from provider_accounts p where p.household_id = c.household_id
          and p.connection_id = c.id and p.selected) then null
        when ${started} and status in ('healthy', 'degraded') then ${writer.now()}::timestamptz
        else next_sync_at end,
      updated_at = ${writer.now()}
    where household_id = ${writer.caller.householdId} and id = ${connectionId}`.execute(writer.db)
}
