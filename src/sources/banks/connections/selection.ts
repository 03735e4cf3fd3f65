import { sql } from 'kysely'
import { Refusal, notFound } from '#/platform/contract/refusal.ts'
import type { Call, Handle, JsonText } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import { loadCatalog } from '#/sources/provider/catalog.ts'
import type { connectionsApp } from './app-contract.ts'
import type { connections } from './contract.ts'
import { followAccounts } from './follow.ts'
import { mayBe } from './may-be.ts'
import { type BankProvider, ENABLE_BANKING, SIMPLEFIN } from '#/sources/provider/bank-provider.ts'

/** `GET /aggregator/items/{id}/accounts`: the saved selection; the provider is not contacted. */
export const listCatalog: Handle<typeof connections.listCatalog> = async (call, { params }) => {
  const found = await showSelection(call, params.id)
  if (!found) throw notFound('id')
  return found
}

/** `PUT /aggregator/items/{id}/accounts`: the set of accounts to follow, in any order. */
export const replaceSelection: Handle<typeof connections.replaceSelection> = async (
  call,
  { params, body },
) => {
  await requireOwner(call, params.id)
  return followOnly(call, params.id, body.account_ids)
}

/** `GET /connections/{id}/accounts` */
export const listOffered: Handle<typeof connectionsApp.listOffered> = async (call, { params }) => {
  const found = await showSelection(call, params.id, null)
  if (!found) throw notFound('id')
  return found
}

/** `PUT /connections/{id}/accounts` */
export const chooseFollowed: Handle<typeof connectionsApp.chooseFollowed> = async (
  call,
  { params, body },
) => {
  await requireOwner(call, params.id, null)
  const chosen = await followOnly(call, params.id, body.account_ids)
  await importWhilePresent(call, params.id)
  return chosen
}

/** Asks for the import that begins now in the name of the person, because banks of Europe then count no visit. */
async function importWhilePresent(call: Call, connectionId: string): Promise<void> {
  const now = call.now()
  await call.db
    .updateTable('connections')
    .set({ sync_requested_at: now, asked_session_id: call.caller.signedIn?.sessionId ?? null })
    .where('household_id', '=', call.caller.householdId)
    .where('id', '=', connectionId)
    .where('provider', '=', ENABLE_BANKING)
    .where('next_sync_at', '<=', now)
    .execute()
}

async function followOnly(
  call: Call,
  connectionId: string,
  ids: readonly string[],
): Promise<JsonText> {
  const catalog = await loadCatalog(call.db, call.caller.householdId, connectionId)
  const known = new Set(catalog.map(({ id }) => id))
  for (const [index, id] of ids.entries()) {
    if (!known.has(id)) throw notFound(`account_ids[${index}]`)
  }
  const wanted = new Set(ids)
  const changes = catalog
    .map(({ id, selected }) => ({ id, selected: wanted.has(id), was: selected }))
    .filter(({ selected, was }) => selected !== was)
  await followAccounts(call, connectionId, changes)
  return (await showSelection(call, connectionId, null))!
}

/**
 * Limits connections to one provider; null: any. The API offers selections of SimpleFIN only, the application of both.
 */
type ProviderFilter = BankProvider | null

/** Throws unless the caller made this connection: `resource_not_found` or `not_connection_owner`. */
export async function requireOwner(
  call: Call,
  connectionId: string,
  provider: ProviderFilter = SIMPLEFIN,
): Promise<void> {
  const row = await call.db
    .selectFrom('connections')
    .select('member_id')
    .where('household_id', '=', call.caller.householdId)
    .where('id', '=', connectionId)
    .$if(provider !== null, (query) => query.where('provider', '=', provider!))
    .executeTakeFirst()
  if (!row) throw notFound('id')
  if (row.member_id !== call.caller.memberId) throw new Refusal('not_connection_owner')
}

/** Reads the catalog of a connection with its selection, as JSON of the API; null when there is no such connection. */
export async function showSelection(
  { db, caller: { householdId } }: ReadContext,
  connectionId: string,
  provider: ProviderFilter = SIMPLEFIN,
): Promise<JsonText | null> {
  const { rows } = await sql<JsonText>`
    select json_build_object('item_id', c.id,
      'selected_count', (select count(*) from provider_accounts p
        where p.household_id = ${householdId} and p.connection_id = c.id and p.selected),
      'accounts', coalesce((select json_agg(a) from (
        select p.id, p.account_id, p.name, p.type, p.subtype, p.currency, p.balance, p.mask,
          i.name as institution_name, p.selected as subscribed, p.available,
          ${mayBe(householdId)} as may_be_account_id,
          to_char(p.discovered_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as discovered_at
        from provider_accounts p
        left join connection_institutions i on i.household_id = ${householdId}
          and i.connection_id = p.connection_id and i.external_id = p.institution_external_id
        where p.household_id = ${householdId} and p.connection_id = c.id
        order by p.discovered_at, i.name, p.name, p.id
      ) a), '[]'))::text as json
    from connections c
    where c.household_id = ${householdId} and c.id = ${connectionId}
      and (${provider}::text is null or c.provider = ${provider})`.execute(db)
  return rows[0] ?? null
}
