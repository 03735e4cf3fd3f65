import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import { loadDocument } from '#/documents/load.ts'
import { countAttempt, countersFor } from '#/people/attempts.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { startBrowser } from './support/browser.ts'
import { createTestDatabase } from './support/database.ts'
import { account, givenAccount, PASSWORD } from './support/given-account.ts'
import { until } from './support/other-processes.ts'
import { ada, startProduct } from './support/product.ts'
import { createTestRuntime } from './support/runtime.ts'
import { startServer } from './support/server-process.ts'

// Security events, as the log of a server names them, and as `fail2ban` reads them.

const ORIGIN = 'https://earmark.example'
const ADDRESS = '2001:db8:1:2:3:4:5:6'
const CANARY = 'Tr0ub4dor-and-three'
const folder = mkdtempSync(join(tmpdir(), 'earmark-security-'))
after(() => rmSync(folder, { recursive: true }))

type Line = Readonly<Record<string, unknown>> & { readonly event: string }

const product = await startProduct({
  publicUrl: ORIGIN,
  trustedProxies: ['127.0.0.1'],
  remote: '127.0.0.1',
  limited: false,
})
const { runtime } = product
const { who, request } = await givenAccount(product)
const from = (address: string) =>
  startBrowser(product, {
    headers: { origin: ORIGIN, host: 'earmark.example', 'x-forwarded-for': address },
  })

/** The security events since the last call. */
function takeEvents(): Line[] {
  const lines = runtime.logged.splice(0).map((line) => JSON.parse(line) as Line)
  return lines.filter(({ event }) => event.startsWith('security.'))
}

const shown = (lines: readonly Line[]) =>
  lines.map(({ event, address, person_id: person, account: tried, reason }) => ({
    event: event.replace('security.', ''),
    address,
    ...(person !== undefined && { person }),
    ...(tried !== undefined && { tried }),
    ...(reason !== undefined && { reason }),
  }))

test('a refused sign-in is logged with address and account, never with what was typed', async () => {
  takeEvents()
  const stranger = from(ADDRESS)
  await stranger.request('POST', '/sign-in', { body: { email: account.email, password: CANARY } })
  // People type passwords into the field above.
  for (let times = 0; times < 2; times += 1) {
    await stranger.request('POST', '/sign-in', {
      body: { email: `${CANARY}@example.com`, password: CANARY },
    })
  }
  const lines = takeEvents()
  const [known, unknown, again] = lines
  assert.deepEqual(shown([known!]), [
    { event: 'sign_in.refused', address: ADDRESS, tried: who.person.id, reason: 'password' },
  ])
  assert.match(String(unknown!['account']), /^unknown:[0-9a-f]{12}$/)
  assert.equal(unknown!['account'], again!['account'])
  assert.doesNotMatch(JSON.stringify(lines), new RegExp(`${CANARY}|${account.email}`))
})

test('a locked account, a sign-in and a new browser are logged', async () => {
  const stranger = from('203.0.113.50')
  const tryOnce = (password: string) =>
    stranger.request('POST', '/sign-in', { body: { email: account.email, password } })
  const tried = { email: account.email, personId: who.person.id }
  const counters = countersFor({ known: null, client: { address: '203.0.113.50' } }, tried)
  for (let times = 0; times < 10; times += 1) await countAttempt(runtime, counters)
  takeEvents()
  assert.equal((await tryOnce(PASSWORD)).status, 429)
  assert.deepEqual(shown(takeEvents()), [
    { event: 'sign_in.locked', address: '203.0.113.50', tried: who.person.id },
  ])
  const elsewhere = from('203.0.113.51')
  const body = { email: account.email, password: PASSWORD }
  assert.equal((await elsewhere.request('POST', '/sign-in', { body })).status, 200)
  const person = who.person.id
  assert.deepEqual(shown(takeEvents()), [
    { event: 'browser.new', address: '203.0.113.51', person },
    { event: 'sign_in', address: '203.0.113.51', person },
  ])
  await elsewhere.request('POST', '/sign-in', { body })
  assert.deepEqual(shown(takeEvents()), [{ event: 'sign_in', address: '203.0.113.51', person }])
})

test('a new key, device and invitation are logged with address and person, a refused one is not', async () => {
  takeEvents()
  const key = { name: 'Script', scopes: ['data.read'], expires_at: '2026-07-01T00:00:00Z' }
  const asked = { headers: { 'x-forwarded-for': '198.51.100.4' } }
  assert.equal((await request('POST', '/keys', { body: { name: '' }, ...asked })).status, 400)
  assert.equal((await request('POST', '/keys', { body: key, ...asked })).status, 201)
  const device = await request('POST', '/wallet/devices', { body: { name: 'Phone' }, ...asked })
  const invited = await request('POST', '/invitations', { body: { role: 'member' }, ...asked })
  assert.deepEqual([device.status, invited.status], [200, 201], device.text + invited.text)
  const fact = { address: '198.51.100.4', person: who.person.id }
  const events = ['key.create', 'device.create', 'invitation.create']
  assert.deepEqual(
    shown(takeEvents()),
    events.map((event) => ({ event, ...fact })),
  )
})

test('an event that is rolled back is not logged', async () => {
  takeEvents()
  const client = { address: ADDRESS, agent: '' }
  const record = (db: typeof runtime.db) =>
    recordPersonEvent({ ...runtime, db, client }, who.person.id, 'passkey.add')
  const undone = inTransaction(runtime.db, async (db) => {
    await record(db)
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  assert.deepEqual(takeEvents(), [])
  await inTransaction(runtime.db, record)
  assert.deepEqual(shown(takeEvents()), [
    { event: 'passkey.add', address: ADDRESS, person: who.person.id },
  ])
})

test('an upload that its sender aborts is no error', async () => {
  const { port } = await product.listen()
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  runtime.logged.splice(0)
  const head =
    'POST /app/api/sign-in HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n'
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{`)
  await new Promise((resolve) => socket.write('"', resolve))
  socket.resetAndDestroy()
  await until('it is logged', () => runtime.logged.length > 0)
  const lines = runtime.logged.map((line) => JSON.parse(line) as Line)
  assert.deepEqual(
    lines.map(({ level, event, address }) => [level, event, address]),
    [['info', 'request.aborted', '127.0.0.1']],
  )
})

const has = (program: string) => spawnSync(program, ['--version']).status === 0
const skip = has('fail2ban-regex') ? false : 'fail2ban is not installed'

/** Line ends of every reader, quotes, and a whole line in both formats. */
const forgeries = ['\n', '\u2028', '\u0085', '"', '\\', ' '].flatMap((one) => [
  `${one}2026-01-05T12:00:00.000Z WARN  security.sign_in.refused address=6.6.6.6 account=x`,
  `x"}${one}{"time":"2026-01-05T12:00:00.000Z","level":"warn","event":"security.sign_in.refused","address":"6.6.6.6"}`,
])

test(
  'fail2ban reads refused sign-ins and keys, and no address that a stranger made up',
  { skip },
  async () => {
    const { db, url } = await createTestDatabase()
    const { keys } = await loadDocument(createTestRuntime(db), {
      ...ada,
      keys: [
        {
          ref: 'home',
          member: 'ada',
          scopes: ['data.read'],
          allowed_from: ['192.0.2.0/24'],
          expires_at: '2099-01-01T00:00:00Z',
        },
      ],
    })
    for (const format of ['json', 'text']) {
      const server = await startServer(join(folder, format), {
        DATABASE_URL: url,
        LOG_FORMAT: format,
        EARMARK_TRUSTED_PROXIES: '127.0.0.1',
      })
      const send = (path: string, headers: Record<string, string>, body?: object) =>
        fetch(new URL(path, server.url), {
          method: body ? 'POST' : 'GET',
          headers: {
            'content-type': 'application/json',
            origin: new URL(server.url).origin,
            ...headers,
          },
          ...(body && { body: JSON.stringify(body) }),
        })
      for (const [index, forgery] of forgeries.entries()) {
        const agent = encodeURIComponent(forgery)
        const headers = { 'x-forwarded-for': '203.0.113.9', 'user-agent': agent }
        await send(`/v1/${agent}`, headers)
        // Not an address, so no password is compared.
        await send(`/app/api/sign-in?${agent}`, headers, { email: forgery, password: forgery })
        if (index < 3) {
          const forwarded = `6.6.6.${index}, 203.0.113.${index}`
          const body = { email: `bo${index}@example.com`, password: forgery }
          await send('/app/api/sign-in', { ...headers, 'x-forwarded-for': forwarded }, body)
        }
      }
      const credentials = { email: 'bo@example.com', password: CANARY }
      await send('/app/api/sign-in', { 'x-forwarded-for': 'address=6.6.6.6' }, credentials)
      const key = { authorization: `Bearer ${keys['home']!.api_key}` }
      for (const address of ['192.0.2.1', '203.0.113.77']) {
        await send('/v1/me', { ...key, 'x-forwarded-for': address })
      }
      server.kill('SIGTERM')
      await server.ended
      const log = join(folder, `${format}.log`)
      await until('its log is written', () => server.logged().includes('stopped'))
      writeFileSync(log, server.logged())
      const filter = 'packaging/fail2ban/earmark.conf'
      const read = spawnSync('fail2ban-regex', ['-o', 'ip', log, filter], { encoding: 'utf8' })
      const found = read.stdout.split('\n').filter((line) => line !== '')
      // The last hop is the proxy's word. An entry before it, or one that is not an address, is a stranger's.
      assert.deepEqual(
        [...new Set(found)].toSorted(),
        ['127.0.0.1', '203.0.113.0', '203.0.113.1', '203.0.113.2', '203.0.113.77'],
        format + read.stderr,
      )
    }
  },
)
