import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

export type Asset = {
  readonly name: string
  /** Below `/docs`. */
  readonly path: string
  readonly type: string
  readonly content: Buffer<ArrayBuffer>
  /** Compresses the content at the first request, and caches the result. */
  readonly zipped: () => Promise<Buffer<ArrayBuffer>>
}

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  woff2: 'font/woff2',
}

/** The styles that the documentation shares with the application. */
const shared = join(import.meta.dirname, '../../../web/ui')

/** Reads the files of the pages once. The application’s own typeface, colours and sizes come before the style sheet. */
export function readAssets(): readonly Asset[] {
  const read = (name: string) => readFileSync(join(import.meta.dirname, name))
  const { style, faces } = readTokens()
  return [
    makeAsset('docs.css', types.css, Buffer.from(`${style}\n${read('docs.css').toString()}`)),
    makeAsset('docs.js', types.js, read('docs.js')),
    ...faces,
  ]
}

function makeAsset(name: string, type: string, content: Buffer<ArrayBuffer>): Asset {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return { name, path: `/assets/${digest}/${name}`, type, content, zipped: zipOnce(content) }
}

/** The custom properties and typefaces of the application, so that both always look alike. */
function readTokens(): { readonly style: string; readonly faces: readonly Asset[] } {
  const tokens = readFileSync(join(shared, 'tokens.css'), 'utf8')
  const blocks = tokens.match(/(?:@font-face|:root(?:\[data-theme[^\]{}]*\])?) \{[^{}]*\}/g) ?? []
  const faces: Asset[] = []
  const style = blocks.join('\n').replaceAll(/url\('([^']+)'\)/g, (_, file: string) => {
    const face = makeAsset(basename(file), types.woff2, readFileSync(join(shared, file)))
    faces.push(face)
    return `url('/docs${face.path}')`
  })
  return { style, faces }
}

const compress = promisify(gzip)

export function zip(content: string | Buffer): Promise<Buffer<ArrayBuffer>> {
  return compress(content) as Promise<Buffer<ArrayBuffer>>
}

function zipOnce(content: Buffer): () => Promise<Buffer<ArrayBuffer>> {
  let zipped: Promise<Buffer<ArrayBuffer>> | null = null
  return () => (zipped ??= zip(content))
}
