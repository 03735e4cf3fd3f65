import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { deriveFrom } from '#/access/oidc/login.ts'
import { type Lie, startFakeOidc } from '../../../test/fakes/fake-oidc.ts'
import { startBrowser } from '../../../test/support/browser.ts'
import { givenAccount, outcome } from '../../../test/support/given-account.ts'
import {
  givenOutbound,
  type OidcBrowser,
  providerAt,
  settingsOf,
  startOidcBrowser,
} from '../../../test/support/oidc/given-oidc.ts'
import { startProduct } from '../../../test/support/product.ts'

// A provider that lies, and people who tamper with what goes through their browser. Nobody is let in.

const fake = await startFakeOidc()
const second = await startFakeOidc()
const outbound = givenOutbound()
const oidc = settingsOf([
  providerAt(fake.issuer),
  providerAt(second.issuer, { id: '2', name: 'Work' }),
])
/** The limit of time is the product's, and shorter here. */
const hurried: typeof outbound.request = (request) =>
  outbound.request({ ...request, timeoutMs: 300 })
const product = await startProduct({ limited: false, oidc, outbound })
const { runtime, db } = product
const ada = startOidcBrowser(product, await givenAccount(product))

/** Begins a login, and makes the provider's next token fit it. Returns the query of an honest way back. */
async function begin(browser: OidcBrowser, purpose = 'sign_in', provider = '1') {
  const at = provider === '1' ? fake : second
  const url = new URL(
    purpose === 'link'
      ? await browser.linkAddress(provider)
      : await browser.begin(purpose, provider),
  )
  at.expect(url.searchParams.get('nonce')!)
  return { state: url.searchParams.get('state')!, code: 'a code', iss: at.issuer }
}
const linked = await ada.finish(await begin(ada, 'link'))
assert.equal(linked.body.outcome, 'linked', linked.text)

/** A whole login at the provider as it is; its status and code. */
async function tryWith(
  lie: Lie,
  change: Readonly<Record<string, string>> = {},
): Promise<unknown[]> {
  const browser = startOidcBrowser(product)
  const query = await begin(browser)
  fake.lie(lie)
  const answer = await browser.finish({ ...query, ...change })
  fake.lie()
  assert.equal((await browser.request('GET', '/session')).status, answer.status === 200 ? 200 : 401)
  return outcome(answer)
}
const DISCOVERY = `${fake.issuer}/.well-known/openid-configuration`
const FAILED = [401, 'oidc_failed']
const seconds = (from: number) => Math.floor(Date.now() / 1000) + from
const reasons = () =>
  runtime.logged.flatMap((line) => {
    const { event, message, reason } = JSON.parse(line) as Record<string, string>
    return (event ?? message) === 'oidc.refused' ? [reason] : []
  })

test('an honest token signs in, and the secret goes where the provider wants it', async () => {
  assert.deepEqual(await tryWith({}), [200])
  assert.equal(fake.lastToken().get('client_id'), 'earmark')
  assert.ok((fake.lastToken().get('code_verifier') ?? '').length >= 43)
})

for (const [name, claims] of Object.entries({
  'another issuer': { iss: 'https://evil.example' },
  'another nonce': { nonce: 'of another login' },
  'no nonce': { nonce: undefined },
  'another audience': { aud: 'somebody else' },
  'a second audience without an authorised party': { aud: ['earmark', 'somebody else'] },
  'another authorised party': { aud: ['earmark', 'other'], azp: 'other' },
  'an end in the past': { exp: seconds(-120) },
  'a beginning in the future': { nbf: seconds(120) },
  'no subject': { sub: undefined },
  'an empty subject': { sub: '' },
  'an endless subject': { sub: 'x'.repeat(256) },
  'a subject that is not text': { sub: 7 },
})) {
  test(`an ID token with ${name} is refused`, async () => {
    assert.deepEqual(await tryWith({ claims }), FAILED)
  })
}

for (const signature of ['none', 'HS256', 'stranger'] as const) {
  test(`an ID token is refused whose signature is: ${signature}`, async () => {
    assert.deepEqual(await tryWith({ signature }), FAILED)
  })
}

test('clocks that differ by less than a minute do no harm', async () => {
  assert.deepEqual(await tryWith({ claims: { iat: seconds(40), exp: seconds(-40) } }), [200])
})

test('a code and a state work once, also at the same moment', async () => {
  const browser = startOidcBrowser(product)
  const query = await begin(browser)
  const before = fake.asked('/token')
  const answers = await Promise.all([browser.finish(query), browser.finish(query)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 401],
  )
  assert.deepEqual(outcome(await browser.finish(query)), FAILED)
  assert.equal(fake.asked('/token') - before, 1)
})

test('a state counts in the browser that began it, and in no other', async () => {
  const attacker = startOidcBrowser(product)
  const query = await begin(attacker)
  const victim = startOidcBrowser(product)
  assert.deepEqual(outcome(await victim.finish(query)), FAILED)
  await begin(victim)
  assert.deepEqual(outcome(await victim.finish(query)), FAILED, 'with a login of its own')
  assert.equal((await victim.request('GET', '/session')).status, 401)
})

test('a login that was begun to link counts in its own session only', async () => {
  const query = await begin(ada, 'link')
  await ada.request('POST', '/sign-out')
  assert.deepEqual(outcome(await ada.finish(query)), FAILED)
  assert.deepEqual(await tryWith({}), [200])
  const back = await ada.finish(await begin(ada))
  assert.equal(back.body.outcome, 'signed_in', back.text)
})

test('an old state, an unknown state and a state of another provider are refused', async () => {
  const browser = startOidcBrowser(product)
  const old = await begin(browser)
  runtime.advance({ minutes: 16 })
  assert.deepEqual(outcome(await browser.finish(old)), FAILED)
  assert.deepEqual(outcome(await browser.finish({ ...old, state: 'invented' })), FAILED)
  const ofSecond = await begin(browser, 'sign_in', '2')
  fake.expect('of another login')
  assert.deepEqual(outcome(await browser.finish(ofSecond)), FAILED, 'mix-up of providers')
  const asked = fake.asked('/token')
  const mixed = { ...(await begin(browser)), iss: second.issuer }
  assert.deepEqual(outcome(await browser.finish(mixed)), FAILED, 'the answer names another issuer')
  assert.equal(fake.asked('/token'), asked, 'no code went to the wrong provider')
})

test('the same subject at another provider is another person', async () => {
  const browser = startOidcBrowser(product)
  const query = await begin(browser, 'sign_in', '2')
  const answer = await browser.request('POST', '/oidc/finish', { body: { provider: '2', query } })
  assert.deepEqual(outcome(answer), [401, 'oidc_not_linked'])
})

test('a proof whose login is old, or has no time, is refused', async () => {
  const proofWith = async (claims: Lie['claims']) => {
    const query = await begin(ada, 'sudo')
    fake.lie({ claims: claims ?? {} })
    const answer = await ada.finish(query)
    fake.lie()
    return outcome(answer)
  }
  assert.deepEqual(await proofWith({ auth_time: seconds(-600) }), FAILED)
  assert.deepEqual(await proofWith({ auth_time: undefined }), FAILED)
  assert.deepEqual(await proofWith({ sub: 'another' }), FAILED)
  assert.deepEqual(await proofWith({}), [200])
})

test('a provider that answers with errors, rubbish or too much lets nobody in', async () => {
  const at = (path: string, status: number, body: string): Lie => ({
    answers: { [path]: { status, body } },
  })
  const UNAVAILABLE = [503, 'oidc_unavailable']
  assert.deepEqual(await tryWith(at('/token', 400, '{"error":"invalid_grant"}')), FAILED)
  assert.deepEqual(await tryWith(at('/token', 401, '{"error":"invalid_client"}')), UNAVAILABLE)
  assert.deepEqual(await tryWith(at('/token', 500, 'oops')), UNAVAILABLE)
  assert.deepEqual(await tryWith(at('/token', 200, 'not json')), UNAVAILABLE)
  assert.deepEqual(await tryWith(at('/token', 200, '{}')), FAILED)
  assert.deepEqual(await tryWith(at('/token', 200, ' '.repeat(300 * 1024))), UNAVAILABLE)
  assert.deepEqual(await tryWith(at('/token', 302, '')), UNAVAILABLE)
  assert.deepEqual(await tryWith({}, { error: 'server_error' }), FAILED)
  assert.deepEqual(await tryWith({}), [200], 'it works again')
})

test('a provider that is down, refused by the guard or names another issuer cannot be begun with', async () => {
  const { port } = new URL(fake.issuer)
  const closed = 'http://127.0.0.1:9'
  const inside = `http://10.255.255.1:${port}`
  const wrong = await startFakeOidc()
  wrong.lie({
    answers: {
      '/.well-known/openid-configuration': {
        status: 200,
        body: JSON.stringify({
          issuer: 'https://evil.example',
          authorization_endpoint: 'https://evil.example/a',
        }),
      },
    },
  })
  const hostile = await startProduct({
    limited: false,
    outbound,
    oidc: settingsOf([
      providerAt(closed),
      providerAt(inside, { id: '2' }),
      providerAt(wrong.issuer, { id: '3' }),
    ]),
  })
  for (const provider of ['1', '2', '3']) {
    const answer = await startBrowser(hostile).request('POST', '/oidc/begin', {
      body: { provider, purpose: 'sign_in' },
    })
    assert.deepEqual(outcome(answer), [503, 'oidc_unavailable'], provider)
  }
  wrong.lie()
  const again = { body: { provider: '3', purpose: 'sign_in' } }
  assert.equal((await startBrowser(hostile).request('POST', '/oidc/begin', again)).status, 200)
})

test('a discovery document that is huge, broken or a redirect is not used', async () => {
  const path = '/.well-known/openid-configuration'
  const big = await startFakeOidc()
  const reading = await startProduct({
    limited: false,
    outbound,
    oidc: settingsOf([providerAt(big.issuer)]),
  })
  const begun = async () => {
    const body = { provider: '1', purpose: 'sign_in' }
    return outcome(await startBrowser(reading).request('POST', '/oidc/begin', { body }))
  }
  for (const [status, body] of [
    [200, ' '.repeat(300 * 1024)],
    [200, '{"issuer":'],
    [200, '[]'],
    [200, '{}'],
    [302, ''],
    [404, '{}'],
  ] as const) {
    big.lie({ answers: { [path]: { status, body } } })
    assert.deepEqual(await begun(), [503, 'oidc_unavailable'], `${status} ${body.slice(0, 12)}`)
  }
  big.lie()
  assert.deepEqual(await begun(), [200])
})

test('keys that the provider has replaced are read again at the next login', async () => {
  assert.deepEqual(await tryWith({}), [200])
  await fake.rotate()
  assert.deepEqual(await tryWith({}), FAILED)
  assert.equal(reasons().at(-1), 'wrong_signature')
  assert.deepEqual(await tryWith({}), [200])
})

test('a provider that hangs lets nobody in, and nobody waits for long', async () => {
  const hasty = { ...outbound, request: hurried }
  const slow = await startProduct({
    limited: false,
    outbound: hasty,
    oidc: settingsOf([providerAt(fake.issuer)]),
  })
  const begin = { body: { provider: '1', purpose: 'sign_in' } }
  for (const path of ['/.well-known/openid-configuration', '/token', '/jwks']) {
    fake.lie({ answers: { [path]: 'hang' } })
    const browser = startOidcBrowser(slow)
    const answer = await browser.request<{ url: string }>('POST', '/oidc/begin', begin)
    if (path.includes('openid')) {
      assert.deepEqual(outcome(answer), [503, 'oidc_unavailable'])
      continue
    }
    const state = new URL(answer.body.url).searchParams.get('state')!
    fake.expect(new URL(answer.body.url).searchParams.get('nonce')!)
    const finished = await browser.finish({ state, code: 'a code', iss: fake.issuer })
    assert.deepEqual(outcome(finished), [503, 'oidc_unavailable'], path)
  }
  fake.lie()
})

test('a provider inside the private network is reached only if the operator allows it', async () => {
  const strict = createOutbound({ allowCidrs: '' })
  const closed = await startProduct({
    limited: false,
    outbound: strict,
    oidc: settingsOf([providerAt(fake.issuer)]),
  })
  const asked = fake.asked('/.well-known/openid-configuration')
  const answer = await startBrowser(closed).request('POST', '/oidc/begin', {
    body: { provider: '1', purpose: 'sign_in' },
  })
  await strict.close()
  assert.deepEqual(outcome(answer), [503, 'oidc_unavailable'])
  assert.equal(fake.asked('/.well-known/openid-configuration'), asked)
})

test('pages of strangers can neither begin nor finish a login', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  const browser = startBrowser(product, { headers })
  const begun = await browser.request('POST', '/oidc/begin', {
    body: { provider: '1', purpose: 'sign_in' },
  })
  assert.equal(begun.status, 403)
  const query = { state: 'x', code: 'y' }
  const finished = await browser.request('POST', '/oidc/finish', { body: { provider: '1', query } })
  assert.equal(finished.status, 403)
})

test('neither the database nor the log has a secret of a login', async () => {
  const browser = startOidcBrowser(product)
  const { state } = await begin(browser)
  const secret = browser.cookies().get('earmark_oidc')!
  const rows = JSON.stringify(await db.selectFrom('oidc_logins').selectAll().execute())
  const lines = runtime.logged.join('\n')
  for (const hidden of [secret, state, deriveFrom(secret, 'verifier', state)]) {
    assert.ok(!rows.includes(hidden) && !lines.includes(hidden))
  }
  assert.ok(reasons().includes('wrong_signature') && reasons().includes('state_unknown'))
})

test('a provider that lists its prompts is asked only for one of them', async () => {
  const found: unknown = await (await fetch(DISCOVERY)).json()
  const promptWith = async (listed?: readonly string[]) => {
    const discovered = Object.assign({}, found, { prompt_values_supported: listed })
    const answer = { status: 200, body: JSON.stringify(discovered) }
    fake.lie({ answers: { [new URL(DISCOVERY).pathname]: answer } })
    runtime.advance({ minutes: 2 })
    const body = { provider: '1', purpose: 'sign_in', choose_account: true }
    const { body: begun } = await ada.request<{ url: string }>('POST', '/oidc/begin', { body })
    fake.lie()
    return new URL(begun.url).searchParams.get('prompt')
  }
  assert.deepEqual(
    [
      await promptWith(),
      await promptWith(['none', 'login', 'select_account']),
      await promptWith(['none', 'login']),
    ],
    ['select_account', 'select_account', 'login'],
  )
})
