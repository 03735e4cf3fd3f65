import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prunePeople } from '#/people/prune.ts'
import { startFakeOidc } from '../../../test/fakes/fake-oidc.ts'
import { givenAccount } from '../../../test/support/given-account.ts'
import {
  givenOutbound,
  type OidcBrowser,
  providerAt,
  settingsOf,
  startOidcBrowser,
} from '../../../test/support/oidc/given-oidc.ts'
import { startProduct } from '../../../test/support/product.ts'

// A provider says that somebody has signed out there. Only its own signed word counts, and only once.

const fake = await startFakeOidc()
const second = await startFakeOidc()
const product = await startProduct({
  limited: false,
  outbound: givenOutbound(),
  oidc: settingsOf([providerAt(fake.issuer), providerAt(second.issuer, { id: '2', name: 'Work' })]),
})
const { runtime, db, app } = product
const byPassword = await givenAccount(product)
const ada = startOidcBrowser(product, byPassword)

/** Goes through a login whose ID token has these claims besides. */
async function login(browser: OidcBrowser, claims: object, purpose = 'sign_in') {
  const address = purpose === 'link' ? await browser.linkAddress() : await browser.begin(purpose)
  const { searchParams } = new URL(address)
  fake.expect(searchParams.get('nonce')!)
  fake.lie({ claims: { ...claims } })
  const query = { state: searchParams.get('state')!, code: 'a code', iss: fake.issuer }
  const { body, text } = await browser.finish(query)
  fake.lie()
  assert.ok(['linked', 'signed_in', 'proved'].includes(body.outcome), text)
  return browser
}
const signedIn = (sid?: string) =>
  login(startOidcBrowser(product), sid === undefined ? {} : { sid })
const isIn = async (browser: Pick<OidcBrowser, 'request'>) =>
  (await browser.request('GET', '/session')).status === 200

/** Sends a form as a provider does; returns the status and what the answer says. */
async function send(form: string | Record<string, string>, provider = '1', type = FORM) {
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString()
  const answer = await app.request(`/oidc/${provider}/logout`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  return [answer.status, await answer.text(), answer.headers.get('cache-control')]
}
const FORM = 'application/x-www-form-urlencoded'
const DONE = [200, '', 'no-store']
const REFUSED = [400, '{"error":"invalid_request"}', 'no-store']
const sendToken = async (...made: Parameters<typeof fake.logoutToken>) =>
  send({ logout_token: await fake.logoutToken(...made) })

await login(ada, {}, 'link')

test('a token with a session ends that one, and no other of the person', async () => {
  const [one, other] = [await signedIn('s1'), await signedIn('s2')]
  assert.deepEqual(await sendToken({ sid: 's1' }), DONE)
  assert.deepEqual(
    [await isIn(one), await isIn(other), await isIn(byPassword)],
    [false, true, true],
  )
  assert.deepEqual(
    await sendToken({ sid: 's2', sub: undefined, exp: undefined, aud: ['earmark'] }),
    DONE,
    'as other providers write it',
  )
  assert.equal(await isIn(other), false)
})

test('a token with a subject alone ends each session that this provider opened', async () => {
  const sessions = [await signedIn('s3'), await signedIn()]
  assert.deepEqual(await sendToken(), DONE)
  assert.deepEqual(await Promise.all(sessions.map(isIn)), [false, false])
  assert.equal(await isIn(byPassword), true, 'a session by password stays')
  const rows = await db
    .selectFrom('person_events')
    .select(['action', 'agent'])
    .where('action', '=', 'sign_out.oidc')
    .execute()
  assert.deepEqual(rows.at(-1), { action: 'sign_out.oidc', agent: 'Home' })
})

test('a session that the provider did not name ends with its subject', async () => {
  const [unnamed, other] = [await signedIn(), await signedIn('s4')]
  assert.deepEqual(await sendToken({ sid: 'unknown', sub: undefined }), DONE)
  assert.equal(await isIn(unnamed), true)
  assert.deepEqual(await sendToken({ sid: 'unknown' }), DONE)
  assert.deepEqual([await isIn(unnamed), await isIn(other)], [false, true])
})

test('a new login as a proof renames the session at the provider', async () => {
  const browser = await signedIn('before')
  await login(browser, { sid: 'after' }, 'sudo')
  assert.deepEqual(await sendToken({ sid: 'before', sub: undefined }), DONE)
  assert.equal(await isIn(browser), true)
  assert.deepEqual(await sendToken({ sid: 'after', sub: undefined }), DONE)
  assert.equal(await isIn(browser), false)
})

test('a token works once, also at the same moment', async () => {
  const logout_token = await fake.logoutToken({ sid: 's5' })
  await signedIn('s5')
  const answers = await Promise.all([send({ logout_token }), send({ logout_token })])
  assert.deepEqual(new Set(answers.map(([status]) => status)), new Set([200, 400]))
  const back = await signedIn('s5')
  assert.deepEqual(await send({ logout_token }), REFUSED)
  assert.equal(await isIn(back), true)
})

test('no token but a right one ends a session, and the answer gives no reason', async () => {
  const staying = await signedIn('s6')
  const now = Math.floor(Date.now() / 1000)
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const wrong: Parameters<typeof fake.logoutToken>[] = [
    [{ iss: second.issuer }],
    [{ iss: undefined }],
    [{ aud: 'somebody else' }],
    [{ aud: ['earmark', 'somebody else'] }],
    [{ aud: undefined }],
    [{ exp: now - 120 }],
    [{ exp: undefined, iat: now - 1200 }],
    [{ iat: now - 1200, exp: now + 99_999 }],
    [{ iat: now + 600 }],
    [{ iat: undefined }],
    [{ jti: undefined }],
    [{ jti: '' }],
    [{ jti: 7 }],
    [{ nonce: 'one' }],
    [{ nonce: null }],
    [{ events: undefined }],
    [{ events: {} }],
    [{ events: { 'http://schemas.openid.net/event/backchannel-logout': 'yes' } }],
    [{ events: Object.keys(events) }],
    [{ sub: undefined }],
    [{ sub: '' }],
    [{ sub: ['mallory'] }],
    [{ sid: 7 }],
    [{}, { typ: 'at+jwt' }],
    [{}, { signature: 'none' }],
    [{}, { signature: 'HS256' }],
    [{}, { signature: 'stranger' }],
  ]
  for (const made of wrong) {
    runtime.advance({ seconds: 10 })
    assert.deepEqual(await sendToken(...made), REFUSED, JSON.stringify(made))
  }
  assert.equal(await isIn(staying), true)
})

test('another provider ends nothing of this one', async () => {
  const staying = await signedIn('s7')
  runtime.advance({ minutes: 1 })
  const token = await second.logoutToken({ sid: 's7' })
  assert.deepEqual(await send({ logout_token: token }), REFUSED)
  assert.deepEqual(await send({ logout_token: token }, '2'), DONE)
  assert.equal(await isIn(staying), true)
  assert.equal((await send({ logout_token: token }, '3'))[0], 404)
})

test('a form that is broken, doubled or too long, and a provider without keys, end nothing', async () => {
  const token = await fake.logoutToken()
  const good = new URLSearchParams({ logout_token: token }).toString()
  assert.deepEqual(await send(''), REFUSED)
  assert.deepEqual(await send('logout_token='), REFUSED)
  assert.deepEqual(await send(`${good}&${good}`), REFUSED)
  assert.deepEqual(await send(good, '1', 'application/json'), REFUSED)
  assert.deepEqual(await send(`${good}&more=${'x'.repeat(70_000)}`), REFUSED)
  assert.deepEqual(await send('logout_token=%ff.%ff.%ff'), REFUSED)
  second.lie({ answers: { '/jwks': { status: 500, body: '' } } })
  runtime.advance({ minutes: 16 })
  const unread = await second.logoutToken()
  assert.deepEqual(await send({ logout_token: unread }, '2'), REFUSED)
  second.lie()
  assert.deepEqual(await send({ logout_token: unread }, '2'), DONE, 'it was not used up')
})

test('an address that goes on sending nonsense waits, and writes few lines', async () => {
  runtime.advance({ minutes: 1 })
  const before = runtime.logged.length
  const statuses: unknown[] = []
  for (let sent = 0; sent < 70; sent += 1) statuses.push((await send(''))[0])
  assert.equal(statuses.filter((status) => status === 400).length, 60)
  assert.equal(statuses.filter((status) => status === 429).length, 10)
  const lines = runtime.logged.slice(before).filter((line) => line.includes('oidc.logout_refused'))
  assert.equal(lines.length, 10)
  runtime.advance({ minutes: 1 })
  assert.deepEqual(await sendToken(), DONE)
})

test('the names of used tokens are kept for a day', async () => {
  const count = async () => (await db.selectFrom('oidc_logouts').select('issuer').execute()).length
  runtime.advance({ hours: 23 })
  await prunePeople(runtime)
  assert.ok((await count()) > 0)
  runtime.advance({ hours: 2 })
  await prunePeople(runtime)
  assert.equal(await count(), 0)
})
