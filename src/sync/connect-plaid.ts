import { openHiddenAccounts } from '#/connections/follow.ts'
import { storeCatalog } from '#/connections/catalog.ts'
import { inTransaction } from '#/database/database.ts'
import { beginWrite } from '#/households/begin-write.ts'
import {
  createLinkToken,
  exchangePublicToken,
  type LinkOutcome,
  type LinkToken,
  readAccounts,
  readLinkOutcome,
} from '#/providers/provider-b/connector.ts'
import { PlaidFailure } from '#/providers/provider-b/failure.ts'
import { ProviderFailure } from '#/providers/provider.ts'
import type { World } from '#/world/world.ts'
import type { LinkOwner } from './bound-link.ts'
import { followAll } from './connect.ts'
import { requirePlaid } from './import-updates.ts'
import { storeSecret } from './store-secret.ts'

export type ConnectingPlaid = {
  readonly householdId: string
  readonly memberId: string
  readonly zone: string
  readonly publicToken: string
  /** Follow every account that is found. */
  readonly selectAll: boolean
}

/**
 * Connects a login that Plaid's Link has opened: exchanges the public token, stores the access it gives before anything
 * else, since it comes only once, and reads the accounts, which stay out of sight until they are followed. A login that is
 * connected already is renewed. Returns the connection's id. Throws ProviderFailure.
 */
export async function connectProviderB(world: World, asked: ConnectingPlaid): Promise<string> {
  const access = requirePlaid(world.plaid)
  const { householdId, memberId, zone } = asked
  const { secret, itemId } = await exchangePublicToken(access, world, asked.publicToken)
  const known = await world.db
    .selectFrom('connections')
    .select('id')
    .where('household_id', '=', householdId)
    .where('provider', '=', 'provider_b')
    .where('external_item_id', '=', itemId)
    .executeTakeFirst()
  const connectionId = known?.id ?? world.newId()
  await storeSecret(world, {
    householdId,
    memberId,
    connectionId,
    provider: 'provider_b',
    externalItemId: itemId,
    secret,
    isNew: known === undefined,
  })
  const spend = () => Promise.resolve()
  const io = { outbound: world.outbound, now: world.now, zone, spend }
  const { accounts, consentExpiresAt } = await readAccounts(access, io, secret)
  await inTransaction(world.db, async (tx) => {
    await beginWrite(tx, householdId)
    const writer = { db: tx, newId: world.newId, now: world.now, caller: { householdId } }
    await storeCatalog(writer, { householdId, connectionId, accounts, complete: true })
    await openHiddenAccounts(writer, connectionId)
    await tx
      .updateTable('connections')
      .set({ consent_expires_at: consentExpiresAt })
      .where('household_id', '=', householdId)
      .where('id', '=', connectionId)
      .execute()
  })
  if (asked.selectAll) await followAll(world, householdId, connectionId)
  return connectionId
}

type Linking = LinkOwner & {
  readonly countries: readonly string[]
  readonly language: string
}

/** Opens Plaid's Link for a member, as a page of Plaid's, for 4 hours. Throws ProviderFailure. */
export async function openLink(
  world: World,
  { householdId, memberId, connectionId, ...wish }: Linking,
): Promise<LinkToken> {
  const access = requirePlaid(world.plaid)
  const secret = connectionId === null ? null : await secretOf(world, { householdId, connectionId })
  const { webhookUrl } = access
  return createLinkToken(access, world, { ...wish, userId: memberId, webhookUrl, secret })
}

export type LinkFollowed = LinkOwner & {
  readonly zone: string
  readonly token: string
}

/**
 * Looks what has become of Link's page, and connects what was opened there. A login that is connected already, because the
 * same was asked a moment ago, is not connected again. Throws ProviderFailure.
 */
export async function followLink(
  world: World,
  { token, connectionId, ...owner }: LinkFollowed,
): Promise<{ state: LinkOutcome['state']; connectionIds: string[] }> {
  const { state, publicTokens } = await readLinkOutcome(requirePlaid(world.plaid), world, token)
  if (state !== 'done') return { state, connectionIds: [] }
  // A repaired login keeps its access: nothing is exchanged.
  if (connectionId !== null) return { state, connectionIds: [connectionId] }
  const connectionIds: string[] = []
  for (const publicToken of publicTokens) {
    const connected = connectProviderB(world, { ...owner, publicToken, selectAll: false })
    const id = await connected.catch((error: unknown) => {
      if (error instanceof PlaidFailure && error.code === 'INVALID_PUBLIC_TOKEN') return null
      throw error
    })
    if (id !== null) connectionIds.push(id)
  }
  return { state, connectionIds }
}

/**
 * The access to Plaid that a connection has. Throws ProviderFailure `refused` where it has none: what opens another
 * provider is never sent to this one.
 */
async function secretOf(
  world: World,
  { householdId, connectionId }: { readonly householdId: string; readonly connectionId: string },
): Promise<string> {
  const row = await world.db
    .selectFrom('connections')
    .select('secret')
    .where('household_id', '=', householdId)
    .where('id', '=', connectionId)
    .where('provider', '=', 'provider_b')
    .executeTakeFirst()
  if (!row?.secret)
    throw new ProviderFailure('refused', 'This is no login at Plaid, or it has ended.')
  return world.seal.open(row.secret, `connections.secret:${connectionId}`)
}
