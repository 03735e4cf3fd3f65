import { hash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { requireHere } from '#/access/households/require-here.ts'
import { refuseHousehold } from '#/access/households/standing.ts'
import { readToken } from '#/access/keys/token.ts'
import { calendarFeeds } from '#/app/calendar-feed/contract.ts'
import { findFeed, type FoundFeed, noteRead } from '#/app/calendar-feed/find.ts'
import { matches, REVALIDATED, weakTag } from '#/app/http/wire/etag.ts'
import { begin, type Exchange, keepLimits, toRefusal } from '#/app/http/wire/exchange.ts'
import { dayAt } from '#/core/values/day.ts'
import { untouchedLimits } from '#/access/limits/admit.ts'
import { codes } from '#/platform/contract/codes.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Caller } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import { type Elsewhere, markOf, type Metered } from './api.ts'
import { appRoutes } from './app-api.ts'
import { createErrands, writeErrand } from './errand.ts'
import { type Admission, passByAddress } from '#/app/http/guards/guard.ts'

type Options = Admission & {
  readonly runtime: Runtime
  readonly elsewhere?: Elsewhere
  readonly meter?: Metered
  readonly wholeAddressOf: (c: Context) => string
}

/** Calendars that are kept ready, so that nobody makes the server work by asking for the same one again and again. */
const READY_MAX = 30
/** The longest calendar that is kept, in characters. */
const READY_LENGTH = 512 * 1024
/** The path as logs and metrics have it. */
const MASKED = '/calendar/{secret}.ics'

/**
 * Serves calendars below `/calendar`. The address is the only credential: each request counts against the network it comes
 * from, as those of strangers do, and the address appears in no log. An address that never existed, and that of a locked
 * person, answers 404; one that has ended answers 410, so that programs stop asking.
 */
export function createCalendarFeeds(options: Options): Hono {
  const { runtime, wholeAddressOf } = options
  const app = new Hono()
  const pass = passByAddress(options)
  const read = createReader(options)
  const mark = options.meter && markOf(options.meter, { ...calendarFeeds.renderFeed, path: '/' })
  const answer = async (c: Context, exchange: Exchange): Promise<Response> => {
    await pass(c, (limits, moment) => keepLimits(exchange, limits, moment))
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!isRead) return refuse(405, 'A calendar can only be read.', { Allow: 'GET, HEAD' })
    const feed = await findByName(runtime, c.req.param('file') ?? '')
    const { tag, text } = read(feed, exchange)
    await noteRead(runtime, feed)
    if (matches(c.req.header('if-none-match'), tag)) {
      return new Response(null, { status: 304, headers: headersOf({ ETag: tag }) })
    }
    return new Response(await text(), { headers: headersOf({ ETag: tag, ...describing }) })
  }
  app.all('/:file{[^/]+\\.ics}', async (c) => {
    mark?.(c)
    const exchange = begin({
      runtime,
      upgradeUrl: '',
      isApp: false,
      limitsAtFirst: untouchedLimits,
    })
    const facts = { method: c.req.method, path: MASKED, address: wholeAddressOf(c) }
    try {
      const response = await answer(c, exchange)
      runtime.log('info', 'request', { ...facts, status: response.status })
      return response
    } catch (error) {
      const refusal = toRefusal(error)
      const { status } = codes[refusal.code]
      const level = status < 500 ? 'info' : 'error'
      runtime.log(level, 'request', { ...facts, status, ...(status >= 500 && { error }) })
      return refuse(status, refusal.message, {
        ...(refusal.retryAfterSeconds && { 'Retry-After': String(refusal.retryAfterSeconds) }),
      })
    }
  })
  return app
}

const describing = {
  'Content-Type': 'text/calendar; charset=utf-8',
  'Content-Disposition': 'inline; filename="earmark.ics"',
  'Accept-Ranges': 'none',
}

/** Headers of every answer: nobody but the reader keeps it, no page that it leads to learns the address. */
function headersOf(extra: Readonly<Record<string, string>>): Record<string, string> {
  return {
    'Cache-Control': REVALIDATED,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex, nofollow',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...extra,
  }
}

function refuse(status: number, message: string, extra: Readonly<Record<string, string>>) {
  return new Response(`${message}\n`, {
    status,
    headers: headersOf({
      'Content-Type': 'text/plain; charset=utf-8',
      ...extra,
      'Cache-Control': 'no-store',
    }),
  })
}

/** Throws 404 or 410, or the household’s refusal. */
async function findByName(runtime: Runtime, file: string): Promise<FoundFeed> {
  const token = readToken(file.slice(0, -'.ics'.length), 'em_feed_')
  const feed = token && (await findFeed(runtime, token))
  if (!feed || (feed.locked && !feed.ended)) {
    throw new Refusal('resource_not_found', { message: 'There is no such calendar.' })
  }
  if (feed.ended) {
    throw new Refusal('account_closed', { message: 'This calendar address was revoked.' })
  }
  requireHere(feed.standing)
  const refused = refuseHousehold('premium', feed.standing)
  if (refused !== null) throw new Refusal(refused)
  return feed
}

type Read = { readonly tag: string; readonly text: () => Promise<string> }

/**
 * Makes the function that finds a calendar’s tag, and its text where that is needed. The tag names the state before the
 * calendar is written, so a change in between makes the text newer than its tag, and never older. Requests of one moment
 * share the work.
 */
function createReader({ runtime, elsewhere }: Options) {
  // Another version may say the same in other words.
  const edition = readVersion()
  const ready = new Map<string, Promise<string>>()
  const perform = elsewhere ? null : createErrands(runtime, appRoutes)
  const write = async (feed: FoundFeed, exchange: Exchange): Promise<string> => {
    const errand = writeErrand({
      endpoint: calendarFeeds.renderFeed,
      caller: callerOf(feed),
      call: { requestId: exchange.envelope.requestId, limits: null, idempotencyKey: null },
      request: new Request(`http://earmark.invalid/calendar-feeds/${feed.id}/calendar`),
      params: { id: feed.id },
    })
    if (perform) return readText((await perform(errand, null)).body)
    // The work is shared, so it goes on when one of the readers leaves.
    const { signal } = new AbortController()
    const answered = await elsewhere!({ errand, stream: false, body: null, signal })
    return readText(await new Response(answered.stream).text())
  }
  return (feed: FoundFeed, exchange: Exchange): Read => {
    const day = dayAt(runtime.now(), feed.zone)
    const key = [edition, feed.id, feed.state, day].join('\n')
    const text = () => {
      const known = ready.get(key)
      if (known) return known
      const written = write(feed, exchange)
      ready.set(key, written)
      if (ready.size > READY_MAX) ready.delete([...ready.keys()][0]!)
      const drop = () => void ready.delete(key)
      written.then((done) => done.length > READY_LENGTH && drop(), drop)
      return written
    }
    return { tag: weakTag(hash('sha256', key, 'base64url')), text }
  }
}

function readText(json: string): string {
  return calendarFeeds.renderFeed.response.parse(JSON.parse(json)).text
}

/** The feed’s member, who may read and nothing else. */
function callerOf(feed: FoundFeed): Caller {
  return {
    householdId: feed.household_id,
    memberId: feed.member_id,
    through: 'api',
    key: null,
    scopes: ['data.read'],
    restrictions: null,
    plan: feed.plan,
    standing: feed.standing,
    zone: feed.zone,
    currency: feed.currency,
  }
}
