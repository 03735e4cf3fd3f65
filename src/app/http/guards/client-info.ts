import type { Context } from 'hono'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { CookieKind } from '#/access/sessions/session.ts'
import type { ClientInfo } from '#/access/sessions/person-request.ts'
import type { Ingress } from './ingress.ts'

/** Longer names of browsers are cut. */
const AGENT_MAX = 300

/** Reads who sends a request, and the address that they used. */
export function readClientInfo(c: Context, ingress: Ingress): ClientInfo {
  const secure = isSecure(c, ingress)
  return {
    address: ingress.addressOf(c),
    wholeAddress: ingress.wholeAddressOf(c),
    agent: (c.req.header('user-agent') ?? '').slice(0, AGENT_MAX),
    secure,
    cookies: cookieKind(ingress, secure),
    host: ingress.publicUrl?.host ?? ingress.proxyHeader(c, 'x-forwarded-host') ?? hostOf(c),
  }
}

/** Selects how our cookies are named. Does not read a request if the public address is https. */
export function cookieKind({ publicUrl }: Ingress, secure: boolean): CookieKind {
  if (publicUrl?.protocol === 'https:') return 'host'
  return secure ? 'secure' : 'plain'
}

/**
 * True if one of our own pages sent the request. Browsers state the origin of a request, but only to hosts that they
 * trust; over plain http in a home network the `Origin` must be a host of this request. A page elsewhere can set neither
 * of these headers, nor `X-Forwarded-Host`.
 */
function isFromOurPages(c: Context, ingress: Ingress): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = originOf(c)
  if (origin === null) return false
  return hostsOf(c, ingress).includes(origin.host)
}

/** Lists the hosts that this request or the operator names for us. */
function hostsOf(c: Context, { publicUrl }: Ingress): (string | undefined)[] {
  const forwarded = c.req.header('x-forwarded-host')?.split(',')[0]?.trim()
  return [forwarded, hostOf(c), publicUrl?.host]
}

/**
 * True for a read that a page of another origin triggers, by a link for example. That page could not read the answer,
 * but the request would carry the session's cookie and cost time. If a browser does not state the origin (plain http in
 * a home network), `Origin` or `Referer` decides. A request with neither was typed, or comes from a program.
 */
function isReadFromElsewhere(c: Context, ingress: Ingress): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const page = c.req.header('origin') ?? c.req.header('referer')
  if (page === undefined) return false
  return !URL.canParse(page) || !hostsOf(c, ingress).includes(new URL(page).host)
}

/** Refuses a request that another origin's page makes a browser send. Throws `cross_site_request`. */
export function requireOurPages(c: Context, isWrite: boolean, ingress: Ingress): void {
  const isForeign = isWrite ? !isFromOurPages(c, ingress) : isReadFromElsewhere(c, ingress)
  if (isForeign) throw new Refusal('cross_site_request')
}

/**
 * True if the browser speaks https. The operator's setting counts first, then a trusted proxy's header, then the page's
 * own origin: a forged one harms only its sender's cookie. Without an origin, `Sec-Fetch-Site` decides, because over
 * plain http browsers send it only to the machine itself (Fetch Metadata, 2).
 */
function isSecure(c: Context, ingress: Ingress): boolean {
  if (ingress.publicUrl !== null) return ingress.publicUrl.protocol === 'https:'
  const forwarded = ingress.proxyHeader(c, 'x-forwarded-proto')
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
