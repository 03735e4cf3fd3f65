import { followAccounts } from '#/sources/banks/connections/follow.ts'
import { loadCatalog } from '#/sources/provider/catalog.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { providerA } from '#/sources/simplefin/connector.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { discover } from '#/sources/banks/connections/discover.ts'
import { storeSecret } from '#/sources/banks/connections/store-secret.ts'

export type Connecting = {
  readonly householdId: string
  readonly memberId: string
  readonly zone: string
  readonly setupToken: string
  /** The connection to renew; null: a new one, or the member's one that waits for a new token. */
  readonly connectionId: string | null
  /** Follow every account that is found. */
  readonly selectAll: boolean
}

/**
 * Connects a SimpleFIN bank: exchanges the setup token, stores the access it gives before anything else, since it
 * comes only once, and reads the catalog. A connection that waits for a new token is renewed: same ids, selection
 * kept. Returns the connection's id. Throws ProviderFailure.
 */
export async function connectProviderA(runtime: Runtime, asked: Connecting): Promise<string> {
  const { householdId } = asked
  const renewed = await findRenewable(runtime, asked)
  const { secret } = await providerA.connect(asked.setupToken, {
    outbound: runtime.outbound,
    now: runtime.now,
    zone: asked.zone,
    // A claim is no request of the quota: that belongs to the access it gives.
    spend: () => Promise.resolve(),
  })
  const connectionId = renewed ?? runtime.newId()
  await storeSecret(runtime, {
    householdId,
    memberId: asked.memberId,
    connectionId,
    provider: 'provider_a',
    externalItemId: null,
    secret,
    isNew: renewed === null,
  })
  await discover(runtime, asked, { connectionId, purpose: 'connect' })
  if (asked.selectAll) await followAll(runtime, householdId, connectionId)
  return connectionId
}

/** Follows every account that a connection offers. */
export async function followAll(
  runtime: Runtime,
  householdId: string,
  connectionId: string,
): Promise<void> {
  await inTransaction(runtime.db, async (tx) => {
    const { revision } = await beginWrite({ ...runtime, db: tx }, householdId)
    const writer = {
      db: tx,
      newId: runtime.newId,
      now: runtime.now,
      revision,
      caller: { householdId },
    }
    const catalog = await loadCatalog(tx, householdId, connectionId)
    const added = catalog.filter(({ selected }) => !selected)
    await followAccounts(
      writer,
      connectionId,
      added.map(({ id }) => ({ id, selected: true })),
    )
  })
}

async function findRenewable(runtime: Runtime, asked: Connecting): Promise<string | null> {
  const rows = await runtime.db
    .selectFrom('connections')
    .select(['id', 'member_id', 'status'])
    .where('household_id', '=', asked.householdId)
    .where('provider', '=', 'provider_a')
    .execute()
  if (asked.connectionId !== null) {
    const named = rows.find(({ id }) => id === asked.connectionId)
    if (!named) throw new Error(`no SimpleFIN connection ${asked.connectionId} in this household`)
    if (named.member_id !== asked.memberId) throw new Error('only its owner may renew a connection')
    return named.id
  }
  const waiting = rows.filter((row) => {
    return row.member_id === asked.memberId && row.status === 'reauth_required'
  })
  return waiting.length === 1 ? waiting[0]!.id : null
}
