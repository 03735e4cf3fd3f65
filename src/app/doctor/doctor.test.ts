import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { serve, type Served } from '#/app/cli/serving/serve.ts'
import { createClock } from '#/platform/runtime/clock.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { createSeal } from '#/platform/runtime/seal.ts'
import {
  APPLICATION_ID,
  APPLICATION_KEY,
  createFakeEnableBanking,
} from '../../../test/fakes/enable-banking.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { ada } from '../../../test/support/product.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { loadDocument } from '#/documents/load.ts'
import type { Check, CheckName } from './check.ts'
import { checkClock, judgeSettings } from './check-database.ts'
import { checkBundle, checkSecretFiles, judgeDisk } from './check-folder.ts'
import { judgeProxy, judgeServer } from './check-server.ts'
import { diagnose } from './diagnose.ts'

const NOW = '2026-01-05T12:00:00Z'
const { db, url } = await createTestDatabase()
const runtime = createTestRuntime(db)
const { household_id: householdId } = await loadDocument(runtime, ada)
const dataFolder = mkdtempSync(join(tmpdir(), 'earmark-doctor-'))
after(() => rmSync(dataFolder, { recursive: true }))
await sql`update schema_migrations set applied_at = ${runtime.now()}`.execute(db)
writeFileSync(join(dataFolder, 'secret'), 'a-master-secret-of-this-test\n', { mode: 0o600 })

const env = { DATABASE_URL: url, EARMARK_DATA: dataFolder, PORT: '0', EARMARK_NOW: NOW }
const configOf = (more: Readonly<Record<string, string>> = {}) =>
  readConfig({ ...env, LOG_LEVEL: 'error', ...more })

/** The checks of an instance, and the named one. */
async function look(
  check: CheckName,
  { more = {}, origin = null }: { more?: Record<string, string>; origin?: string | null } = {},
): Promise<Check> {
  const { checks, healthy } = await diagnose({ config: configOf(more), env: more, origin })
  assert.equal(
    healthy,
    checks.every(({ status }) => status !== 'fault'),
  )
  for (const one of checks) assert.equal('remedy' in one, ['fault', 'warning'].includes(one.status))
  const found = checks.filter((one) => one.check === check)
  assert.equal(found.length, 1)
  return found[0]!
}

async function withServer<T>(
  more: Record<string, string>,
  work: (served: Served) => Promise<T>,
): Promise<T> {
  const served = await serve(configOf(more), { role: 'api', notice: () => {} })
  try {
    return await work(served)
  } finally {
    await served.stop()
  }
}

/** A proxy of this machine that sends headers of its own with each request. */
async function startProxy(headers: Record<string, string>) {
  let target = ''
  const proxy = createServer((incoming, outgoing) => {
    const { host, authorization = '' } = incoming.headers
    const sent = { host: host ?? '', authorization, ...headers }
    request(new URL(incoming.url ?? '/', target), { headers: sent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500)
      answer.pipe(outgoing)
    }).end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  after(() => proxy.close())
  const { port } = proxy.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, lead: (to: string) => (target = to) }
}

test('a healthy instance has no fault, and nothing is created by looking', async () => {
  const before = readdirSync(dataFolder)
  await withServer({}, async ({ url: origin }) => {
    const { checks, healthy } = await diagnose({ config: configOf(), env: {}, origin })
    const others = checks.filter(({ status }) => status !== 'ok')
    // The PostgreSQL of the tests does without the disk, the clock is set, and no backup has been made of a new instance; mail is not set.
    assert.deepEqual(
      others.map(({ check, status }) => [check, status]),
      [
        ['database_settings', 'fault'],
        ['clock', 'skipped'],
        ['backup', 'warning'],
        ['mail', 'skipped'],
      ],
    )
    assert.equal(healthy, false)
  })
  assert.deepEqual(readdirSync(dataFolder), before)
})

test('a folder without an instance is a fault, and stays as it is', async () => {
  const folder = join(dataFolder, 'nothing')
  const config = readConfig({ EARMARK_DATA: folder })
  const { checks, healthy } = await diagnose({ config, env: {}, origin: null })
  assert.equal(healthy, false)
  const faults = checks.filter(({ status }) => status === 'fault').map(({ check }) => check)
  assert.deepEqual(faults, ['data_folder', 'database', 'server'])
  assert.equal(existsSync(folder), false)
})

test('a database that does not answer is a fault that says why, without its password', async () => {
  const more = { DATABASE_URL: 'postgres://earmark:hush@127.0.0.1:9/none' }
  const { status, says, remedy } = await look('database', { more })
  assert.equal(status, 'fault')
  assert.match(says, /ECONNREFUSED/)
  assert.match(remedy!, /DATABASE_URL/)
  assert.doesNotMatch(says + remedy!, /hush/)
})

test('missing migrations, and those of a newer version, are faults', async () => {
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations order by name desc limit 1`.execute(db)
  const last = rows[0]!.name
  const rename = (from: string, to: string) =>
    sql`update schema_migrations set name = ${to} where name = ${from}`.execute(db)
  await rename(last, '9999-from-tomorrow.sql')
  const newer = await look('migrations')
  assert.match(newer.says, /9999-from-tomorrow\.sql/)
  await rename('9999-from-tomorrow.sql', last)
  const { rows: digests } = await sql<{ digest: Buffer }>`
    delete from schema_migrations where name = ${last} returning digest`.execute(db)
  const older = await look('migrations')
  await sql`insert into schema_migrations (name, digest, applied_at)
    values (${last}, ${digests[0]!.digest}, ${runtime.now()})`.execute(db)
  assert.deepEqual([newer.status, older.status], ['fault', 'fault'])
  assert.match(older.remedy!, /earmark migrate/)
  assert.equal((await look('migrations')).status, 'ok')
})

test('a stored secret that no known key opens is a fault', async () => {
  const personId = runtime.newId()
  const at = runtime.now()
  const owned = { id: personId, name: 'Bo', email: 'bo@example.com', password: null }
  await db
    .insertInto('persons')
    .values({ ...owned, created_at: at, updated_at: at })
    .execute()
  const other = createSeal(() => ['a-secret-of-another-test'], runtime.randomBytes)
  const secret = other.seal('plain', `authenticators.secret:${personId}`)
  const authenticator = { person_id: personId, secret, last_step: 0, created_at: at }
  await db.insertInto('authenticators').values(authenticator).execute()
  const found = await look('secrets')
  assert.equal(found.status, 'fault')
  assert.match(found.says, /1 of authenticators\.secret/)
  const healed = { EARMARK_SECRET_PREVIOUS: 'a-secret-of-another-test' }
  assert.equal((await look('secrets', { more: healed })).status, 'ok')
  await db.deleteFrom('authenticators').execute()
})

test('background work that is overdue is a fault that names it', async () => {
  const due = runtime.now().subtract({ hours: 5 })
  await sql`update households set due_at = ${due} where household_id = ${householdId}`.execute(db)
  const found = await look('background_work')
  await sql`update households set due_at = null where household_id = ${householdId}`.execute(db)
  assert.equal(found.status, 'fault')
  assert.match(found.says, /paydays for 5 hours/)
})

test('a secret that others may read is a fault whose remedy names the file', async () => {
  const named = join(dataFolder, 'given')
  writeFileSync(named, 'x', { mode: 0o600 })
  const more = { EARMARK_SECRET_FILE: named }
  assert.equal((await checkSecretFiles(configOf(), more)).status, 'ok')
  chmodSync(named, 0o644)
  chmodSync(join(dataFolder, 'secret'), 0o640)
  const found = await checkSecretFiles(configOf(), more)
  chmodSync(join(dataFolder, 'secret'), 0o600)
  assert.equal(found.status, 'fault')
  assert.equal(found.remedy, `chmod 600 ${join(dataFolder, 'secret')} ${named}`)
})

test('an application that Enable Banking does not know, or leads elsewhere, is a fault', async () => {
  const bank = await createFakeEnableBanking(() => runtime.now().epochMilliseconds / 1000)
  after(() => bank.close())
  const more = {
    EARMARK_ENABLEBANKING_URL: bank.url,
    EARMARK_ENABLEBANKING_APPLICATION_ID: APPLICATION_ID,
    EARMARK_ENABLEBANKING_KEY: APPLICATION_KEY,
    EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
    PUBLIC_URL: 'https://budget.example.com',
  }
  const elsewhere = await look('providers', { more })
  assert.equal(elsewhere.status, 'fault')
  assert.match(elsewhere.says, /budget\.example\.com\/connections\/enable-banking/)
  bank.state.application.redirect_urls = ['https://budget.example.com/connections/enable-banking']
  assert.equal((await look('providers', { more })).status, 'ok')
  bank.state.application.active = false
  assert.match((await look('providers', { more })).remedy!, /Link your own accounts/)
  const foreign = { EARMARK_ENABLEBANKING_APPLICATION_ID: runtime.newId() }
  const unknown = await look('providers', { more: { ...more, ...foreign } })
  assert.equal(unknown.status, 'fault')
  assert.match(unknown.remedy!, /EARMARK_ENABLEBANKING_KEY/)
  const away = { EARMARK_ENABLEBANKING_URL: 'http://127.0.0.1:9' }
  assert.equal((await look('providers', { more: { ...more, ...away } })).status, 'warning')
})

test('a clock that differs from the database’s is a fault', async () => {
  const machine = createClock(null)
  const early = await checkClock({ db, now: () => machine().subtract({ seconds: 90 }) })
  assert.equal(early.status, 'fault')
  assert.match(early.says, /(89\.9|90\.\d) s ahead of/)
  assert.equal((await checkClock({ db, now: machine })).status, 'ok')
})

test('an instance without a backup is a fault after two days, before that a warning', async () => {
  const begin = (hours: number) =>
    sql`update schema_migrations set applied_at = ${runtime.now().subtract({ hours })}`.execute(db)
  await begin(50)
  assert.equal((await look('backup')).status, 'fault')
  await begin(1)
  assert.equal((await look('backup')).status, 'warning')
})

test('a server that does not answer, or has another master secret, is a fault', async () => {
  assert.equal((await look('server')).status, 'fault')
  await withServer({}, async ({ url: origin }) => {
    const more = { EARMARK_SECRET: 'another-secret-than-the-server' }
    assert.match((await look('server', { origin, more })).remedy!, /EARMARK_SECRET/)
    assert.equal((await fetch(`${origin}/diagnosis`)).status, 404)
    const authorization = `Doctor ${'A'.repeat(80)}`
    assert.equal((await fetch(`${origin}/diagnosis`, { headers: { authorization } })).status, 404)
  })
  const seen = { version: '0.0.1', remote: '', trusted: false, address: '' }
  const unset = { forwarded_for: null, forwarded_proto: null, host: null, public_url: null }
  assert.match(
    judgeServer('', { seen: { ...seen, ...unset } }, '0.0.2').says,
    /runs version 0\.0\.1/,
  )
})

test('a proxy is a fault if it is not trusted, or does not name the caller', async () => {
  const named = await startProxy({ 'x-forwarded-for': '192.0.2.9', 'x-forwarded-proto': 'http' })
  const silent = await startProxy({})
  const through = (proxy: typeof named, more: Record<string, string> = {}) => {
    const settings = { PUBLIC_URL: proxy.url, ...more }
    return withServer(settings, ({ url: origin }) => {
      proxy.lead(origin)
      return look('proxy', { origin, more: settings })
    })
  }
  const untrusted = await through(named)
  assert.equal(untrusted.status, 'fault')
  assert.match(untrusted.remedy!, /Add 127\.0\.0\.1 to EARMARK_TRUSTED_PROXIES/)
  const trusted = { EARMARK_TRUSTED_PROXIES: '127.0.0.1' }
  assert.match((await through(silent, trusted)).says, /sends no X-Forwarded-For/)
  const good = await through(named, trusted)
  assert.equal(good.status, 'ok')
  assert.match(good.says, /seen as 192\.0\.2\.9/)
  const everybody = { EARMARK_TRUSTED_PROXIES: '0.0.0.0/0' }
  assert.match((await through(named, everybody)).says, /everybody may claim any address/)
})

test('each fault of a proxy has a finding of its own', () => {
  const config = { trustedProxies: ['10.0.0.1'] }
  const publicUrl = 'https://budget.example'
  const seen = {
    version: '1.0.0',
    remote: '10.0.0.1',
    trusted: true,
    address: '192.0.2.9',
    forwarded_for: '192.0.2.9',
    forwarded_proto: 'https',
    host: 'budget.example',
    public_url: publicUrl,
  }
  const judge = (through: Parameters<typeof judgeProxy>[0]['through']) => {
    const { status, says } = judgeProxy({ config, publicUrl, through })
    return [status, says]
  }
  assert.equal(judge({ seen })[0], 'ok')
  assert.match(
    judge({ seen: { ...seen, forwarded_proto: 'http' } }).join(),
    /fault.*X-Forwarded-Proto: http/,
  )
  assert.match(
    judge({ seen: { ...seen, trusted: false, forwarded_for: null } }).join(),
    /fault.*not trusted/,
  )
  assert.match(judge({ status: 502 }).join(), /fault.*answers 502/)
  const error = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })
  assert.match(judge({ error }).join(), /fault.*certificate/)
  assert.match(
    judge({ error: new Error('no answer within 5 s') }).join(),
    /warning.*cannot be reached/,
  )
})

test('settings of PostgreSQL that may lose data are faults, each named in the remedy', () => {
  const good = {
    version: '18.4',
    fsync: 'on',
    full_page_writes: 'on',
    encoding: 'UTF8',
    max_connections: 100,
  }
  assert.equal(judgeSettings(good).status, 'ok')
  for (const [wrong, words] of [
    [{ fsync: 'off' }, /fsync = on/],
    [{ full_page_writes: 'off' }, /full_page_writes = on/],
    [{ max_connections: 20 }, /max_connections = 36/],
    [{ version: '14.9 (Debian)' }, /version 15/],
    [{ encoding: 'LATIN1' }, /UTF8/],
  ] as const) {
    const found = judgeSettings({ ...good, ...wrong })
    assert.equal(found.status, 'fault')
    assert.match(found.remedy!, words)
  }
})

test('a full disk and an application that is not built are faults', () => {
  assert.equal(judgeDisk(100 * 1024 ** 2, '/data').status, 'fault')
  assert.equal(judgeDisk(1024 ** 3, '/data').status, 'warning')
  assert.equal(judgeDisk(50 * 1024 ** 3, '/data').status, 'ok')
  assert.equal(checkBundle(join(dataFolder, 'no-bundle')).status, 'fault')
})
