import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { appRoutes } from '#/app/http/app-api.ts'

const folder = join(import.meta.dirname, '..')
const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).map((path) => {
  return [path, readFileSync(join(folder, path), 'utf8')] as const
})

/** Operations that send or return a secret although their contract does not mark one. */
const secretive = [
  'PUT /password',
  'POST /authenticator',
  'POST /authenticator/confirm',
  'POST /recovery-codes',
  'POST /connections/simplefin',
  'POST /connections/plaid',
]

test('no secret passes through the caches of queries and mutations', () => {
  const once = appRoutes
    .filter(([{ firstAnswerOnly }]) => firstAnswerOnly !== undefined)
    .map(([{ method, path }]) => `${method} ${path}`)
  assert.ok(once.includes('POST /keys'))
  for (const operation of [...once, ...secretive]) {
    const using = sources.filter(([, text]) => text.includes(`'${operation}'`))
    assert.ok(using.length > 0, `${operation} is never called`)
    for (const [path, text] of using) {
      if (path.endsWith('.test.ts')) continue
      assert.ok(!text.includes(`useSend('${operation}'`), `${path}: ${operation}`)
    }
  }
})
