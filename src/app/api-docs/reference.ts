import { type Context, Hono } from 'hono'
import { type Asset, readAssets, zip } from './assets.ts'
import type { Document } from './document.ts'
import { ORIGIN } from './examples.ts'
import { drawGuide } from './guide-page.ts'
import { readGuides } from './guides.ts'
import { escape } from './html.ts'
import { drawPage, guideLinks } from './page.ts'
import { drawReference, type ReferenceParts } from './reference-page.ts'

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
  /** Returns the OpenAPI document, from which the reference is drawn. */
  readonly readDocument: () => Document
  /** The address under which the reader reaches this instance. */
  readonly originOf: (c: Context) => string
  /** True if a `Cookie` header has a session, valid or not. */
  readonly hasSession: (cookie: string | undefined) => boolean
}

/** Serves the API reference and the guides. Each page is drawn at its first request, and needs nothing from another origin. */
export function createReference({ readDocument, originOf, hasSession }: Options): Hono {
  const reference = new Hono()
  const assets = readAssets()
  const draw = createDrawing(readDocument, assets)
  const show = async (c: Context, name: string) => {
    const page = await draw(name, hasSession(c.req.header('cookie')))
    if (page === null) return c.notFound()
    return sendPage(c, page.replaceAll(ORIGIN, escape(originOf(c))))
  }
  reference.get('/', (c) => show(c, ''))
  for (const asset of assets) reference.get(asset.path, (c) => sendAsset(c, asset))
  reference.get('/:name', (c) => show(c, c.req.param('name')))
  reference.get('/decisions/:name', (c) => show(c, `decisions/${c.req.param('name')}`))
  return reference
}

/** Draws a page by its name, for readers with and without a session, or returns null. The reference has no name. */
type Draw = (name: string, isSignedIn: boolean) => Promise<string | null>

function createDrawing(readDocument: () => Document, assets: readonly Asset[]): Draw {
  let reference: Promise<ReferenceParts> | null = null
  let guides: ReturnType<typeof readGuides> | null = null
  return async (name, isSignedIn) => {
    guides ??= readGuides()
    const links = guideLinks(guides)
    if (name === '') {
      const { main, groups } = await (reference ??= drawReference(readDocument()))
      const page = { title: 'API reference', section: 'reference', address: '/docs' } as const
      const shown = { ...page, groups: [...groups, ...links], main, isSignedIn, filtered: true }
      return drawPage(shown, assets)
    }
    const guide = guides.get(name)
    if (!guide) return null
    const page = { title: guide.title, section: 'guides', address: `/docs/${name}` } as const
    return drawPage({ ...page, groups: links, main: drawGuide(guide), isSignedIn }, assets)
  }
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
