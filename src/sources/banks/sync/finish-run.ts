import { sql } from 'kysely'
import { bringLookForward } from '#/access/households/bring-look-forward.ts'
import { type Status } from '#/sources/banks/connections/status.ts'
import type { Issue } from '#/sources/provider/provider.ts'
import { ProviderFailure } from '#/sources/provider/provider.ts'
import { PlaidFailure } from '#/sources/plaid/failure.ts'
import { Unreadable } from '#/platform/runtime/seal.ts'
import type { Counts } from './apply.ts'
import { statusAfter } from '#/sources/banks/connections/failure-status.ts'
import type { Leased } from './lease.ts'
import type { Run } from './start-run.ts'
import { GateClosed } from '#/sources/banks/connections/quota-gate.ts'
import { nextRun } from './schedule.ts'
import { type BankProvider, ENABLE_BANKING, PLAID } from '#/sources/provider/bank-provider.ts'

/** The result of one connection's run. */
export type RunResult = Counts & {
  readonly connection_id: string
  readonly provider: BankProvider
  readonly status: 'ok' | 'nothing_to_do' | 'failed'
  readonly requests: number
  readonly error: { readonly code: string; readonly message: string } | null
}

type Ended = {
  /** False: there was nothing to ask for. */
  readonly asked: boolean
  /** The error that ended the run; null when it completed. */
  readonly failure: unknown
}

/**
 * Ends a run in one statement: records its result, updates the connection and its banks, stores the progress of an
 * answer without news, plans the next run and releases the lease. If another run has taken the lease meanwhile, only
 * the record of this run changes.
 */
export async function finishRun(run: Run, ended: Ended): Promise<RunResult> {
  const { runtime, lease, counts, requests, issues, reached } = run
  const { asked, failure } = ended
  const verdict = judge(lease, { ...ended, issues })
  const status = failure !== null ? 'failed' : asked ? 'ok' : 'nothing_to_do'
  const failures = status === 'failed' ? lease.failures + 1 : 0
  const now = runtime.now()
  const throttled =
    verdict.throttled && verdict.retryAfterSeconds !== null
      ? now.add({ seconds: verdict.retryAfterSeconds })
      : null
  const faults = bankFaults(lease, failure)
  const hearsOfBanks = asked || faults.length > 0
  await sql`
    with recorded as (
      update sync_runs set finished_at = ${now}, status = ${status}, requests = ${requests},
        added = ${counts.added}, updated = ${counts.updated}, removed = ${counts.removed},
        dropped = ${counts.dropped}, error_code = ${verdict.error?.code ?? null},
        error_message = ${verdict.error?.message ?? null}
      where household_id = ${lease.household_id} and id = ${lease.run_id}
    ), banks as (
      -- Marks only the banks at fault; the rows of the others are good. As a subquery, the condition is not known when the
      -- statement is planned: where one part cannot find anything, Citus leaves out all parts.
      update connection_institutions i set status = coalesce(f.status, 'healthy'), message = f.message
      from connection_institutions o
      left join jsonb_to_recordset(${JSON.stringify(toBanks([...issues, ...faults]))}::jsonb)
        as f (external_id text, status text, message text) on f.external_id = o.external_id
      where (select ${hearsOfBanks}::boolean) and i.household_id = ${lease.household_id} and i.connection_id = ${lease.id}
        and o.household_id = ${lease.household_id} and o.connection_id = ${lease.id} and o.external_id = i.external_id
        and (i.status, i.message) is distinct from (coalesce(f.status, 'healthy'), f.message)
    ), ended as (
      update connections c set status = ${verdict.status}, status_message = ${verdict.message},
        failures = ${failures}, sync_requested_at = null, asked_session_id = null,
        consent_expires_at = coalesce(${run.consentEnds}::timestamptz, consent_expires_at), updated_at = ${now},
        lease_owner = null, lease_until = null,
        next_sync_at = ${nextSync(run, { now, failures, verdict })},
        cursor = case when ${reached !== null} then ${reached?.cursor ?? null} else cursor end,
        last_success_at = case when ${status === 'ok'} then ${now} else last_success_at end,
        throttled_until = greatest(throttled_until, ${throttled}::timestamptz)
      where household_id = ${lease.household_id} and id = ${lease.id} and lease_owner = ${lease.owner}
      returning household_id
    )
    update provider_accounts p set watermark = g.watermark, snapshot_at = g."snapshotAt"
    from ended e, jsonb_to_recordset(${JSON.stringify(reached?.accounts ?? [])}::jsonb)
      as g (id uuid, watermark timestamptz, "snapshotAt" timestamptz)
    where p.household_id = ${lease.household_id} and p.id = g.id and p.selected`.execute(runtime.db)
  // Not in the statement above: it holds the connection, and a write that waits for it holds the watch.
  if (verdict.status !== lease.status) {
    await bringLookForward(lease.household_id, now).execute(runtime.db)
  }
  runtime.tally.add('sync', status)
  if (failure !== null && verdict.error?.code === 'internal_error') {
    runtime.log('error', 'sync.failed', { connection_id: lease.id, error: failure })
  }
  return {
    ...counts,
    connection_id: lease.id,
    provider: lease.provider,
    status,
    requests,
    error: verdict.error,
  }
}

type Next = {
  readonly now: Temporal.Instant
  readonly failures: number
  readonly verdict: Verdict
}

/**
 * Plans the next run of connection `c`. Reads selection and news as they are now, because they may have changed during
 * the run.
 */
function nextSync({ runtime, lease, seen }: Run, { now, failures, verdict }: Next) {
  const { status, retryAfterSeconds } = verdict
  const { provider, created_at: connectedAt, told_at: notifiedAt } = lease
  const chance = runtime.randomBytes(2)
  const ran = { provider, status, failures, retryAfterSeconds, connectedAt, notifiedAt, chance }
  const [planned, early] = [false, true].map((historyUnfinished) =>
    nextRun(now, { ...ran, historyUnfinished }),
  )
  const selected = sql`from provider_accounts p
    where p.household_id = ${lease.household_id} and p.connection_id = c.id and p.selected`
  return sql`case
    when ${planned}::timestamptz is null or not exists (select 1 ${selected}) then null
    -- Runs again at once: news that arrived during the run may not be in the answer, and newly followed accounts were
    -- not asked for.
    when ${failures === 0} and (told_at > ${lease.started_at}
      or exists (select 1 ${selected} and p.id <> all(${[...seen]}::uuid[]))) then ${now}::timestamptz
    when exists (select 1 ${selected} and p.history <> 'live') then ${early}::timestamptz
    else ${planned}::timestamptz end`
}

type Verdict = {
  readonly status: Status
  readonly message: string | null
  readonly error: { readonly code: string; readonly message: string } | null
  readonly retryAfterSeconds: number | null
  /** True when the provider asked for fewer requests. */
  readonly throttled: boolean
}

function judge(
  lease: Leased,
  { failure, issues, asked }: Ended & { readonly issues: readonly Issue[] },
): Verdict {
  if (failure instanceof ProviderFailure) return judgeFailure(lease, failure)
  if (failure !== null) {
    const message =
      failure instanceof Unreadable
        ? 'The access to this bank cannot be decrypted. The operator of Earmark must restore the master secret, or the bank must be connected again.'
        : 'The import failed on the server. Earmark will try again.'
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

/**
 * Returns the status of a connection after an issue. A Plaid connection is one login, so its fault becomes its status.
 */
function statusOf({ provider }: Leased, { scope, kind }: Issue): Status {
  if (provider !== PLAID || scope !== 'connection') return 'degraded'
  if (kind === 'reauth') return 'reauth_required'
  return kind === 'revoked' ? 'revoked' : 'degraded'
}

function judgeFailure(lease: Leased, failure: ProviderFailure): Verdict {
  const { message, retryAfterSeconds } = failure
  // A quota is not a fault of the connection: it must only wait.
  if (failure.kind === 'quota') {
    const error = { code: 'provider_quota_exhausted', message }
    const throttled = !(failure instanceof GateClosed)
    return { status: lease.status, message: null, error, retryAfterSeconds, throttled }
  }
  const status = statusAfter(failure) ?? lease.status
  const error = { code: status === 'degraded' ? 'provider_unavailable' : status, message }
  return { status, message, error, retryAfterSeconds, throttled: false }
}

/** Reports a failed login as an issue of its bank, because a login at Plaid or Enable Banking belongs to one bank. */
function bankFaults({ provider }: Leased, failure: unknown): Issue[] {
  const isOfLogin = failure instanceof PlaidFailure || provider === ENABLE_BANKING
  if (!isOfLogin || !(failure instanceof ProviderFailure)) return []
  const { kind, message } = failure
  const isOfBank = failure instanceof PlaidFailure && failure.code.startsWith('INSTITUTION_')
  if (kind !== 'reauth' && !isOfBank) return []
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

/** Lists the banks at fault, each with its last fault. */
function toBanks(issues: readonly Issue[]) {
  const faulty = issues.flatMap(({ institutionId, kind, message }) => {
    if (institutionId === null || kind === 'notice') return []
    const status = kind === 'reauth' ? ('reauth_required' as const) : ('degraded' as const)
    return [{ external_id: institutionId, status, message }]
  })
  return [...new Map(faulty.map((bank) => [bank.external_id, bank])).values()]
}
