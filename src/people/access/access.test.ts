import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLink } from '#/people/links.ts'
import { prunePeople } from '#/people/prune.ts'
import { type Browser, startBrowser } from '../../../test/support/browser.ts'
import {
  account,
  givenAccount,
  outcome,
  PASSWORD,
  type Who,
} from '../../../test/support/given-account.ts'
import { startProduct } from '../../../test/support/product.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import type { access } from './app-contract.ts'

const product = await startProduct({ start: '2026-11-20T12:00:00Z', limited: false })
const { runtime, db } = product
const ada = await givenAccount(product)

type Access = Answer<typeof access.showMyAccess>
type Ended = Answer<typeof access.endMyAccess>

const show = async (by: Browser = ada) => (await by.request<Access>('GET', '/access')).body
const prove = (password = PASSWORD) => ada.request('POST', '/sudo', { body: { password } })
const signIn = (browser: Browser, password = PASSWORD) =>
  browser.request<Who>('POST', '/sign-in', { body: { email: account.email, password } })
const makeKey = async () => {
  const expires_at = runtime.now().add({ hours: 24 }).toString()
  const { body } = await ada.request<{ api_key: string }>('POST', '/keys', {
    body: { name: 'Sheet', scopes: ['data.read'], expires_at },
  })
  return body.api_key
}
const opens = async (key: string) => (await product.request('GET', '/me', { key })).status
/** True if a wrong attempt in this browser counts for this browser alone. */
const hasOwnTries = async (browser: Browser) => {
  await db.deleteFrom('sign_in_attempts').execute()
  await signIn(browser, 'not the password')
  const counted = await db.selectFrom('sign_in_attempts').select('subject').execute()
  return counted.every(({ subject }) => subject.startsWith('browser:'))
}

test('one list shows every credential of a person, in every household of theirs', async () => {
  await prove()
  await makeKey()
  await ada.request('POST', '/wallet/devices', { body: { name: 'Phone' } })
  await ada.request('POST', '/invitations', { body: { email: 'bo@example.com' } })
  const other = startBrowser(product)
  await signIn(other)
  const shown = await show()
  assert.deepEqual(
    [shown.sessions.length, shown.sessions.filter(({ current }) => current).length],
    [2, 1],
    'both sessions, and which is this one',
  )
  assert.equal(shown.known_browsers.length, 2)
  assert.deepEqual(
    [shown.password, shown.authenticator, shown.recovery_codes_left, shown.passkeys],
    [true, null, 0, []],
  )
  assert.deepEqual(
    shown.households.map(({ household_name, keys, devices, invitations }) => [
      household_name,
      keys.map(({ name }) => name),
      devices.map(({ name }) => name),
      invitations.map(({ email }) => email),
    ]),
    [['Home', ['Sheet'], ['Phone'], ['bo@example.com']]],
  )
})

test('revoking everything ends all access but this session, and the audit log lists each end', async () => {
  await prove()
  const key = await makeKey()
  const device = await ada.request<{ token: string }>('POST', '/wallet/devices', { body: {} })
  const other = startBrowser(product)
  await signIn(other)
  await makeLink(runtime, { purpose: 'reset', personId: ada.who.person.id })
  await db
    .insertInto('passkeys')
    .values({
      id: runtime.newId(),
      person_id: ada.who.person.id,
      credential_id: 'planted',
      host: 'localhost',
      public_key: Buffer.from('x'),
      counter: 0,
      transports: [],
      synced: false,
      name: 'Planted',
      created_at: runtime.now(),
      last_used_at: null,
    })
    .execute()
  const { status, body } = await ada.request<Ended>('POST', '/access/revoke-all', { body: {} })
  assert.equal(status, 200)
  assert.deepEqual([body.passkeys, body.reset_links], [1, 1])
  assert.ok(body.keys >= 1 && body.devices >= 1 && body.sessions >= 1)
  assert.equal(await opens(key), 401)
  const push = await product.request('GET', '/ingest/wallet', { base: '', key: device.body.token })
  assert.equal(push.status, 401)
  assert.deepEqual(outcome(await other.request('GET', '/session')), [401, 'session_required'])
  assert.equal(await hasOwnTries(other), false)
  const shown = await show()
  assert.deepEqual(
    [shown.sessions.length, shown.known_browsers.length, shown.passkeys, shown.reset_links],
    [1, 1, [], 0],
  )
  assert.deepEqual(shown.households[0]!.keys, [])
  const events = await ada.request<{ action: string }[]>('GET', '/profile/events')
  assert.ok(events.body.some(({ action }) => action === 'access.revoke_all'))
  const changes = await ada.request<{ action: string }[]>('GET', '/audit')
  const actions = changes.body.map(({ action }) => action)
  for (const action of ['key.revoke', 'wallet_device.revoke', 'invitation.revoke']) {
    assert.ok(actions.includes(action), action)
  }
  assert.equal((await ada.request('GET', '/session')).status, 200)
})

test('revoking everything requires a recent proof, and keeps passkeys on request', async () => {
  runtime.advance({ minutes: 6 })
  const ask = () => ada.request<Ended>('POST', '/access/revoke-all', { body: { passkeys: false } })
  assert.deepEqual(outcome(await ask()), [403, 'sudo_required'])
  await prove()
  assert.equal((await ask()).body.passkeys, 0)
})

test('a browser stays known until the password changes; a copied cookie does not outlive that', async () => {
  const [mine, copied] = [startBrowser(product), startBrowser(product)]
  await signIn(mine)
  await signIn(copied)
  assert.deepEqual([await hasOwnTries(mine), await hasOwnTries(copied)], [true, true])
  await prove()
  const NEW = 'nine slow herons wading'
  await ada.request('PUT', '/password', { body: { password: NEW } })
  assert.deepEqual([await hasOwnTries(mine), await hasOwnTries(copied)], [false, false])
  assert.equal(await hasOwnTries(ada), true, 'the browser that changed it stays known')
  await signIn(mine, NEW)
  assert.equal(await hasOwnTries(mine), true)
  const { token } = await makeLink(runtime, { purpose: 'reset', personId: ada.who.person.id })
  const reset = await ada.request('POST', '/password-reset', {
    body: { token, password: PASSWORD },
  })
  assert.equal(reset.status, 200)
  assert.deepEqual([await hasOwnTries(mine), await hasOwnTries(ada)], [false, true])
})

test('a reset by link also ends keys and devices on request', async () => {
  await prove()
  const key = await makeKey()
  const link = () => makeLink(runtime, { purpose: 'reset', personId: ada.who.person.id })
  const reset = async (body: object) => {
    const { token } = await link()
    const sent = { token, password: PASSWORD, ...body }
    return (await ada.request('POST', '/password-reset', { body: sent })).status
  }
  assert.equal(await reset({}), 200)
  assert.equal(await opens(key), 200)
  assert.equal(await reset({ revoke_all: true }), 200)
  assert.equal(await opens(key), 401)
})

test('a known browser can be forgotten, and expires 400 days after the last sign-in', async () => {
  runtime.advance({ seconds: 1 })
  const other = startBrowser(product)
  await signIn(other)
  const [latest] = (await show()).known_browsers
  const forget = () => ada.request('DELETE', `/access/browsers/${latest!.id}`)
  assert.equal((await forget()).status, 200)
  assert.equal(await hasOwnTries(other), false)
  assert.deepEqual(outcome(await forget()), [404, 'resource_not_found'])
  runtime.advance({ hours: 400 * 24 })
  await prunePeople(runtime)
  assert.deepEqual(await db.selectFrom('known_browsers').selectAll().execute(), [])
})

test('at most twenty browsers are known for one person', async () => {
  for (let count = 0; count < 22; count += 1) {
    runtime.advance({ seconds: 1 })
    await signIn(startBrowser(product))
  }
  const rows = await db.selectFrom('known_browsers').select('id').execute()
  assert.equal(rows.length, 20)
})
