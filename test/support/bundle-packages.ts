import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const root = join(import.meta.dirname, '../..')

/** Packages of many small files that nearly every test file loads: kysely alone has 255. */
const packages = {
  kysely: 'kysely',
  zod: 'zod',
  jose: 'jose',
  hono: 'hono',
  'hono-route': 'hono/route',
  'node-server': '@hono/node-server',
  'node-server-conninfo': '@hono/node-server/conninfo',
}

/**
 * Writes each of those packages into one file, where `quick-modules.ts` finds it: to find, read and link 430 modules takes
 * each of the test files a third of a second. Built once for each lock file; returns the folder.
 */
export async function bundlePackages(): Promise<string> {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const name = createHash('sha256').update(lock).update(JSON.stringify(packages)).digest('hex')
  const cache = join(root, 'node_modules/.cache/earmark-test-packages')
  const folder = join(cache, name.slice(0, 16))
  if (existsSync(join(folder, 'kysely.js'))) return folder
  rmSync(cache, { recursive: true, force: true })
  const { build } = await import('vite')
  // vite sets it, and the tests that start after this would inherit it.
  const { NODE_ENV } = process.env
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'esnext',
      minify: false,
      outDir: folder,
      rolldownOptions: { input: packages, output: { entryFileNames: '[name].js' } },
    },
  })
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
  return folder
}

/** The file of a package by what imports call it. */
export function bundledAs(specifier: string): string | undefined {
  const found = Object.entries(packages).find(([, one]) => one === specifier)
  return found && `${found[0]}.js`
}
