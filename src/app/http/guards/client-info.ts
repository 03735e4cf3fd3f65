import type { Context } from 'hono'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Visitor } from '#/access/sessions/visit.ts'

/** Whatever a browser calls itself beyond this is not kept. */
const AGENT_MAX = 300

export type Sight = {
  readonly addressOf: (c: Context) => string
  /** How people reach the instance, where the operator has said so. */
  readonly publicUrl: string | null
}

/** Who comes, and how the request reached us: plainly, or through a proxy that speaks https for us. */
export function readVisitor(c: Context, { addressOf, publicUrl }: Sight): Visitor {
  const hosts = hostsOf(c, publicUrl)
  return {
    address: addressOf(c),
    agent: (c.req.header('user-agent') ?? '').slice(0, AGENT_MAX),
    secure: isSecure(c, publicUrl),
    host: originOf(c)?.host ?? hosts[0]!,
  }
}

/**
 * Whether one of our own pages asks. Browsers say themselves where a request comes from, but only to origins that they
 * trust; over plain http in a home network the `Origin` must be a host under which we were asked. A page elsewhere can
 * set neither of these headers, nor `X-Forwarded-Host`.
 */
function isFromOurPages(c: Context, publicUrl: string | null): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = originOf(c)
  return origin !== null && hostsOf(c, publicUrl).includes(origin.host)
}

/**
 * Whether a page of another origin has a browser read something, by a link for one: it could not see the answer, but the
 * request would carry the session's cookie and cost what it costs. Where a browser says nothing (plain http in a home
 * network), the origin or the page that it names decides. A request that names neither was typed, or comes from no browser.
 */
function isReadFromElsewhere(c: Context, publicUrl: string | null): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const page = c.req.header('origin') ?? c.req.header('referer')
  if (page === undefined) return false
  return !URL.canParse(page) || !hostsOf(c, publicUrl).includes(new URL(page).host)
}

/** Refuses a request that another origin's page has a browser send. */
export function requireOurPages(c: Context, isWrite: boolean, publicUrl: string | null): void {
  const isForeign = isWrite ? !isFromOurPages(c, publicUrl) : isReadFromElsewhere(c, publicUrl)
  if (isForeign) throw new Refusal('cross_site_request')
}

/**
 * The page's own address says best how the browser sees us. Without it the proxy does; whoever lies about it only
 * spoils their own cookie. Where that says nothing, the browser does by saying where it asks from: over plain http it
 * would only say so on the machine itself (Fetch Metadata, 2).
 */
function isSecure(c: Context, publicUrl: string | null): boolean {
  const origin = originOf(c)
  if (origin !== null) return origin.protocol === 'https:'
  const forwarded = c.req.header('x-forwarded-proto')?.split(',')[0]?.trim()
  if (forwarded !== undefined) return forwarded === 'https'
  const [host = ''] = hostsOf(c, null)
  if (c.req.header('sec-fetch-site') !== undefined && !isThisMachine(host)) return true
  if (publicUrl !== null && new URL(publicUrl).host === host) return publicUrl.startsWith('https:')
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

/** The hosts under which we were asked; the one that the browser used comes first. */
function hostsOf(c: Context, publicUrl: string | null): readonly string[] {
  const forwarded = c.req.header('x-forwarded-host')?.split(',')[0]?.trim()
  const asked = c.req.header('host') ?? new URL(c.req.url).host
  const known = publicUrl === null ? [] : [new URL(publicUrl).host]
  return [...(forwarded ? [forwarded] : []), asked, ...known]
}
