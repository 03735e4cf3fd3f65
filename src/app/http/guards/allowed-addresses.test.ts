import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createAdmission } from '#/access/limits/admit.ts'
import { readToken } from '#/access/keys/token.ts'
import { openAnother } from '../../../../test/support/other-processes.ts'
import { type Answer, startProduct } from '../../../../test/support/product.ts'

/** An instance behind a chain of two proxies. */
const product = await startProduct({
  remote: '127.0.0.1',
  trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
})
const { db, runtime } = product
const both = ['data.read', 'data.write'] as ['data.read', 'data.write']
const home = await product.household({
  keys: [
    { ref: 'v4', member: 'ada', scopes: both, allowed_from: ['203.0.113.0/24', '198.51.100.7'] },
    { ref: 'v6', member: 'ada', scopes: both, allowed_from: ['2001:db8:1::/48'] },
    { ref: 'one', member: 'ada', scopes: both, allowed_from: ['2001:db8:2::5'] },
    { ref: 'free', member: 'ada', scopes: both },
    { ref: 'narrow', member: 'ada', scopes: both, restrictions: { accounts: 'read' } },
  ],
})
const keyOf = (ref: string) => home.keys[ref]!.api_key
const ask = (key: string, forwarded?: string, on = product) =>
  on.request('GET', '/me', {
    key,
    ...(forwarded !== undefined && { headers: { 'x-forwarded-for': forwarded } }),
  })
const statusOf = async (...given: Parameters<typeof ask>) => (await ask(...given)).status

test('a key works from its allowed networks, in each form of an address, and from nowhere else', async () => {
  for (const [ref, address, status] of [
    ['v4', '203.0.113.0', 200],
    ['v4', '203.0.113.255', 200],
    ['v4', '::ffff:203.0.113.9', 200],
    ['v4', '203.0.113.9:5123', 200],
    ['v4', '198.51.100.7', 200],
    ['v4', '198.51.100.8', 401],
    ['v4', '203.0.114.0', 401],
    ['v4', '2001:db8:1::1', 401],
    ['v6', '2001:db8:1:ffff::1', 200],
    ['v6', '[2001:DB8:1::1]:443', 200],
    ['v6', '2001:db8:2::1', 401],
    ['v6', '::ffff:203.0.113.9', 401],
    ['one', '2001:db8:2::5', 200],
    // Of the same subscriber, and so counted as one with it, but another address.
    ['one', '2001:db8:2::6', 401],
    ['free', '192.0.2.1', 200],
  ] as const) {
    assert.equal(await statusOf(keyOf(ref), address), status, `${ref} from ${address}`)
  }
})

test('only what trusted proxies say of the caller counts', async () => {
  const allowed = '203.0.113.9'
  assert.equal(await statusOf(keyOf('v4'), `${allowed}, 10.0.0.1`), 200)
  // The caller claims an address, and the proxy appends the real one.
  assert.equal(await statusOf(keyOf('v4'), `${allowed}, 192.0.2.66`), 401)
  assert.equal(await statusOf(keyOf('v4'), `${allowed}, 192.0.2.66, 10.0.0.1`), 401)
  assert.equal(await statusOf(keyOf('v4'), `${allowed}, nonsense`), 401)
  assert.equal(await statusOf(keyOf('v4'), ''), 401)
  assert.equal(await statusOf(keyOf('v4')), 401)
  const bare = await startProduct({ remote: '192.0.2.66' })
  const { keys } = await bare.household({
    keys: [{ ref: 'v4', member: 'ada', scopes: both, allowed_from: [allowed] }],
  })
  assert.equal(await statusOf(keys['v4']!.api_key, allowed, bare), 401)
})

/** All that a caller learns of an answer, but for ids and time. */
function learned({ status, headers, body }: Answer) {
  const { request_id: _, ...error } = body.error
  const shown = [...headers].filter(([name]) => name !== 'x-request-id')
  return { status, headers: Object.fromEntries(shown), error }
}

test('a key from elsewhere gets the answer of an unknown one, and its address pays', async () => {
  const thief = '192.0.2.10'
  const bystander = '192.0.2.11'
  const unknown = `${keyOf('v4').slice(0, -7)}A`
  for (let times = 0; times < 3; times += 1) {
    assert.deepEqual(learned(await ask(keyOf('v4'), thief)), learned(await ask(unknown, bystander)))
  }
  runtime.advance({ minutes: 1 })
  for (let times = 0; times < 600; times += 1) await ask(keyOf('v4'), thief)
  const exhausted = await ask(keyOf('v4'), thief)
  assert.deepEqual([exhausted.status, exhausted.body.error.code], [429, 'rate_limit_exceeded'])
  const own = await ask(keyOf('v4'), '203.0.113.1')
  assert.equal(own.status, 200)
  assert.equal(own.headers.get('x-ratelimit-remaining'), '59')
})

test('a refused address is logged with the key, the address at the beginning of the line', async () => {
  runtime.logged.splice(0)
  await ask(keyOf('v6'), '192.0.2.20')
  const lines = runtime.logged.filter((line) => line.includes('security.'))
  assert.equal(lines.length, 1)
  assert.match(
    lines[0]!,
    /^\{"time":"[^"]+","level":"warn","event":"security\.key\.refused","address":"192\.0\.2\.20","key_id"/,
  )
  const { key_id, household_id } = JSON.parse(lines[0]!) as Record<string, string>
  assert.deepEqual([key_id, household_id], [home.keys['v6']!.id, home.household_id])
})

test('requests from inside and outside that are admitted together are counted exactly', async () => {
  runtime.advance({ hours: 1 })
  const pools = [db, await openAnother(db), await openAnother(db)]
  const admissions = pools.map((pool) => createAdmission(pool, runtime.now))
  const origins = ['203.0.113.1', '192.0.2.1', '2001:db8:1::1', null]
  const answers = await Promise.all(
    Array.from({ length: 240 }, (_, n) => {
      const origin = origins[n % origins.length]!
      const token = readToken(keyOf(n % 8 < 4 ? 'v4' : 'free'))
      const claim = { token, address: origin ?? 'unknown', origin }
      return admissions[n % pools.length]!(claim).then((admitted) => ({ n, origin, admitted }))
    }),
  )
  for (const { n, origin, admitted } of answers) {
    const isFree = n % 8 >= 4
    const inside = isFree || origin === '203.0.113.1'
    assert.equal(admitted.caller !== null, inside, `${n} from ${origin}`)
    assert.equal(admitted.outside?.keyId, inside ? undefined : home.keys['v4']!.id)
  }
  const { rows } = await sql<{ used: number }>`
    select used from key_windows where key_id in (${home.keys['v4']!.id}, ${home.keys['free']!.id})
    order by used`.execute(db)
  assert.deepEqual(
    rows.map(({ used }) => used),
    [30, 60],
  )
})

test('a process of an earlier version, which knows no restrictions, finds no restricted key', async () => {
  const admitted = async (ref: string) => {
    const { publicId, digest } = readToken(keyOf(ref))!
    const { rows } = await sql<{ key_id: string | null }>`
      select * from admit(${runtime.now()}, ${[publicId]}, ${[digest]}, ${['192.0.2.1']},
        ${[60, 500, 1500, 600, 6000, 60]})`.execute(db)
    return rows[0]!.key_id !== null
  }
  assert.deepEqual(
    [await admitted('v4'), await admitted('narrow'), await admitted('free')],
    [false, false, true],
  )
})

test('admission of a restricted key from an allowed address is one statement', async () => {
  runtime.advance({ minutes: 1 })
  product.takeStatements()
  await ask(keyOf('v4'), '203.0.113.1')
  await ask(keyOf('v4'), '192.0.2.1')
  assert.equal(product.takeStatements().length, 2)
})
