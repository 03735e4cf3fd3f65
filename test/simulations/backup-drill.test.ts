import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { execPath } from 'node:process'
import { buffer, text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { TOTP } from 'otpauth'
import { openDatabase } from '#/platform/database/database.ts'
import { findSystemPostgres, majorOf } from '#/platform/postgres/system-programs.ts'
import { createClock } from '#/platform/runtime/clock.ts'
import { readKey, verifyDelivery } from '#/webhooks/signing/verify.ts'
import { createFakeSimplefin } from '../fakes/fake-simplefin.ts'
import { startAuthenticator } from '../support/authenticator.ts'
import type { CreationOptions, RequestOptions } from '../support/authenticator.ts'
import { bankAccount, bankRow } from '../support/bank.ts'
import { startBrowser } from '../support/browser.ts'
import { makeFolder, open as openPostgres } from '../support/cluster-trial.ts'
import { account, PASSWORD } from '../support/given-account.ts'
import { nameless } from '../support/exported.ts'
import { assertBooks } from '../support/ledger.ts'
import { until } from '../support/other-processes.ts'
import type { Answer, RequestOptions as Options } from '../support/product.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

// The way of an operator: a backup beside a busy server, the machine lost, everything on another PostgreSQL.

const PUBLIC = 'http://localhost:3000'
const WRITES_A_SECOND = 50
/** Processes of their own have the machine's clock. */
const now = createClock(null)

const folder = makeFolder({ after })
const elsewhere = makeFolder({ after }, 'elsewhere')
const parent = dirname(folder)
const file = join(parent, 'backup')
const passphrase = join(parent, 'passphrase')
writeFileSync(passphrase, 'a walk along the river\n')
const env = {
  PUBLIC_URL: PUBLIC,
  EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
  EARMARK_API_LIMIT_MINUTE: '100000',
  EARMARK_API_LIMIT_HOUR: '1000000',
}

const bank = await createFakeSimplefin({
  accounts: [bankAccount('A', { transactions: [bankRow('1')] })],
  now: () => Date.now() / 1000,
})
after(() => bank.close())

const deliveries: { headers: Readonly<Record<string, unknown>>; body: Buffer }[] = []
const receiver = createServer((request, response) => {
  void buffer(request).then((body) => {
    deliveries.push({ headers: request.headers, body })
    response.writeHead(204).end()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
after(() => receiver.closeAllConnections())
after(() => receiver.close())

/** Asks a server as tests ask the product. */
function reach(server: ServerProcess) {
  const request = async <Body>(
    method: string,
    path: string,
    { base = '/v1', key, body, headers = {} }: Options = {},
  ): Promise<Answer<Body>> => {
    const response = await fetch(`${server.url.replace(/\/v1$/, '')}${base}${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const said = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${said}`)
    return {
      status: response.status,
      headers: response.headers,
      body: JSON.parse(said),
      text: said,
    }
  }
  const browse = () =>
    startBrowser({ request }, { headers: { 'sec-fetch-site': 'same-origin', origin: PUBLIC } })
  return { request, browse }
}

/** Runs a command of the operator and returns what it printed. */
async function earmark(
  dataFolder: string,
  line: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(execPath, [join(import.meta.dirname, '../../bin/earmark.js'), ...line], {
    env: { PATH: process.env['PATH'], EARMARK_DATA: dataFolder, ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, failed] = [text(child.stdout), text(child.stderr)]
  const [code] = (await once(child, 'exit')) as [number]
  assert.equal(code, 0, await failed)
  return said
}

const system = findSystemPostgres()

test('under writes, a backup survives the loss of everything', { timeout: 240_000 }, async () => {
  const server = await startServer(folder, env)
  const { request, browse } = reach(server)

  // A person with a password, an authenticator and a passkey; a bank and a webhook.
  await until('the setup link is there', () => server.logged().includes('setup_link'))
  const token = /setup#k=([\w-]+)/.exec(server.logged())![1]
  const ada = browse()
  await ada.request('POST', '/setup', { body: { ...account, token } })
  const { body: begun } = await ada.request<{ secret: string }>('POST', '/authenticator')
  const totp = new TOTP({ secret: begun.secret })
  await ada.request('POST', '/authenticator/confirm', { body: { code: totp.generate() } })
  const device = startAuthenticator()
  const { body: options } = await ada.request<CreationOptions>('POST', '/passkeys/options')
  const credential = device.create(options, PUBLIC)
  await ada.request('POST', '/passkeys', { body: { name: 'Phone', credential } })
  const { body: issued } = await ada.request<{ api_key: string }>('POST', '/keys', {
    body: {
      name: 'Writer',
      scopes: ['data.read', 'data.write'],
      expires_at: now().add({ hours: 24 }).toString(),
    },
  })
  const key = issued.api_key
  const { body: checking } = await ada.request<{ id: string }>('POST', '/accounts', {
    body: { name: 'Checking', type: 'depository', balance: 100_000 },
  })
  const { body: linked } = await ada.request<{ id: string }>('POST', '/connections/simplefin', {
    body: { setup_token: bank.setupToken(), select_all: true },
  })
  assert.ok(linked)
  const port = (receiver.address() as AddressInfo).port
  const { body: hook } = await request<{ id: string; secret: string }>('POST', '/webhooks', {
    key,
    body: { name: 'Mine', url: `http://127.0.0.1:${port}/hook` },
  })
  const { body: who } = await ada.request<{ household: { id: string } }>('GET', '/session')
  const householdId = who.household.id
  // A household that nobody changes meanwhile.
  const { body: demo } = await ada.request<{ household: { id: string } }>(
    'POST',
    '/households/demo',
  )
  const quiet = demo.household.id
  const quietBefore = await earmark(folder, ['export', quiet])

  // Writes go on while the backup is taken.
  const acknowledged = new Set<string>()
  let busy = true
  const record = async () => {
    const { body } = await request<{ id: string }>('POST', '/transactions', {
      key,
      body: {
        account_id: checking.id,
        amount: -100,
        concept: 'Corner Bakery',
        booked_at: now().toString().slice(0, 10),
      },
    })
    acknowledged.add(body.id)
  }
  const writing = (async () => {
    const running: Promise<void>[] = []
    for (let at = performance.now(); busy; at += 1000 / WRITES_A_SECOND) {
      running.push(record())
      const rest = at - performance.now()
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
      if (running.length % 5 === 0) await running.at(-5)
    }
    await Promise.all(running)
  })()
  await until('writes go on', () => acknowledged.size >= 20)
  const before = [...acknowledged]
  await earmark(folder, ['backup', file, '--passphrase-file', passphrase])
  const during = acknowledged.size
  busy = false
  await writing
  assert.ok(during > before.length, 'nothing was written during the backup')

  // The machine is lost.
  server.kill('SIGKILL')
  await server.ended
  const orphan = await openPostgres(folder)
  await orphan.stop()
  rmSync(folder, { recursive: true })

  // Another machine, with another PostgreSQL where there is one.
  const postgres = await openPostgres(elsewhere, [], system === null ? {} : { binaries: system })
  after(() => postgres.stop())
  const there = { DATABASE_URL: postgres.url }
  const printed = await earmark(folder, ['restore', file, '--passphrase-file', passphrase], there)
  assert.match(printed, /Restored 2 households, 1 person and [\d,]+ transactions/)

  const db = openDatabase({ url: postgres.url, connectionsMax: 2 })
  const rows = await db.selectFrom('transactions').select('id').execute()
  const restored = new Set(rows.map(({ id }) => id))
  assert.deepEqual(
    before.filter((id) => !restored.has(id)),
    [],
  )
  await assertBooks(db, householdId)
  await assertBooks(db, quiet)
  await db.destroy()
  const quietAfter = await earmark(folder, ['export', quiet], there)
  assert.deepEqual(nameless(JSON.parse(quietAfter)), nameless(JSON.parse(quietBefore)))

  // Everything that opens something opens it still.
  const revived = await startServer(folder, { ...env, ...there })
  const again = reach(revived)
  await assert.rejects(again.request('GET', '/household', { key: 'em_live_wrong' }))
  await again.browse().request('POST', '/sign-in', {
    body: { email: account.email, password: PASSWORD, code: nextCode(totp) },
  })
  const visitor = again.browse()
  const { body: asked } = await visitor.request<RequestOptions>('POST', '/sign-in/passkey/options')
  await visitor.request('POST', '/sign-in/passkey', {
    body: { credential: device.get(asked, PUBLIC) },
  })
  const asking = bank.requests.length
  const synced = await earmark(folder, ['sync', householdId, '--json'], {
    ...there,
    // The bank was asked just now, and is not asked again at once.
    EARMARK_NOW: now().add({ hours: 25 }).toString(),
  })
  assert.ok(bank.requests.length > asking, synced)
  assert.deepEqual([bank.requests.at(-1)!.status, /"error":\{/.test(synced)], [200, false], synced)
  const sent = deliveries.length
  await again.request('POST', `/webhooks/${hook.id}/test`, { key, body: {} })
  await until('the webhook comes', () => deliveries.length > sent)
  const { headers, body } = deliveries.at(-1)!
  const arrived = {
    id: String(headers['webhook-id']),
    timestamp: String(headers['webhook-timestamp']),
    signatures: String(headers['webhook-signature']),
    body,
  }
  const checked = verifyDelivery(arrived, readKey(hook.secret)!, Date.now() / 1000)
  assert.equal(checked.genuine, true)
  revived.kill('SIGTERM')
  await revived.ended
})

test(
  'the drill goes to another major version of PostgreSQL',
  { skip: system === null && 'the system has no PostgreSQL' },
  () => assert.notEqual(majorOf(system!.version), 18),
)

/** A code of the next step: the one of this step may be used up. */
function nextCode(totp: TOTP): string {
  return totp.generate({ timestamp: Date.now() + 30_000 })
}
