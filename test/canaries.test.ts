import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import * as z from 'zod'
import { failureText } from '#/app/cli/words/failure-text.ts'
import { makeLink } from '#/people/links.ts'
import { connectWithSetupToken } from '#/sources/banks/connecting/connect-simplefin.ts'
import { webhooks as webhookContract } from '#/webhooks/contract.ts'
import { createDeliverer } from '#/webhooks/delivering/deliverer.ts'
import { bankAccount, bankRow, connected, openBank } from './support/bank.ts'
import { type Browser, startBrowser } from './support/browser.ts'
import { ACCESS_TOKEN, CLIENT_SECRET } from './fakes/fake-plaid.ts'
import { givenPassword, givenPerson } from './support/given-person.ts'
import { connectedToPlaid } from './support/plaid.ts'
import type { Product } from './support/product.ts'
import { createReceivers } from './fakes/receivers.ts'
import { readExport } from './support/exported.ts'

const USER = 'cAnArYuSeR7'
const PASSWORD = 'cAnArYpAsSwOrD8'
const HEADER = 'cAnArYhEaDeR9'
const PATH = 'cAnArYpAtH10'
const QUERY = 'cAnArYqUeRy11'

test('no secret is in the database, a log, an answer, an export or a message', async () => {
  const bank = await openBank([bankAccount('A', { transactions: [bankRow('1')] })])
  Object.assign(bank.state, { user: USER, password: PASSWORD })
  const receivers = createReceivers(() => Temporal.Instant.fromEpochMilliseconds(0))
  const given = await connected(bank, { destinations: receivers.outbound })
  const { product, key, otherKey, householdId, connectionId, members, run } = given
  const { runtime, db } = product
  const said: string[] = []
  const hear = (value: unknown) =>
    said.push(typeof value === 'string' ? value : JSON.stringify(value))
  const ask = async (method: string, path: string, body?: unknown) =>
    hear((await product.request(method, path, { key, ...(body !== undefined && { body }) })).text)

  // A webhook with headers, whose receiver says everything back that it got.
  const webhooks = product.client(webhookContract, key)
  const url = `https://receiver.example/hook/${PATH}?token=${QUERY}`
  const hook = await webhooks.createWebhook({
    idempotencyKey: 'the-one-webhook',
    body: { name: 'Mine', url, headers: { Authorization: `Bearer ${HEADER}`, 'X-Key': HEADER } },
  })
  const signing = hook.secret!
  receivers.answer(url, ({ headers }) => ({
    status: 400,
    body: `Cannot POST /hook/${PATH}?token=${QUERY} of ${url}: ${JSON.stringify(headers)}`,
  }))
  // Answers that show the URL to its own member, and are not heard: what is kept of them is.
  await product.request('GET', '/webhooks', { key })
  await product.request('PATCH', `/webhooks/${hook.id}`, {
    key,
    body: { enabled: true },
    headers: { 'idempotency-key': 'the-same-webhook' },
  })
  const deliverer = createDeliverer(runtime)
  await ask('POST', `/webhooks/${hook.id}/test`)
  await deliverer.deliverDue()
  await ask('GET', `/webhooks/${hook.id}/deliveries`)

  // A bank that works, and one that fails in each way and says our own secrets to us while it does.
  const accessUrl = bank.accessUrl()
  const everything = `no access for ${accessUrl} nor ${USER} with ${PASSWORD} (${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')})`
  hear(await run())
  const faults: (() => void)[] = [
    ...[400, 401, 402, 403, 404, 429, 500, 503].map((status) => () => {
      bank.state.override = { status, body: JSON.stringify({ errors: [everything] }) }
    }),
    () => (bank.state.override = { status: 200, body: everything }),
    () =>
      (bank.state.override = {
        status: 200,
        body: JSON.stringify({ errors: [everything], accounts: [] }),
      }),
    () => (bank.state.override = { status: 200, body: '{"accounts": 7}' }),
    () => (bank.state.redirectTo = `http://${USER}:${PASSWORD}@10.0.0.1/x`),
    () => (bank.state.redirectTo = `https://nowhere.invalid/${PASSWORD}`),
    ...['con.auth', 'gen.api', 'act.failed', 'other'].map((code) => () => {
      bank.state.errors = [
        { code, msg: everything, conn_id: 'CON-1' },
        { code, msg: everything },
      ]
    }),
    () =>
      bank.state.accounts[0]!.transactions.push({
        id: '9',
        posted: everything,
        amount: everything,
      }),
  ]
  for (const fault of faults) {
    Object.assign(bank.state, { override: null, redirectTo: null, errors: [] })
    fault()
    await renew()
    runtime.advance({ hours: 25 })
    hear(await run())
    await ask('POST', '/sync')
    await ask('POST', `/aggregator/items/${connectionId}/discover`)
    await ask('GET', '/sync/status')
    await ask('GET', '/connections')
  }
  /** The schedule does not ask what a person must mend first. */
  async function renew() {
    await db.updateTable('connections').set({ status: 'healthy' }).execute()
  }

  // Setup tokens that are refused: spent, to a private address, and answered with a text that is not an access URL.
  const [spent, odd] = [bank.setupToken(), bank.setupToken()]
  const connect = async (setupToken: string) => {
    const asked = { householdId, memberId: members['ada']!, zone: 'UTC', connectionId: null }
    await connectWithSetupToken(runtime, { ...asked, setupToken, selectAll: false }).then(
      hear,
      (error: unknown) => {
        hear(failureText(error))
        runtime.log('error', 'connect.failed', { error })
      },
    )
  }
  Object.assign(bank.state, { override: null, redirectTo: null, errors: [] })
  await connect(spent)
  await connect(spent)
  bank.state.claimAnswer = { status: 200, body: everything }
  await connect(odd)
  await connect(
    Buffer.from(`https://${USER}:${PASSWORD}@10.0.0.1/claim/${PASSWORD}`).toString('base64'),
  )
  await connect(accessUrl)

  // Keys, devices and sessions that are made, used, and refused.
  const { cookie } = await product.member(householdId, members['ada']!)
  const session = cookie.split('=')[1]!
  hear((await product.request('GET', '/accounts', { key: `${key}x` })).text)
  hear((await product.request('GET', '/accounts', { key: otherKey })).text)
  hear((await product.request('POST', '/transactions', { key, body: { amount: key } })).text)
  hear(await readExport(runtime, householdId))
  const shown = await webhooks.listWebhooks({})
  assert.equal(shown[0]!.url, url)
  hear(JSON.stringify(shown, (name, value: unknown) => (name === 'url' ? null : value)))
  await product.journal.flush()

  const secrets: Record<string, string> = {
    user: USER,
    password: PASSWORD,
    basic: Buffer.from(`${USER}:${PASSWORD}`).toString('base64'),
    header: HEADER,
    path: PATH,
    query: QUERY,
    signing,
    'signing, decoded': Buffer.from(signing.slice('whsec_'.length), 'base64').toString('latin1'),
    'setup token': spent,
    key: key.slice('em_live_'.length),
    'other key': otherKey.slice('em_live_'.length),
    session,
  }
  assert.ok(said.length > 80)
  await assertNowhere(product, said, secrets)
})

test('a secret that lets people, devices or Plaid in is shown once and is nowhere else', async () => {
  const { product, plaid, run, key, householdId, loaded } = await connectedToPlaid()
  const { runtime, db } = product
  const said: string[] = []
  const secrets: Record<string, string> = {
    'access token': ACCESS_TOKEN,
    'client secret': CLIENT_SECRET,
    key: key.slice('em_live_'.length),
    password: PASSWORD,
  }
  const personId = await givenPerson(runtime, householdId, loaded.members['ada']!)
  await givenPassword(runtime, personId, PASSWORD)
  const { email } = await db
    .selectFrom('persons')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const signedIn = startBrowser(product)
  /** Asks as somebody. A value that is shown once becomes a secret under these names; everything else is searched. */
  const ask = async (
    who: Browser,
    [method, path]: [string, string],
    given: { body?: unknown; headers?: Record<string, string>; secret?: readonly string[] } = {},
  ) => {
    const { secret = [], ...options } = given
    const { body } = await who.request<Record<string, unknown>>(method, path, options)
    const rest = { ...body }
    for (const name of secret) {
      const shown: unknown = rest[name]
      assert.ok(shown, `${method} ${path} shows no ${name}: ${JSON.stringify(body)}`)
      const texts = z
        .union([z.string().transform((text) => [text]), z.array(z.string())])
        .parse(shown)
      for (const [at, text] of texts.entries()) {
        secrets[`${name} ${at} of ${path}`] = text.replace(/^em_(live|wallet)_/, '')
      }
      delete rest[name]
    }
    said.push(JSON.stringify(rest))
    return body
  }
  const mine = (line: [string, string], given?: Parameters<typeof ask>[2]) =>
    ask(signedIn, line, given)

  // People: a password, a second factor with its codes, and links.
  const credentials = { email, password: PASSWORD }
  await mine(['POST', '/sign-in'], { body: credentials })
  secrets['session'] = signedIn.cookie()!
  const { secret } = await mine(['POST', '/authenticator'], { secret: ['secret', 'uri'] })
  const code = new TOTP({ secret: String(secret) }).generate({
    timestamp: runtime.now().epochMilliseconds,
  })
  await mine(['POST', '/authenticator/confirm'], { body: { code: '000000' } })
  await mine(['POST', '/authenticator/confirm'], { body: { code }, secret: ['recovery_codes'] })
  const stranger = startBrowser(product)
  const recovery = secrets['recovery_codes 0 of /authenticator/confirm']!
  await ask(stranger, ['POST', '/sign-in'], { body: { ...credentials, code: `${recovery}X` } })
  await ask(stranger, ['POST', '/sign-in'], { body: { ...credentials, code: recovery } })
  const used = stranger.cookie()!
  secrets['session of the stranger'] = used
  await ask(stranger, ['POST', '/sign-out'])
  await ask(startBrowser(product, { cookie: used }), ['GET', '/session'])
  const { token: invitation } = await mine(['POST', '/invitations'], {
    body: { email: 'eve@example.com' },
    secret: ['token'],
  })
  await ask(stranger, ['POST', '/invitations/check'], { body: { token: invitation } })
  await ask(stranger, ['POST', '/invitations/accept'], {
    body: {
      token: invitation,
      account: { name: 'Eve', email: 'not.eve@example.com', password: 'x' },
    },
  })
  const reset = await makeLink(runtime, { purpose: 'reset', personId })
  const setup = await makeLink(runtime, { purpose: 'setup', personId: null })
  Object.assign(secrets, { 'reset link': reset.token, 'setup link': setup.token })
  await ask(stranger, ['POST', '/password-reset/check'], { body: { token: reset.token } })
  await ask(stranger, ['POST', '/password-reset'], { body: { token: reset.token, password: 'x' } })
  await ask(stranger, ['POST', '/setup/check'], { body: { token: setup.token } })
  await ask(stranger, ['POST', '/setup'], { body: { token: [setup.token] } })

  // Keys and devices, with tokens that are wrong in every way.
  const once = { 'idempotency-key': 'the-one-key' }
  const made = await mine(['POST', '/keys'], {
    body: { name: 'Script', scopes: ['data.read'], expires_at: '2026-06-01T00:00:00Z' },
    headers: once,
    secret: ['api_key'],
  })
  const device = await mine(['POST', '/wallet/devices'], { body: {}, secret: ['token'] })
  const [apiKey, token] = [String(made['api_key']), String(device['token'])]
  for (const shown of [
    token,
    `${token}x`,
    apiKey,
    `${apiKey}x`,
    secrets['session']!,
    reset.token,
  ]) {
    for (const [method, path, base] of [
      ['GET', '/me', '/v1'],
      ['POST', '/transactions', '/v1'],
      ['POST', '/ingest/wallet', ''],
    ] as const) {
      const body = method === 'POST' ? { body: { amount: shown, [shown]: shown } } : {}
      const { text } = await product.request(method, path, { base, key: shown, ...body })
      // The refusal names the unknown parameter to its sender.
      if (!text.includes('is not a parameter')) said.push(text)
    }
    await mine(['POST', '/keys'], { body: { name: 7, token: shown }, headers: once })
  }

  // Plaid, which fails in each way and says our own secrets to us while it does.
  const publicToken = plaid.publicToken()
  secrets['public token'] = publicToken
  const everything = `no access for ${ACCESS_TOKEN} of ${CLIENT_SECRET}`
  plaid.state.said = `${everything} by ${publicToken}`
  const connect = () =>
    mine(['POST', '/connections/plaid'], { body: { public_token: publicToken } })
  for (const path of ['/item/public_token/exchange', '/accounts/get']) {
    plaid.state.faults.set(path, [{ status: 400, type: 'ITEM_ERROR', code: 'ITEM_LOCKED' }])
    await connect()
  }
  await connect()
  plaid.state.said = everything
  for (const type of [
    'ITEM_ERROR',
    'INSTITUTION_ERROR',
    'API_ERROR',
    'INVALID_INPUT',
    everything,
  ]) {
    plaid.state.faults.set('/transactions/sync', [{ status: 400, type, code: everything }])
    plaid.state.itemError = { type, code: 'ITEM_LOGIN_REQUIRED' }
    said.push(JSON.stringify(await run()))
    await mine(['GET', '/connections'])
    await mine(['GET', '/sync/status'])
  }

  await product.journal.flush()
  for (const path of [
    '/requests',
    '/security',
    '/sessions',
    '/profile/events',
    '/audit',
    '/keys',
  ]) {
    await mine(['GET', path])
  }
  await mine(['GET', '/wallet/devices'])
  await mine(['GET', '/invitations'])
  await mine(['GET', '/export'])
  said.push(JSON.stringify(await readExport(runtime, householdId)))
  assert.ok(Object.keys(secrets).length > 20 && said.length > 60)
  await assertNowhere(product, said, secrets)
})

/** Fails if a secret is in the database, in the log, or in anything that was sent. */
async function assertNowhere(
  { db, runtime }: Product,
  said: readonly string[],
  secrets: Readonly<Record<string, string>>,
): Promise<void> {
  assert.ok(runtime.logged.length > 0)
  const places = { database: await dump(db), log: runtime.logged.join(''), said: said.join('\n') }
  assert.ok(places.database.includes('Europe/Madrid'), 'the dump is the database')
  for (const [place, text] of Object.entries(places)) {
    for (const [name, secret] of Object.entries(secrets)) {
      const at = text.indexOf(secret)
      assert.equal(at, -1, `${name} in ${place}: ${text.slice(Math.max(0, at - 200), at + 100)}`)
    }
  }
}

/** Every row of every table; bytes as they are, so that a text among them shows. */
async function dump(db: Parameters<typeof readExport>[0]['db']): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db,
    )
    for (const row of rows) {
      for (const value of Object.values(row)) {
        texts.push(
          Buffer.isBuffer(value) ? value.toString('latin1') : (JSON.stringify(value) ?? ''),
        )
      }
    }
  }
  return texts.join('\n')
}
