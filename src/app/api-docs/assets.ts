import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

/** Reads the files of the pages once. The application’s own colours and sizes come before the style sheet. */
export function readAssets(): readonly Asset[] {
  const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
  return [
    asset('docs.css', types.css, `${readTokens()}\n${read('docs.css')}`),
    asset('docs.js', types.js, read('docs.js')),
  ]
}

function asset(name: string, type: string, text: string): Asset {
  const content = Buffer.from(text)
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return { name, path: `/assets/${digest}/${name}`, type, content, zipped: zipOnce(content) }
}

/** The custom properties of the application, so that both always look alike. */
function readTokens(): string {
  const file = join(import.meta.dirname, '../../../web/ui/tokens.css')
  const blocks = readFileSync(file, 'utf8').match(/:root(?:\[data-theme[^\]]*\])? \{[^}]*\}/g)
  return (blocks ?? []).join('\n')
}

const compress = promisify(gzip)

export function zip(content: string | Buffer): Promise<Buffer<ArrayBuffer>> {
  return compress(content) as Promise<Buffer<ArrayBuffer>>
}

function zipOnce(content: Buffer): () => Promise<Buffer<ArrayBuffer>> {
  let zipped: Promise<Buffer<ArrayBuffer>> | null = null
  return () => (zipped ??= zip(content))
}
