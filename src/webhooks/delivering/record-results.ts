import { type RawBuilder, sql } from 'kysely'
import { eachHousehold } from '#/platform/database/each-household.ts'
import type { OutboundFailureKind } from '#/platform/outbound/failure.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { keyOf, type QueueKey } from './queues.ts'

/** The result of an attempt, or of a cancellation or postponement without one. */
export type Result = QueueKey & {
  readonly event_id: string
  readonly epoch: number
  readonly run: number
  /** The number of the attempt; without one, the number of the attempt before. */
  readonly attempt: number
  readonly faults: number
  readonly state: 'queued' | 'delivered' | 'failed' | 'cancelled'
  /** The destination answered 410. */
  readonly gone: boolean
  readonly reason: string | null
  readonly next_attempt_at: string | null
  readonly http_status: number | null
  /** The entry for the log; null: no attempt was made. */
  readonly entry: LogEntry | null
  /** No connection to the destination, or no answer in time. */
  readonly unreachable: boolean
  readonly at: string
}

export type LogEntry = {
  readonly at: string
  readonly duration_ms: number
  readonly http_status: number | null
  /** The kind of failure; null if there was an HTTP answer. */
  readonly failure: OutboundFailureKind | null
  readonly error: string | null
  readonly answer: string | null
  readonly counted: true
}

/** True if result `g` is the next one of its delivery `d`, or the news that it was delivered. */
const counts = sql`(
  (d.state = 'queued' and d.run = g.run
    and d.attempts = g.attempt - case when g.entry is null then 0 else 1 end)
  or (g.state = 'delivered' and d.state <> 'delivered'))`

/**
 * Has the commit wait for the disk of its own server, but not for a standby. Results that the primary has only in memory when
 * it ends are lost, and their events are sent again: after a promotion that was most of what arrived twice.
 */
const flushed = sql`set_config('synchronous_commit', 'local', true)`

/** Most log entries of one delivery; a further one replaces the oldest. */
const LOGGED_MAX = 40

/**
 * Stores results, many in one statement. A result counts only as the next attempt of its run: a late one, from a process
 * that has lost its lease, only adds to the log. A success always counts, since the destination has the event. Storing
 * a result twice changes nothing. A 410 pauses the webhook in the same statement, unless it was paused since.
 */
export async function recordResults(runtime: Runtime, results: readonly Result[]): Promise<void> {
  await eachHousehold(results, async (householdId, some) => {
    await recordOfHousehold(runtime, householdId, some)
    return []
  })
}

async function recordOfHousehold(
  runtime: Runtime,
  householdId: string,
  results: readonly Result[],
): Promise<void> {
  const latest = new Map(results.filter(({ entry }) => entry).map((one) => [keyOf(one), one]))
  const gone = new Map(results.filter((one) => one.gone).map((one) => [keyOf(one), one]))
  const { rows } = await sql<{ n: number }>`
    with counted as (
      update webhook_deliveries d set state = g.state, reason = g.reason,
        attempts = greatest(g.attempt, d.attempts), faults = coalesce(g.faults, 0),
        next_attempt_at = coalesce(g.next_attempt_at, d.next_attempt_at), updated_at = g.at,
        http_status = case when g.entry is null then d.http_status else g.http_status end,
        log = case when g.entry is null then d.log
          when jsonb_array_length(d.log) < ${LOGGED_MAX} then d.log || g.entry
          else (d.log - 0) || g.entry end
      from ${outcomes(results)}
      where d.household_id = ${householdId} and d.webhook_id = g.webhook_id
        and d.event_id = g.event_id and ${counts}
      returning g.n
    ), health as (
      update webhook_health s set event_id = g.event_id, http_status = g.http_status,
        status = case when g.state = 'queued' then 'retrying' else g.state end, attempts = g.attempt,
        at = g.at, silent = case when g.unreachable then s.silent + 1 else 0 end
      from ${given([...latest.values()])}
      where s.household_id = ${householdId} and s.webhook_id = g.webhook_id
    ), paused as (
      update webhooks w set enabled = false, paused_reason = 'destination_gone', epoch = w.epoch + 1,
        updated_at = g.at
      from ${given([...gone.values()])}
      where w.household_id = ${householdId} and w.id = g.webhook_id and w.enabled
        and w.epoch = g.epoch
    )
    select n, ${flushed} from counted`.execute(runtime.db)
  if (rows.length === results.length) return
  const known = new Set(rows.map(({ n }) => n))
  await logLateResults(
    runtime,
    householdId,
    results.filter((_, index) => !known.has(index)),
  )
}

/** Logs results that came too late to count, each once. */
async function logLateResults(
  runtime: Runtime,
  householdId: string,
  late: readonly Result[],
): Promise<void> {
  await sql`
    update webhook_deliveries d set log = d.log || (g.entry || '{"counted": false}')
    from ${given(late)}
    where d.household_id = ${householdId} and d.webhook_id = g.webhook_id
      and d.event_id = g.event_id and g.entry is not null
      and not d.log @> ('[' || (g.entry - 'counted')::text || ']')::jsonb
      and jsonb_array_length(d.log) < ${LOGGED_MAX}`.execute(runtime.db)
}

/**
 * Passes results as rows `g`, `n` being the index of each. Empty fields are left out of the JSON: most of the thousands
 * of results a second have no fault, reason or further attempt.
 */
function outcomes(results: readonly Result[]): RawBuilder<unknown> {
  const rows = results.map((result, n) => ({
    n,
    household_id: result.household_id,
    webhook_id: result.webhook_id,
    event_id: result.event_id,
    run: result.run,
    attempt: result.attempt,
    faults: result.faults || undefined,
    state: result.state,
    reason: result.reason ?? undefined,
    next_attempt_at: result.next_attempt_at ?? undefined,
    http_status: result.http_status ?? undefined,
    entry: result.entry ?? undefined,
    at: result.at,
  }))
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as g (n integer, household_id uuid,
    webhook_id uuid, event_id uuid, run integer, attempt smallint, faults smallint, state text,
    reason text, next_attempt_at timestamptz, http_status smallint, entry jsonb, at timestamptz)`
}

/** Passes results as rows `g`, with the fields for health and pausing. */
function given(results: readonly Result[]): RawBuilder<unknown> {
  return sql`json_to_recordset(${JSON.stringify(results)}::json) as g (household_id uuid,
    webhook_id uuid, event_id uuid, epoch integer, attempt smallint, state text, http_status smallint,
    entry jsonb, unreachable boolean, at timestamptz)`
}
