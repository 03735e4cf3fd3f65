import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { exportDocument } from '#/documents/export.ts'
import { failureText } from '#/cli/failure-text.ts'
import { connectProviderA } from '#/sync/connect.ts'
import { webhooks as webhookContract } from '#/webhooks/contract.ts'
import { createDeliverer } from '#/webhooks/deliverer.ts'
import { bankAccount, bankRow, connected, openBank } from './bank.ts'
import { createReceivers } from './receivers.ts'

const USER = 'cAnArYuSeR7'
const PASSWORD = 'cAnArYpAsSwOrD8'
const HEADER = 'cAnArYhEaDeR9'

test('whatever succeeds and whatever fails, no secret is in the database, a log, an answer, an export or a message', async () => {
  const bank = await openBank([bankAccount('A', { transactions: [bankRow('1')] })])
  Object.assign(bank.state, { user: USER, password: PASSWORD })
  const receivers = createReceivers(() => Temporal.Instant.fromEpochMilliseconds(0))
  const given = await connected(bank, { destinations: receivers.outbound })
  const { product, key, otherKey, householdId, connectionId, members, run } = given
  const { world, db } = product
  const said: string[] = []
  const hear = (value: unknown) =>
    said.push(typeof value === 'string' ? value : JSON.stringify(value))
  const ask = async (method: string, path: string, body?: unknown) =>
    hear((await product.request(method, path, { key, ...(body !== undefined && { body }) })).text)

  // A webhook with headers, whose receiver says everything back that it got.
  const webhooks = product.client(webhookContract, key)
  const url = 'https://receiver.example/hook'
  const hook = await webhooks.createWebhook({
    body: { name: 'Mine', url, headers: { Authorization: `Bearer ${HEADER}`, 'X-Key': HEADER } },
  })
  const signing = hook.secret!
  receivers.answer(url, ({ headers }) => ({ status: 400, body: JSON.stringify(headers) }))
  const deliverer = createDeliverer(world)
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
    world.advance({ hours: 25 })
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

  // Setup tokens that are refused: spent, to a private address, and answered with what is no access.
  const [spent, odd] = [bank.setupToken(), bank.setupToken()]
  const connect = async (setupToken: string) => {
    const asked = { householdId, memberId: members['ada']!, zone: 'UTC', connectionId: null }
    await connectProviderA(world, { ...asked, setupToken, selectAll: false }).then(
      hear,
      (error: unknown) => {
        hear(failureText(error))
        world.log('error', 'connect.failed', { error })
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
  hear(await exportDocument(world, householdId))
  hear(await webhooks.listWebhooks({}))

  const secrets: Record<string, string> = {
    user: USER,
    password: PASSWORD,
    basic: Buffer.from(`${USER}:${PASSWORD}`).toString('base64'),
    header: HEADER,
    signing,
    'signing, decoded': Buffer.from(signing.slice('whsec_'.length), 'base64').toString('latin1'),
    'setup token': spent,
    key: key.slice('em_live_'.length),
    'other key': otherKey.slice('em_live_'.length),
    session,
  }
  assert.ok(said.length > 80 && world.logged.length > 0)
  const places = { database: await dump(db), log: world.logged.join(''), said: said.join('\n') }
  assert.ok(places.database.includes('Corner Bakery'), 'the dump is the database')
  for (const [place, text] of Object.entries(places)) {
    for (const [name, secret] of Object.entries(secrets)) {
      const at = text.indexOf(secret)
      assert.equal(at, -1, `${name} in ${place}: ${text.slice(Math.max(0, at - 200), at + 100)}`)
    }
  }
})

/** Every row of every table; bytes as they are, so that a text among them shows. */
async function dump(db: Parameters<typeof exportDocument>[0]['db']): Promise<string> {
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
