import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openSession } from '#/access/sessions/open.ts'
import { startAuthenticator } from '../../../../test/support/authenticator.ts'
import type { CreationOptions, RequestOptions } from '../../../../test/support/authenticator.ts'
import { startBrowser } from '../../../../test/support/browser.ts'
import {
  account,
  givenAccount,
  outcome,
  PASSWORD,
  type Who,
} from '../../../../test/support/given-account.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { runCommand } from '../../../../test/support/run-command.ts'

// The operator's commands reach the database only: nothing tells the application of them, so they hold in every process.

const product = await startProduct({ limited: false })
const ada = await givenAccount(product)
const { id: household, member_id: member } = ada.who.household!
const ORIGIN = 'http://localhost:3000'

const run = (...words: string[]) => runCommand(product.runtime, words)
const signIn = (browser = startBrowser(product)) =>
  browser.request<Who>('POST', '/sign-in', { body: { email: account.email, password: PASSWORD } })

async function makeKey(name = 'Sheet') {
  const { json } = await run(
    'key',
    'create',
    household,
    '--member',
    member,
    '--name',
    name,
    '--scope',
    'data.read',
  )
  const { api_key: key } = json as { api_key: string }
  return async () => outcome(await product.request('GET', '/me', { key }))
}

async function makeDevice() {
  const { json } = await run('wallet', 'create', household, '--member', member, '--name', 'Phone')
  const { token } = json as { token: string }
  const body = { kind: 'payment', merchant: 'Bakery', amount: '4.50', card: 'Visa' }
  return async () =>
    (await product.request('POST', '/ingest/wallet', { base: '', key: token, body })).status
}

async function makeFeed() {
  const { json } = await run('calendar-feed', 'create', household, '--member-id', member)
  const { pathname } = new URL((json as { url: string }).url)
  return async () => (await product.app.request(pathname)).status
}

const passkeys = startAuthenticator()
async function addPasskey() {
  const begun = await ada.request<CreationOptions>('POST', '/passkeys/options', {})
  const credential = passkeys.create(begun.body, ORIGIN)
  const made = await ada.request('POST', '/passkeys', {
    body: { name: 'Laptop', credential },
    headers: { origin: ORIGIN },
  })
  assert.equal(made.status, 201, made.text)
}
async function signInWithPasskey() {
  const browser = startBrowser(product)
  const { body } = await browser.request<RequestOptions>('POST', '/sign-in/passkey/options', {})
  const credential = passkeys.get(body, ORIGIN)
  return outcome(
    await browser.request('POST', '/sign-in/passkey', {
      body: { credential },
      headers: { origin: ORIGIN },
    }),
  )
}

type Ended = { readonly sessions_ended: number }
type Event = {
  readonly action: string
  readonly address: string | null
  readonly email: string | null
  readonly detail: string
}

async function events(...words: string[]): Promise<readonly Event[]> {
  return (await run('events', ...words)).json as readonly Event[]
}

test('a locked person is kept out everywhere at once, and unlocking restores what they had', async () => {
  const [useKey, push, other] = [await makeKey(), await makeDevice(), startBrowser(product)]
  await addPasskey()
  await signIn(other)
  assert.deepEqual([await useKey(), await push(), await signInWithPasskey()], [[200], 200, [200]])

  const { json } = await run('person', 'lock', 'ADA@example.com')
  assert.equal((json as Ended).sessions_ended, 3)
  assert.deepEqual(await useKey(), [401, 'invalid_api_key'])
  assert.equal(await push(), 401)
  assert.deepEqual(outcome(await other.request('GET', '/session')), [401, 'session_required'])
  assert.deepEqual(outcome(await signIn()), [401, 'account_locked'])
  assert.deepEqual(await signInWithPasskey(), [401, 'account_locked'])
  const wrong = { body: { email: account.email, password: 'a guess at random' } }
  assert.deepEqual(outcome(await other.request('POST', '/sign-in', wrong)), [401, 'sign_in_failed'])
  const { token } = new URL(
    ((await run('reset-password', account.email)).json as { url: string }).url,
  ).hash.match(/k=(?<token>.*)/)!.groups!
  const reset = { body: { token, password: PASSWORD } }
  assert.deepEqual(outcome(await other.request('POST', '/password-reset', reset)), [
    401,
    'account_locked',
  ])
  const listed = (await run('person', 'list')).json as { locked_at: string | null }[]
  assert.equal(listed[0]!.locked_at, '2026-01-05T12:00:00.000Z')

  await run('person', 'unlock', ada.who.person.id)
  assert.deepEqual([await useKey(), await push(), await signInWithPasskey()], [[200], 200, [200]])
  assert.deepEqual(outcome(await signIn(other)), [200])
  assert.deepEqual(outcome(await other.request('POST', '/password-reset', reset)), [200])
})

test('no session opens beside a lock', async () => {
  const personId = ada.who.person.id
  const client = { address: '192.0.2.7', agent: 'curl' }
  const opening = { personId, householdId: household, through: 'password' as const, client }
  const opened = Array.from({ length: 8 }, () => openSession(product.runtime, opening))
  const results = await Promise.allSettled([...opened, run('person', 'lock', personId)])
  assert.equal(results.at(-1)!.status, 'fulfilled')
  const left = await product.db
    .selectFrom('sessions')
    .where('person_id', '=', personId)
    .selectAll()
    .execute()
  assert.deepEqual(left, [])
  await run('person', 'unlock', personId)
})

test('signing a person out ends their sessions and no key', async () => {
  const useKey = await makeKey()
  const browser = startBrowser(product)
  await signIn(browser)
  const { text } = await run('person', 'sign-out', account.email)
  assert.match(text, /^Ada <ada@example\.com> is signed out; \d+ sessions? ended\.$/)
  assert.deepEqual(outcome(await browser.request('GET', '/session')), [401, 'session_required'])
  assert.deepEqual(await useKey(), [200])
})

test('revoking a person’s credentials needs a yes, says what it ended, and spares passkeys', async () => {
  const [useKey, push, read] = [await makeKey(), await makeDevice(), await makeFeed()]
  const browser = startBrowser(product)
  await signIn(browser)
  await assert.rejects(run('revoke', '--person', account.email), /--yes/)
  await assert.rejects(run('revoke', '--yes'), /--person EMAIL, or --all/)
  await assert.rejects(
    run('revoke', '--all', '--person', account.email, '--yes'),
    /--person EMAIL, or --all/,
  )
  assert.deepEqual([await useKey(), await push(), await read()], [[200], 200, 200])
  const { json } = await run('revoke', '--person', account.email, '--yes')
  const { keys, devices, feeds, sessions, passkeys: ended } = json as Record<string, number>
  assert.ok(keys! > 0 && devices! > 0 && feeds! > 0 && sessions! > 0)
  assert.equal(ended, 0)
  assert.deepEqual(
    [await useKey(), await push(), await read()],
    [[401, 'invalid_api_key'], 401, 410],
  )
  assert.deepEqual(outcome(await browser.request('GET', '/session')), [401, 'session_required'])
  assert.deepEqual(await signInWithPasskey(), [200])
})

test('revoking everything reaches households without people, links, and the operator’s devices', async () => {
  const { household_id: other, keys, members } = await product.household()
  const orphan = async () =>
    (await product.request('GET', '/me', { key: keys['rw']!.api_key })).status
  const created = await run('wallet', 'create', other, '--name', 'Kiosk')
  const useKey = await makeKey()
  await run('member', 'invite', other, '--member', members['ada']!)
  await run('reset-password', account.email)
  assert.equal(await orphan(), 200)
  const asked: string[] = []
  const ask = async (question: string) => (asked.push(question), 'yes')
  const { json, failed } = await runCommand(product.runtime, ['revoke', '--all', '--passkeys'], {
    ask,
  })
  assert.match(asked.join(), /everybody.*Type yes/)
  assert.ok(!failed && created)
  const ended = json as Record<string, number>
  assert.ok(ended['reset_links']! >= 1 && ended['invitations']! >= 1 && ended['passkeys'] === 1)
  assert.deepEqual([await orphan(), await useKey()], [401, [401, 'invalid_api_key']])
  for (const table of ['sessions', 'known_browsers', 'one_time_links', 'passkeys'] as const) {
    assert.deepEqual(await product.db.selectFrom(table).selectAll().execute(), [], table)
  }
  const again = (await run('revoke', '--all', '--yes')).json as Record<string, number>
  assert.deepEqual([again['keys'], again['devices'], again['sessions']], [0, 0, 0])
})

test('a fault of one household does not keep credentials of others alive', async () => {
  const [first, second] = [await product.household(), await product.household()]
  const use = async ({ keys }: typeof first) =>
    (await product.request('GET', '/me', { key: keys['rw']!.api_key })).status
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'no more entries'; end $$`.execute(product.db)
  await sql`create trigger refuse before insert on audit_entries for each row
    when (new.household_id = ${sql.lit(first.household_id)}) execute function refuse()`.execute(
    product.db,
  )
  const { json, failed, text } = await run('revoke', '--all', '--yes')
  assert.equal(failed, true)
  assert.deepEqual(
    (json as { failed: { id: string }[] }).failed.map(({ id }) => id),
    [first.household_id],
  )
  assert.match(text, /Not ended: .*: no more entries/)
  assert.deepEqual([await use(first), await use(second)], [200, 401])
  await sql`drop trigger refuse on audit_entries`.execute(product.db)
  await run('revoke', '--all', '--yes')
  assert.equal(await use(first), 401)
})

test('events show who signed in from where, what was refused, and the operator’s commands', async () => {
  await signIn()
  product.runtime.advance({ hours: 2 })
  const browser = startBrowser(product)
  await browser.request('POST', '/sign-in', {
    body: { email: account.email, password: 'a wrong guess' },
  })
  await makeKey('Leaky')
  await run('person', 'lock', account.email)
  await signIn()
  await run('person', 'unlock', account.email)
  await run('revoke', '--all', '--yes')
  const latest = await events('--since', '1h')
  const actions = latest.map(({ action }) => action)
  for (const action of [
    'sign_in.failed',
    'key.create',
    'account.lock',
    'sign_in.locked',
    'account.unlock',
    'key.revoke',
    'access.revoke_all',
  ]) {
    assert.ok(actions.includes(action), action)
  }
  for (const action of ['key.create', 'key.revoke']) {
    assert.equal(latest.find((event) => event.action === action)!.detail, 'Leaky')
  }
  assert.equal(latest.find(({ action }) => action === 'account.lock')!.address, 'command line')
  assert.ok(latest.every(({ action }) => action !== 'setup'))
  assert.ok((await events()).some(({ action }) => action === 'sign_in'))
  const hers = await events('--person', account.email, '--limit', '3')
  assert.deepEqual(
    hers.map(({ email }) => email),
    ['ada@example.com', 'ada@example.com', 'ada@example.com'],
  )
  assert.ok((await events('--since', '2026-01-06')).length < latest.length)
  for (const words of [
    ['--since', 'soon'],
    ['--limit', '0'],
    ['--limit', '1e3'],
  ]) {
    await assert.rejects(run('events', ...words), new RegExp(`${words[0]}:`))
  }
  await assert.rejects(run('events', '--person', 'nobody@example.com'), /no account.*person list/)
})

test('commands name a person who does not exist', async () => {
  for (const words of [
    ['person', 'lock'],
    ['person', 'unlock'],
    ['person', 'sign-out'],
    ['revoke', '--yes', '--person'],
  ]) {
    await assert.rejects(
      run(...words, 'nobody@example.com'),
      /There is no account with the address/,
    )
    await assert.rejects(run(...words, product.runtime.newId()), /There is no account with the id/)
    await assert.rejects(run(...words, 'nobody'), /"nobody" is not an id/)
  }
})
