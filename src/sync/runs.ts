import { sql } from 'kysely'
import { type Status } from '#/connections/status.ts'
import type { Issue } from '#/providers/provider.ts'
import { ProviderFailure } from '#/providers/provider.ts'
import { PlaidFailure } from '#/providers/provider-b/failure.ts'
import { Unreadable } from '#/world/seal.ts'
import type { World } from '#/world/world.ts'
import type { Counts } from './apply.ts'
import { statusAfter } from './failure-status.ts'
import { type Leased, releaseLease } from './lease.ts'
import { nextRun } from './schedule.ts'

/** What became of one connection's run. */
export type RunResult = Counts & {
  readonly connection_id: string
  readonly provider: 'provider_a' | 'provider_b'
  readonly status: 'ok' | 'nothing_to_do' | 'failed'
  readonly requests: number
  readonly error: { readonly code: string; readonly message: string } | null
}

type Outcome = {
  /** False: there was nothing to ask for. */
  readonly asked: boolean
  /** What was thrown; null when the run came to its end. */
  readonly failure: unknown
  readonly issues: readonly Issue[]
  readonly requests: number
  readonly counts: Counts
}

/** Records that a run has begun, and that one which never came to its end was interrupted. */
export async function startRun(
  world: World,
  lease: Leased,
  purpose: 'connect' | 'schedule' | 'manual',
): Promise<string> {
  const id = world.newId()
  const now = world.now()
  await world.db
    .with('interrupted', (db) =>
      db
        .updateTable('sync_runs')
        .set({
          status: 'failed',
          finished_at: now,
          error_code: 'interrupted',
          error_message: 'The import was interrupted; the next one has gone on from there.',
        })
        .where('household_id', '=', lease.household_id)
        .where('connection_id', '=', lease.id)
        .where('status', '=', 'running'),
    )
    .insertInto('sync_runs')
    .values({
      household_id: lease.household_id,
      id,
      connection_id: lease.id,
      purpose,
      started_at: now,
      finished_at: null,
      status: 'running',
      requests: 0,
      added: 0,
      updated: 0,
      removed: 0,
      dropped: 0,
      error_code: null,
      error_message: null,
    })
    .execute()
  return id
}

/** Records how a run ended, sets the connection's state and its next run, and gives the lease back. */
export async function finishRun(
  world: World,
  { lease, runId }: { lease: Leased; runId: string },
  outcome: Outcome,
): Promise<RunResult> {
  const verdict = judge(lease, outcome)
  const now = world.now()
  const status = outcome.failure !== null ? 'failed' : outcome.asked ? 'ok' : 'nothing_to_do'
  const startedAt = await recordEnd(world, { lease, runId }, { ...outcome, status, verdict })
  const failures = status === 'failed' ? lease.failures + 1 : 0
  const state = await loadState(world, lease)
  const planned = state.selected
    ? nextRun(now, {
        ...state,
        provider: lease.provider,
        status: verdict.status,
        failures,
        retryAfterSeconds: verdict.retryAfterSeconds,
        chance: world.randomBytes(2),
      })
    : null
  // News that came while the provider was being asked may be of what it had not told yet.
  const next =
    planned === null || failures > 0
      ? planned
      : sql<Temporal.Instant>`case when told_at > ${startedAt} then ${now}::timestamptz
          else ${planned}::timestamptz end`
  await world.db
    .updateTable('connections')
    .set({
      status: verdict.status,
      status_message: verdict.message,
      failures,
      next_sync_at: next,
      sync_requested_at: null,
      updated_at: now,
      ...(status === 'ok' && { last_success_at: now }),
      ...(verdict.throttled &&
        verdict.retryAfterSeconds !== null && {
          throttled_until: now.add({ seconds: verdict.retryAfterSeconds }),
        }),
    })
    .where('household_id', '=', lease.household_id)
    .where('id', '=', lease.id)
    .where('lease_owner', '=', lease.owner)
    .execute()
  const faults = bankFaults(outcome.failure)
  if (outcome.asked || faults.length > 0) {
    await keepInstitutions(world, lease, [...outcome.issues, ...faults])
  }
  await releaseLease(world, lease)
  if (outcome.failure !== null && verdict.error?.code === 'internal_error') {
    world.log('error', 'sync.failed', { connection_id: lease.id, error: outcome.failure })
  }
  return {
    ...outcome.counts,
    connection_id: lease.id,
    provider: lease.provider,
    status,
    requests: outcome.requests,
    error: verdict.error,
  }
}

type Ended = Outcome & { readonly status: RunResult['status']; readonly verdict: Verdict }

/** Ends a run's record; when it began. */
async function recordEnd(
  { db, now }: World,
  { lease, runId }: { lease: Leased; runId: string },
  { counts, requests, status, verdict }: Ended,
): Promise<Temporal.Instant> {
  const { started_at: startedAt } = await db
    .updateTable('sync_runs')
    .set({
      ...counts,
      finished_at: now(),
      status,
      requests,
      error_code: verdict.error?.code ?? null,
      error_message: verdict.error?.message ?? null,
    })
    .where('household_id', '=', lease.household_id)
    .where('id', '=', runId)
    .returning('started_at')
    .executeTakeFirstOrThrow()
  return startedAt
}

type Verdict = {
  readonly status: Status
  readonly message: string | null
  readonly error: { readonly code: string; readonly message: string } | null
  readonly retryAfterSeconds: number | null
  /** The provider itself asked us to be quiet. */
  readonly throttled: boolean
}

function judge(lease: Leased, { failure, issues, asked }: Outcome): Verdict {
  if (failure instanceof ProviderFailure) return judgeFailure(lease, failure)
  if (failure !== null) {
    const message =
      failure instanceof Unreadable
        ? 'The access to this bank cannot be decrypted. Whoever runs Earmark must restore its master secret, or connect the bank anew.'
        : 'The import failed on our side; it will be tried again.'
    const error = { code: 'internal_error', message }
    return { status: 'degraded', message, error, retryAfterSeconds: null, throttled: false }
  }
  if (!asked) {
    return {
      status: lease.status,
      message: null,
      error: null,
      retryAfterSeconds: null,
      throttled: false,
    }
  }
  const serious = issues.filter(({ kind }) => kind !== 'notice')
  const quota = issues.find(({ kind }) => kind === 'quota')
  const first = serious[0]
  return {
    status: first ? statusOf(lease, first) : 'healthy',
    message: first?.message ?? null,
    error: null,
    retryAfterSeconds: quota?.retryAfterSeconds ?? null,
    throttled: quota !== undefined,
  }
}

/** What an issue makes of its connection. At Plaid that is one login, so its fault is the connection's own. */
function statusOf({ provider }: Leased, { scope, kind }: Issue): Status {
  if (provider === 'provider_a' || scope !== 'connection') return 'degraded'
  if (kind === 'reauth') return 'reauth_required'
  return kind === 'revoked' ? 'revoked' : 'degraded'
}

function judgeFailure(lease: Leased, failure: ProviderFailure): Verdict {
  const { message, retryAfterSeconds } = failure
  // Our own gate or the provider's: nothing is wrong with the connection, it must only wait.
  if (failure.kind === 'quota') {
    const error = { code: 'provider_quota_exhausted', message }
    // Plaid means its minute; SimpleFIN's own limit is the one that our gate keeps.
    const throttled = failure instanceof PlaidFailure
    return { status: lease.status, message: null, error, retryAfterSeconds, throttled }
  }
  const status = statusAfter(failure) ?? lease.status
  const error = { code: status === 'degraded' ? 'provider_unavailable' : status, message }
  return { status, message, error, retryAfterSeconds, throttled: false }
}

type State = {
  /** Whether any account is followed: without one nothing is asked. */
  readonly selected: boolean
  readonly historyUnfinished: boolean
  readonly connectedAt: Temporal.Instant
  readonly toldAt: Temporal.Instant | null
}

async function loadState(world: World, lease: Leased): Promise<State> {
  const { rows } = await sql<State>`
    select count(p.id) > 0 as selected,
      count(p.id) filter (where p.history <> 'live') > 0 as "historyUnfinished",
      c.created_at as "connectedAt", c.told_at as "toldAt"
    from connections c
    left join provider_accounts p on p.household_id = c.household_id and p.connection_id = c.id
      and p.selected
    where c.household_id = ${lease.household_id} and c.id = ${lease.id}
    group by c.household_id, c.id`.execute(world.db)
  return rows[0]!
}

/** A login at Plaid is at one bank, so what ends a run for the bank's sake is told of that bank. */
function bankFaults(failure: unknown): Issue[] {
  if (!(failure instanceof PlaidFailure)) return []
  const { kind, code, message } = failure
  if (kind !== 'reauth' && !code.startsWith('INSTITUTION_')) return []
  return [
    {
      scope: 'institution',
      kind: kind === 'reauth' ? 'reauth' : 'retry',
      message,
      institutionId: '',
      account: null,
      retryAfterSeconds: null,
    },
  ]
}

/** One bank at fault is marked; the others' rows are good. */
async function keepInstitutions(
  world: World,
  lease: Leased,
  issues: readonly Issue[],
): Promise<void> {
  const where = { household_id: lease.household_id, connection_id: lease.id }
  await world.db
    .updateTable('connection_institutions')
    .set({ status: 'healthy', message: null })
    .where('household_id', '=', where.household_id)
    .where('connection_id', '=', where.connection_id)
    .where('status', '<>', 'healthy')
    .execute()
  for (const { institutionId, kind, message } of issues) {
    if (institutionId === null || kind === 'notice') continue
    await world.db
      .updateTable('connection_institutions')
      .set({ status: kind === 'reauth' ? 'reauth_required' : 'degraded', message })
      .where('household_id', '=', where.household_id)
      .where('connection_id', '=', where.connection_id)
      .where('external_id', '=', institutionId)
      .execute()
  }
}
