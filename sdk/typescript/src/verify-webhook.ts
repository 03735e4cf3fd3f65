import type { TransactionCreated, WebhookTest } from './generated/types.ts'

/** A verified event; branch on `name`. Remember `eventId`: delivery is at least once. */
export type WebhookEvent = TransactionCreated | WebhookTest

/** Why a request is not a genuine delivery. */
export type WebhookProblem =
  | 'missing_header'
  | 'bad_timestamp'
  | 'wrong_signature'
  | 'outside_tolerance'
  | 'bad_body'

/** The request was not signed with the webhook's secret, or too long ago. Answer it with 401. */
export class WebhookVerificationError extends Error {
  readonly problem: WebhookProblem

  constructor(problem: WebhookProblem, message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.problem = problem
  }
}

/** Headers as `fetch` or as Node has them; names in any case. */
export type WebhookHeaders = FetchHeaders | NodeHeaders
type FetchHeaders = { readonly get: (name: string) => string | null }
type NodeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

export type VerifyOptions = {
  /** Seconds that a signature may be old or ahead; default 300. */
  readonly tolerance?: number | undefined
  /** The time to compare with, in Unix seconds; default: now. */
  readonly now?: number | undefined
}

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Verifies a delivery and returns its event. Rejects with a `WebhookVerificationError` if it is not genuine.
 *
 * @param headers of the request
 * @param body as it arrived, before anything has parsed it
 * @param secret of the webhook, `whsec_…`; or several, while one replaces another
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const secrets = typeof secret === 'string' ? [secret] : secret
  const keys = await Promise.all(secrets.map(readSecret))
  if (keys.length === 0) throw new TypeError('Give at least one secret of a webhook.')
  const bytes = bytesOf(body)
  const id = required(headers, 'webhook-id')
  const timestamp = required(headers, 'webhook-timestamp')
  const signatures = required(headers, 'webhook-signature')
  if (!/^[0-9]{1,12}$/.test(timestamp))
    throw new WebhookVerificationError(
      'bad_timestamp',
      'The header webhook-timestamp is not a number of seconds since 1970.',
    )
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  if (!(await isSigned(signed, { signatures, keys })))
    throw new WebhookVerificationError(
      'wrong_signature',
      'No signature matches: another secret, or the body was changed or parsed on its way.',
    )
  requireRecent(Number(timestamp), options)
  return readEvent(bytes)
}

function requireRecent(timestamp: number, options: VerifyOptions): void {
  const { tolerance = 300, now = Date.now() / 1000 } = options
  const age = Math.round(now - timestamp)
  // Written so that a tolerance or a time that is not a number refuses all.
  if (Math.abs(now - timestamp) <= tolerance) return
  throw new WebhookVerificationError(
    'outside_tolerance',
    `The signature is right, but ${Math.abs(age)} seconds ${age > 0 ? 'old' : 'ahead'}: more than ${tolerance}. Compare the clocks.`,
  )
}

function readEvent(bytes: Bytes): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as WebhookEvent
  } catch {
    throw new WebhookVerificationError('bad_body', 'The body is signed, but it is not JSON.')
  }
}

/** Throws unless this is the secret of a webhook: a variable that is not set would be a key that anybody has. */
async function readSecret(secret: string): Promise<CryptoKey> {
  const encoded = /^whsec_((?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2,3}={0,2})?)$/.exec(
    secret,
  )?.[1]
  if (encoded === undefined)
    throw new TypeError(
      '`secret` is not the secret of a webhook: whsec_ and at least 24 bytes in base64.',
    )
  if (typeof crypto === 'undefined' || !crypto.subtle)
    throw new TypeError('WebCrypto is missing here: Node from 20 on has it, and pages from https.')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', decode(encoded), algorithm, false, ['verify'])
}

function required(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : find(headers, name)
  if (value !== null && value !== undefined && value !== '') return value
  throw new WebhookVerificationError('missing_header', `The header ${name} is missing.`)
}

function isHeaders(headers: WebhookHeaders): headers is FetchHeaders {
  return typeof headers['get'] === 'function'
}

function find(headers: NodeHeaders, name: string): string | undefined {
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  return typeof found === 'string' || found === undefined ? found : found.join(' ')
}

/** Compares every signature with every key, in constant time each: `verify` of WebCrypto takes care of that. */
async function isSigned(
  signed: Bytes,
  { signatures, keys }: { readonly signatures: string; readonly keys: readonly CryptoKey[] },
): Promise<boolean> {
  const given = signatures
    .split(' ')
    .filter((one) => /^v1,[A-Za-z0-9+/]{43}=$/.test(one))
    .map((one) => decode(one.slice('v1,'.length)))
  const results = await Promise.all(
    keys.flatMap((key) =>
      given.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)),
    ),
  )
  return results.includes(true)
}

function decode(base64: string): Bytes {
  return Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0))
}

function bytesOf(body: string | Uint8Array | ArrayBuffer): Bytes {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return Uint8Array.from(body)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError('Give the raw body, as text or bytes: the signature covers what arrived.')
}

function joined(first: Bytes, second: Bytes): Bytes {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
