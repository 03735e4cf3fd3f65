import { afterCommit } from '#/platform/database/database.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { isScheduled, type Status } from '#/sources/banks/connections/status.ts'
import { answersFromState } from '#/sources/simplefin/quota.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { sync } from './contract.ts'
import { readQuota } from '#/sources/banks/connections/quota-gate.ts'
import { presentOf } from '#/sources/banks/connections/present-of.ts'
import type { SyncReason } from './sync-reason.ts'
import { type BankProvider } from '#/sources/provider/bank-provider.ts'

type Judged = {
  readonly provider: BankProvider
  readonly status: 'queued' | 'already_running' | 'skipped' | 'nothing_to_sync'
  readonly reason: SyncReason | null
  readonly retryAfterSeconds: number | null
}

/** `POST /sync`: makes connections due now; the import runs in the background. */
export const requestSync: Handle<typeof sync.requestSync> = async (call, { body }) => {
  const judged: Judged[] = []
  for (const connection of await loadConnections(call)) {
    if (body.provider !== undefined && connection.provider !== body.provider) continue
    judged.push(await queue(call, connection))
  }
  const refused = judged.filter(({ reason }) => reason === 'provider_quota_exhausted')
  if (refused.length > 0 && refused.length === judged.length) {
    throw new Refusal('provider_quota_exhausted', {
      retryAfterSeconds: Math.min(
        ...refused.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 60),
      ),
    })
  }
  const providers = body.provider === undefined ? providersOf(judged) : [body.provider]
  return {
    sync_id: call.newId(),
    status: overall(judged),
    requested_at: call.now().toString({ smallestUnit: 'millisecond' }),
    providers: providers.map((provider) => {
      const some = judged.filter((one) => one.provider === provider)
      const explained = some.find(({ reason }) => reason !== null)
      return {
        provider,
        status: statusOf(some),
        connection_count: some.length,
        reason: explained?.reason ?? null,
        retry_after: explained?.retryAfterSeconds ?? null,
      }
    }),
  }
}

type Connection = {
  readonly id: string
  readonly provider: BankProvider
  readonly status: Status
  readonly lease_until: Temporal.Instant | null
  readonly last_success_at: Temporal.Instant | null
  readonly selected: number
  readonly unfinished: number
}

async function loadConnections(call: Call): Promise<Connection[]> {
  return call.db
    .selectFrom('connections')
    .leftJoin('provider_accounts', (join) =>
      join
        .on('provider_accounts.household_id', '=', call.caller.householdId)
        .onRef('provider_accounts.connection_id', '=', 'connections.id')
        .on('provider_accounts.selected', '=', true),
    )
    .select((select) => [
      'connections.id',
      'connections.provider',
      'connections.status',
      'connections.lease_until',
      'connections.last_success_at',
      select.fn.count<number>('provider_accounts.id').as('selected'),
      select.fn
        .count<number>('provider_accounts.id')
        .filterWhere('provider_accounts.history', '<>', 'live')
        .as('unfinished'),
    ])
    .where('connections.household_id', '=', call.caller.householdId)
    .groupBy(['connections.household_id', 'connections.id'])
    .orderBy('connections.created_at')
    .execute()
}

async function queue(call: Call, connection: Connection): Promise<Judged> {
  const { provider, id } = connection
  const now = call.now()
  const judge = (
    status: Judged['status'],
    reason: SyncReason | null = null,
    retryAfterSeconds: number | null = null,
  ): Judged => ({ provider, status, reason, retryAfterSeconds })
  if (connection.selected === 0) return judge('nothing_to_sync', 'no_accounts_selected')
  // Skips a refused token, because repeating it gets the access disabled; an unpaid bill may be paid by now.
  if (!isScheduled(connection.status) && connection.status !== 'payment_required') {
    return judge('skipped', connection.status)
  }
  if (connection.lease_until && Temporal.Instant.compare(connection.lease_until, now) > 0) {
    return judge('already_running')
  }
  const { last_success_at: lastSuccessAt, unfinished } = connection
  if (answersFromState({ now, lastSuccessAt, firstImportUnfinished: unfinished > 0 })) {
    return judge('nothing_to_sync', 'synced_recently')
  }
  const { householdId } = call.caller
  const verdict = await readQuota(
    call.db,
    {
      householdId,
      connectionId: id,
      purpose: (await presentOf(call)) === null ? 'manual' : 'present',
    },
    now,
  )
  if (!verdict.allowed)
    return judge('skipped', 'provider_quota_exhausted', verdict.retryAfterSeconds)
  await call.db
    .updateTable('connections')
    .set({
      next_sync_at: now,
      sync_requested_at: now,
      asked_session_id: call.caller.signedIn?.sessionId ?? null,
      updated_at: now,
    })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()
  afterCommit(call.db, () => call.bell.ring('import'))
  return judge('queued')
}

/** Returns the status of one provider: as `overall`, but `skipped` when no connection could be asked. */
function statusOf(judged: readonly Judged[]): Judged['status'] {
  const status = overall(judged)
  const skipped = judged.some((one) => one.status === 'skipped')
  return status === 'nothing_to_sync' && skipped ? 'skipped' : status
}

function overall(judged: readonly Judged[]): 'queued' | 'already_running' | 'nothing_to_sync' {
  if (judged.some(({ status }) => status === 'queued')) return 'queued'
  return judged.some(({ status }) => status === 'already_running')
    ? 'already_running'
    : 'nothing_to_sync'
}

function providersOf(judged: readonly Judged[]): BankProvider[] {
  return [...new Set(judged.map(({ provider }) => provider))].toSorted()
}
