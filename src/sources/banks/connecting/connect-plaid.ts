import { beginWrite } from '#/access/households/begin-write.ts'
import { inTransaction } from '#/platform/database/database.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { connectionsApp } from '#/sources/banks/connections/app-contract.ts'
import { openHiddenAccounts } from '#/sources/banks/connections/follow.ts'
import { storeSecret } from '#/sources/banks/connections/store-secret.ts'
import { requirePlaid } from '#/sources/plaid/client.ts'
import { exchangePublicToken, readAccounts } from '#/sources/plaid/connector.ts'
import { PLAID } from '#/sources/provider/bank-provider.ts'
import { storeCatalog } from '#/sources/provider/catalog.ts'
import { followAll } from './follow-all.ts'
import { refusalsAbout } from './refusals-about.ts'
import { memberOf } from './require-owned.ts'
import { requireOffered } from './show-providers.ts'
import { showConnected } from './show-connected.ts'

/** `POST /connections/plaid`. */
export const connectPlaid: Handle<typeof connectionsApp.connectPlaid> = async (call, { body }) => {
  requireOffered(call)
  const { householdId, memberId, zone } = call.caller
  const connected = await refusalsAbout('public_token', () =>
    connectWithPublicToken(call, {
      householdId,
      memberId: memberOf(memberId),
      zone,
      publicToken: body.public_token,
      selectAll: body.select_all,
    }),
  )
  return showConnected(call, connected, PLAID)
}

export type PlaidGrant = {
  readonly householdId: string
  readonly memberId: string
  readonly zone: string
  readonly publicToken: string
  /** Follow every account that is found. */
  readonly selectAll: boolean
}

/**
 * Connects a login that Plaid's Link opened: exchanges the public token, stores the access token and reads the accounts,
 * which stay hidden until somebody follows them. The access token is stored before anything else, because Plaid gives it
 * only once. A login that is already connected is renewed. Returns the connection's id. Throws ProviderFailure.
 */
export async function connectWithPublicToken(runtime: Runtime, grant: PlaidGrant): Promise<string> {
  const access = requirePlaid(runtime.plaid)
  const { householdId, memberId, zone } = grant
  const { secret, itemId } = await exchangePublicToken(access, runtime, grant.publicToken)
  const known = await runtime.db
    .selectFrom('connections')
    .select('id')
    .where('household_id', '=', householdId)
    .where('provider', '=', PLAID)
    .where('external_item_id', '=', itemId)
    .executeTakeFirst()
  const connectionId = known?.id ?? runtime.newId()
  await storeSecret(runtime, {
    householdId,
    memberId,
    connectionId,
    provider: PLAID,
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
  if (grant.selectAll) await followAll(runtime, householdId, connectionId)
  return connectionId
}
