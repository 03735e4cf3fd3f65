import { type Context, Hono } from 'hono'
import { type BuiltFile, type Bundle, type Coding, readBundle } from './bundle.ts'
import { earlyLinks } from './early.ts'
import { notBuiltPage } from './not-built.ts'
import { PAGE_POLICY } from './policy.ts'

/** The first part of every address that the application itself draws. Everything else is not a page. */
const PLACES = [
  'transactions',
  'plan',
  'paydays',
  'insights',
  'accounts',
  'connections',
  'settings',
  'developers',
  'welcome',
  'sign-in',
  'setup',
  'invite',
  'reset',
  'demo',
]

/** What has its name for ever, because browsers look for it there. */
const FILES = ['/boot.js', '/worker.js', '/icon.svg', '/manifest.webmanifest']

// Without `upgrade-insecure-requests` and HSTS: both would lock out whoever opens the instance over plain http at home.
const common = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

type Options = {
  readonly folder: string
  /** Whether a `Cookie` header speaks of a session, valid or not. */
  readonly hasSession: (cookie: string | undefined) => boolean
}

/** The web application as it was built: its files, and one page for all of its places. */
export function createPages({ folder, hasSession }: Options): Hono {
  const pages = new Hono()
  let bundle: Bundle | null = null
  // Read when the first visitor comes, and again for as long as nothing has been built.
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
  pages.get('/', (c) => showPage(c))
  for (const place of PLACES) {
    pages.get(`/${place}`, (c) => showPage(c))
    pages.get(`/${place}/*`, (c) => showPage(c))
  }
  const showFile = (c: Context) => {
    const file = find(c.req.path)
    return file ? send(c, file) : c.notFound()
  }
  pages.get('/assets/*', showFile)
  for (const path of FILES) pages.get(path, showFile)
  // Whoever follows a wrong link in a browser is shown the way home; programs are told in a word.
  pages.get('*', (c) => (wantsPage(c) && find('/index.html') ? showPage(c, 404) : c.notFound()))
  return pages
}

function wantsPage(c: Context): boolean {
  return c.req.header('accept')?.includes('text/html') === true
}

type Sending = { readonly status?: 200 | 404; readonly extra?: Readonly<Record<string, string>> }

function send(c: Context, file: BuiltFile, { status = 200, extra = {} }: Sending = {}): Response {
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
  return c.body(file.content[coding] ?? file.content.identity, status, headers)
}

/** The smallest form that the browser says it can read. */
function chooseCoding(accepted: string, { content }: BuiltFile): Coding {
  const codings = accepted
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]!.trim())
  if (codings.includes('br') && content.br) return 'br'
  return codings.includes('gzip') && content.gzip ? 'gzip' : 'identity'
}
