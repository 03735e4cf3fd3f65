import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startAuthenticator } from '../../../../test/support/authenticator.ts'
import type { CreationOptions, RequestOptions } from '../../../../test/support/authenticator.ts'
import { type Browser, startBrowser } from '../../../../test/support/browser.ts'
import { account, givenAccount, outcome, PASSWORD } from '../../../../test/support/given-account.ts'
import { startProduct } from '../../../../test/support/product.ts'

const PUBLIC = 'https://budget.example'

/** An instance whose operator has set its address, and asks browsers to insist on https. */
const published = await startProduct({ publicUrl: PUBLIC, hstsSeconds: 31_536_000, limited: false })
const owner = await givenAccount(published)
/** An instance without settings. */
const bare = await startProduct({ limited: false })
await givenAccount(bare)

const credentials = { email: account.email, password: PASSWORD }

/** Headers of a browser on one of our pages, or of a program that imitates one. */
const pretences: readonly Record<string, string>[] = [
  { host: 'budget.example', origin: PUBLIC },
  { host: 'budget.example', origin: 'http://budget.example' },
  { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' },
  { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', 'x-forwarded-proto': 'http' },
]

test('with a public https address every cookie is Secure and bound to the host', async () => {
  for (const headers of pretences) {
    const browser = startBrowser(published, { headers })
    const entered = await browser.request('POST', '/sign-in', { body: credentials })
    assert.equal(entered.status, 200, JSON.stringify(headers))
    const left = await browser.request('POST', '/sign-out')
    const cookies = [...entered.headers.getSetCookie(), ...left.headers.getSetCookie()]
    assert.equal(cookies.length, 3)
    for (const cookie of cookies) {
      assert.match(
        cookie,
        /^__Host-earmark_(session|known)=[\w-]*; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
      )
    }
  }
})

test('a session is read only from the cookie name that is written', async () => {
  const token = owner.cookie()!
  const ask = (cookie: string) =>
    published.request('GET', '/session', { base: '/app/api', headers: { cookie } })
  assert.equal((await ask(`__Host-earmark_session=${token}`)).status, 200)
  // Another host of the domain could have set this cookie.
  assert.deepEqual(outcome(await ask(`earmark_session=${token}`)), [401, 'session_required'])
  const known = startBrowser(published, { headers: pretences[0]! })
  await known.request('POST', '/sign-in', { body: credentials })
  assert.deepEqual(Array.from(known.cookies().keys()), [
    '__Host-earmark_session',
    '__Host-earmark_known',
  ])
})

test('a key beside a session’s cookie is refused under either cookie name', async () => {
  const { keys } = await published.household()
  for (const name of ['earmark_session', '__Host-earmark_session']) {
    for (const product of [published, bare]) {
      const answer = await product.request('GET', '/me', {
        key: keys['rw']!.api_key,
        headers: { cookie: `${name}=x` },
      })
      assert.equal(answer.body.error.code, 'invalid_credential_context', name)
    }
  }
})

test('browsers are asked to insist on https only if the operator has set it', async () => {
  for (const path of ['/app/api/entrance', '/sign-in', '/docs']) {
    const of = async ({ app }: typeof bare) =>
      (await app.request(path)).headers.get('strict-transport-security')
    assert.deepEqual([await of(published), await of(bare)], ['max-age=31536000', null], path)
  }
})

type Shown = { readonly answeredAt: string; readonly headers: Record<string, string> }

/** Creates a passkey on the real page, then shows it as a phishing relay on another port or host would. */
async function relay(product: typeof bare, browser: Browser, real: Record<string, string>) {
  const device = startAuthenticator()
  const realOrigin = real['origin']!
  const options = await browser.request<CreationOptions>('POST', '/passkeys/options')
  const credential = device.create(options.body, realOrigin)
  const made = await browser.request('POST', '/passkeys', { body: { name: 'Phone', credential } })
  assert.equal(made.status, 201, made.text)
  let counter = 1
  return async ({ answeredAt, headers }: Shown) => {
    const page = startBrowser(product, { headers })
    const { body } = await page.request<RequestOptions>('POST', '/sign-in/passkey/options')
    counter += 1
    const shown = device.get(body, answeredAt, { counter, rpId: new URL(realOrigin).hostname })
    const answer = await page.request('POST', '/sign-in/passkey', { body: { credential: shown } })
    return { asked: body.rpId, outcome: outcome(answer) }
  }
}

test('a passkey shown elsewhere opens nothing, even if the request’s Origin matches', async () => {
  const real = { host: 'localhost:4610', origin: 'http://localhost:4610' }
  const browser = startBrowser(bare, { headers: real })
  await browser.request('POST', '/sign-in', { body: credentials })
  const show = await relay(bare, browser, real)
  for (const origin of ['http://localhost:9999', 'https://localhost:9999']) {
    // A browser reports that the page is not ours. A relay can forge every header, but the host.
    const headers = { host: real.host, origin, 'sec-fetch-site': 'same-origin' }
    const refused = await show({ answeredAt: origin, headers })
    assert.deepEqual(refused, { asked: 'localhost', outcome: [401, 'passkey_failed'] }, origin)
  }
  const evil = { ...real, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }
  assert.equal((await show({ answeredAt: real.origin, headers: evil })).asked, 'localhost')
  assert.deepEqual((await show({ answeredAt: real.origin, headers: real })).outcome, [200])
})

test('with a public address passkeys belong to it, whichever host a request names', async () => {
  const real = { host: 'budget.example', origin: PUBLIC }
  const browser = startBrowser(published, { headers: real })
  await browser.request('POST', '/sign-in', { body: credentials })
  const show = await relay(published, browser, real)
  const elsewhere = ['https://budget.example:8443', 'http://budget.example', 'https://evil.example']
  for (const origin of elsewhere) {
    const headers = {
      host: new URL(origin).host,
      'x-forwarded-host': new URL(origin).host,
      origin,
      'sec-fetch-site': 'same-origin',
    }
    const refused = await show({ answeredAt: origin, headers })
    assert.deepEqual(refused, { asked: 'budget.example', outcome: [401, 'passkey_failed'] }, origin)
  }
  // A proxy that does not pass the host on does no harm.
  const headers = { host: '127.0.0.1:3000', origin: PUBLIC, 'sec-fetch-site': 'same-origin' }
  assert.deepEqual(await show({ answeredAt: PUBLIC, headers }), {
    asked: 'budget.example',
    outcome: [200],
  })
})
