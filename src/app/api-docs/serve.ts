import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { joinGuides } from './all-guides.ts'
import { fileOf, ORIGIN, REFERENCE, ways } from './places.ts'

/** The folder that `packaging/docs/build.ts` writes. */
export const DOCS_FOLDER = join(import.meta.dirname, '../../../dist-docs')

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

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** A path of at most two folders and a file. It never leads out of the site. */
const NAME = /^(?:[\w-]{1,64}\/){0,2}[\w-]{1,64}\.[a-z0-9]{1,8}$/

type Options = {
  /** The folder of the built pages. */
  readonly folder: string
  /** The address under which the reader reaches this instance. */
  readonly originOf: (c: Context) => string
  /** True if a `Cookie` header has a session, valid or not. */
  readonly hasSession: (cookie: string | undefined) => boolean
}

/** Serves the built documentation below `/docs`, and its texts for language models at the root. Files are read when they are asked for. */
export function createDocs({ folder, originOf, hasSession }: Options): {
  readonly pages: Hono
  readonly texts: Hono
} {
  const show = async (c: Context, name: string) => {
    const type = NAME.test(name) && types[extname(name)]
    const content = type ? await readFile(join(folder, name)).catch(() => null) : null
    if (!type || content === null) {
      return existsSync(join(folder, `${REFERENCE}.html`)) ? c.notFound() : notBuilt(c)
    }
    if (name.startsWith('assets/')) return send(c, content, { type, isAsset: true })
    const origin = originOf(c)
    const text = content.toString()
    if (extname(name) !== '.html') return send(c, text.replaceAll(ORIGIN, origin), { type })
    const page = hasSession(c.req.header('cookie')) ? text.replace(ways.out, ways.in) : text
    return send(c, page.replaceAll(ORIGIN, escapeOrigin(origin)), { type })
  }
  const showPage = (c: Context, path: string) =>
    show(c, extname(path) === '.md' ? path : fileOf(path, true))
  const pages = new Hono()
  pages.get('/', (c) => showPage(c, REFERENCE))
  pages.get('/assets/:digest/:name', (c) =>
    show(c, `assets/${c.req.param('digest')}/${c.req.param('name')}`),
  )
  // The reference has one address.
  pages.get(`/${REFERENCE}`, (c) => c.redirect('/docs', 301))
  pages.get('/:name', (c) => showPage(c, c.req.param('name')))
  pages.get('/:folder/:name', (c) => showPage(c, `${c.req.param('folder')}/${c.req.param('name')}`))
  const texts = new Hono()
  texts.get('/docs/', (c) => c.redirect('/docs', 301))
  texts.get('/llms.txt', (c) => show(c, 'llms.txt'))
  texts.get('/llms-full.txt', async (c) => {
    const read = (name: string) => readFile(join(folder, name), 'utf8')
    const list = await read('llms.txt').catch(() => null)
    if (list === null) return notBuilt(c)
    const all = await joinGuides(list, (name) => read(`${name}.md`))
    return send(c, all.replaceAll(ORIGIN, originOf(c)), { type: types['.txt']! })
  })
  return { pages, texts }
}

/** The address comes from the request, so it is text until it is escaped. */
function escapeOrigin(origin: string): string {
  return origin.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function notBuilt(c: Context): Response {
  const text = 'The documentation has not been built; run `npm run build`.\n'
  return c.body(text, 503, {
    ...common,
    'Content-Type': types['.txt']!,
    'Cache-Control': 'no-store',
  })
}

const zip = promisify(gzip) as (content: string | Buffer) => Promise<Buffer<ArrayBuffer>>

async function send(
  c: Context,
  content: string | Buffer<ArrayBuffer>,
  { type, isAsset = false }: { readonly type: string; readonly isAsset?: boolean },
): Promise<Response> {
  const isPage = type === types['.html']
  const headers = {
    ...common,
    'Content-Type': type,
    ...(isPage && { 'Content-Security-Policy': POLICY }),
    // The path of an asset holds a digest of its content, so a cached copy is never stale.
    'Cache-Control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: isPage ? 'Cookie, Accept-Encoding' : 'Accept-Encoding',
  }
  const isZipped = type !== types['.woff2']
  if (!isZipped || !/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) {
    return c.body(content, 200, headers)
  }
  return c.body(await zip(content), 200, { ...headers, 'Content-Encoding': 'gzip' })
}
