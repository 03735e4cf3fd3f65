import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

export type Asset = {
  readonly name: string
  /** Relative to the page's own path. */
  readonly path: string
  readonly type: string
  readonly content: Buffer<ArrayBuffer>
  /** Compresses the content at the first request, and caches the result. */
  readonly zipped: () => Promise<Buffer<ArrayBuffer>>
}

const renderer = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))

const sources = [
  { folder: renderer, name: 'swagger-ui.css', type: 'text/css; charset=utf-8' },
  { folder: renderer, name: 'swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8' },
  { folder: import.meta.dirname, name: 'earmark.css', type: 'text/css; charset=utf-8' },
  { folder: import.meta.dirname, name: 'start.js', type: 'text/javascript; charset=utf-8' },
]

/** Reads the page's files once: the renderer's from its package, ours from this folder. */
export function readAssets(): readonly Asset[] {
  return sources.map(({ folder, name, type }) => {
    const content = readFileSync(join(folder, name))
    const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
    return { name, path: `/assets/${digest}/${name}`, type, content, zipped: once(content) }
  })
}

const compress = promisify(gzip)

function once(content: Buffer): () => Promise<Buffer<ArrayBuffer>> {
  let zipped: Promise<Buffer<ArrayBuffer>> | null = null
  return () => (zipped ??= compress(content) as Promise<Buffer<ArrayBuffer>>)
}
