import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** How a file may be sent: as it is, or as it was compressed when the bundle was built. */
export type Coding = 'br' | 'gzip' | 'identity'

/** One file of the built web application. */
export type BuiltFile = {
  /** As the browser asks for it: `/assets/index-abc.js`. */
  readonly path: string
  readonly type: string
  readonly etag: string
  /** Its name holds a digest of its content, so it can be kept for ever. */
  readonly immutable: boolean
  readonly content: Readonly<Partial<Record<Coding, Buffer<ArrayBuffer>>>> & {
    readonly identity: Buffer<ArrayBuffer>
  }
}

/** Where `bin/build-web.js` puts it. */
export const BUNDLE_FOLDER = join(import.meta.dirname, '../../dist')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

export function isBuilt(folder: string): boolean {
  return existsSync(join(folder, 'index.html'))
}

/** The files of a built bundle by their paths; null where none has been built. */
export function readBundle(folder: string): ReadonlyMap<string, BuiltFile> | null {
  if (!isBuilt(folder)) return null
  const names = globSync('**/*', { cwd: folder }).filter((name) => extname(name) in types)
  return new Map(names.map((name) => [`/${name}`, readBuilt(folder, name)]))
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
