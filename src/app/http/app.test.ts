import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAdmission } from '#/access/limits/admit.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { openAnother } from '../../../test/support/other-processes.ts'
import { createApp } from './app.ts'

const { db, isDistributed } = await createTestDatabase()
const runtime = createTestRuntime(db)
const admit = createAdmission(db, runtime.now, { isDistributed })

type Options = Parameters<typeof createApp>[0]
type Body = { readonly status?: string; readonly error: { code: string; request_id: string } }

/** `remote` is the address of the socket; without it there is no socket. */
function appOf(options: Partial<Options> = {}, remote?: string) {
  const origin = 'http://earmark.test'
  const usual = { runtime, admit, publicUrl: null, origin, isServing: () => true }
  const app = createApp({ ...usual, ...options } as Options)
  return async (path: string, headers: Record<string, string> = {}) => {
    const line = remote && { incoming: { socket: { remoteAddress: remote } } }
    const response = await app.fetch(new Request(`http://earmark.test${path}`, { headers }), line)
    const body = (await response.json()) as Body
    return { status: response.status, headers: response.headers, body }
  }
}

test('the product is ready while it serves and its database answers, and alive in any case', async () => {
  let serving = true
  const ask = appOf({ isServing: () => serving })
  assert.deepEqual((await ask('/readyz')).body, { status: 'ready' })
  serving = false
  assert.deepEqual([(await ask('/readyz')).status, (await ask('/healthz')).status], [503, 200])
})

test('without its database the product is not ready, and asks every client to retry', async () => {
  const gone = await openAnother(db, { url: 'postgres://earmark@127.0.0.1:9/earmark' })
  const ask = appOf({
    runtime: { ...runtime, db: gone },
    admit: createAdmission(gone, runtime.now),
  })
  assert.deepEqual([(await ask('/readyz')).status, (await ask('/healthz')).status], [503, 200])
  for (const path of ['/v1/me', '/v1/openapi.json', '/v1/nowhere']) {
    const { status, body, headers } = await ask(path)
    assert.equal(status, 503)
    assert.equal(body.error.code, 'service_unavailable')
    assert.equal(body.error.request_id, headers.get('x-request-id'))
    assert.equal(headers.get('retry-after'), '1')
    assert.equal(headers.get('x-ratelimit-limit'), '600')
    assert.doesNotMatch(JSON.stringify(body), /ECONN|postgres|127\.0\.0\.1/)
  }
})

test('an internal error is a 500 without details, found in the log by its request id', async () => {
  const ask = appOf({ admit: () => Promise.reject(new Error('a very internal detail')) })
  const { status, body } = await ask('/v1/me')
  assert.equal(status, 500)
  assert.equal(body.error.code, 'internal_error')
  assert.doesNotMatch(JSON.stringify(body), /internal detail/)
  const line = runtime.logged.find((one) => one.includes(body.error.request_id))!
  assert.match(line, /a very internal detail/)
  assert.equal(JSON.parse(line).level, 'error')
})

test('only a trusted proxy may name the caller’s address', async () => {
  const remaining = async (ask: ReturnType<typeof appOf>, forwarded: string) => {
    const { headers } = await ask('/v1/me', { 'x-forwarded-for': forwarded })
    return Number(headers.get('x-ratelimit-remaining'))
  }
  const behind = appOf({ trustedProxies: ['127.0.0.0/8'] }, '127.0.0.1')
  assert.equal(await remaining(behind, '203.0.113.1'), 599)
  assert.equal(await remaining(behind, '198.51.100.7, 203.0.113.1'), 598)
  assert.equal(await remaining(behind, '203.0.113.1, 198.51.100.7'), 599)
  assert.equal(await remaining(behind, '::ffff:203.0.113.1'), 597)
  assert.equal(await remaining(behind, '2001:db8:1:2:3::4'), 599)
  assert.equal(await remaining(behind, '2001:db8:1:2:ffff::9'), 598)
  // Skips the proxies' own entries, and ignores entries that the caller wrote.
  assert.equal(await remaining(behind, '198.51.100.9, 192.0.2.1, 127.0.0.9'), 599)
  assert.equal(await remaining(behind, '192.0.2.1'), 598)
  for (const bare of [
    appOf({}, '127.0.0.2'),
    // The public address does not make any proxy trusted.
    appOf({ publicUrl: 'https://earmark.example' }, '127.0.0.3'),
    appOf({ trustedProxies: ['10.0.0.0/8'] }, '127.0.0.4'),
  ]) {
    const first = await remaining(bare, '203.0.113.101')
    assert.equal(await remaining(bare, '203.0.113.102'), first - 1)
  }
  const counted = await db.selectFrom('address_windows').select('address').distinct().execute()
  assert.ok(counted.every(({ address }) => address.length < 50))
})
