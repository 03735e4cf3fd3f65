import { type Context, Hono } from 'hono'
import { type Asset, readAssets, zip } from './assets.ts'
import type { Document } from './document.ts'
import { ORIGIN } from './examples.ts'
import { drawGuide } from './guide-page.ts'
import { readGuides } from './guides.ts'
import { escape } from './html.ts'
import { drawPage, guideLinks } from './page.ts'
import { drawReference } from './reference-page.ts'

/** Allows this origin alone: no inline script, no inline style, no text that becomes HTML. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const common = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

type Options = {
  /** The OpenAPI document, from which the reference is drawn. */
  readonly document: Document
  /** The address under which the reader reaches this instance. */
  readonly originOf: (c: Context) => string
  /** True if a `Cookie` header has a session, valid or not. */
  readonly hasSession: (cookie: string | undefined) => boolean
}

/** Serves the API reference and the guides: pages that are drawn here once, with everything they need from this origin. */
export function createReference({ document, originOf, hasSession }: Options): Hono {
  const reference = new Hono()
  const assets = readAssets()
  const show = async (c: Context, name: string) => {
    const pages = (drawn ??= drawAll(document, assets))
    const page = pages.get(`${name} ${hasSession(c.req.header('cookie'))}`)
    if (page === undefined) return c.notFound()
    return sendPage(c, page.replaceAll(ORIGIN, escape(originOf(c))))
  }
  let drawn: ReadonlyMap<string, string> | null = null
  reference.get('/', (c) => show(c, ''))
  for (const asset of assets) reference.get(asset.path, (c) => sendAsset(c, asset))
  reference.get('/:name', (c) => show(c, c.req.param('name')))
  reference.get('/decisions/:name', (c) => show(c, `decisions/${c.req.param('name')}`))
  return reference
}

/** Draws every page, for readers with and without a session. The reference is the page without a name. */
function drawAll(document: Document, assets: readonly Asset[]): ReadonlyMap<string, string> {
  const { main, groups } = drawReference(document)
  const guides = readGuides()
  const links = guideLinks(guides)
  const pages = new Map<string, string>()
  for (const isSignedIn of [true, false]) {
    const page = drawPage(
      {
        title: 'API reference',
        section: 'reference',
        address: '/docs',
        groups: [...groups, ...links],
        main,
        isSignedIn,
        filtered: true,
      },
      assets,
    )
    pages.set(` ${isSignedIn}`, page)
    for (const guide of guides.values()) {
      const { name, title } = guide
      const address = `/docs/${name}`
      const shown = { title, section: 'guides', address, groups: links, isSignedIn } as const
      pages.set(`${name} ${isSignedIn}`, drawPage({ ...shown, main: drawGuide(guide) }, assets))
    }
  }
  return pages
}

async function sendPage(c: Context, page: string): Promise<Response> {
  const headers = {
    ...common,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-cache',
    Vary: 'Cookie, Accept-Encoding',
  }
  if (!acceptsGzip(c)) return c.body(page, 200, headers)
  return c.body(await zip(page), 200, { ...headers, 'Content-Encoding': 'gzip' })
}

async function sendAsset(c: Context, asset: Asset): Promise<Response> {
  // The path holds a digest of the content, so a cached copy is never stale.
  const headers = {
    ...common,
    'Content-Type': asset.type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  }
  if (!acceptsGzip(c)) return c.body(asset.content, 200, headers)
  return c.body(await asset.zipped(), 200, { ...headers, 'Content-Encoding': 'gzip' })
}

function acceptsGzip(c: Context): boolean {
  return /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
}
