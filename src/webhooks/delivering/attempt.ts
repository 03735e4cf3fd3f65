import type { KeyObject } from 'node:crypto'
import { sendWebhook, type WebhookAnswer } from '#/platform/outbound/send-webhook.ts'
import { concealing } from '#/core/values/conceal.ts'
import { writeMoment } from '#/core/values/moment.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { ATTEMPTS_MAX, delayAfter } from './backoff.ts'
import { writeEventId } from '#/webhooks/signing/event-id.ts'
import { explainStatus } from './explain-status.ts'
import type { Due, Obstacle } from './fetch-due.ts'
import type { Headers } from '#/webhooks/headers.ts'
import type { Result } from './record-results.ts'
import { readSecret, sign } from '#/webhooks/signing/sign.ts'
import { meansUnreachable, judge } from './verdict.ts'
import { headersBinding, openUrl, secretBinding } from '#/webhooks/webhook.ts'

/** Wait after an error on our side, such as an unreadable secret. */
const FAULT_DELAY_SECONDS = 60
const FAULTS_MAX = 20

/** Where a queue's deliveries go, with secrets decrypted. */
export type Destination = {
  readonly url: string
  readonly host: string
  readonly key: KeyObject
  readonly headers: Headers
  /** Removes secrets that a receiver echoes. */
  readonly conceal: (text: string) => string
  /** The encrypted values: while they are the same, nothing has to be decrypted again. */
  readonly sealed: Pick<Due, 'url' | 'sealed_url' | 'secret' | 'headers'>
}

/** Tells if a destination still equals the one that a queue's first delivery carries. */
export function isSameDestination({ sealed }: Destination, due: Due): boolean {
  return (
    sealed.url === due.url &&
    isSame(sealed.sealed_url, due.sealed_url) &&
    isSame(sealed.secret, due.secret) &&
    isSame(sealed.headers, due.headers)
  )
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other)
}

/** Decrypts the destination that a queue's first delivery carries. Throws if another master secret encrypted it. */
export function openDestination(
  { seal }: Runtime,
  { webhook_id, url: plain, sealed_url, secret, headers }: Due,
): Destination {
  if (secret === null) throw new Error('not the first delivery of its queue')
  const url = openUrl(seal, webhook_id, { url: plain, sealed_url })
  const given =
    headers === null ? {} : (JSON.parse(seal.open(headers, headersBinding(webhook_id))) as Headers)
  return {
    url,
    host: new URL(url).host,
    key: readSecret(seal.open(secret, secretBinding(webhook_id))),
    headers: given,
    conceal: concealing(secretsOf(url, given)),
    sealed: { url: plain, sealed_url, secret, headers },
  }
}

/** Sends a delivery once, signed for this moment. Never throws because of the destination. */
export async function attempt(runtime: Runtime, to: Destination, due: Due): Promise<Result> {
  const startedAt = runtime.now().epochMilliseconds
  const id = writeEventId(due.kind, due.event_id)
  const seconds = Math.floor(startedAt / 1000)
  const answer = await sendWebhook(runtime.destinations, {
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
  })
  const concealed = { ...answer, text: to.conceal(answer.text) }
  return conclude(due, concealed, { startedAt, endedAt: runtime.now().epochMilliseconds })
}

/**
 * Lists values to hide if a receiver echoes them: its headers, with and without their scheme (`Bearer `), and its URL but
 * for the host, because many receivers name the path that they do not know.
 */
function secretsOf(url: string, headers: Headers): string[] {
  const { href, pathname, search, searchParams } = new URL(url)
  // Ordinary words of a path stay: without them, answers could not be read.
  const parts = pathname.split('/').filter((part) => /[0-9A-Z]/.test(part) || part.length >= 16)
  const values = Object.values(headers).flatMap((value) => [value, value.replace(/^\S+\s+/, '')])
  const whole = [href, `${pathname}${search}`, pathname, search.slice(1)]
  const secrets = [...values, ...whole, ...parts, ...searchParams.values()]
  return secrets.flatMap((part) => [part, decoded(part)])
}

/** Returns a part of a URL without percent signs, if it can be read. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** In epoch milliseconds. */
type Span = { readonly startedAt: number; readonly endedAt: number }

/** Derives the delivery's new state. The delay to the next attempt counts from the end of this one (Spec, Retry behaviour). */
function conclude(due: Due, answer: WebhookAnswer, { startedAt, endedAt }: Span): Result {
  const verdict = judge(answer)
  const number = due.attempts + 1
  const again = verdict === 'retry' && number < ATTEMPTS_MAX
  const error = answer.failure === null ? explainStatus(answer.status) : answer.text
  return {
    ...base(due, endedAt),
    attempt: number,
    state: again ? 'queued' : verdict === 'delivered' ? 'delivered' : 'failed',
    gone: verdict === 'gone',
    reason: verdict === 'retry' && !again ? `${error} It was tried ${ATTEMPTS_MAX} times.` : error,
    next_attempt_at: again ? writeMoment(endedAt + delayAfter(number) * 1000) : null,
    http_status: answer.status,
    entry: {
      at: writeMoment(startedAt),
      duration_ms: endedAt - startedAt,
      http_status: answer.status ?? undefined,
      failure: answer.failure ?? undefined,
      error: error ?? undefined,
      answer: answer.failure === null && answer.text !== '' ? answer.text : undefined,
    },
    unreachable: meansUnreachable(answer),
  }
}

/** Cancels for good, even if the obstacle goes away later: past events are not caught up on. */
export function cancel(runtime: Runtime, due: Due, obstacle: Obstacle): Result {
  return {
    ...base(due, runtime.now().epochMilliseconds),
    state: 'cancelled',
    reason: obstacles[obstacle],
  }
}

/** The reasons, as they are stored and shown. */
export const obstacles: Readonly<Record<Obstacle, string>> = {
  paused: 'The webhook was paused.',
  member_gone: 'The creator of the webhook is no longer a member.',
  no_subscription: 'The account has no active subscription.',
  not_followed: 'The bank account is not subscribed.',
}

/** Postpones without counting an attempt, since the error is ours; gives up after `FAULTS_MAX` errors. */
export function postpone(runtime: Runtime, due: Due): Result {
  const now = runtime.now().epochMilliseconds
  const last = due.faults + 1 >= FAULTS_MAX
  return {
    ...base(due, now),
    faults: due.faults + 1,
    state: last ? 'failed' : 'queued',
    reason: last ? 'Something failed on the server.' : null,
    next_attempt_at: writeMoment(now + FAULT_DELAY_SECONDS * 1000),
  }
}

function base(due: Due, at: number) {
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
    unreachable: false,
    at: writeMoment(at),
  }
}
