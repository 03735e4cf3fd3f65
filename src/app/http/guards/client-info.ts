import type { Context } from 'hono'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { CookieKind } from '#/access/sessions/session.ts'
import type { Visitor } from '#/access/sessions/visit.ts'
import type { Sight } from './sight.ts'

/** Whatever a browser calls itself beyond this is not kept. */
const AGENT_MAX = 300

/** Who comes, and under which address they know us. */
export function readVisitor(c: Context, sight: Sight): Visitor {
  const secure = isSecure(c, sight)
  return {
    address: sight.addressOf(c),
    agent: (c.req.header('user-agent') ?? '').slice(0, AGENT_MAX),
    secure,
    cookies: cookieKind(sight, secure),
    host: sight.publicUrl?.host ?? sight.proxyHeader(c, 'x-forwarded-host') ?? hostOf(c),
  }
}

/** How our cookies are named here, without reading a request: the same for everybody where the public address is https. */
export function cookieKind({ publicUrl }: Sight, secure: boolean): CookieKind {
  if (publicUrl?.protocol === 'https:') return 'host'
  return secure ? 'secure' : 'plain'
}

/**
 * Whether one of our own pages asks. Browsers say themselves where a request comes from, but only to origins that they
 * trust; over plain http in a home network the `Origin` must be a host under which we were asked. A page elsewhere can
 * set neither of these headers, nor `X-Forwarded-Host`.
 */
function isFromOurPages(c: Context, sight: Sight): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = originOf(c)
  if (origin === null) return false
  return hostsOf(c, sight).includes(origin.host)
}

/** The hosts under which this request, or the operator, knows us. */
function hostsOf(c: Context, { publicUrl }: Sight): (string | undefined)[] {
  const forwarded = c.req.header('x-forwarded-host')?.split(',')[0]?.trim()
  return [forwarded, hostOf(c), publicUrl?.host]
}

/**
 * True for a read that a page of another origin makes a browser send, by a link for example. The page could not see the
 * answer, but the request would carry the session's cookie and cost what it costs. Where a browser does not say where a
 * request comes from (plain http in a home network), the origin or the page that it names decides. A request that names
 * neither was typed, or comes from a program.
 */
function isReadFromElsewhere(c: Context, sight: Sight): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const page = c.req.header('origin') ?? c.req.header('referer')
  if (page === undefined) return false
  return !URL.canParse(page) || !hostsOf(c, sight).includes(new URL(page).host)
}

/** Refuses a request that another origin's page makes a browser send. Throws `cross_site_request`. */
export function requireOurPages(c: Context, isWrite: boolean, sight: Sight): void {
  const isForeign = isWrite ? !isFromOurPages(c, sight) : isReadFromElsewhere(c, sight)
  if (isForeign) throw new Refusal('cross_site_request')
}

/**
 * True if the browser speaks https. The operator's setting counts first, then the word of a trusted proxy. Without either,
 * the page's own address says best how the browser sees us; a false one spoils only the sender's cookie. Without an address,
 * the browser's statement of where it asks from decides: over plain http it makes one only on the machine itself (Fetch
 * Metadata, 2).
 */
function isSecure(c: Context, sight: Sight): boolean {
  if (sight.publicUrl !== null) return sight.publicUrl.protocol === 'https:'
  const forwarded = sight.proxyHeader(c, 'x-forwarded-proto')
  if (forwarded !== null) return forwarded === 'https'
  const origin = originOf(c)
  if (origin !== null) return origin.protocol === 'https:'
  if (c.req.header('sec-fetch-site') !== undefined && !isThisMachine(hostOf(c))) return true
  return new URL(c.req.url).protocol === 'https:'
}

function isThisMachine(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return name === 'localhost' || name.endsWith('.localhost') || /^(127\.|\[::1\]$)/.test(name)
}

function originOf(c: Context): URL | null {
  const origin = c.req.header('origin')
  return origin !== undefined && URL.canParse(origin) ? new URL(origin) : null
}

function hostOf(c: Context): string {
  return c.req.header('host') ?? new URL(c.req.url).host
}
