import { hash } from 'node:crypto'
import type { Context } from 'hono'
import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { dayAt } from '#/core/values/day.ts'
import type { Caller, RateLimits } from '#/platform/runtime/call.ts'
import { matches, REVALIDATED, weakTag } from './etag.ts'
import { type Envelope, headersOf, jsonResponse } from './respond.ts'

/** A read that may be answered with 304 because the program that asks has the answer already. */
export type Conditional = {
  /** True if the household has not changed since: nothing needs to be read. */
  readonly isUnchanged: boolean
  /** Answers with 304, or with the body and its tag. */
  readonly respond: (body: string, envelope: Envelope) => Response
  readonly respondUnchanged: (envelope: Envelope) => Response
}

type Asked = {
  readonly endpoint: Endpoint
  readonly caller: Caller
  /** When the request was counted. */
  readonly moment: Temporal.Instant
  readonly limits: RateLimits | null
  /** Names the form of all answers: it is another one when the product's version is. */
  readonly edition: string
}

/**
 * Reads the condition of a request. The tag names the state before the answer is read, so a write in between makes the
 * answer newer than its tag: the next request is answered again, and never wrongly with 304.
 */
export function readConditional(c: Context, asked: Asked): Conditional {
  const wanted = c.req.header('if-none-match')
  const before = tagBefore(c, asked)
  // `*` asks whether there is an answer at all, which only the answer shows.
  const isUnchanged = before !== null && wanted?.trim() !== '*' && matches(wanted, before)
  return {
    isUnchanged,
    respond: (body, envelope) => {
      const tag = before ?? tagOfContent(body)
      if (matches(wanted, tag)) return notModified(tag, envelope)
      return jsonResponse({ status: 200, body }, envelope, validating(tag))
    },
    respondUnchanged: (envelope) => notModified(before!, envelope),
  }
}

/** The tag that is known before the answer, or null if only the content tells. */
function tagBefore(
  c: Context,
  { endpoint, caller, moment, limits, edition }: Asked,
): string | null {
  if (endpoint.tagged === 'content' || caller.state === undefined) return null
  const { householdId, state, zone, key, scopes } = caller
  // Amounts and dates of the plan are those of the household's day.
  const parts = [edition, householdId, state, dayAt(moment, zone), c.req.url]
  if (endpoint.tagged === 'key') {
    const { minuteLimit, hourLimit } = limits!
    parts.push(
      key!.id,
      String(key!.expiresAt.epochMilliseconds),
      scopes.join(),
      `${minuteLimit} ${hourLimit}`,
    )
  }
  return weakTag(hash('sha256', parts.join('\n'), 'base64url'))
}

/** The tag of an answer that more than the household's own records decide. */
export function tagOfContent(body: string): string {
  return weakTag(hash('sha256', body, 'base64url'))
}

function validating(tag: string): Record<string, string> {
  return { ETag: tag, 'Cache-Control': REVALIDATED }
}

function notModified(tag: string, envelope: Envelope): Response {
  const { 'Content-Type': _, ...headers } = headersOf(envelope, validating(tag))
  return new Response(null, { status: 304, headers })
}

/** Answers a request for a document that is the same for everybody. */
export function respondDocument(c: Context, body: string, envelope: Envelope): Response {
  const tag = tagOfContent(body)
  if (matches(c.req.header('if-none-match'), tag)) return notModified(tag, envelope)
  return jsonResponse({ status: 200, body }, envelope, validating(tag))
}
