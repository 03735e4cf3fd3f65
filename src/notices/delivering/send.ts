import type { LanguageTag } from '#/core/values/languages.ts'
import { concealing } from '#/core/values/conceal.ts'
import { type OutboundFailureKind } from '#/platform/outbound/failure.ts'
import { sendWebhook } from '#/platform/outbound/send-webhook.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Message } from '#/notices/rules/say.ts'
import {
  type Post,
  type PostTarget,
  secretsOf,
  type Target,
  writePost,
} from '#/notices/rules/way.ts'
import type { Outcome } from './record-result.ts'

/** Nothing was sent, and the same address fails again. */
const finalFailures = new Set<OutboundFailureKind>(['refused_address', 'bad_url', 'bad_header'])
/** Characters of an answer that are kept as the reason. */
const REASON_MAX = 300

type Sending = {
  readonly target: Target
  /** The same in every attempt. */
  readonly messageId: string
  readonly message: Message
  readonly language: LanguageTag
  /** The page of the application that shows more. */
  readonly place: string
}

/** Sends a message once, through the guarded sender. Never throws because of the destination. */
export function send(
  runtime: Pick<Runtime, 'destinations'>,
  { target, messageId, message }: Sending,
): Promise<Outcome> {
  return sendPost(runtime, target, writePost(target, messageId, message))
}

/** Sends what was written for a way, and judges the answer. */
export async function sendPost(
  { destinations }: Pick<Runtime, 'destinations'>,
  target: PostTarget,
  post: Post,
): Promise<Outcome> {
  const answer = await sendWebhook(destinations, post)
  const { status, failure } = answer
  if (status === null) {
    return { verdict: finalFailures.has(failure) ? 'failed' : 'retry', status, reason: answer.text }
  }
  if (status >= 200 && status <= 299) return { verdict: 'sent', status, reason: null }
  const verdict = verdictOf(status)
  const said = concealing(secretsOf(target))(answer.text).slice(0, REASON_MAX)
  const outcome = { verdict, status, reason: said || `HTTP ${status}` }
  const seconds = verdict === 'retry' ? secondsAskedFor(answer) : null
  return seconds === null ? outcome : { ...outcome, retryAfterSeconds: seconds }
}

/** Reads `Retry-After` in seconds, or Telegram's field for it. A date, as few write it, is not read. */
function secondsAskedFor({ retryAfter, text }: { retryAfter: string | null; text: string }) {
  const asked = retryAfter ?? /"retry_after":\s*(\d{1,9})\b/.exec(text)?.[1] ?? ''
  return /^\d{1,9}$/.test(asked) ? Number(asked) : null
}

function verdictOf(status: number): Outcome['verdict'] {
  if (status === 410) return 'gone'
  return status === 408 || status === 425 || status === 429 || status >= 500 ? 'retry' : 'failed'
}
