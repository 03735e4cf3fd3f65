import { type RawBuilder, sql } from 'kysely'
import type { OutboundFailureKind } from '#/platform/outbound/failure.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { LaneKey } from './queues.ts'

/** What is to be kept of one attempt, or of one that was not made. */
export type Result = LaneKey & {
  readonly event_id: string
  readonly epoch: number
  readonly run: number
  /** Which attempt it was; the one before, where none was made. */
  readonly attempt: number
  readonly faults: number
  readonly state: 'queued' | 'delivered' | 'failed' | 'cancelled'
  /** The destination answered 410. */
  readonly gone: boolean
  readonly reason: string | null
  readonly next_attempt_at: string | null
  readonly http_status: number | null
  /** One entry of the log; null: no attempt was made. */
  readonly entry: LogEntry | null
  /** The destination could not be reached, or was silent. */
  readonly silence: boolean
  readonly at: string
}

export type LogEntry = {
  readonly at: string
  readonly duration_ms: number
  readonly http_status: number | null
  /** What there was instead of an answer. */
  readonly failure: OutboundFailureKind | null
  readonly error: string | null
  readonly answer: string | null
  readonly counted: true
}

/** Whether a result `g` is the next one of its delivery `d`. */
const counts = sql`(
  (d.state = 'queued' and d.run = g.run
    and d.attempts = g.attempt - case when g.entry is null then 0 else 1 end)
  or (g.state = 'delivered' and d.state <> 'delivered'))`

/** More attempts than this of one delivery are not remembered. */
const LOGGED_MAX = 40

/**
 * Stores results, many in one statement. A result counts only as the next attempt of its run: one that comes late,
 * from a process that had lost the lane, changes nothing but the log. Only that the destination has it counts
 * always. Stored twice it changes nothing. 410 pauses the webhook in the same statement, unless it
 * was paused, and perhaps repaired, since.
 */
export async function recordResults(runtime: Runtime, results: readonly Result[]): Promise<void> {
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
      where d.household_id = g.household_id and d.webhook_id = g.webhook_id
        and d.event_id = g.event_id and ${counts}
      returning g.n
    ), felt as (
      update webhook_health s set event_id = g.event_id, http_status = g.http_status,
        status = case when g.state = 'queued' then 'retrying' else g.state end, attempts = g.attempt,
        at = g.at, silent = case when g.silence then s.silent + 1 else 0 end
      from ${given([...latest.values()])}
      where s.household_id = g.household_id and s.webhook_id = g.webhook_id
    ), paused as (
      update webhooks w set enabled = false, paused_reason = 'destination_gone', epoch = w.epoch + 1,
        updated_at = g.at
      from ${given([...gone.values()])}
      where w.household_id = g.household_id and w.id = g.webhook_id and w.enabled
        and w.epoch = g.epoch
    )
    select n from counted`.execute(runtime.db)
  if (rows.length === results.length) return
  const known = new Set(rows.map(({ n }) => n))
  await noteSuperseded(
    runtime,
    results.filter((_, index) => !known.has(index)),
  )
}

/** What came too late to count is remembered too, once. */
async function noteSuperseded(runtime: Runtime, late: readonly Result[]): Promise<void> {
  await sql`
    update webhook_deliveries d set log = d.log || (g.entry || '{"counted": false}')
    from ${given(late)}
    where d.household_id = g.household_id and d.webhook_id = g.webhook_id
      and d.event_id = g.event_id and g.entry is not null
      and not d.log @> jsonb_build_array(g.entry - 'counted')
      and jsonb_array_length(d.log) < ${LOGGED_MAX}`.execute(runtime.db)
}

/**
 * What becomes of deliveries as rows `g`; `n` is the place of each. Of the thousands a second most have neither fault, reason
 * nor another attempt, and what is left out nobody has to read.
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

/** Results as rows `g`. */
function given(results: readonly Result[]): RawBuilder<unknown> {
  return sql`json_to_recordset(${JSON.stringify(results)}::json) as g (household_id uuid,
    webhook_id uuid, event_id uuid, epoch integer, attempt smallint, state text, http_status smallint,
    entry jsonb, silence boolean, at timestamptz)`
}

function keyOf({ household_id, webhook_id }: LaneKey): string {
  return `${household_id} ${webhook_id}`
}
