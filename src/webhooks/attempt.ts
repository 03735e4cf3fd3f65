import { OutboundFailure } from '#/outbound/failure.ts'
import type { World } from '#/world/world.ts'
import { ATTEMPTS_MAX, delayAfter } from './backoff.ts'
import { writeEventId } from './event-id.ts'
import { explainOutcome } from './explain-outcome.ts'
import type { Due, Obstacle } from './fetch-due.ts'
import type { Headers } from './headers.ts'
import type { Result } from './record-results.ts'
import { readSecret, sign } from './sign.ts'
import { isSilence, judge, type Outcome } from './verdict.ts'
import { headersPlace, secretPlace } from './webhook.ts'

/** For everything together: name, connection, sending and the answer. */
const TIMEOUT_MS = 15_000
/** The status decides; of the body so much is read, for at most so long, and so much of that is kept. */
const BODY_READ_BYTES = 16 * 1024
const BODY_WAIT_MS = 1000
const BODY_KEPT_BYTES = 2048

/** After a fault of ours. */
const FAULT_DELAY_SECONDS = 60
const FAULTS_MAX = 20

/** Where a lane's deliveries go, opened. */
export type Destination = {
  readonly url: string
  readonly host: string
  readonly key: Buffer
  readonly headers: Headers
}

/** Opens what a lane's first delivery carries. Throws where it was sealed under another master secret. */
export function openDestination(
  { seal }: World,
  { webhook_id, url, secret, headers }: Due,
): Destination {
  if (url === null || secret === null) throw new Error('not the first delivery of its lane')
  return {
    url,
    host: new URL(url).host,
    key: readSecret(seal.open(secret, secretPlace(webhook_id))),
    headers:
      headers === null ? {} : (JSON.parse(seal.open(headers, headersPlace(webhook_id))) as Headers),
  }
}

/** Sends a delivery once, signed for this moment. Never throws for what the destination does. */
export async function attempt(world: World, to: Destination, due: Due): Promise<Result> {
  const begun = world.now()
  const id = writeEventId(due.kind, due.event_id)
  const seconds = Math.floor(begun.epochMilliseconds / 1000)
  let outcome: Outcome
  let answer: string | null = null
  try {
    const { status, body } = await world.destinations.request({
      method: 'POST',
      url: to.url,
      headers: {
        ...to.headers,
        'content-type': 'application/json',
        'user-agent': 'Earmark-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': sign(to.key, { id, seconds, body: due.body }),
        'X-Service-Webhook-Id': due.webhook_id,
      },
      body: due.body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: BODY_READ_BYTES,
      onBadBody: 'truncate',
      bodyTimeoutMs: BODY_WAIT_MS,
    })
    outcome = { status, failure: null }
    answer = body.length === 0 ? null : toText(body)
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    outcome = { status: null, failure: error.kind }
  }
  return conclude(world, due, { begun, outcome, answer })
}

type Made = {
  readonly begun: Temporal.Instant
  readonly outcome: Outcome
  readonly answer: string | null
}

/** What an attempt means for its delivery. The next one counts from the end of this one (Spec, Retry behaviour). */
function conclude(world: World, due: Due, { begun, outcome, answer }: Made): Result {
  const ended = world.now()
  const verdict = judge(outcome)
  const number = due.attempts + 1
  const again = verdict === 'retry' && number < ATTEMPTS_MAX
  const error = explainOutcome(outcome)
  return {
    ...base(due, ended),
    attempt: number,
    state: again ? 'queued' : verdict === 'delivered' ? 'delivered' : 'failed',
    gone: verdict === 'gone',
    reason: verdict === 'retry' && !again ? `${error} It was tried ${ATTEMPTS_MAX} times.` : error,
    next_attempt_at: again ? ended.add({ seconds: delayAfter(number) }).toString() : null,
    http_status: outcome.status,
    entry: {
      at: begun.toString({ smallestUnit: 'millisecond' }),
      duration_ms: Math.round(begun.until(ended).total('milliseconds')),
      http_status: outcome.status,
      error,
      answer,
      counted: true,
    },
    silence: isSilence(outcome),
  }
}

/** What may not be sent is not sent later either: deliveries are for the future only. */
export function cancel(world: World, due: Due, obstacle: Obstacle): Result {
  return { ...base(due, world.now()), state: 'cancelled', reason: obstacles[obstacle] }
}

const obstacles: Readonly<Record<Obstacle, string>> = {
  paused: 'The webhook was paused.',
  member_gone: 'Whoever made the webhook is no longer a member.',
  no_subscription: 'The account has no active subscription.',
  not_followed: 'The bank account is not subscribed.',
}

/** A fault of ours is no attempt; but what can never be sent must not be tried for ever. */
export function postpone(world: World, due: Due): Result {
  const now = world.now()
  const last = due.faults + 1 >= FAULTS_MAX
  return {
    ...base(due, now),
    faults: due.faults + 1,
    state: last ? 'failed' : 'queued',
    reason: last ? 'Something failed on our side.' : null,
    next_attempt_at: now.add({ seconds: FAULT_DELAY_SECONDS }).toString(),
  }
}

function base(due: Due, at: Temporal.Instant) {
  const { household_id, webhook_id, event_id, epoch, run, attempts, faults } = due
  return {
    household_id,
    webhook_id,
    event_id,
    epoch,
    run,
    attempt: attempts,
    faults,
    gone: false,
    next_attempt_at: null,
    http_status: null,
    entry: null,
    silence: false,
    at: at.toString(),
  }
}

// A character that the cut has halved is dropped, and whatever would not be text.
function toText(body: Buffer): string {
  const text = new TextDecoder().decode(body.subarray(0, BODY_KEPT_BYTES), { stream: true })
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
}
