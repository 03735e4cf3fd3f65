import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOTP } from 'otpauth'
import { startBrowser } from '../support/browser.ts'
import { givenAccount, outcome, PASSWORD, type Who } from '../support/given-account.ts'
import { startProduct } from '../support/product.ts'

/** Runs behind a proxy that names the caller's address, so that attackers can come from any address. */
const product = await startProduct({
  publicUrl: 'https://earmark.example',
  trustedProxies: ['127.0.0.1'],
  remote: '127.0.0.1',
  limited: false,
})
const { runtime, db } = product
const owner = await givenAccount(product)
/** Contains the letter i, which some languages lower-case differently. */
const EMAIL = 'iiii@example.com'
await owner.request('PATCH', '/profile', { body: { email: EMAIL } })

const browserAt = (address: string) => {
  const headers = { origin: 'https://earmark.example', host: 'earmark.example' }
  return startBrowser(product, { headers: { ...headers, 'x-forwarded-for': address } })
}
type Failed = Who & { error: { code: string } }
const signIn = (body: object, browser = browserAt('192.0.2.1')) =>
  browser.request<Failed>('POST', '/sign-in', {
    body: { email: EMAIL, password: PASSWORD, ...body },
  })
const wrong = { password: 'not this one at all' }

/** Every spelling of the address with letters that some languages lower-case to `i`. */
const spellings = Array.from({ length: 16 }, (_, bits) =>
  Array.from({ length: 4 }, (_letter, at) => (bits & (1 << at) ? 'İ' : 'i')).join(''),
).map((name) => `${name}@example.com`)

/** Advances the clock until no attempt counts any more. */
const rest = () => runtime.advance({ minutes: 16 })

test('another spelling of an address shares the counter of wrong passwords', async () => {
  const codes = []
  for (let round = 0; round < 12; round += 1) codes.push(outcome(await signIn(wrong)).at(-1))
  assert.equal(codes.filter((code) => code === 'sign_in_failed').length, 10)
  for (const email of [
    ...spellings,
    'IIII@EXAMPLE.COM',
    ' iiii@Example.com ',
    'ıııı@example.com',
  ]) {
    assert.notEqual((await signIn({ email })).status, 200, email)
  }
})

test('an impossible address is refused like a wrong password, with or without an account', async () => {
  rest()
  const answers = await Promise.all(
    ['İiii@example.com', 'İnobody@example.com', 'nobody', ''].map(async (email) => {
      const { status, body } = await signIn({ email })
      return { status, error: { ...body.error, request_id: null } }
    }),
  )
  assert.equal(answers[0]!.status, 400)
  for (const answer of answers) assert.deepEqual(answer, answers[0])
})

test('101 wrong attempts from one address close the account to that address only', async () => {
  rest()
  const known = browserAt('192.0.2.7')
  assert.equal((await signIn({}, known)).status, 200)
  const stranger = browserAt('203.0.113.66')
  const answers = await Promise.all(Array.from({ length: 101 }, () => signIn(wrong, stranger)))
  assert.equal(answers.filter(({ status }) => status === 401).length, 10)
  assert.equal(answers.filter(({ status }) => status === 429).length, 91)
  assert.equal((await signIn({}, browserAt('198.51.100.5'))).status, 200)
  assert.equal((await signIn({}, known)).status, 200)
})

test('70 sign-ins of strangers at once neither lock out a known browser nor use its attempts', async () => {
  rest()
  const known = browserAt('192.0.2.7')
  assert.equal((await signIn({}, known)).status, 200)
  const strangers = Array.from({ length: 70 }, (_, at) =>
    signIn(wrong, browserAt(`203.0.113.${at}`)),
  )
  const own = await Promise.all(Array.from({ length: 10 }, () => signIn({}, known)))
  assert.deepEqual(
    own.map(({ status }) => status),
    Array.from({ length: 10 }, () => 200),
  )
  const turnedAway = (await Promise.all(strangers)).filter(({ status }) => status === 503).length
  assert.ok(turnedAway > 0, 'the queue was never full')
  // An attempt that was refused unjudged is refunded, for the address and for the account.
  const counts = await db
    .selectFrom('sign_in_attempts')
    .select(['subject', 'tries'])
    .where('began_at', '=', runtime.now())
    .execute()
  const triesOf = (pattern: RegExp) =>
    counts.filter(({ subject }) => pattern.test(subject)).map(({ tries }) => tries)
  assert.equal(triesOf(/^address:203/).filter((tries) => tries === 0).length, turnedAway)
  assert.deepEqual(triesOf(/^account:[^:]+$/), [70 - turnedAway])
})

test('with the right password ten codes can be tried, in any spelling of the address', async () => {
  rest()
  const own = browserAt('192.0.2.7')
  await signIn({}, own)
  const { body } = await own.request<{ secret: string }>('POST', '/authenticator')
  const totp = new TOTP({ secret: body.secret })
  const codeNow = () => totp.generate({ timestamp: runtime.now().epochMilliseconds })
  await own.request('POST', '/authenticator/confirm', { body: { code: codeNow() } })
  runtime.advance({ seconds: 60 })
  const code = codeNow().startsWith('0') ? '999999' : '000000'
  let tried = 0
  for (const email of spellings) {
    for (let round = 0; round < 5; round += 1) {
      const answer = await signIn({ email, code }, browserAt(`203.0.113.${round}`))
      if (answer.body.error.code === 'second_factor_failed') tried += 1
    }
  }
  assert.equal(tried, 5)
  for (let line = 0; line < 60; line += 1) {
    const answer = await signIn({ code }, browserAt(`198.51.100.${line}`))
    if (answer.body.error.code === 'second_factor_failed') tried += 1
  }
  assert.equal(tried, 10)
  // Codes refused unjudged have not closed the account to others, who are still asked for a password.
  assert.deepEqual(outcome(await signIn(wrong, browserAt('203.0.113.200'))), [
    401,
    'sign_in_failed',
  ])
  assert.equal((await signIn({ code: codeNow() }, own)).status, 200)
})
