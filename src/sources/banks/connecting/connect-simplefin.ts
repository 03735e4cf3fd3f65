import type { Handle } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { connectionsApp } from '#/sources/banks/connections/app-contract.ts'
import { discover } from '#/sources/banks/connections/discover.ts'
import { storeSecret } from '#/sources/banks/connections/store-secret.ts'
import { SIMPLEFIN } from '#/sources/provider/bank-provider.ts'
import { simplefin } from '#/sources/simplefin/connector.ts'
import { refusalsAbout } from './refusals-about.ts'
import { memberOf, requireOwned } from './require-owned.ts'
import { followAll } from './follow-all.ts'
import { showConnected } from './show-connected.ts'

/** `POST /connections/simplefin`. */
export const connectSimplefin: Handle<typeof connectionsApp.connectSimplefin> = async (
  call,
  { body },
) => {
  const { householdId, memberId, zone } = call.caller
  const connectionId = body.connection_id ?? null
  if (connectionId !== null) await requireOwned(call, connectionId, 'connection_id')
  const connected = await refusalsAbout('setup_token', () =>
    connectWithSetupToken(call, {
      householdId,
      memberId: memberOf(memberId),
      zone,
      setupToken: body.setup_token,
      connectionId,
      selectAll: body.select_all,
    }),
  )
  return showConnected(call, connected, SIMPLEFIN)
}

export type SimplefinGrant = {
  readonly householdId: string
  readonly memberId: string
  readonly zone: string
  readonly setupToken: string
  /** The connection to renew. Null: create one, or renew the member's only one in `reauth_required`. */
  readonly connectionId: string | null
  /** Follow every account that is found. */
  readonly selectAll: boolean
}

/**
 * Connects a SimpleFIN bank: exchanges the setup token, stores the access URL and reads the catalog. The access URL is
 * stored before anything else, because SimpleFIN gives it only once. A renewed connection keeps its ids and selection.
 * Returns the connection's id. Throws ProviderFailure.
 */
export async function connectWithSetupToken(
  runtime: Runtime,
  grant: SimplefinGrant,
): Promise<string> {
  const { householdId } = grant
  const renewed = await findRenewable(runtime, grant)
  const { secret } = await simplefin.connect(grant.setupToken, {
    outbound: runtime.outbound,
    now: runtime.now,
    zone: grant.zone,
    // The quota belongs to the access URL, which does not exist yet.
    spend: () => Promise.resolve(),
  })
  const connectionId = renewed ?? runtime.newId()
  await storeSecret(runtime, {
    householdId,
    memberId: grant.memberId,
    connectionId,
    provider: SIMPLEFIN,
    externalItemId: null,
    secret,
    isNew: renewed === null,
  })
  await discover(runtime, grant, { connectionId, purpose: 'connect' })
  if (grant.selectAll) await followAll(runtime, householdId, connectionId)
  return connectionId
}

async function findRenewable(runtime: Runtime, grant: SimplefinGrant): Promise<string | null> {
  const rows = await runtime.db
    .selectFrom('connections')
    .select(['id', 'member_id', 'status'])
    .where('household_id', '=', grant.householdId)
    .where('provider', '=', SIMPLEFIN)
    .execute()
  if (grant.connectionId !== null) {
    const named = rows.find(({ id }) => id === grant.connectionId)
    if (!named) throw new Error(`no SimpleFIN connection ${grant.connectionId} in this household`)
    if (named.member_id !== grant.memberId) throw new Error('only its owner may renew a connection')
    return named.id
  }
  const waiting = rows.filter((row) => {
    return row.member_id === grant.memberId && row.status === 'reauth_required'
  })
  return waiting.length === 1 ? waiting[0]!.id : null
}
