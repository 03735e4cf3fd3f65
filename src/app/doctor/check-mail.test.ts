import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startMailServer } from '../../../test/fakes/mail-server.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { storeMailServer } from '#/platform/mail/server.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { createSeal } from '#/platform/runtime/seal.ts'
import { checkMail } from './check-mail.ts'

const { db } = await createTestDatabase()
const runtime = createTestRuntime(db)
const { settings, caught, mischief, seen } = await startMailServer()
const byEnvironment = {
  EARMARK_SMTP_HOST: settings.host,
  EARMARK_SMTP_PORT: String(settings.port),
  EARMARK_SMTP_TLS: 'none',
  EARMARK_MAIL_FROM: settings.from,
}
const PUBLIC_URL = 'https://budget.example.com'
const nowhere = { EARMARK_SMTP_PORT: '1' }

const check = (env: Readonly<Record<string, string>>, seal: typeof runtime.seal | null = null) =>
  checkMail({ db, now: runtime.now, seal, config: readConfig(env) })

test('an instance without a mail server has nothing to check', async () => {
  assert.equal((await check({}, runtime.seal)).status, 'skipped')
  assert.equal((await check({})).status, 'skipped')
})

test('the server of the environment is asked, and gets no mail', async () => {
  const { status, says } = await check({ ...byEnvironment, PUBLIC_URL }, runtime.seal)
  assert.deepEqual([status, says], ['ok', 'localhost lets us in.'])
  assert.deepEqual([seen.connections, caught.length, mischief], [1, 0, {}])
  assert.equal((await check({ ...byEnvironment, PUBLIC_URL })).status, 'ok', 'without a secret')
})

test('without PUBLIC_URL the check warns that no links are mailed', async () => {
  const found = await check(byEnvironment, runtime.seal)
  assert.equal(found.status, 'warning')
  assert.match(found.remedy ?? '', /PUBLIC_URL/)
})

test('a server that cannot be reached is a fault whose remedy names where it is set', async () => {
  const found = await check({ ...byEnvironment, ...nowhere, PUBLIC_URL }, runtime.seal)
  assert.equal(found.status, 'fault')
  assert.match(found.remedy ?? '', /EARMARK_SMTP_\* in the environment/)
  await storeMailServer(runtime, { ...settings, port: 1 })
  const stored = await check({ PUBLIC_URL }, runtime.seal)
  assert.equal(stored.status, 'fault')
  assert.match(stored.remedy ?? '', /the page Mail/)
})

test('settings that another secret sealed, or a database without them, are left to other checks', async () => {
  await storeMailServer(runtime, settings)
  assert.equal((await check({ PUBLIC_URL }, runtime.seal)).status, 'ok')
  const other = createSeal(() => ['another-master-secret'], runtime.randomBytes)
  assert.equal((await check({ PUBLIC_URL }, other)).status, 'skipped')
  await sql`alter table mail_settings rename to not_migrated`.execute(db)
  assert.equal((await check({ PUBLIC_URL }, runtime.seal)).status, 'skipped')
})
