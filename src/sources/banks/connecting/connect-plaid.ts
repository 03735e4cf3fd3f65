import { openHiddenAccounts } from '#/sources/banks/connections/follow.ts'
import { storeCatalog } from '#/sources/provider/catalog.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import {
  createLinkToken,
  exchangePublicToken,
  type LinkOutcome,
  type LinkToken,
  readAccounts,
  readLinkOutcome,
} from '#/sources/plaid/connector.ts'
import { PlaidFailure } from '#/sources/plaid/failure.ts'
import { ProviderFailure } from '#/sources/provider/provider.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { LinkOwner } from './bound-link.ts'
import { followAll } from './connect.ts'
import { requirePlaid } from '#/sources/banks/sync/import-updates.ts'
import { storeSecret } from '#/sources/banks/connections/store-secret.ts'

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
export async function connectProviderB(runtime: Runtime, asked: ConnectingPlaid): Promise<string> {
  const access = requirePlaid(runtime.plaid)
  const { householdId, memberId, zone } = asked
  const { secret, itemId } = await exchangePublicToken(access, runtime, asked.publicToken)
  const known = await runtime.db
    .selectFrom('connections')
    .select('id')
    .where('household_id', '=', householdId)
    .where('provider', '=', 'provider_b')
    .where('external_item_id', '=', itemId)
    .executeTakeFirst()
  const connectionId = known?.id ?? runtime.newId()
  await storeSecret(runtime, {
    householdId,
    memberId,
    connectionId,
    provider: 'provider_b',
    externalItemId: itemId,
    secret,
    isNew: known === undefined,
  })
  const spend = () => Promise.resolve()
  const io = { outbound: runtime.outbound, now: runtime.now, zone, spend }
  const { accounts, consentExpiresAt } = await readAccounts(access, io, secret)
  await inTransaction(runtime.db, async (tx) => {
    await beginWrite({ ...runtime, db: tx }, householdId)
    const writer = { db: tx, newId: runtime.newId, now: runtime.now, caller: { householdId } }
    await storeCatalog(writer, { householdId, connectionId, accounts, complete: true })
    await openHiddenAccounts(writer, connectionId)
    await tx
      .updateTable('connections')
      .set({ consent_expires_at: consentExpiresAt })
      .where('household_id', '=', householdId)
      .where('id', '=', connectionId)
      .execute()
  })
  if (asked.selectAll) await followAll(runtime, householdId, connectionId)
  return connectionId
}

type Linking = LinkOwner & {
  readonly countries: readonly string[]
  readonly language: string
}

/** Opens Plaid's Link for a member, as a page of Plaid's, for 4 hours. Throws ProviderFailure. */
export async function openLink(
  runtime: Runtime,
  { householdId, memberId, connectionId, ...wish }: Linking,
): Promise<LinkToken> {
  const access = requirePlaid(runtime.plaid)
  const secret =
    connectionId === null ? null : await secretOf(runtime, { householdId, connectionId })
  const { webhookUrl } = access
  return createLinkToken(access, runtime, { ...wish, userId: memberId, webhookUrl, secret })
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
  runtime: Runtime,
  { token, connectionId, ...owner }: LinkFollowed,
): Promise<{ state: LinkOutcome['state']; connectionIds: string[] }> {
  const { state, publicTokens } = await readLinkOutcome(requirePlaid(runtime.plaid), runtime, token)
  if (state !== 'done') return { state, connectionIds: [] }
  // A repaired login keeps its access: nothing is exchanged.
  if (connectionId !== null) return { state, connectionIds: [connectionId] }
  const connectionIds: string[] = []
  for (const publicToken of publicTokens) {
    const connected = connectProviderB(runtime, { ...owner, publicToken, selectAll: false })
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
  runtime: Runtime,
  { householdId, connectionId }: { readonly householdId: string; readonly connectionId: string },
): Promise<string> {
  const row = await runtime.db
    .selectFrom('connections')
    .select('secret')
    .where('household_id', '=', householdId)
    .where('id', '=', connectionId)
    .where('provider', '=', 'provider_b')
    .executeTakeFirst()
  if (!row?.secret)
    throw new ProviderFailure('refused', 'This is no login at Plaid, or it has ended.')
  return runtime.seal.open(row.secret, `connections.secret:${connectionId}`)
}
