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

/** Sends a message once: by mail, or through the guarded sender. Never throws because of the destination. */
export async function send(runtime: Runtime, sending: Sending): Promise<Outcome> {
  const { target } = sending
  if (target.kind !== 'mail') {
    return sendPost(runtime, target, await write(runtime, { ...sending, target }))
  }
  const { sendByMail } = await import('./send-by-mail.ts')
  return sendByMail(runtime, { ...sending, target })
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
  // RFC 8030, 7.3: a subscription that has ended answers 404.
  const verdict = status === 404 && target.kind === 'push' ? 'gone' : verdictOf(status)
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

type Posting = Sending & { readonly target: PostTarget }

async function write(runtime: Runtime, { target, ...sending }: Posting): Promise<Post> {
  if (target.kind !== 'push') return writePost(target, sending.messageId, sending.message)
  // Loaded at the first use: most instances have no browser that wants notices.
  const { writePush } = await import('#/notices/push/write-push.ts')
  return writePush(runtime, target, sending)
}

function verdictOf(status: number): Outcome['verdict'] {
  if (status === 410) return 'gone'
  return status === 408 || status === 425 || status === 429 || status >= 500 ? 'retry' : 'failed'
}
