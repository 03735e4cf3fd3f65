import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Endpoint } from '#/platform/contract/endpoint.ts'
import {
  type Journal,
  keepBeginning,
  KEPT_BYTES,
  KEPT_OF_READS,
} from '#/access/request-log/journal.ts'
import type { Exchange } from './exchange.ts'
import { limitHeaders } from './respond.ts'

/** The request log, and how to find a caller's address. */
export type RequestLogging = {
  readonly journal: Journal
  readonly addressOf: (c: Context) => string
}

type Answered = {
  readonly exchange: Exchange
  /** Undefined for an unknown endpoint. */
  readonly endpoint: Endpoint | undefined
  readonly response: Response
  readonly now: () => Temporal.Instant
}

/** Logs a request of a key. Keeps secrets out: the bodies of `confidential` endpoints, and answers that are given once. */
export function noteRequest(
  { journal, addressOf }: RequestLogging,
  c: Context,
  { exchange, endpoint, response, now }: Answered,
): void {
  const { caller, envelope, sent, answered } = exchange
  if (!caller?.key) return
  const use = {
    householdId: caller.householdId,
    keyId: caller.key.id,
    zone: caller.zone,
    at: exchange.moment,
    address: addressOf(c),
    agent: c.req.header('user-agent') ?? '',
  }
  const isRead = isPlainRead(c, response)
  journal.note(use, isRead, () => ({
    memberId: caller.memberId,
    requestId: envelope.requestId,
    milliseconds: now().epochMilliseconds - exchange.began.epochMilliseconds,
    method: c.req.method,
    path: c.req.path,
    query: queryOf(c.req.url),
    status: response.status,
    code: answered?.code ?? null,
    headers: headersOf(c),
    limits: envelope.limits && limitHeaders(envelope.limits),
    body:
      sent === null || endpoint?.confidential ? null : Buffer.from(sent.subarray(0, KEPT_BYTES)),
    answer:
      answered === null || hasSecrets(endpoint)
        ? null
        : keepBeginning(answered.text, isRead ? KEPT_OF_READS : KEPT_BYTES),
  }))
}

/** Most writes have none, and parsing an address costs more than looking for one. */
function queryOf(url: string): string {
  return url.includes('?') ? new URL(url).search.slice(1, KEPT_BYTES) : ''
}

/** Takes what Node has read: the web's form of it, which nothing else needs, would be made for this alone. */
function headersOf(c: Context): Record<string, string> {
  const { incoming } = (c.env ?? {}) as { readonly incoming?: Partial<HttpBindings['incoming']> }
  // Tests send requests without a connection.
  if (!incoming?.headers) return c.req.header()
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming.headers)) headers[name] = String(value)
  return headers
}

/** True if the answer contains what nobody should read in a log. */
function hasSecrets(endpoint: Endpoint | undefined): boolean {
  return endpoint?.firstAnswerOnly !== undefined || endpoint?.secretFields !== undefined
}

function isPlainRead(c: Context, { status }: Response): boolean {
  return c.req.method === 'GET' && status < 400
}
