import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import { requireHere } from '#/access/households/require-here.ts'
import type { StoredStanding } from '#/access/households/standing.ts'
import { untouchedLimits } from '#/access/limits/admit.ts'
import { readUnsubscribe, unsubscribe } from '#/notices/delivering/unsubscribe.ts'
import { codes } from '#/platform/contract/codes.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { begin, toRefusal } from '#/app/http/wire/exchange.ts'
import { type Admission, passByAddress } from '#/app/http/guards/guard.ts'

type Options = Admission & {
  readonly runtime: Runtime
  readonly wholeAddressOf: (c: Context) => string
}

/** The path as the log has it. */
const MASKED = '/unsubscribe/{secret}'

/**
 * Serves the links that end notices by mail. A program of mail sends one POST without cookies (RFC 8058). A GET changes
 * nothing, because scanners of mail follow every link: it shows a button.
 */
export function createUnsubscribeRoute(options: Options): Hono {
  const { runtime, wholeAddressOf } = options
  const app = new Hono()
  const pass = passByAddress(options)
  app.all('/:secret', async (c) => {
    const facts = { method: c.req.method, path: MASKED, address: wholeAddressOf(c) }
    try {
      begin({ runtime, upgradeUrl: '', isApp: false, limitsAtFirst: untouchedLimits })
      await pass(c, () => {})
      const response = await answer(runtime, c)
      runtime.log('info', 'request', { ...facts, status: response.status })
      return response
    } catch (error) {
      const { code, message, retryAfterSeconds } = toRefusal(error)
      const { status } = codes[code]
      const level = status < 500 ? 'info' : 'error'
      runtime.log(level, 'request', { ...facts, status, ...(status >= 500 && { error }) })
      const wait = retryAfterSeconds && { 'Retry-After': String(retryAfterSeconds) }
      return page(status, `<p>${message}</p>`, { ...wait })
    }
  })
  return app
}

async function answer(runtime: Runtime, c: Context): Promise<Response> {
  const secret = c.req.param('secret') ?? ''
  switch (c.req.method) {
    case 'POST':
      if (!(await isHere(runtime, secret))) return unknown()
      return (await unsubscribe(runtime, secret))
        ? page(200, '<p>No more mails. · No más correos. · Keine weiteren Mails.</p>')
        : unknown()
    case 'GET':
    case 'HEAD':
      return readUnsubscribe(runtime, secret) === null ? unknown() : page(200, BUTTON)
    default:
      return page(405, '<p>Send GET or POST.</p>', { Allow: 'GET, HEAD, POST' })
  }
}

/**
 * Returns false if the household has gone to another database, where it has links of its own. Throws `service_unavailable`
 * while it is on its way.
 */
async function isHere({ db, seal }: Runtime, secret: string): Promise<boolean> {
  const named = readUnsubscribe({ seal }, secret)
  if (named === null) return false
  const { rows } = await sql<{ standing: StoredStanding | null; departed: boolean }>`
    select (select standing from households where household_id = ${named.household}) as standing,
      exists (select 1 from household_departures where household_id = ${named.household}) as departed`.execute(
    db,
  )
  const { standing, departed } = rows[0]!
  if (standing === null) return !departed
  requireHere(standing)
  return true
}

/** In all languages: the link names no person. */
const BUTTON =
  '<form method="post"><button>Stop these mails · Parar estos correos · Diese Mails beenden</button></form>'

function unknown(): Response {
  return page(404, '<p>This link is not valid.</p>')
}

function page(status: number, body: string, extra: Readonly<Record<string, string>> = {}) {
  const head =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Earmark</title>'
  return new Response(`${head}<h1>Earmark</h1>${body}</html>`, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex, nofollow',
      ...extra,
    },
  })
}
