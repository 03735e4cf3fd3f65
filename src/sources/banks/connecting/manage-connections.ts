import { afterCommit } from '#/platform/database/database.ts'
import type { connectionsApp } from '#/sources/banks/connections/app-contract.ts'
import { showSelection } from '#/sources/banks/connections/selection.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { invalidParameter, notFound, Refusal } from '#/platform/contract/refusal.ts'
import { managesMembers } from '#/access/households/manages-members.ts'
import { ProviderFailure } from '#/sources/provider/provider.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import { bindLink, type LinkOwner, openBoundLink } from './bound-link.ts'
import { connectProviderA } from './connect.ts'
import { connectProviderB, followLink, openLink } from './connect-plaid.ts'
import { asRefusal } from '#/sources/banks/connections/discover.ts'
import { disconnect } from './disconnect.ts'

/** `POST /connections/simplefin`. */
export const connectSimplefin: Handle<typeof connectionsApp.connectSimplefin> = async (
  call,
  { body },
) => {
  const { householdId, memberId, zone } = call.caller
  const connectionId = body.connection_id ?? null
  if (connectionId !== null) await requireOwned(call, connectionId, 'connection_id')
  const connected = await naming('setup_token', () =>
    connectProviderA(call, {
      householdId,
      memberId: memberOf(memberId),
      zone,
      setupToken: body.setup_token,
      connectionId,
      selectAll: body.select_all,
    }),
  )
  return show(call, connected, 'provider_a')
}

/** `GET /connections/providers`. */
export const showProviders: Handle<typeof connectionsApp.showProviders> = ({ plaid }) =>
  Promise.resolve({ plaid: plaid !== null })

/** `POST /connections/plaid/link`. */
export const openPlaidLink: Handle<typeof connectionsApp.openPlaidLink> = async (
  call,
  { body },
) => {
  requireOffered(call)
  const owner = await linkOwner(call, body.connection_id)
  const { token, page, expires } = await naming('connection_id', () =>
    openLink(call, { ...owner, countries: body.country_codes, language: body.language }),
  )
  return { link_token: bindLink(call, token, owner), url: page, expires_at: expires }
}

/** `POST /connections/plaid/link/follow`. */
export const followPlaidLink: Handle<typeof connectionsApp.followPlaidLink> = async (
  call,
  { body },
) => {
  requireOffered(call)
  const { zone } = call.caller
  const owner = await linkOwner(call, body.connection_id)
  const token = openBoundLink(call, body.link_token, owner)
  const { state, connectionIds } = await naming('link_token', () =>
    followLink(call, { ...owner, zone, token }),
  )
  if (state === 'done' && owner.connectionId !== null) await syncSoon(call, owner.connectionId)
  return { state, connection_ids: connectionIds }
}

/** `POST /connections/plaid`. */
export const connectPlaid: Handle<typeof connectionsApp.connectPlaid> = async (call, { body }) => {
  requireOffered(call)
  const { householdId, memberId, zone } = call.caller
  const connected = await naming('public_token', () =>
    connectProviderB(call, {
      householdId,
      memberId: memberOf(memberId),
      zone,
      publicToken: body.public_token,
      selectAll: body.select_all,
    }),
  )
  return show(call, connected, 'provider_b')
}

/** `POST /connections/{id}/resume`. */
export const resumeConnection: Handle<typeof connectionsApp.resumeConnection> = async (
  call,
  { params },
) => {
  await requireOwned(call, params.id, 'id')
  return { id: params.id, next_sync_at: await syncSoon(call, params.id) }
}

/** Somebody has mended what was wrong: the connection is asked at once. */
async function syncSoon(call: Call, id: string): Promise<string> {
  const now = call.now()
  await call.db
    .updateTable('connections')
    .set({ next_sync_at: now, sync_requested_at: now, updated_at: now })
    .where('household_id', '=', call.caller.householdId)
    .where('id', '=', id)
    .where('status', '<>', 'disconnected')
    .execute()
  afterCommit(call.db, () => call.bell.ring('import'))
  return writeInstant(now)
}

/** `DELETE /connections/{id}`. Owners also end what a member who has gone left behind: nobody else could. */
export const removeConnection: Handle<typeof connectionsApp.removeConnection> = async (
  call,
  { params },
) => {
  await requireEndable(call, params.id)
  const { householdId, memberId, through } = call.caller
  await naming('id', () =>
    disconnect(call, { householdId, connectionId: params.id, author: { memberId, through } }),
  )
  return { id: params.id, status: 'disconnected' as const }
}

/** Throws unless the caller made this connection: `resource_not_found` or `not_connection_owner`. */
async function requireOwned(call: Call, id: string, param: string): Promise<void> {
  const { member_id } = await findConnection(call, id, param)
  if (member_id !== call.caller.memberId) throw new Refusal('not_connection_owner')
}

/** As `requireOwned`, but that owners also end a connection whose member has gone. */
async function requireEndable(call: Call, id: string): Promise<void> {
  const { member_id, removed_at } = await findConnection(call, id, 'id')
  if (removed_at !== null && managesMembers(call.caller)) return
  if (member_id !== call.caller.memberId) throw new Refusal('not_connection_owner')
}

async function findConnection({ db, caller }: Call, id: string, param: string) {
  const row = await db
    .selectFrom('connections as c')
    .innerJoin('members as m', (join) =>
      join.onRef('m.household_id', '=', 'c.household_id').onRef('m.id', '=', 'c.member_id'),
    )
    .select(['c.member_id', 'm.removed_at'])
    .where('c.household_id', '=', caller.householdId)
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(param)
  return row
}

/** Throws as `requireOwned` where a connection is named. */
async function linkOwner(call: Call, named: string | undefined): Promise<LinkOwner> {
  const { householdId, memberId } = call.caller
  const connectionId = named ?? null
  if (connectionId !== null) await requireOwned(call, connectionId, 'connection_id')
  return { householdId, memberId: memberOf(memberId), connectionId }
}

function requireOffered({ plaid }: Call): void {
  if (plaid === null) {
    throw new Refusal('resource_not_found', {
      message: 'Plaid is not set up on this Earmark.',
      detail: { name: 'plaid_off' },
    })
  }
}

function memberOf(memberId: string | null): string {
  if (memberId === null) throw new TypeError('a connection belongs to a member')
  return memberId
}

/** What we or the provider refuse for what was sent is the fault of that field. */
async function naming<T>(param: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'refused') {
      throw invalidParameter(param, error.message, { name: 'token_refused' })
    }
    throw asRefusal(error)
  }
}

async function show(call: Call, connectionId: string, provider: 'provider_a' | 'provider_b') {
  const { json } = (await showSelection(call, connectionId, provider))!
  return { json: `{"connection_id":${JSON.stringify(connectionId)},${json.slice(1)}` }
}
