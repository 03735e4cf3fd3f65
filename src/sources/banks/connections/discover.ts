import { requireOwner, showSelection } from './selection.ts'
import type { connections } from './contract.ts'
import { loadCatalog, storeCatalog } from '#/sources/provider/catalog.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { simplefin } from '#/sources/simplefin/connector.ts'
import { type Discovery, ProviderFailure } from '#/sources/provider/provider.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { isScheduled } from './status.ts'
import { statusAfter } from './failure-status.ts'
import { closeGate, GateClosed, spendRequest } from './quota-gate.ts'

/** `POST /aggregator/items/{id}/discover`: sends one request for balances; subscribes and imports nothing. */
export const discoverAccounts: Handle<typeof connections.discoverAccounts> = async (
  call,
  { params },
) => {
  await requireOwner(call, params.id)
  try {
    await discover(call, call.caller, { connectionId: params.id, purpose: 'discover' })
  } catch (error) {
    if (error instanceof ProviderFailure) await recordFault(call, params.id, error)
    throw asRefusal(error)
  }
  return (await showSelection(call, params.id))!
}

/**
 * Asks the provider which accounts a connection offers, and stores them. Throws ProviderFailure; `quota` when no
 * request is allowed now.
 */
export async function discover(
  runtime: Runtime,
  { householdId, zone }: { readonly householdId: string; readonly zone: string },
  asking: { readonly connectionId: string; readonly purpose: 'connect' | 'discover' },
): Promise<void> {
  const { connectionId, purpose } = asking
  const connection = await runtime.db
    .selectFrom('connections')
    .select('secret')
    .where('household_id', '=', householdId)
    .where('id', '=', connectionId)
    .executeTakeFirstOrThrow()
  if (connection.secret === null)
    throw new ProviderFailure('revoked', 'The connection was removed.')
  const secret = runtime.seal.open(connection.secret, `connections.secret:${connectionId}`)
  const known = (await loadCatalog(runtime.db, householdId, connectionId)).map(({ ref }) => ref)
  const found = await simplefin.discover(secret, known, {
    outbound: runtime.outbound,
    now: runtime.now,
    zone,
    spend: async () => {
      await spendRequest(runtime, { householdId, connectionId, purpose })
    },
  })
  await storeDiscovery(runtime, { householdId, connectionId, found })
}

/**
 * Stores which accounts a connection offers. Accounts missing from a complete answer are marked unavailable. A quota
 * warning in the answer closes the gate, as after a sync.
 */
export async function storeDiscovery(
  runtime: Runtime,
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
  await inTransaction(runtime.db, async (tx) => {
    await beginWrite({ ...runtime, db: tx }, householdId)
    const complete =
      found.issues.every(({ kind }) => kind === 'notice') && found.dropped.length === 0
    await storeCatalog(
      { db: tx, newId: runtime.newId, now: runtime.now },
      { householdId, connectionId, accounts: found.accounts, complete },
    )
    const waits = found.issues.flatMap(({ kind, retryAfterSeconds: seconds }) =>
      kind === 'quota' && seconds !== null ? seconds : [],
    )
    if (waits.length > 0) {
      const gate = { db: tx, now: runtime.now }
      await closeGate(gate, { householdId, connectionId }, Math.max(...waits))
    }
  })
}

/**
 * Records a refusal on its connection, as after a sync: a fault that only a person can repair becomes its status, and a
 * quota refusal closes the gate.
 */
async function recordFault(
  { db, caller, now }: Call,
  connectionId: string,
  failure: ProviderFailure,
): Promise<void> {
  const { householdId } = caller
  const { kind, retryAfterSeconds } = failure
  if (kind === 'quota' && retryAfterSeconds !== null && !(failure instanceof GateClosed)) {
    await closeGate({ db, now }, { householdId, connectionId }, retryAfterSeconds)
  }
  const status = statusAfter(failure)
  if (status === null || isScheduled(status)) return
  await db
    .updateTable('connections')
    .set({ status, status_message: failure.message, next_sync_at: null, updated_at: now() })
    .where('household_id', '=', householdId)
    .where('id', '=', connectionId)
    .execute()
}

/** Turns ProviderFailure into a Refusal for people; returns any other error unchanged. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof ProviderFailure)) return error
  if (error.kind === 'quota') {
    return new Refusal('provider_quota_exhausted', {
      retryAfterSeconds: error.retryAfterSeconds ?? 60,
      cause: error,
    })
  }
  // The cause is shown in GET /connections: an `api_error` never carries internal detail (Spec, Errors 4).
  return new Refusal('service_unavailable', { retryAfterSeconds: 60, cause: error })
}
