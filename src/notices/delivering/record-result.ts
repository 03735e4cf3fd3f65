import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { afterQuiet } from '#/notices/rules/when.ts'
import type { Claimed, ClaimedNotice } from './claim-messages.ts'

/** The outcome of one attempt. */
export type Outcome = {
  readonly verdict: 'sent' | 'retry' | 'failed' | 'gone' | 'cancelled'
  readonly status: number | null
  readonly reason: string | null
  /** With `retry`: the seconds that the receiver asks for. */
  readonly retryAfterSeconds?: number
}

/** Attempts of one message: the last one about ten hours after the first. */
export const ATTEMPTS_MAX = 16
const FIRST_SECONDS = 30
const CAP_SECONDS = 3600
/** The delay is at its cap from this attempt on. */
const CAPPED_FROM = 8

/** The most that a delay grows by chance, so that messages which failed together do not come back together. */
const JITTER = 0.2
/** A receiver may ask for a longer pause, up to this. */
const ASKED_MAX_SECONDS = 6 * 3600

/** The seconds until the next attempt. */
function delayAfter(attempt: number, { retryAfterSeconds = 0 }: Outcome, runtime: Runtime): number {
  const delay = attempt >= CAPPED_FROM ? CAP_SECONDS : FIRST_SECONDS * 2 ** (attempt - 1)
  const chance = runtime.randomBytes(1)[0]! / 256
  return Math.max(
    Math.round(delay * (1 + JITTER * chance)),
    Math.min(retryAfterSeconds, ASKED_MAX_SECONDS),
  )
}

/**
 * Stores the outcome of a message, if this process still holds it. A success always counts, because the receiver has the
 * message. The next attempt keeps to the member's quiet hours.
 */
export async function recordResult(
  runtime: Runtime,
  message: Claimed,
  outcome: Outcome,
): Promise<void> {
  const now = runtime.now()
  const attempts = message.attempts + (outcome.verdict === 'cancelled' ? 0 : 1)
  const again = outcome.verdict === 'retry' && attempts < ATTEMPTS_MAX
  const state = again ? 'queued' : stateOf(outcome.verdict)
  const next = afterQuiet(
    now.add({ seconds: delayAfter(attempts, outcome, runtime) }),
    message.hours,
  )
  await sql`
    update notice_deliveries d set state = ${state}, attempts = ${attempts}, lease_owner = null,
      lease_until = null, http_status = ${outcome.status}, reason = ${outcome.reason},
      due_at = ${again ? next : sql`d.due_at`}, ended_at = ${again ? null : now}
    where d.household_id = ${message.household_id} and d.way_id = ${message.way_id}
      and d.message_id = ${message.message_id} and d.state <> 'sent'
      and (d.lease_owner = ${message.owner} or ${state === 'sent'})`.execute(runtime.db)
  if (outcome.verdict !== 'gone') return
  await sql`
    update notice_ways set gone_at = ${now}
    where household_id = ${message.household_id} and id = ${message.way_id} and gone_at is null`.execute(
    runtime.db,
  )
}

function stateOf(verdict: Outcome['verdict']): 'sent' | 'failed' | 'cancelled' {
  return verdict === 'sent' || verdict === 'cancelled' ? verdict : 'failed'
}

/** Gives a message back until later, which is not an attempt. */
export async function postpone(
  { db }: Runtime,
  { household_id, way_id, message_id, owner }: Claimed,
  until: Temporal.Instant,
): Promise<void> {
  await sql`
    update notice_deliveries set due_at = ${until}, lease_owner = null, lease_until = null
    where household_id = ${household_id} and way_id = ${way_id} and message_id = ${message_id}
      and lease_owner = ${owner}`.execute(db)
}

/**
 * Takes notices out of a message that is about to be sent. Without the id of the message, because a late success of an
 * earlier attempt is not theirs.
 */
export async function cancelNotices(
  { db, now }: Runtime,
  { household_id, way_id, owner }: Claimed,
  notices: readonly ClaimedNotice[],
): Promise<void> {
  await sql`
    update notice_deliveries set state = 'cancelled', message_id = null, lease_owner = null,
      lease_until = null, ended_at = ${now()}
    where household_id = ${household_id} and way_id = ${way_id} and lease_owner = ${owner}
      and notice_id = any(${notices.map(({ id }) => id)}::uuid[])`.execute(db)
}
