import { followAccounts } from '#/connections/follow.ts'
import { loadCatalog } from '#/connections/catalog.ts'
import { inTransaction } from '#/database/database.ts'
import { beginWrite } from '#/households/begin-write.ts'
import { providerA } from '#/providers/provider-a/connector.ts'
import type { World } from '#/world/world.ts'
import { discover } from './discover.ts'
import { storeSecret } from './store-secret.ts'

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
export async function connectProviderA(world: World, asked: Connecting): Promise<string> {
  const { householdId } = asked
  const renewed = await findRenewable(world, asked)
  const { secret } = await providerA.connect(asked.setupToken, {
    outbound: world.outbound,
    now: world.now,
    zone: asked.zone,
    // A claim is no request of the quota: that belongs to the access it gives.
    spend: () => Promise.resolve(),
  })
  const connectionId = renewed ?? world.newId()
  await storeSecret(world, {
    householdId,
    memberId: asked.memberId,
    connectionId,
    provider: 'provider_a',
    externalItemId: null,
    secret,
    isNew: renewed === null,
  })
  await discover(world, asked, { connectionId, purpose: 'connect' })
  if (asked.selectAll) await followAll(world, householdId, connectionId)
  return connectionId
}

/** Follows every account that a connection offers. */
export async function followAll(
  world: World,
  householdId: string,
  connectionId: string,
): Promise<void> {
  await inTransaction(world.db, async (tx) => {
    const { revision } = await beginWrite(tx, householdId)
    const writer = { db: tx, newId: world.newId, now: world.now, revision, caller: { householdId } }
    const catalog = await loadCatalog(tx, householdId, connectionId)
    const added = catalog.filter(({ selected }) => !selected)
    await followAccounts(
      writer,
      connectionId,
      added.map(({ id }) => ({ id, selected: true })),
    )
  })
}

async function findRenewable(world: World, asked: Connecting): Promise<string | null> {
  const rows = await world.db
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
