import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openProduct } from '#/app/cli/serving/open.ts'
import { serve } from '#/app/cli/serving/serve.ts'
import { inTransaction, isDatabaseGone, openDatabase } from '#/platform/database/database.ts'
import { loadDocument } from '#/documents/load.ts'
import { householdKey } from '#/platform/idempotency/household-key.ts'
import { withIdempotencyKey } from '#/platform/idempotency/with-idempotency-key.ts'
import { adminUrlOf, type Cluster, openCluster } from '#/platform/postgres/cluster.ts'
import { wait } from '#/platform/runtime/clock.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { blocks } from '../documents/blocks.ts'
import { freePort } from '../support/free-port.ts'
import { budget } from '../support/given.ts'
import { until } from '../support/other-processes.ts'
import { ada } from '../support/product.ts'

// A primary and a standby of its own, two servers that find the primary in the two ways of docs/scaling.md, and the real
// HAProxy before both, with its configuration there. The standby is a copy that waits for more, as one that lags for ever.

const isInstalled = spawnSync('haproxy', ['-v']).error === undefined
const folder = mkdtempSync(join(tmpdir(), 'earmark-fail-over-'))
// The user who runs PostgreSQL for root must reach it, or it would lie elsewhere.
chmodSync(folder, 0o711)
const stops: (() => Promise<unknown> | void)[] = []
after(async () => {
  for (const stop of stops.toReversed()) await stop()
  rmSync(folder, { recursive: true, force: true })
})

const openIn = async (place: string) => {
  const cluster = await openCluster({
    dataFolder: join(folder, place),
    wait,
    log: () => {},
    durable: false,
  })
  stops.push(() => cluster.stop())
  return cluster
}
const configFor = (url: string, place: string) =>
  readConfig({ DATABASE_URL: url, EARMARK_DATA: join(folder, place), PORT: '0' })
/** A cluster's address without its socket, as another machine has it. */
const addressOf = ({ url }: Cluster) => new URL(url.replace(/\?.*$/, ''))

const first = await openIn('one')
const made = await openProduct({
  config: configFor(first.url, 'made'),
  connectionsMax: 2,
  notice: () => {},
})
const home = await loadDocument(made.runtime, { ...ada, ...budget })
await made.close()
await first.stop()
cpSync(join(folder, 'one/postgres'), join(folder, 'two/postgres'), {
  recursive: true,
  preserveTimestamps: true,
})
spawnSync('chown', [
  '-R',
  '--reference',
  join(folder, 'one/postgres/cluster'),
  join(folder, 'two/postgres/cluster'),
])
spawnSync('chmod', ['--reference', join(folder, 'one'), join(folder, 'two')])
writeFileSync(join(folder, 'two/postgres/cluster/standby.signal'), '')
const primary = await openIn('one')
const standby = await openIn('two')

/** Patroni's REST API says of each server if it is the primary; ports stand for machines. */
let promoted = false
async function startHealth(isPrimary: () => boolean): Promise<number> {
  const server = createServer(
    (_, response) => void response.writeHead(isPrimary() ? 200 : 503).end(),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function startHaproxy(servers: {
  primary: number
  api: number
  health: number[]
  ports: number[]
}) {
  const [balancer, pooler] = blocks.filter(
    ({ path, language }) => path === 'docs/scaling.md' && language === 'haproxy',
  )
  const [one, two] = [addressOf(primary).port, addressOf(standby).port]
  const text = `${balancer!.text}\n${pooler!.text}\n`
    .replace('inter 1s', 'inter 200ms')
    .replace('127.0.0.1:8080', `127.0.0.1:${servers.api}`)
    .replace('127.0.0.1:5000', `127.0.0.1:${servers.primary}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${servers.ports[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${servers.ports[1]}`)
    .replace('db1:5432 check port 8008', `127.0.0.1:${one} check port ${servers.health[0]}`)
    .replace('db2:5432 check port 8008', `127.0.0.1:${two} check port ${servers.health[1]}`)
  writeFileSync(join(folder, 'haproxy.cfg'), text)
  const child: ChildProcess = spawn('haproxy', ['-f', join(folder, 'haproxy.cfg')], {
    stdio: 'ignore',
  })
  stops.push(() => void child.kill('SIGKILL'))
  const url = addressOf(primary)
  url.port = String(servers.primary)
  // It takes every server for the primary until it has asked, and then sends nobody to the standby.
  let right = 0
  await until('HAProxy leads to the primary', async () => {
    assert.equal(child.exitCode, null)
    right = (await isPrimary(url.href)) ? right + 1 : 0
    return right === 4
  })
}

async function isPrimary(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    )
    return !rows[0]!.standby
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function ask(origin: string, line: string, body?: object) {
  const [method, path] = line.split(' ')
  const response = await fetch(`${origin}${path}`, {
    method: method!,
    headers: {
      authorization: `Bearer ${home.keys['rw']!.api_key}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

const pay = (origin: string) =>
  ask(origin, 'POST /v1/transactions', {
    account_id: home.accounts['checking']!,
    amount: -1,
    concept: 'x',
    booked_at: '2026-01-05',
  })

const db = openDatabase({ url: primary.url, connectionsMax: 2 })
stops.push(() => db.destroy())
const admin = new pg.Client({ connectionString: await adminUrlOf(primary) })
await admin.connect()
admin.on('error', () => {})
stops.push(() => admin.end())
// After a failure a commit may still wait for a standby, and the pool for that commit.
stops.push(() => setStandbys('').catch(() => {}))

/** Has every commit of the primary wait for these standbys. */
async function setStandbys(names: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${names}'`)
  await admin.query('select pg_reload_conf()')
  await until('the setting holds', async () => {
    const { rows } = await admin.query('show synchronous_standby_names')
    return rows[0]!.synchronous_standby_names === names
  })
  // A setting shows before commits follow it: PostgreSQL tells them by another process.
  if (names !== '') await until('commits wait', doesCommitWait)
}

await sql`create table unconfirmed (id int)`.execute(db)
const write = () => inTransaction(db, (tx) => sql`insert into unconfirmed values (1)`.execute(tx))

/** Ends the wait of the one commit that waits for a standby; false: none does. */
async function endWait(): Promise<boolean> {
  const { rows } = await admin.query(
    `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
  )
  return rows.length === 1
}

async function doesCommitWait(): Promise<boolean> {
  let ended = false
  const commit = write()
    .catch(() => {})
    .finally(() => (ended = true))
  let waited = false
  while (!ended && !waited) waited = await endWait()
  await commit
  return waited
}

test('a commit that the synchronous standby has not confirmed is not acknowledged', async () => {
  await setStandbys('nobody')
  const refused = assert.rejects(write(), isDatabaseGone)
  await until('the operator ends the wait', endWait)
  await refused
  await setStandbys('')
  await write()
})

test('a repeat of a write that waits for the standby is refused with 503, as the write itself', async () => {
  await setStandbys('nobody')
  const request = {
    key: 'the-only-one',
    fingerprint: Buffer.alloc(32),
    now: Temporal.Instant.from('2026-01-05T12:00:00Z'),
  }
  const send = (requestId: string) =>
    withIdempotencyKey(
      {
        db,
        wait,
        transaction: 'one',
        storedKey: householdKey(home.household_id, { ...request, requestId }),
      },
      () => Promise.resolve({ status: 200, body: '{}' }),
    )
  const first = send('req_1')
  await until('it waits for the standby', async () => {
    const { rows } = await admin.query(
      `select 1 from pg_stat_activity where wait_event = 'SyncRep'`,
    )
    return rows.length === 1
  })
  await assert.rejects(send('req_2'), isDatabaseGone).finally(() => setStandbys(''))
  assert.equal((await first).replayed, false)
  assert.equal((await send('req_3')).replayed, true)
})

const skip = isInstalled ? false : 'haproxy is not installed: apt-get install haproxy'

test(
  'servers go on with the promoted standby without a restart, and refuse only with 503',
  { skip },
  async () => {
    const [apiPort, primaryPort] = [await freePort(), await freePort()]
    const documented = blocks.find(({ text }) =>
      text.startsWith('DATABASE_URL=postgres://earmark:PASSWORD'),
    )!
    const { username, password, port } = addressOf(primary)
    const listed = documented.text
      .replace('DATABASE_URL=', '')
      .replace('earmark:PASSWORD', `${username}:${password}`)
      .replace('db1:5432', `127.0.0.1:${addressOf(standby).port}`)
      .replace('db2:5432', `127.0.0.1:${port}`)
      .trim()
    const direct = await serve(configFor(listed, 'direct'), { role: 'all', notice: () => {} })
    stops.push(() => direct.stop())
    const health = [await startHealth(() => !promoted), await startHealth(() => promoted)]
    const ports = [Number(new URL(direct.url).port), await freePort()]
    await startHaproxy({ primary: primaryPort, api: apiPort, health, ports })
    const through = new URL(addressOf(primary))
    through.port = String(primaryPort)
    const balanced = await serve(
      { ...configFor(through.href, 'through'), port: ports[1]! },
      { role: 'all', notice: () => {} },
    )
    stops.push(() => balanced.stop())
    const servers = [direct.url, balanced.url]
    for (const url of servers) {
      assert.equal((await pay(url)).status, 200)
      assert.equal((await ask(url, 'GET /readyz')).status, 200)
    }
    await primary.stop()
    const refused = await Promise.all(servers.map(pay))
    for (const answer of refused) assert.deepEqual(answer, { status: 503, retryAfter: '1' })
    for (const url of servers) assert.equal((await ask(url, 'GET /readyz')).status, 503)
    const successor = new pg.Client({ connectionString: await adminUrlOf(standby) })
    await successor.connect()
    await successor.query('select pg_promote()')
    await successor.end()
    promoted = true
    for (const url of servers) {
      await until('it serves again', async () => {
        const { status } = await pay(url)
        assert.ok(status === 200 || status === 503, String(status))
        return status === 200
      })
    }
    const balancer = `http://127.0.0.1:${apiPort}`
    await until('the balancer sees both', async () => (await pay(balancer)).status === 200)
    await direct.stop()
    for (let count = 0; count < 4; count += 1) assert.equal((await pay(balancer)).status, 200)
  },
)
