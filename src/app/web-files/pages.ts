import { type Context, Hono } from 'hono'
import { type BuiltFile, type Bundle, type Coding, readBundle } from './bundle.ts'
import { earlyLinks } from './early.ts'
import { notBuiltPage } from './not-built.ts'
import { PAGE_POLICY, UNUSED_FEATURES } from './policy.ts'

/** The first segments of addresses that are drawn for people who are signed in. */
const INSIDE = [
  'transactions',
  'plan',
  'calendar',
  'paydays',
  'insights',
  'accounts',
  'connections',
  'settings',
  'developers',
  'welcome',
]

/** The first segments of addresses on which people come in. Everything else is not a page. */
const ENTRANCES = ['sign-in', 'setup', 'invite', 'reset', 'demo', 'device', 'oidc']

/** Files whose names are fixed, because browsers look for them. */
const FILES = [
  '/boot.js',
  '/worker.js',
  '/icon.svg',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-192.png',
  '/icon-maskable-512.png',
  '/apple-touch-icon.png',
  '/manifest.webmanifest',
]

// Without `upgrade-insecure-requests` and HSTS, which would lock out people who use plain http at home.
const common = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': UNUSED_FEATURES,
  'Cross-Origin-Opener-Policy': 'same-origin',
}

type Options = {
  readonly folder: string
  /** True if a `Cookie` header has a session, valid or not. */
  readonly hasSession: (cookie: string | undefined) => boolean
}

/** Serves the built web application: its files, and one page for all of its addresses. */
export function createPages({ folder, hasSession }: Options): Hono {
  const pages = new Hono()
  let bundle: Bundle | null = null
  // Reads the bundle at the first request, and again as long as nothing has been built.
  const read = () => (bundle ??= readBundle(folder))
  const find = (path: string) => read()?.files.get(path)
  const showPage = (c: Context, status: 200 | 404 = 200) => {
    const page = find('/index.html')
    if (page)
      return send(c, page, {
        status,
        extra: { ...linksOf(c), 'Content-Security-Policy': PAGE_POLICY },
      })
    return c.body(notBuiltPage, 503, {
      ...common,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'",
      'Cache-Control': 'no-store',
    })
  }
  const linksOf = (c: Context) => {
    const parts = read()?.early
    if (!parts) return {}
    const isSignedIn = hasSession(c.req.header('cookie'))
    const accepted = c.req.header('accept-language') ?? ''
    return { Link: earlyLinks(c.req.path, { isSignedIn, accepted }, parts) }
  }
  // Without a session the sign-in follows in any case: nothing else is loaded, drawn or asked before.
  const showInside = (c: Context) => {
    const isOutside = wantsPage(c) && !hasSession(c.req.header('cookie'))
    return isOutside ? redirect(c, signInAddress(c.req.url)) : showPage(c)
  }
  pages.get('/', showInside)
  for (const [screens, show] of [
    [INSIDE, showInside],
    [ENTRANCES, (c: Context) => showPage(c)],
  ] as const) {
    for (const screen of screens) {
      pages.get(`/${screen}`, show)
      pages.get(`/${screen}/*`, show)
    }
  }
  const showFile = (c: Context) => {
    const file = find(c.req.path)
    return file ? send(c, file) : c.notFound()
  }
  pages.get('/assets/*', showFile)
  for (const path of FILES) pages.get(path, showFile)
  // A browser that follows a wrong link gets the application, which shows the way home. Programs get a short text.
  pages.get('*', (c) => (wantsPage(c) && find('/index.html') ? showPage(c, 404) : c.notFound()))
  return pages
}

/** Makes the address of the sign-in that leads back to a page, as `web/main.tsx` does. */
function signInAddress(url: string): string {
  const { pathname, search } = new URL(url)
  const to = pathname + search
  return to === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ to }).toString()}`
}

function redirect(c: Context, to: string): Response {
  return c.body(null, 302, { ...common, Location: to, 'Cache-Control': 'no-store' })
}

function wantsPage(c: Context): boolean {
  return c.req.header('accept')?.includes('text/html') === true
}

type Sending = { readonly status?: 200 | 404; readonly extra?: Readonly<Record<string, string>> }

async function send(
  c: Context,
  file: BuiltFile,
  { status = 200, extra = {} }: Sending = {},
): Promise<Response> {
  const coding = chooseCoding(c.req.header('accept-encoding') ?? '', file)
  const etag = `"${file.etag}-${coding}"`
  const headers = {
    ...common,
    ...extra,
    'Content-Type': file.type,
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
    ETag: etag,
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
  }
  const known = c.req.header('if-none-match')?.split(',') ?? []
  if (status === 200 && known.some((one) => one.trim().replace(/^W\//, '') === etag)) {
    return c.body(null, 304, headers)
  }
  return c.body(await file.read(coding), status, headers)
}

/** Selects the smallest form that the browser accepts. */
function chooseCoding(accepted: string, { zipped }: BuiltFile): Coding {
  if (!zipped) return 'identity'
  const codings = accepted
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]!.trim())
  if (codings.includes('br')) return 'br'
  return codings.includes('gzip') ? 'gzip' : 'identity'
}
