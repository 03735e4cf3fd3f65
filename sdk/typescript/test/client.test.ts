import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import { budget } from '../../../test/support/given.ts'
import { ada, startProduct } from '../../../test/support/product.ts'
import type { AnswerFacts } from '../src/call.ts'
import { Earmark } from '../src/earmark.ts'
import { EarmarkError } from '../src/errors.ts'
import { ConnectionError } from '../src/send.ts'
import { VERSION } from '../src/version.ts'

const product = await startProduct()
const { url } = await product.listen()
const { keys, accounts, expenses } = await product.household({ ...ada, ...budget })
const key = keys['rw']!.api_key
const account_id = accounts['checking']!
const wait = () => Promise.resolve()
const earmark = new Earmark({ url, key, wait })
const coffee = { account_id, amount: -450, concept: 'Coffee', booked_at: '2026-01-10' }

/** A server that answers as a test says, until the file ends. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the address may be with or without the version, and below a path', async () => {
  for (const one of [url, `${url}/`, `${url}/v1`, `${url}/v1/`, new URL(url)])
    assert.deepEqual((await new Earmark({ url: one, key }).key.describe()).scopes.length, 2)
  let asked = ''
  const fetch = async (request: Request) => ((asked = request.url), Response.json([]))
  await new Earmark({ url: 'https://a.example/budget/', key, fetch }).accounts.list()
  assert.equal(asked, 'https://a.example/budget/v1/accounts')
})

test('a wrong address or key is refused at once, with words that do not repeat it', () => {
  const secret = 'em_live_secret'
  const wrong: [unknown, unknown, RegExp][] = [
    ['budget.example', key, /^`url` must be the address/],
    ['', key, /^`url` must be the address/],
    [undefined, key, /^`url` must be the address/],
    ['ftp://budget.example', key, /^`url` must be the address/],
    [`https://${secret}@budget.example`, key, /^`url` must have no name/],
    [`https://budget.example?key=${secret}`, key, /^`url` must have no name/],
    [url, undefined, /^`key` is missing/],
    [url, ' ', /^`key` is missing/],
    [url, secret, /^`key` is not an API key of Earmark: it has 14 characters/],
    [url, `${key}!`, /it has 65 characters/],
    [url, 'whsec_abc', /it does not begin with em_live_/],
    [url, `${key.slice(0, 30)}\n${key.slice(31)}`, /others than letters and digits/],
  ]
  for (const [address, credential, words] of wrong) {
    const options = { url: address as string, key: credential as string }
    const make = () => new Earmark(options)
    assert.throws(make, (error: TypeError) => {
      assert.match(error.message, words)
      assert.ok(!inspect(error).includes(secret))
      return error instanceof TypeError
    })
  }
})

test('the key shows nowhere: not in the client, not in errors', async () => {
  const dead = `em_live_${'a'.repeat(56)}`
  const gone = 'http://127.0.0.1:9'
  const errors = await Promise.all([
    new Earmark({ url, key: dead }).accounts.list().catch((error: unknown) => error),
    new Earmark({ url: gone, key, attempts: 1 }).accounts.list().catch((error: unknown) => error),
  ])
  assert.ok(errors[0] instanceof EarmarkError && errors[0].code === 'invalid_api_key')
  assert.ok(errors[1] instanceof ConnectionError)
  for (const shown of [...errors, earmark, new Earmark({ url, key: dead })]) {
    const text = inspect(shown, { depth: 9, showHidden: true }) + JSON.stringify(shown)
    assert.ok(!text.includes(key) && !text.includes(dead), text)
  }
})

test('a refusal is an error with its code, type, status, parameter and request', async () => {
  const reader = new Earmark({ url, key: keys['ro']!.api_key })
  const caught = await reader.transactions.record(coffee).catch((error: unknown) => error)
  assert.ok(caught instanceof EarmarkError && caught instanceof Error)
  assert.deepEqual(
    [caught.name, caught.code, caught.type, caught.status, caught.param, caught.retryAfter],
    ['EarmarkError', 'insufficient_scope', 'permission_error', 403, null, null],
  )
  assert.match(caught.requestId!, /^req_/)
  assert.match(caught.message, /^insufficient_scope: /)
  await assert.rejects(earmark.transactions.record({ ...coffee, booked_at: '2026-02-30' }), {
    code: 'invalid_parameter',
    param: 'booked_at',
  })
  const transfer = { from_expense_id: expenses['trip']!, to_expense_id: expenses['rent']! }
  await assert.rejects(earmark.expenses.transfer({ ...transfer, amount: 999_999 }), {
    code: 'insufficient_expense_balance',
  })
})

test('an id cannot lead to another path', async () => {
  for (const id of ['', '.', '..']) await assert.rejects(earmark.webhooks.remove(id), TypeError)
  await assert.rejects(earmark.transactions.show('../accounts'), { code: 'invalid_parameter' })
})

test('a limit that is used up is waited for, or is an error with the seconds to wait', async () => {
  const { keys: others } = await product.household(ada)
  const other = others['rw']!.api_key
  const waits: number[] = []
  const patient = new Earmark({
    url,
    key: other,
    wait: async (milliseconds) => {
      waits.push(milliseconds)
      product.runtime.advance({ milliseconds })
    },
  })
  let facts: AnswerFacts | undefined
  for (let n = 0; n < 60; n += 1)
    await patient.accounts.list({ onAnswer: (given) => (facts = given) })
  assert.deepEqual(facts?.rateLimit?.minute.remaining, 0)
  assert.ok(facts.rateLimit.minute.resetsAt > new Date('2020-01-01'))
  const impatient = new Earmark({ url, key: other, longestWait: 0 })
  const refused = await impatient.accounts.list().catch((error: unknown) => error)
  assert.ok(refused instanceof EarmarkError && refused.code === 'rate_limit_exceeded')
  assert.ok(refused.retryAfter! >= 1 && refused.retryAfter! <= 60)
  await patient.accounts.list()
  assert.deepEqual(waits, [refused.retryAfter! * 1000])
})

test('each write has a key of its own, and a read has none', async () => {
  const seen: (string | null)[] = []
  const fetch = async (request: Request) => {
    seen.push(request.headers.get('idempotency-key'))
    return Response.json({ id: 'x', secret: 's', results: [] })
  }
  const client = new Earmark({ url, key, fetch })
  await client.accounts.list()
  await client.transactions.record(coffee)
  await client.transactions.record(coffee)
  await client.webhooks.test('x', { idempotencyKey: 'my-own-key' })
  const transactions = Array.from({ length: 1001 }, () => coffee)
  await client.transactions.recordMany({ transactions }, { idempotencyKey: 'many-at-once' })
  assert.equal(seen[0], null)
  assert.match(seen[1]!, /^[\da-f-]{36}$/)
  assert.notEqual(seen[1], seen[2])
  assert.deepEqual(seen.slice(3), [
    'my-own-key',
    'many-at-once.1',
    'many-at-once.2',
    'many-at-once.3',
  ])
  const long = { idempotencyKey: 'k'.repeat(128) }
  await assert.rejects(client.transactions.recordMany({ transactions }, long), /120 characters/)
})

test('the client names itself to the server', async () => {
  let agent: string | undefined
  const place = await serve((request, response) => {
    agent = request.headers['user-agent']
    response.setHeader('content-type', 'application/json').end('[]')
  })
  await new Earmark({ url: place, key }).accounts.list()
  assert.equal(agent, `earmark-sdk-typescript/${VERSION}`)
})

test('something that is not Earmark is recognised, and a redirect is not followed', async () => {
  const place = await serve(({ url: path, method }, response) => {
    if (path === '/moved/v1/transactions')
      response.writeHead(301, { location: 'https://new.example/v1/transactions' }).end()
    else if (method === 'POST') response.writeHead(418, { 'content-type': 'text/html' }).end('<p>')
    else response.setHeader('content-type', 'text/html').end('<!doctype html>')
  })
  const moved = new Earmark({ url: `${place}/moved`, key })
  const gone = await moved.transactions.record(coffee).catch((error: unknown) => error)
  assert.ok(gone instanceof EarmarkError && gone.code === 'unexpected_answer')
  assert.match(gone.message, /redirects to https:\/\/new\.example/)
  const other = new Earmark({ url: place, key })
  const fault = { code: 'unexpected_answer', status: 418 }
  await assert.rejects(other.transactions.record(coffee), fault)
  await assert.rejects(other.accounts.list(), /Expected JSON, but got text\/html/)
})

test('a list is read to its end although rows come and go meanwhile', async () => {
  const { keys: own, accounts: places } = await product.household({ ...ada, ...budget })
  const client = new Earmark({ url, key: own['rw']!.api_key, wait })
  const record = (count: number, day: string) =>
    client.transactions.recordMany({
      transactions: Array.from({ length: count }, (_, n) => {
        return {
          ...coffee,
          account_id: places['checking']!,
          concept: `${day} ${n}`,
          booked_at: day,
        }
      }),
    })
  await record(9, '2026-01-10')
  const seen: string[] = []
  for await (const { concept } of client.transactions.iterate({ limit: 3, search: '2026-01-10' })) {
    if (seen.length === 3) await record(4, '2026-01-11')
    seen.push(concept)
  }
  assert.equal(seen.length, 9)
  const rest: string[] = []
  for await (const { id } of client.transactions.iterate({ limit: 5 })) {
    // A deletion moves later rows forward, so a page that was read is read again.
    if (rest.length === 5) {
      const gone = product.db.deleteFrom('transactions').where('id', 'in', rest.slice(0, 3))
      await gone.execute()
    }
    rest.push(id)
  }
  assert.equal(new Set(rest).size, 13)
})

test('a feed of changes continues from its cursor in another process', async () => {
  const { keys: own, accounts: places } = await product.household({ ...ada, ...budget })
  const client = new Earmark({ url, key: own['rw']!.api_key })
  const record = (concept: string) =>
    client.transactions.record({ ...coffee, account_id: places['checking']!, concept })
  let cursor = ''
  const take = async (...[from, options]: Parameters<typeof client.transactions.changes>) => {
    const taken: string[] = []
    for await (const page of client.transactions.changes(from, options)) {
      taken.push(...page.changes.map(({ concept }) => concept))
      ;({ cursor } = page)
    }
    return taken
  }
  // The beginning: no change yet, but a cursor.
  assert.deepEqual(await take({ since: new Date(0) }), [])
  for (const concept of ['a', 'b', 'c']) await record(concept)
  assert.deepEqual(await take({ cursor, limit: 2 }), ['a', 'b', 'c'])
  assert.deepEqual(await take({ cursor }), [])
  const { id } = await record('d')
  await client.transactions.edit(id, { concept: 'e' })
  assert.deepEqual(await take({ cursor }), ['e'])
  await assert.rejects(take({ cursor: 'x' }), { code: 'invalid_parameter', param: 'cursor' })
  // It goes on asking until the caller has enough.
  const enough = new AbortController()
  const following = client.transactions.changes({ cursor, every: 0.01 }, { signal: enough.signal })
  assert.deepEqual((await following.next()).value?.changes, [])
  await record('f')
  assert.equal((await following.next()).value?.changes[0]?.concept, 'f')
  const more = following.next()
  enough.abort(new Error('enough'))
  await assert.rejects(more, /enough/)
})

test('a signal ends a call, an iteration and a wait', async () => {
  const aborted = { signal: AbortSignal.abort(new Error('no more')) }
  await assert.rejects(earmark.accounts.list(aborted), /no more/)
  await assert.rejects(earmark.transactions.iterate({}, aborted).next(), /no more/)
  const busy = await serve((_, response) => {
    response.writeHead(503, { 'retry-after': '30' }).end()
  })
  const during = new AbortController()
  const call = new Earmark({ url: busy, key }).accounts.list({ signal: during.signal })
  setTimeout(() => during.abort(new Error('stop waiting')), 20)
  await assert.rejects(call, /stop waiting/)
})

test('answers that are kept are sent again only if something has changed', async () => {
  const asked: (string | undefined)[] = []
  let version = 1
  const place = await serve(({ headers }, response) => {
    asked.push(headers['if-none-match'])
    const etag = `"${version}"`
    if (headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
    else response.writeHead(200, { etag }).end(JSON.stringify([{ name: `v${version}` }]))
  })
  const client = new Earmark({ url: place, key, keepAnswers: 1 })
  const unchanged: boolean[] = []
  const options = { onAnswer: (facts: AnswerFacts) => unchanged.push(facts.unchanged) }
  const list = async () => (await client.accounts.list(options))[0]?.name
  assert.deepEqual([await list(), await list()], ['v1', 'v1'])
  version = 2
  assert.deepEqual([await list(), await list()], ['v2', 'v2'])
  await client.categories.list()
  assert.equal(await list(), 'v2')
  assert.deepEqual(unchanged, [false, true, false, true, false])
  assert.deepEqual(asked, [undefined, '"1"', '"1"', '"2"', undefined, undefined])
  assert.deepEqual(await new Earmark({ url: place, key }).accounts.list(), [{ name: 'v2' }])
})

test('the server says that nothing has changed until something has', async () => {
  const client = new Earmark({ url, key, keepAnswers: 9 })
  const unchanged: boolean[] = []
  const options = { onAnswer: (facts: AnswerFacts) => unchanged.push(facts.unchanged) }
  const first = await client.accounts.list(options)
  assert.deepEqual(await client.accounts.list(options), first)
  await client.transactions.record(coffee)
  const [before, after] = [first, await client.accounts.list(options)].map(
    (list) => list.find(({ id }) => id === account_id)!.balance,
  )
  assert.equal(after, before! - 450)
  assert.deepEqual(unchanged, [false, true, false])
})

test('an empty list records nothing and asks nobody', async () => {
  const fetch = () => assert.fail('asked')
  const { results } = await new Earmark({ url, key, fetch }).transactions.recordMany({
    transactions: [],
  })
  assert.deepEqual(results, [])
})
