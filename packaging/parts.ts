import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const names = z.record(z.string(), z.string()).default({})
const lockShape = z.object({
  packages: z.record(
    z.string(),
    z.object({
      // A workspace is a link without a version; nothing that is shipped depends on it.
      version: z.string().default(''),
      license: z.string().default('unknown'),
      dependencies: names,
      optionalDependencies: names,
      peerDependencies: names,
    }),
  ),
})

/** A package of others that is shipped: inside the bundle or the web application, or fetched by npm. */
export type Part = {
  readonly name: string
  readonly version: string
  readonly license: string
  /** Its folder in the checkout. */
  readonly path: string
}

/** Returns all parts: what the server depends on, and what runs in browsers, with what they need. */
export function partsOf(root: string): readonly Part[] {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const { packages } = lockShape.parse(JSON.parse(text))
  const found = new Map<string, Part>()
  const visit = (name: string, from: string) => {
    const path = resolve(name, from)
    if (path === null || found.has(path)) return
    const { version, license, ...needs } = packages[path]!
    found.set(path, { name, version, license, path })
    for (const need of Object.keys({ ...needs.dependencies, ...needs.optionalDependencies }))
      visit(need, path)
    // A peer that is not installed is one that nobody needs.
    for (const need of Object.keys(needs.peerDependencies)) visit(need, path)
  }
  const resolve = (name: string, from: string): string | null => {
    const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
    if (path in packages) return path
    return from === ''
      ? null
      : resolve(name, from.slice(0, from.lastIndexOf('/node_modules/') + 1).replace(/\/$/, ''))
  }
  const own = packages['']!
  const wanted = Object.keys({ ...own.dependencies, ...own.optionalDependencies })
  for (const name of [...wanted, ...importedByWeb(root)]) visit(name, '')
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** The packages that run in browsers, in the application and in the documentation: for npm they are development dependencies. */
function importedByWeb(root: string): ReadonlySet<string> {
  const patterns = ['web/**/*.{ts,tsx}', 'src/app/api-docs/search.js']
  const files = globSync(patterns, { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|vite\.config\.ts$/.test(file),
  )
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
  const found = texts.flatMap((text) => [
    ...text.matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)[/\w.-]*'/g),
  ])
  return new Set(found.map(([, name]) => name!))
}

/** Writes out the licences of all parts, as they ask for. */
export function licencesOf(root: string, parts: readonly Part[]): string {
  return parts.map((part) => licenceOf(root, part)).join('\n')
}

function licenceOf(root: string, { name, version, license, path }: Part): string {
  const folder = join(root, path)
  const [file] = globSync('{LICENSE,LICENCE,License,license}*', { cwd: folder })
  // The packages with programs bring their licences themselves.
  const text =
    file === undefined || path.includes('node-') ? '' : readFileSync(join(folder, file), 'utf8')
  return `== ${name} ${version} (${license})\n\n${text.trim()}\n`
}
