import { Hono } from 'hono'
import { readAssets } from './assets.ts'
import { page } from './page.ts'

/** Allows this origin only. Swagger UI sets styles while it draws, so inline styles are allowed; inline scripts are not. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const common = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Serves the API reference: a page that draws the OpenAPI document, with everything it needs from this origin. */
export function createReference(): Hono {
  const reference = new Hono()
  const assets = readAssets()
  const html = page(assets)
  reference.get('/', (c) =>
    c.body(html, 200, {
      ...common,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-cache',
    }),
  )
  for (const asset of assets) {
    // The path holds a digest of the content, so a cached copy is never stale.
    const headers = {
      ...common,
      'Content-Type': asset.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    }
    reference.get(asset.path, async (c) => {
      if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) {
        return c.body(asset.content, 200, headers)
      }
      return c.body(await asset.zipped(), 200, { ...headers, 'Content-Encoding': 'gzip' })
    })
  }
  return reference
}
