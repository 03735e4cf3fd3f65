import { requireOwner, showSelection } from '#/connections/selection.ts'
import type { connections } from '#/connections/contract.ts'
import { loadCatalog, storeCatalog } from '#/connections/catalog.ts'
import { Refusal } from '#/contract/refusal.ts'
import { inTransaction } from '#/database/database.ts'
import { beginWrite } from '#/households/begin-write.ts'
import { providerA } from '#/providers/provider-a/connector.ts'
import { type Discovery, ProviderFailure } from '#/providers/provider.ts'
import type { Call, Handle } from '#/world/call.ts'
import type { World } from '#/world/world.ts'
import { isScheduled } from '#/connections/status.ts'
import { statusAfter } from './failure-status.ts'
import { spendRequest } from './quota-gate.ts'

/** `POST /aggregator/items/{id}/discover`: one request for balances; nothing is subscribed, nothing imported. */
export const discoverAccounts: Handle<typeof connections.discoverAccounts> = async (
  call,
  { params },
) => {
  await requireOwner(call, params.id)
  try {
    await discover(call, call.caller, { connectionId: params.id, purpose: 'discover' })
  } catch (error) {
    if (error instanceof ProviderFailure) await keepFault(call, params.id, error)
    throw asRefusal(error)
  }
  return (await showSelection(call, params.id))!
}

/**
 * Asks a provider which accounts a connection offers, and stores them. Throws ProviderFailure; `quota` when nothing
 * may be asked now.
 */
export async function discover(
  world: World,
  { householdId, zone }: { readonly householdId: string; readonly zone: string },
  asking: { readonly connectionId: string; readonly purpose: 'connect' | 'discover' },
): Promise<void> {
  const { connectionId, purpose } = asking
  const connection = await world.db
    .selectFrom('connections')
    .select('secret')
    .where('household_id', '=', householdId)
    .where('id', '=', connectionId)
    .executeTakeFirstOrThrow()
  if (connection.secret === null)
    throw new ProviderFailure('revoked', 'The connection was removed.')
  const secret = world.seal.open(connection.secret, `connections.secret:${connectionId}`)
  const known = (await loadCatalog(world.db, householdId, connectionId)).map(({ ref }) => ref)
  const found = await providerA.discover(secret, known, {
    outbound: world.outbound,
    now: world.now,
    zone,
    spend: async () => {
      await spendRequest(world, { householdId, connectionId, purpose })
    },
  })
  await storeDiscovery(world, { householdId, connectionId, found })
}

/** Stores which accounts a connection offers. What was not listed is gone, unless the answer was not whole. */
export async function storeDiscovery(
  world: World,
  {
    householdId,
    connectionId,
    found,
  }: {
    readonly householdId: string
    readonly connectionId: string
    readonly found: Discovery
  },
): Promise<void> {
  await inTransaction(world.db, async (tx) => {
    await beginWrite(tx, householdId)
    const complete =
      found.issues.every(({ kind }) => kind === 'notice') && found.dropped.length === 0
    await storeCatalog(
      { db: tx, newId: world.newId, now: world.now },
      { householdId, connectionId, accounts: found.accounts, complete },
    )
  })
}

/** A refusal that only a person can mend shows in the connection's state, as after a sync. */
async function keepFault(
  { db, caller, now }: Call,
  connectionId: string,
  failure: ProviderFailure,
): Promise<void> {
  const status = statusAfter(failure)
  if (status === null || isScheduled(status)) return
  await db
    .updateTable('connections')
    .set({ status, status_message: failure.message, next_sync_at: null, updated_at: now() })
    .where('household_id', '=', caller.householdId)
    .where('id', '=', connectionId)
    .execute()
}

/** A provider's failure as an answer to a person; anything else as it is. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof ProviderFailure)) return error
  if (error.kind === 'quota') {
    return new Refusal('provider_quota_exhausted', {
      retryAfterSeconds: error.retryAfterSeconds ?? 60,
      cause: error,
    })
  }
  // What exactly went wrong stands in GET /connections: an `api_error` never carries internal detail (Spec, Errors 4).
  return new Refusal('service_unavailable', { retryAfterSeconds: 60, cause: error })
}
