import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOTP } from 'otpauth'
import { startAuthenticator } from '../../../test/support/authenticator.ts'
import { startBrowser } from '../../../test/support/browser.ts'
import {
  account,
  givenAccount,
  outcome,
  PASSWORD,
  type Who,
} from '../../../test/support/given-account.ts'
import { startProduct } from '../../../test/support/product.ts'
import { makeLink } from '#/people/links.ts'
import { createSeal } from '#/platform/runtime/seal.ts'
import { authenticatorBinding } from './authenticator-code.ts'
import type { CreationOptions, RequestOptions } from '../../../test/support/authenticator.ts'

const ORIGIN = 'http://localhost:3000'

const product = await startProduct()
const { runtime } = product
const ada = await givenAccount(product)

const credentials = { email: account.email, password: PASSWORD }
const signIn = (code?: string) => {
  return startBrowser(product).request<Who & { error: { code: string } }>('POST', '/sign-in', {
    body: { ...credentials, ...(code !== undefined && { code }) },
  })
}

const secrets: string[] = []
const codeNow = () =>
  new TOTP({ secret: secrets[0]! }).generate({
    timestamp: runtime.now().epochMilliseconds,
  })
let recovery: string[] = []

test('an authenticator is required as soon as one of its codes is confirmed', async () => {
  const begun = await ada.request<{ secret: string; uri: string }>('POST', '/authenticator')
  assert.match(
    begun.body.uri,
    /^otpauth:\/\/totp\/Earmark:ada%40example\.com\?.*secret=[A-Z2-7]{32}/,
  )
  secrets.push(begun.body.secret)
  assert.deepEqual(outcome(await signIn()), [200])
  const confirm = (code: string) =>
    ada.request('POST', '/authenticator/confirm', { body: { code } })
  assert.deepEqual(outcome(await confirm('000000')), [401, 'second_factor_failed'])
  const confirmed = await confirm(codeNow())
  recovery = confirmed.body['recovery_codes'] as string[]
  assert.equal(new Set(recovery).size, 10)
  assert.deepEqual(outcome(await signIn()), [401, 'second_factor_required'])
  assert.deepEqual(outcome(await ada.request('POST', '/authenticator')), [409, 'already_on'])
})

test('a code works once, in its step or the next, and never after a later code', async () => {
  // The confirming code is used up.
  assert.deepEqual(outcome(await signIn(codeNow())), [401, 'second_factor_failed'])
  runtime.advance({ seconds: 30 })
  const earlier = codeNow()
  runtime.advance({ seconds: 30 })
  const code = codeNow()
  assert.deepEqual(outcome(await signIn(` ${code.slice(0, 3)} ${code.slice(3)}`)), [200])
  assert.deepEqual(outcome(await signIn(code)), [401, 'second_factor_failed'])
  assert.deepEqual(outcome(await signIn(earlier)), [401, 'second_factor_failed'])
  runtime.advance({ seconds: 30 })
  const late = codeNow()
  runtime.advance({ seconds: 61 })
  assert.deepEqual(outcome(await signIn(late)), [401, 'second_factor_failed'])
})

test('of two browsers that send the same code, only one signs in', async () => {
  runtime.advance({ minutes: 1 })
  const code = codeNow()
  const answers = await Promise.all([signIn(code), signIn(code)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 401],
  )
})

test('each recovery code works once, in any spelling', async () => {
  const [first, second] = recovery
  assert.deepEqual(outcome(await signIn(first!.toLowerCase().replaceAll('-', ' '))), [200])
  assert.deepEqual(outcome(await signIn(first)), [401, 'second_factor_failed'])
  assert.equal((await ada.request('GET', '/security')).body['recovery_codes_left'], 9)
  runtime.advance({ minutes: 1 })
  const sudo = { password: PASSWORD, code: codeNow() }
  assert.equal((await ada.request('POST', '/sudo', { body: sudo })).status, 200)
  const renewed = await ada.request<{ recovery_codes: string[] }>('POST', '/recovery-codes')
  assert.deepEqual(outcome(await signIn(second)), [401, 'second_factor_failed'])
  recovery = renewed.body.recovery_codes
  assert.deepEqual(outcome(await signIn(recovery[0])), [200])
})

test('without the master secret, codes are refused with advice and recovery codes work', async () => {
  const { secret, ...lost } = await product.db
    .selectFrom('authenticators')
    .select(['person_id', 'secret'])
    .executeTakeFirstOrThrow()
  const store = (sealed: Buffer) =>
    product.db.updateTable('authenticators').set({ secret: sealed }).execute()
  const another = createSeal(() => ['a master secret that nobody knows'], runtime.randomBytes)
  await store(another.seal(secrets[0]!, authenticatorBinding(lost.person_id)))
  const tries = () =>
    product.db
      .selectFrom('sign_in_attempts')
      .select(['subject', 'tries'])
      .orderBy('subject')
      .execute()
  const before = await tries()
  const answer = await signIn(codeNow())
  assert.deepEqual(outcome(answer), [401, 'second_factor_unreadable'])
  assert.match(answer.text, /earmark reset-password EMAIL --remove-second-factors/)
  // Do not count the attempt: the person must wait for the operator.
  assert.deepEqual(await tries(), before)
  assert.ok(runtime.logged.some((line) => line.includes('authenticator.unreadable')))
  assert.deepEqual(outcome(await signIn(recovery[1])), [200])
  const sudo = { password: PASSWORD, code: codeNow() }
  assert.deepEqual(outcome(await ada.request('POST', '/sudo', { body: sudo })), [
    401,
    'second_factor_unreadable',
  ])
  const { token } = await makeLink(runtime, { purpose: 'reset', personId: lost.person_id })
  const reset = (code: string) =>
    startBrowser(product).request('POST', '/password-reset', {
      body: { token, password: PASSWORD, code },
    })
  assert.deepEqual(outcome(await reset(codeNow())), [401, 'second_factor_unreadable'])
  await store(secret)
})

test('a passkey is made, signs in, proves and is removed', async (t) => {
  const device = startAuthenticator()
  const options = await ada.request<CreationOptions>('POST', '/passkeys/options', {
    headers: { origin: ORIGIN },
  })
  const add = (origin: string, sent = options.body) =>
    ada.request('POST', '/passkeys', {
      body: { name: 'Phone', credential: device.create(sent, origin) },
      headers: { origin: ORIGIN },
    })
  await t.test('a passkey is only made on pages of the host', async () => {
    assert.deepEqual(outcome(await add('http://evil.test')), [401, 'passkey_failed'])
  })
  const fresh = await ada.request<CreationOptions>('POST', '/passkeys/options', {
    headers: { origin: ORIGIN },
  })
  const isOffered = async () => (await ada.request('GET', '/session')).body['passkey_offer']
  assert.equal(await isOffered(), true)
  const made = await add(ORIGIN, fresh.body)
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body['host'], 'localhost')
  await t.test('a passkey is offered until there is one', async () => {
    assert.equal(await isOffered(), false)
  })
  await t.test('the answer of a device makes one passkey', async () => {
    assert.deepEqual(outcome(await add(ORIGIN, fresh.body)), [401, 'passkey_failed'])
  })

  const ask = async () =>
    (
      await startBrowser(product).request<RequestOptions>('POST', '/sign-in/passkey/options', {
        headers: { origin: ORIGIN },
      })
    ).body
  const show = (credential: object, origin = ORIGIN) =>
    startBrowser(product).request('POST', '/sign-in/passkey', {
      body: { credential },
      headers: { origin, ...(origin !== ORIGIN && { host: new URL(origin).host }) },
    })
  await t.test('a passkey signs in without a second factor, each answer once', async () => {
    const asked = await ask()
    const answer = device.get(asked, ORIGIN)
    assert.deepEqual(outcome(await show(answer)), [200])
    assert.deepEqual(outcome(await show(answer)), [401, 'passkey_failed'])
  })
  await t.test('a wrong origin, host, counter, challenge or key does not sign in', async () => {
    const wrong = [
      device.get(await ask(), 'http://evil.test'),
      device.get(await ask(), ORIGIN, { rpId: 'evil.test' }),
      device.get(await ask(), ORIGIN, { verified: false }),
      device.get(await ask(), ORIGIN, { counter: 1 }),
      device.get({ challenge: 'bm90IGFza2Vk', rpId: 'localhost' }, ORIGIN),
      startAuthenticator().get(await ask(), ORIGIN),
    ]
    for (const credential of wrong) {
      assert.deepEqual(outcome(await show(credential)), [401, 'passkey_failed'])
    }
    const elsewhere = device.get(await ask(), 'https://budget.example', { rpId: 'budget.example' })
    assert.deepEqual(outcome(await show(elsewhere, 'https://budget.example')), [
      401,
      'passkey_failed',
    ])
  })
  await t.test('a challenge is valid for five minutes', async () => {
    const stale = await ask()
    runtime.advance({ minutes: 5 })
    assert.deepEqual(outcome(await show(device.get(stale, ORIGIN, { counter: 9 }))), [
      401,
      'passkey_failed',
    ])
  })
  await t.test('a passkey proves who is signed in', async () => {
    assert.deepEqual(outcome(await ada.request('POST', '/recovery-codes')), [403, 'sudo_required'])
    const sudo = await ada.request<RequestOptions>('POST', '/sudo/passkey/options')
    const proved = await ada.request('POST', '/sudo/passkey', {
      body: { credential: device.get(sudo.body, ORIGIN, { counter: 10 }) },
      headers: { origin: ORIGIN },
    })
    assert.equal(proved.status, 200)
  })
  await t.test('a challenge to register a passkey does not prove an identity', async () => {
    const { challenge } = (
      await ada.request<CreationOptions>('POST', '/passkeys/options', {
        headers: { origin: ORIGIN },
      })
    ).body
    const registering = await ada.request('POST', '/sudo/passkey', {
      body: {
        credential: device.get({ challenge, rpId: 'localhost' }, ORIGIN, { counter: 11 }),
      },
      headers: { origin: ORIGIN },
    })
    assert.deepEqual(outcome(registering), [401, 'passkey_failed'])
  })
  const id = String(made.body['id'])
  await t.test('a passkey is renamed', async () => {
    const renamed = await ada.request('PATCH', `/passkeys/${id}`, { body: { name: 'My phone' } })
    assert.equal(renamed.body['name'], 'My phone')
  })
  await t.test('a removed passkey does not sign in', async () => {
    assert.equal((await ada.request('DELETE', `/passkeys/${id}`)).status, 200)
    const gone = device.get(await ask(), ORIGIN, { counter: 11 })
    assert.deepEqual(outcome(await show(gone)), [401, 'passkey_failed'])
  })
})

test('if browsers offer no passkeys, the answer gives the reason', async () => {
  const at = (host: string, headers: Record<string, string> = {}) =>
    startBrowser(product, { headers: { host, ...headers } })
  const cases: [string, Record<string, string>, string][] = [
    ['localhost:3000', {}, 'available'],
    ['192.168.1.5:3000', {}, 'needs_name'],
    ['[fe80::1]:3000', {}, 'needs_name'],
    ['nas.local:3000', {}, 'needs_https'],
    ['budget.example', { 'sec-fetch-site': 'same-origin' }, 'available'],
    // Headers of untrusted proxies are ignored.
    ['budget.example', { 'x-forwarded-proto': 'https' }, 'needs_https'],
    ['127.0.0.1:3000', { 'x-forwarded-host': 'budget.example' }, 'needs_name'],
  ]
  for (const [host, headers, expected] of cases) {
    const { body } = await at(host, headers).request('GET', '/entrance')
    assert.equal(body['passkeys'], expected, host)
  }
  const lan = await at('192.168.1.5:3000', { origin: 'http://192.168.1.5:3000' }).request(
    'POST',
    '/sign-in/passkey/options',
  )
  assert.deepEqual(outcome(lan), [409, 'passkeys_unavailable'])
})

test('neither the database nor the log contains a usable secret of a sign-in method', async () => {
  const tables = [
    'persons',
    'authenticators',
    'recovery_codes',
    'sessions',
    'person_events',
  ] as const
  for (const table of tables) {
    const rows = JSON.stringify(await product.db.selectFrom(table).selectAll().execute())
    for (const secret of [PASSWORD, secrets[0]!, recovery[3]!, ada.cookie()!]) {
      assert.ok(!rows.includes(secret), `${table} holds ${secret}`)
    }
  }
  const lines = runtime.logged.join('')
  for (const secret of [PASSWORD, secrets[0]!, recovery[0]!, ada.cookie()!]) {
    assert.ok(!lines.includes(secret))
  }
})
