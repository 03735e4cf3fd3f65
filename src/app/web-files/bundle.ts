import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gzip } from 'node:zlib'
import type { EarlyParts } from './early.ts'

/** How a file may be sent. The build compresses by `br`; the other forms are made of it on demand. */
export type Coding = 'br' | 'gzip' | 'identity'

/** One file of the built web application. */
export type BuiltFile = {
  /** The path that the browser requests, such as `/assets/index-abc.js`. */
  readonly path: string
  readonly type: string
  readonly etag: string
  /** True if its name holds a digest of its content, so that browsers may cache it for ever. */
  readonly immutable: boolean
  /** False for what does not become smaller, such as pictures: it is sent as it is. */
  readonly zipped: boolean
  readonly read: (coding: Coding) => Promise<Bytes>
}

type Bytes = Buffer<ArrayBuffer>

export type Bundle = {
  /** Files by their paths. */
  readonly files: ReadonlyMap<string, BuiltFile>
  /** Null if the bundle was built without it. */
  readonly early: EarlyParts | null
}

/** The folder that `bin/build-web.js` writes. */
export const BUNDLE_FOLDER = join(import.meta.dirname, '../../../dist')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

export function isBuilt(folder: string): boolean {
  return ['index.html', 'index.html.br'].some((name) => existsSync(join(folder, name)))
}

/** Reads the built application; null if nothing has been built. */
export function readBundle(folder: string): Bundle | null {
  if (!isBuilt(folder)) return null
  const names = globSync('**/*', { cwd: folder }).map((name) => name.replace(/\.br$/, ''))
  const served = [...new Set(names)].filter((name) => extname(name) in types)
  const files = new Map(served.map((name) => [`/${name}`, readBuilt(folder, name)]))
  return { files, early: readEarly(folder) }
}

function readEarly(folder: string): EarlyParts | null {
  const path = join(folder, 'early.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as EarlyParts) : null
}

const unzip = promisify(brotliDecompress) as (content: Bytes) => Promise<Bytes>
const zip = promisify(gzip) as (content: Bytes) => Promise<Bytes>

/** Reads one file in its smallest form: an upgrade that replaces the folder does not change what this process serves. */
function readBuilt(folder: string, name: string): BuiltFile {
  const path = join(folder, name)
  const zipped = existsSync(`${path}.br`)
  const stored = readFileSync(zipped ? `${path}.br` : path)
  let gzipped: Promise<Bytes> | null = null
  return {
    path: `/${name}`,
    type: types[extname(name)]!,
    etag: createHash('sha256').update(stored).digest('base64url').slice(0, 22),
    immutable: name.startsWith('assets/'),
    zipped,
    read: async (coding) => {
      if (!zipped || coding === 'br') return stored
      if (coding === 'identity') return unzip(stored)
      return (gzipped ??= unzip(stored).then(zip))
    },
  }
}
