import { UNUSED_FEATURES } from '#/app/web-files/policy.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from '../../test/support/browser.ts'
import { account, outcome, PASSWORD, type Who } from '../../test/support/given-account.ts'
import { startProduct } from '../../test/support/product.ts'
import { linkTo } from '#/access/mails/link-to.ts'
import { createSetupAnnouncement } from './announce-setup.ts'
import { makeLink } from './links.ts'
import { refusePassword } from './password-rules.ts'
import { prunePeople } from './prune.ts'

const product = await startProduct()
const { runtime } = product

const setUpLink = async () => (await makeLink(runtime, { purpose: 'setup', personId: null })).token
const signIn = (body: object, browser = startBrowser(product)) =>
  browser.request<Who & { error: { code: string } }>('POST', '/sign-in', {
    body: { email: account.email, password: PASSWORD, ...body },
  })
const tokenOf = (url: string) => new URL(url).hash.slice('#k='.length)

test('setup links are announced until one is used, and each works for a day', async () => {
  const announced: string[] = []
  const look = createSetupAnnouncement({
    origin: 'http://localhost:3000',
    announce: (url) => announced.push(url),
  })
  // Announces again before the last link expires, as long as nobody has an account.
  for (let day = 0; day < 3; day += 1) {
    assert.equal(await look(runtime), 1)
    assert.equal(await look(runtime), 0)
    runtime.advance({ hours: 23 })
  }
  assert.equal(announced.length, 3)
  assert.match(announced[0]!, /^http:\/\/localhost:3000\/setup#k=[\w-]{27}$/)
  assert.equal(new Set(announced).size, 3)
  const check = async (url: string) => {
    const body = { token: tokenOf(url) }
    return outcome(await startBrowser(product).request('POST', '/setup/check', { body }))
  }
  assert.deepEqual(await check(announced[0]!), [410, 'link_not_valid'])
  assert.deepEqual(await check(announced[2]!), [200])
  const stored = await product.db.selectFrom('one_time_links').selectAll().execute()
  assert.ok(!JSON.stringify(stored).includes(tokenOf(announced[2]!)))
  assert.equal(linkTo('https://a.example', 'reset', 'x'), 'https://a.example/reset#k=x')
})

test('one click shows a guest the demo household, and the guest then creates the account', async () => {
  const token = await setUpLink()
  const guest = startBrowser(product)
  const { status, body } = await guest.request<Who>('POST', '/setup/demo', { body: { token } })
  assert.equal(status, 201)
  assert.deepEqual(
    [body.person.email, body.household?.demo, body.household?.role],
    [null, true, 'owner'],
  )
  assert.notEqual(body.sudo_until, null)
  assert.equal((await guest.request('GET', '/expenses')).status, 200)
  assert.equal((await guest.request('GET', '/entrance')).body['needs_setup'], true)
  const refused: [string, string, object?][] = [
    ['POST', '/households', account.household],
    ['PUT', '/password', { password: PASSWORD }],
    ['POST', '/authenticator'],
    ['PATCH', '/profile', { name: 'x' }],
  ]
  for (const [method, path, sent] of refused) {
    const answer = await guest.request(method, path, { ...(sent && { body: sent }) })
    assert.deepEqual(outcome(answer), [403, 'guest_refused'], path)
  }
  const made = await guest.request<Who>('POST', '/setup', { body: account })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.person.id, body.person.id)
  assert.deepEqual(
    made.body.households.map(({ demo }) => demo),
    [false, true],
  )
  assert.equal(made.body.household?.name, 'Home')
})

test('the first account is created once, even if somebody else has a link', async () => {
  const browser = startBrowser(product)
  for (const body of [{ ...account, token: 'guessed' }, account]) {
    assert.deepEqual(outcome(await browser.request('POST', '/setup', { body })), [
      409,
      'setup_done',
    ])
  }
  assert.deepEqual((await browser.request('GET', '/entrance')).body, {
    needs_setup: false,
    passkeys: 'available',
    providers: [],
    mails_links: false,
    passwords: true,
    auto_redirect: false,
  })
  const announced: string[] = []
  await createSetupAnnouncement({ origin: '', announce: (url) => announced.push(url) })(runtime)
  assert.deepEqual(announced, [])
})

test('a password signs in for any spelling of the address and any encoding of its characters', async () => {
  const browser = startBrowser(product)
  const wrong = await signIn({ password: 'a long walk in the sun' }, browser)
  assert.deepEqual(outcome(wrong), [401, 'sign_in_failed'])
  assert.equal(wrong.headers.get('set-cookie'), null)
  assert.equal((await signIn({ email: ' ADA@example.COM ' }, browser)).status, 200)
  const set = (password: string) => browser.request('PUT', '/password', { body: { password } })
  assert.equal((await set('Stra\u00DFe u\u0308ber Br\u00FCcken')).status, 200)
  assert.equal((await signIn({ password: 'Stra\u00DFe \u00FCber Bru\u0308cken' })).status, 200)
  for (const weak of ['short', 'password2026!', 'qwertyuiop', 'aaaaaaaaaaaa', 'ada@example.com']) {
    const refused = await set(weak)
    assert.deepEqual(outcome(refused), [400, 'invalid_parameter'], weak)
    assert.ok(!refused.text.includes(weak), 'the refusal repeats the password')
  }
  assert.equal((await set(PASSWORD)).status, 200)
})

test('a password is weak if it is short or common, with any kinds of characters', () => {
  const person = { email: 'ada.lovelace@example.com', name: 'Ada Lovelace' }
  for (const good of [
    'correct donkey pile',
    '       spaces   ',
    '\u{1F600}\u{1F601}\u{1F602}\u{1F603}\u{1F604}abcde',
  ]) {
    assert.equal(refusePassword(good, person), null, good)
  }
  for (const weak of [
    '123456789',
    'Iloveyou2024',
    'abababababab',
    'ADA.lovelace99',
    'Ada Lovelace',
    'lkjhgfdsapo',
  ]) {
    assert.notEqual(refusePassword(weak, person), null, weak)
  }
})

test('a new password signs every other browser out at once', async () => {
  const [here, there] = [startBrowser(product), startBrowser(product)]
  await signIn({}, here)
  await signIn({}, there)
  const changed = await here.request('PUT', '/password', { body: { password: PASSWORD } })
  assert.ok(Number(changed.body['ended']) >= 1)
  assert.deepEqual(outcome(await there.request('GET', '/session')), [401, 'session_required'])
  assert.equal((await here.request('GET', '/session')).status, 200)
})

test('signing in creates a new token, and ends the session that the browser had', async () => {
  const planted = startBrowser(product, { cookie: 'chosen-by-somebody-else' })
  await signIn({}, planted)
  assert.notEqual(planted.cookie(), 'chosen-by-somebody-else')
  assert.equal((await planted.request('GET', '/session')).status, 200)
  const first = planted.cookie()
  await signIn({}, planted)
  assert.notEqual(planted.cookie(), first)
  const old = startBrowser(product, { cookie: first })
  assert.deepEqual(outcome(await old.request('GET', '/session')), [401, 'session_required'])
})

test('sessions are listed, and ended one by one or all but this one', async () => {
  const [here, there, third] = [startBrowser(product), startBrowser(product), startBrowser(product)]
  await signIn({}, here)
  await there.request('POST', '/sign-in', {
    body: { email: account.email, password: PASSWORD },
    headers: { 'user-agent': 'Other browser' },
  })
  await signIn({}, third)
  const list = async () =>
    (await here.request<{ id: string; current: boolean; agent: string }[]>('GET', '/sessions')).body
  const other = (await list()).find(({ agent }) => agent === 'Other browser')!
  assert.equal((await list()).filter(({ current }) => current).length, 1)
  assert.equal((await here.request('DELETE', `/sessions/${other.id}`)).status, 200)
  assert.deepEqual(outcome(await there.request('GET', '/session')), [401, 'session_required'])
  const again = await here.request('DELETE', `/sessions/${other.id}`)
  assert.deepEqual(outcome(again), [404, 'resource_not_found'])
  await here.request('DELETE', '/sessions')
  assert.equal((await list()).length, 1)
  assert.deepEqual(outcome(await third.request('GET', '/session')), [401, 'session_required'])
  assert.equal((await here.request('POST', '/sign-out')).status, 200)
  assert.equal(here.cookie(), null)
})

test('a session and its cookie last thirty days from the last use', async () => {
  const browser = startBrowser(product)
  await signIn({}, browser)
  runtime.advance({ minutes: 4 })
  assert.equal((await browser.request('GET', '/settings')).headers.get('set-cookie'), null)
  runtime.advance({ minutes: 1 })
  const prolonged = (await browser.request('GET', '/settings')).headers.get('set-cookie')
  assert.match(prolonged!, /; Max-Age=2592000; /)
  runtime.advance({ hours: 30 * 24 - 1, minutes: 59, seconds: 59 })
  assert.equal((await browser.request('GET', '/session')).status, 200)
  runtime.advance({ hours: 30 * 24 })
  assert.deepEqual(outcome(await browser.request('GET', '/session')), [401, 'session_required'])
  assert.ok((await prunePeople(runtime)) > 0)
})

test('the cookie is Secure if the browser speaks https, and only then', async () => {
  const cookieAt = async (headers: Record<string, string>) => {
    const browser = startBrowser(product, { headers })
    const entered = await signIn({}, browser)
    assert.equal(entered.status, 200, JSON.stringify(headers))
    const [session, known, ...more] = entered.headers.getSetCookie()
    assert.deepEqual(more, [])
    // The cookie of a known browser has the session cookie's attributes, but a longer life.
    const attributes = (cookie: string) => cookie.replace(/^[^;]*/, '').replace(/Max-Age=\d+/, '')
    assert.match(known!, /^earmark_known=[\w-]+; Path=\/; Max-Age=34560000; /)
    assert.equal(attributes(known!), attributes(session!))
    return session!
  }
  const plain = /^earmark_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/
  const secure = /; HttpOnly; SameSite=Lax; Secure$/
  const cases: [Record<string, string>, RegExp][] = [
    [
      { host: 'localhost:3000', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
      plain,
    ],
    [{ host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' }, plain],
    [{ host: 'budget.example', origin: 'https://budget.example' }, secure],
    // Three proxies: one names the protocol, one names the host, one says nothing.
    [
      { host: 'budget.example', 'sec-fetch-site': 'same-origin', 'x-forwarded-proto': 'https' },
      secure,
    ],
    // Browsers send Sec-Fetch-Site only over https and on the machine itself.
    [{ host: 'budget.example', 'sec-fetch-site': 'same-origin' }, secure],
    [{ host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }, plain],
    [{ host: '[::1]:3000', 'sec-fetch-site': 'same-origin' }, plain],
    [
      {
        host: '127.0.0.1:3000',
        'x-forwarded-host': 'budget.example',
        origin: 'https://budget.example',
      },
      secure,
    ],
    [
      { host: '127.0.0.1:3000', origin: 'https://budget.example', 'sec-fetch-site': 'same-origin' },
      secure,
    ],
  ]
  for (const [headers, expected] of cases) {
    assert.match(await cookieAt(headers), expected, JSON.stringify(headers))
  }
})

test('signing in, like every other request, must come from our own pages', async () => {
  const cases: [Record<string, string>, number][] = [
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://other.localhost:3000' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' }, 403],
    [{ origin: 'http://localhost:3000' }, 200],
    [{ origin: 'http://localhost:4000' }, 403],
    [{ origin: 'http://evil.test' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 403],
  ]
  for (const [headers, status] of cases) {
    const browser = startBrowser(product, { headers: { host: 'localhost:3000', ...headers } })
    assert.equal((await signIn({}, browser)).status, status, JSON.stringify(headers))
    const out = await browser.request('POST', '/sign-out')
    assert.equal(out.status, status, JSON.stringify(headers))
  }
  const form = await startBrowser(product).request('POST', '/sign-in', {
    rawBody: JSON.stringify({ email: account.email, password: PASSWORD }),
    headers: { 'content-type': 'text/plain' },
  })
  assert.deepEqual(outcome(form), [400, 'invalid_json'])
})

test('answers to the application stay with its own pages', async () => {
  for (const path of ['/entrance', '/session', '/settings', '/nothing']) {
    const { headers } = await startBrowser(product).request('GET', path)
    assert.match(
      headers.get('content-security-policy')!,
      /default-src 'none'.*frame-ancestors 'none'.*require-trusted-types-for 'script'/,
    )
    assert.deepEqual(
      [
        'x-content-type-options',
        'referrer-policy',
        'permissions-policy',
        'cross-origin-opener-policy',
        'cache-control',
        'strict-transport-security',
        'access-control-allow-origin',
      ].map((name) => headers.get(name)),
      ['nosniff', 'same-origin', UNUSED_FEATURES, 'same-origin', 'no-store', null, null],
      path,
    )
  }
})

test('answers, limits and time do not reveal which accounts exist', async () => {
  runtime.advance({ minutes: 16 })
  const nobody = { email: 'nobody@example.com', password: 'not this one at all' }
  const answers = []
  for (let attempt = 0; attempt < 11; attempt += 1) answers.push(await signIn(nobody))
  assert.deepEqual(outcome(answers[9]!), [401, 'sign_in_failed'])
  assert.deepEqual(outcome(answers[10]!), [429, 'too_many_attempts'])
  product.takeStatements()
  await signIn({ email: 'somebody@example.com', password: 'not this one at all' })
  const unknown = product.takeStatements().length
  assert.ok(unknown > 0)
  await signIn({ password: 'not this one at all' })
  assert.equal(product.takeStatements().length, unknown)
})

test('an operator’s link sets a new password once, and signs everybody else out', async () => {
  runtime.advance({ minutes: 16 })
  const before = startBrowser(product)
  const { body: who } = await signIn({}, before)
  const { token } = await makeLink(runtime, { purpose: 'reset', personId: who.person.id })
  const browser = startBrowser(product)
  const check = () => browser.request('POST', '/password-reset/check', { body: { token } })
  assert.equal((await check()).body['email'], account.email)
  const reset = (password: string) =>
    browser.request<Who>('POST', '/password-reset', { body: { token, password } })
  assert.deepEqual(outcome(await reset('short')), [400, 'invalid_parameter'])
  const done = await reset('another walk in the snow')
  assert.deepEqual([done.status, done.body.household?.id], [200, who.household?.id])
  assert.deepEqual(outcome(await reset('another walk in the snow')), [410, 'link_not_valid'])
  assert.deepEqual(outcome(await check()), [410, 'link_not_valid'])
  assert.deepEqual(outcome(await before.request('GET', '/session')), [401, 'session_required'])
  assert.deepEqual(outcome(await signIn({})), [401, 'sign_in_failed'])
  const { token: late } = await makeLink(runtime, { purpose: 'reset', personId: who.person.id })
  runtime.advance({ hours: 24 })
  const expired = await browser.request('POST', '/password-reset', {
    body: { token: late, password: PASSWORD },
  })
  assert.deepEqual(outcome(expired), [410, 'link_not_valid'])
})
