import { type RawBuilder, sql } from 'kysely'
import { eachHousehold } from '#/platform/database/each-household.ts'
import type { OutboundFailureKind } from '#/platform/outbound/failure.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { QueueKey } from './queues.ts'

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

/** An attempt as the log has it. What is usual is left out, so that each delivery is stored by fewer bytes. */
export type LogEntry = {
  readonly at: string
  readonly duration_ms: number
  /** Without one there was no HTTP answer. */
  readonly http_status?: number | undefined
  /** The kind of failure, if there was no HTTP answer. */
  readonly failure?: OutboundFailureKind | undefined
  readonly error?: string | undefined
  readonly answer?: string | undefined
  /** Only of a result that came too late to count. */
  readonly counted?: false
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
  const latest = byWebhook(results.filter(({ entry }) => entry))
  const gone = byWebhook(results.filter((one) => one.gone))
  const { rows } = await sql<{ counted: readonly number[] | null }>`
    with counted as (
      update webhook_deliveries d set state = g.state, reason = g.reason,
        attempts = greatest(g.attempt, d.attempts), faults = g.faults,
        next_attempt_at = coalesce(g.next_attempt_at, d.next_attempt_at), updated_at = g.at,
        http_status = case when g.entry is null then d.http_status else g.http_status end,
        log = case when g.entry is null then d.log
          when jsonb_array_length(d.log) < ${LOGGED_MAX} then d.log || g.entry::jsonb
          else (d.log - 0) || g.entry::jsonb end
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
    select (select json_agg(n) from counted) as counted, ${flushed}`.execute(runtime.db)
  const known = new Set(rows[0]?.counted)
  if (known.size === results.length) return
  await logLateResults(
    runtime,
    householdId,
    results.filter((_, index) => !known.has(index + 1)),
  )
}

/** Returns the last result of each webhook of a household. */
function byWebhook(results: readonly Result[]): ReadonlyMap<string, Result> {
  return new Map(results.map((one) => [one.webhook_id, one]))
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
      and not exists (select 1 from jsonb_array_elements(d.log) e where e - 'counted' = g.entry)
      and jsonb_array_length(d.log) < ${LOGGED_MAX}`.execute(runtime.db)
}

/**
 * Passes results as rows `g`, `n` being the number of each, from 1. Each field is an array: PostgreSQL reads that in a third of
 * the time that it needs for objects in JSON, which took as long as the update itself.
 */
function outcomes(results: readonly Result[]): RawBuilder<unknown> {
  const all = (field: (result: Result) => Bare) => arrayOf(results.map(field))
  const entries = all(({ entry }) => (entry === null ? null : quoted(JSON.stringify(entry))))
  return sql`unnest(
    ${all((result) => result.webhook_id)}::uuid[], ${all((result) => result.event_id)}::uuid[],
    ${all((result) => result.run)}::integer[], ${all((result) => result.attempt)}::smallint[],
    ${all((result) => result.faults)}::smallint[], ${all((result) => result.state)}::text[],
    ${results.map((result) => result.reason)}::text[],
    ${all((result) => result.next_attempt_at)}::timestamptz[],
    ${all((result) => result.http_status)}::smallint[], ${entries}::text[],
    ${all((result) => result.at)}::timestamptz[]
  ) with ordinality as g (webhook_id, event_id, run, attempt, faults, state, reason, next_attempt_at,
    http_status, entry, at, n)`
}

/** Quotes a JSON text for PostgreSQL's text of an array, whose rules are JSON's for a text without line ends. */
function quoted(json: string): string {
  return JSON.stringify(json)
}

/** A value as it stands in PostgreSQL's text of an array: without quotes a number, an id, an instant or a word. */
type Bare = number | string | null

/** Writes an array as PostgreSQL does. pg would look for characters to escape in each element. */
function arrayOf(values: readonly Bare[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`
}

/** Passes results as rows `g`, with the fields for health and pausing. */
function given(results: readonly Result[]): RawBuilder<unknown> {
  return sql`json_to_recordset(${JSON.stringify(results)}::json) as g (household_id uuid,
    webhook_id uuid, event_id uuid, epoch integer, attempt smallint, state text, http_status smallint,
    entry jsonb, unreachable boolean, at timestamptz)`
}
