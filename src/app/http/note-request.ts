import type { Context } from 'hono'
import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { type Journal, keepBeginning, KEPT_BYTES } from '#/access/request-log/journal.ts'
import type { Exchange } from '#/app/http/wire/exchange.ts'
import { limitHeaders } from '#/app/http/wire/respond.ts'

/** Where requests are taken down, and how it is told where they come from. */
export type RequestLogging = {
  readonly journal: Journal
  readonly addressOf: (c: Context) => string
}

type Answered = {
  readonly exchange: Exchange
  /** Undefined where there is no such endpoint. */
  readonly endpoint: Endpoint | undefined
  readonly response: Response
  readonly now: () => Temporal.Instant
}

/**
 * Has a request kept that a key has made. What holds a secret stays out: what was sent to `confidential` endpoints, and
 * answers that are given once.
 */
export function noteRequest(
  { journal, addressOf }: RequestLogging,
  c: Context,
  { exchange, endpoint, response, now }: Answered,
): void {
  const { caller, envelope, sent, told } = exchange
  if (!caller?.key) return
  const use = {
    householdId: caller.householdId,
    keyId: caller.key.id,
    zone: caller.zone,
    at: exchange.moment,
    address: addressOf(c),
    agent: c.req.header('user-agent') ?? '',
  }
  journal.note(use, isPlainRead(c, response), () => ({
    memberId: caller.memberId,
    requestId: envelope.requestId,
    milliseconds: now().epochMilliseconds - exchange.began.epochMilliseconds,
    method: c.req.method,
    path: c.req.path,
    query: new URL(c.req.url).search.slice(1, KEPT_BYTES),
    status: response.status,
    code: told?.code ?? null,
    headers: c.req.header(),
    limits: envelope.limits && limitHeaders(envelope.limits),
    body:
      sent === null || endpoint?.confidential ? null : Buffer.from(sent.subarray(0, KEPT_BYTES)),
    answer: told === null || endpoint?.firstAnswerOnly ? null : keepBeginning(told.text),
  }))
}

function isPlainRead(c: Context, { status }: Response): boolean {
  return c.req.method === 'GET' && status < 400
}
