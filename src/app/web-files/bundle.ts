import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { EarlyParts } from './early.ts'

/** How a file may be sent: uncompressed, or as it was compressed when the bundle was built. */
export type Coding = 'br' | 'gzip' | 'identity'

/** One file of the built web application. */
export type BuiltFile = {
  /** The path that the browser requests, such as `/assets/index-abc.js`. */
  readonly path: string
  readonly type: string
  readonly etag: string
  /** True if its name holds a digest of its content, so that browsers may cache it for ever. */
  readonly immutable: boolean
  readonly content: Readonly<Partial<Record<Coding, Buffer<ArrayBuffer>>>> & {
    readonly identity: Buffer<ArrayBuffer>
  }
}

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
  return existsSync(join(folder, 'index.html'))
}

/** Reads the built application; null if nothing has been built. */
export function readBundle(folder: string): Bundle | null {
  if (!isBuilt(folder)) return null
  const names = globSync('**/*', { cwd: folder }).filter((name) => extname(name) in types)
  const files = new Map(names.map((name) => [`/${name}`, readBuilt(folder, name)]))
  return { files, early: readEarly(folder) }
}

function readEarly(folder: string): EarlyParts | null {
  const path = join(folder, 'early.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as EarlyParts) : null
}

function readBuilt(folder: string, name: string): BuiltFile {
  const read = (path: string) => readFileSync(join(folder, path))
  const identity = read(name)
  const zipped = existsSync(join(folder, `${name}.br`))
  return {
    path: `/${name}`,
    type: types[extname(name)]!,
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    immutable: name.startsWith('assets/'),
    content: {
      identity,
      ...(zipped && { br: read(`${name}.br`), gzip: read(`${name}.gz`) }),
    },
  }
}
