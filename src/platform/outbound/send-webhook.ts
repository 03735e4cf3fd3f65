import { OutboundFailure, type OutboundFailureKind } from './failure.ts'
import type { Outbound } from './outbound.ts'

/** The time limit of name, connection, sending and answer; Standard Webhooks advises 15 to 30 seconds. */
const TIMEOUT_MS = 15_000
/** Limits for the body, of which only a beginning is read and kept, because the status decides. */
const BODY_READ_BYTES = 16 * 1024
const BODY_WAIT_MS = 1000
const BODY_KEPT_BYTES = 2048

export type WebhookPost = {
  readonly url: string
  /** The custom headers, signature and content type, without headers of the transport. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent byte for byte as it was signed. */
  readonly body: string | Buffer
  /** The time limit of the whole request in milliseconds; default 15 seconds. */
  readonly timeoutMs?: number
  /** Stops the request. */
  readonly signal?: AbortSignal
}

export type WebhookAnswer =
  | {
      readonly status: number
      readonly failure: null
      /** The first 2 KB of the body as text that is safe to show, not decompressed. */
      readonly text: string
      /** The header `Retry-After`, as it was sent. */
      readonly retryAfter: string | null
    }
  | {
      readonly status: null
      readonly failure: OutboundFailureKind
      /** A description for the owner of the webhook. */
      readonly text: string
    }

/**
 * Posts a webhook once. A redirect is an answer like any other, and the body of an answer does not change the outcome. A
 * missing HTTP answer is a `failure`; `refused_address`, `bad_url` and `bad_header` mean that nothing was sent. Rejects only
 * with the signal's reason, or for a bug of ours.
 *
 *     const answer = await sendWebhook(outbound, { url, headers: { ...custom, ...signed }, body })
 *     if (answer.failure === null) conclude(answer.status, answer.text)
 *     else retryOrGiveUp(answer.failure, answer.text)
 */
export async function sendWebhook(outbound: Outbound, post: WebhookPost): Promise<WebhookAnswer> {
  try {
    const { status, headers, body } = await outbound.request({
      method: 'POST',
      url: post.url,
      headers: post.headers,
      body: post.body,
      timeoutMs: post.timeoutMs ?? TIMEOUT_MS,
      maxBytes: BODY_READ_BYTES,
      onBadBody: 'truncate',
      bodyTimeoutMs: BODY_WAIT_MS,
      ...(post.signal === undefined ? {} : { signal: post.signal }),
    })
    const text = toText(body.subarray(0, BODY_KEPT_BYTES))
    return { status, failure: null, text, retryAfter: headers['retry-after'] ?? null }
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    return { status: null, failure: error.kind, text: words[error.kind] }
  }
}

/** Texts without the host, so that they reveal nothing about our network. */
const words: Readonly<Record<OutboundFailureKind, string>> = {
  bad_url: 'The address is not valid.',
  bad_header: 'A configured header is not valid.',
  refused_address: 'The address does not lead to the public internet.',
  dns: 'The host name could not be found.',
  connect: 'The connection failed or was closed before an answer.',
  tls: 'Your server could not prove its identity: its certificate or protocol was refused.',
  timeout: 'There was no answer in time.',
  too_large: 'The answer was too large.',
  bad_response: 'The answer was not HTTP.',
  redirect: 'The address redirects.',
}

/** Drops a character that was cut in half, control characters, and characters that reverse text on screens. */
function toText(body: Buffer): string {
  const text = new TextDecoder().decode(body, { stream: true })
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
}
