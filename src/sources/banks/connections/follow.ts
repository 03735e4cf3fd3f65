import { sql } from 'kysely'
import type { ReadContext, WriteContext } from '#/platform/runtime/write-context.ts'
import { PLAID } from '#/sources/provider/bank-provider.ts'

/** An entry of a catalog, and if it is to be followed. */
export type Change = { readonly id: string; readonly selected: boolean }

/**
 * Starts or stops following accounts of a connection. An account that is followed for the first time joins the accounts
 * of the household. One that is followed again keeps its id and history, and imports without announcements what the
 * provider still has. A connection without followed accounts is never asked.
 */
export async function followAccounts(
  writer: ReadContext & Omit<WriteContext, 'caller'>,
  connectionId: string,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return
  const { householdId } = writer.caller
  const now = writer.now()
  const started = changes.filter(({ selected }) => selected).map(({ id }) => id)
  const stopped = changes.filter(({ selected }) => !selected).map(({ id }) => id)
  await openAccounts(writer, connectionId, { ids: started, followed: true })
  await sql`
    update provider_accounts set selected = id = any(${started}::uuid[]),
      history = case when id = any(${started}::uuid[]) then 'pending' else history end,
      since = null, watermark = null, live_since = null, windows = 0, empty_windows = 0
    where household_id = ${householdId} and id = any(${[...started, ...stopped]}::uuid[])`.execute(
    writer.db,
  )
  await sql`
    update accounts a set subscribed = p.selected,
      hidden = a.provider = ${PLAID} and not p.selected, updated_at = ${now}
    from provider_accounts p
    where p.household_id = ${householdId} and p.id = any(${changes.map(({ id }) => id)}::uuid[])
      and a.household_id = ${householdId} and a.id = p.account_id`.execute(writer.db)
  await hideTransactions(writer, changes)
  await schedule(writer, connectionId, started.length > 0)
}

/**
 * Adds Plaid accounts that joined the catalog to the accounts of the household, hidden until somebody follows them.
 * This way they can be subscribed by their own id.
 */
export async function openHiddenAccounts(
  writer: ReadContext & Pick<WriteContext, 'now' | 'newId'>,
  connectionId: string,
): Promise<void> {
  const rows = await writer.db
    .selectFrom('provider_accounts')
    .select('id')
    .where('household_id', '=', writer.caller.householdId)
    .where('connection_id', '=', connectionId)
    .where('account_id', 'is', null)
    .execute()
  const ids = rows.map(({ id }) => id)
  await openAccounts(writer, connectionId, { ids, followed: false })
}

/** Hides transactions with their account, and shows them again. They keep their Expenses meanwhile. */
async function hideTransactions(
  writer: ReadContext & Omit<WriteContext, 'caller'>,
  changes: readonly Change[],
): Promise<void> {
  await sql`
    update transactions t set hidden = a.hidden, revision = ${writer.revision},
      updated_at = ${writer.now()}
    from provider_accounts p
    join accounts a on a.household_id = ${writer.caller.householdId} and a.id = p.account_id
    where p.household_id = ${writer.caller.householdId}
      and p.id = any(${changes.map(({ id }) => id)}::uuid[])
      and t.household_id = ${writer.caller.householdId} and t.account_id = a.id and t.hidden <> a.hidden`.execute(
    writer.db,
  )
}

async function openAccounts(
  writer: ReadContext & Pick<WriteContext, 'now' | 'newId'>,
  connectionId: string,
  { ids: catalogIds, followed }: { readonly ids: readonly string[]; readonly followed: boolean },
): Promise<void> {
  if (catalogIds.length === 0) return
  const { householdId } = writer.caller
  const fresh = await writer.db
    .selectFrom('provider_accounts')
    .innerJoin('connections', (join) =>
      join
        .on('connections.household_id', '=', householdId)
        .onRef('connections.id', '=', 'provider_accounts.connection_id'),
    )
    .selectAll('provider_accounts')
    .select('connections.provider')
    .where('provider_accounts.household_id', '=', householdId)
    .where('provider_accounts.connection_id', '=', connectionId)
    .where('provider_accounts.id', 'in', catalogIds)
    .where('provider_accounts.account_id', 'is', null)
    .execute()
  const now = writer.now()
  for (const entry of fresh) {
    const id = writer.newId()
    await sql`
      insert into accounts (household_id, id, name, type, subtype, currency, balance, available_balance,
        balance_at, provider, connection_id, institution_name, mask, subscribed, hidden, spendable, invert_balance,
        created_at, updated_at)
      select ${householdId}::uuid, ${id}, ${entry.name}, ${entry.type}, ${entry.subtype}, ${entry.currency},
        ${entry.balance ?? 0}, ${entry.available_balance}, ${entry.balance_at ?? now}, ${entry.provider}, ${connectionId},
        (select name from connection_institutions where household_id = ${householdId}
          and connection_id = ${connectionId} and external_id = ${entry.institution_external_id}),
        ${entry.mask}, ${followed}, ${!followed}, null, false, ${now}, ${now}`.execute(writer.db)
    await writer.db
      .updateTable('provider_accounts')
      .set({ account_id: id })
      .where('household_id', '=', householdId)
      .where('id', '=', entry.id)
      .execute()
  }
}

/** Makes an import due now after a start, and none while nothing is selected. */
async function schedule(
  writer: ReadContext & Omit<WriteContext, 'caller'>,
  connectionId: string,
  started: boolean,
): Promise<void> {
  await sql`
    update connections c set
      next_sync_at = case
        when not exists (select 1 from provider_accounts p where p.household_id = ${writer.caller.householdId}
          and p.connection_id = c.id and p.selected) then null
        when ${started} and status in ('healthy', 'degraded') then ${writer.now()}::timestamptz
        else next_sync_at end,
      updated_at = ${writer.now()}
    where household_id = ${writer.caller.householdId} and id = ${connectionId}`.execute(writer.db)
}
