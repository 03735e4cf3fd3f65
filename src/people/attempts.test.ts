import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOTP } from 'otpauth'
import { startBrowser } from '../../test/support/browser.ts'
import {
  account,
  givenAccount,
  outcome,
  PASSWORD,
  type Who,
} from '../../test/support/given-account.ts'
import { startProduct } from '../../test/support/product.ts'
import { countAttempt, countersFor, countersForCode } from './attempts.ts'

/** Runs behind a proxy that names the caller's address. */
const PROXY = '127.0.0.1'
const product = await startProduct({
  publicUrl: 'https://earmark.example',
  trustedProxies: [PROXY],
  remote: PROXY,
  limited: false,
})
const { runtime } = product
const { who } = await givenAccount(product)

const signIn = (body: object, browser = startBrowser(product)) =>
  browser.request<Who & { error: { code: string } }>('POST', '/sign-in', {
    body: { email: account.email, password: PASSWORD, ...body },
  })

/** Opens a browser at an address of its own, in which nobody has signed in. */
const stranger = (address: string) =>
  startBrowser(product, {
    headers: {
      origin: 'https://earmark.example',
      host: 'earmark.example',
      'x-forwarded-for': address,
    },
  })
const wrongly = (browser = startBrowser(product)) =>
  signIn({ password: 'not this one at all' }, browser)

/** Counts wrong attempts from one address, without hashing a password for each. */
async function tryFrom(address: string, times: number): Promise<void> {
  const client = { address, agent: '', secure: true, cookies: 'host', host: '' } as const
  const tried = { email: account.email, personId: who.person.id }
  const counters = countersFor({ known: null, client }, tried)
  for (let attempt = 0; attempt < times; attempt += 1) await countAttempt(runtime, counters)
}

test('attempts of an account are counted for its person, under any address', () => {
  const client = {
    address: '203.0.113.1',
    agent: '',
    secure: true,
    cookies: 'host',
    host: '',
  } as const
  const countersOf = (email: string, personId: string | null) => {
    const tried = { email, personId }
    const counters = countersFor({ known: null, client }, tried)
    return [...counters, ...countersForCode(counters, tried)].map(({ subject }) => subject)
  }
  const before = countersOf('ada@example.com', who.person.id)
  assert.deepEqual(countersOf('ada.new@example.com', who.person.id), before)
  assert.notDeepEqual(countersOf('ada@example.com', null), before)
})

test('ten wrong attempts close an account to one address for the rest of 15 minutes', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => wrongly()))
  const codes = answers.map(({ body }) => body.error.code)
  assert.equal(codes.filter((code) => code === 'sign_in_failed').length, 10)
  assert.equal(codes.filter((code) => code === 'too_many_attempts').length, 2)
  runtime.advance({ minutes: 5 })
  const refused = await signIn({})
  assert.deepEqual(outcome(refused), [429, 'too_many_attempts'])
  assert.equal(refused.headers.get('retry-after'), '600')
  // The owner still signs in from another address.
  assert.equal((await signIn({}, stranger('203.0.113.1'))).status, 200)
  runtime.advance({ seconds: 599 })
  assert.equal((await signIn({})).headers.get('retry-after'), '1')
  runtime.advance({ seconds: 1 })
  assert.equal((await signIn({})).status, 200)
  // Signing in resets the counter.
  for (let round = 0; round < 2; round += 1) {
    await tryFrom(PROXY, 9)
    assert.equal((await signIn({})).status, 200)
  }
})

test('attempts of strangers at any addresses never lock an owner out of a known browser', async () => {
  runtime.advance({ minutes: 16 })
  const own = startBrowser(product)
  assert.equal((await signIn({}, own)).status, 200)
  assert.equal((await own.request('POST', '/sign-out')).status, 200)
  // Strangers try from ten addresses, then from the owner's own, as behind one proxy.
  for (let line = 0; line < 10; line += 1) await tryFrom(`198.51.100.${line}`, 10)
  assert.deepEqual(outcome(await wrongly(stranger('198.51.100.200'))), [429, 'too_many_attempts'])
  await assert.rejects(tryFrom(PROXY, 11), { code: 'too_many_attempts' })
  assert.deepEqual(outcome(await signIn({})), [429, 'too_many_attempts'])
  assert.equal((await signIn({}, own)).status, 200)
  // A signed-in person can prove who they are despite the strangers.
  assert.equal((await own.request('POST', '/sudo', { body: { password: PASSWORD } })).status, 200)
  // The known browser has ten attempts of its own, and is known for one person only.
  await own.request('POST', '/sign-out')
  for (let attempt = 0; attempt < 10; attempt += 1) await wrongly(own)
  assert.deepEqual(outcome(await signIn({}, own)), [429, 'too_many_attempts'])
  const other = await signIn({ email: 'nobody@example.com' }, own)
  assert.deepEqual(outcome(other), [401, 'sign_in_failed'])
})

test('a forged cookie does not make a browser known', async () => {
  runtime.advance({ minutes: 16 })
  const entered = await signIn({})
  const value = /__Host-earmark_known=([\w-]+)/.exec(entered.headers.getSetCookie()[1]!)![1]!
  await tryFrom(PROXY, 10)
  const ask = (known: string) =>
    startBrowser(product).request('POST', '/sign-in', {
      body: { email: account.email, password: PASSWORD },
      headers: { cookie: `__Host-earmark_known=${known}` },
    })
  const forged = [
    '',
    'x',
    'AgAA',
    `${value.slice(0, -2)}xx`,
    Buffer.from('{}').toString('base64url'),
  ]
  for (const known of forged) {
    assert.deepEqual(outcome(await ask(known)), [429, 'too_many_attempts'], known)
  }
  assert.equal((await ask(value)).status, 200)
})

test('with the right password ten codes can be tried, from any number of addresses', async () => {
  runtime.advance({ minutes: 16 })
  const own = startBrowser(product)
  await signIn({}, own)
  const { body } = await own.request<{ secret: string }>('POST', '/authenticator')
  const totp = new TOTP({ secret: body.secret })
  const codeNow = () => totp.generate({ timestamp: runtime.now().epochMilliseconds })
  await own.request('POST', '/authenticator/confirm', { body: { code: codeNow() } })
  runtime.advance({ seconds: 60 })
  const tries = []
  for (let line = 0; line < 11; line += 1) {
    const right = codeNow()
    const code = right.startsWith('0') ? '999999' : '000000'
    tries.push(outcome(await signIn({ code }, stranger(`192.0.2.${line}`))).at(-1))
  }
  assert.deepEqual(new Set(tries.slice(0, 10)), new Set(['second_factor_failed']))
  assert.equal(tries[10], 'too_many_attempts')
  // The owner still signs in from their known browser.
  assert.equal((await signIn({ code: codeNow() }, own)).status, 200)
})
