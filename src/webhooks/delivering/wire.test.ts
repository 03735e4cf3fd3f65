import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import {
  closers,
  listening,
  outboundWith,
  serve,
  speak,
  untouched,
} from '#/platform/outbound/loopback.ts'
import type { Outbound } from '#/platform/outbound/outbound.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { createRuntime } from '#/platform/runtime/real.ts'
import { sealUrl } from '#/webhooks/webhook.ts'
import { until } from '../../../test/support/other-processes.ts'
import { assertSigned, givenWebhooks, type Hook } from '../../../test/fakes/receivers.ts'

// Deliveries over real sockets: the request that arrives, and the result of every kind of answer.

const given = await givenWebhooks()
const { api, db, deliveries, record, recordMany, remove, show, runtime } = given
const { destinations } = createRuntime(
  readConfig({
    DATABASE_URL: 'postgres://nowhere/none',
    EARMARK_SECRET: 'a master secret of the tests',
    EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
  }),
  db,
  runtime.engine,
)
closers.push(() => destinations.close())

const deliver = (through: Outbound = destinations) =>
  given.deliverer({ destinations: through }).deliverDue()

/** Creates a webhook to an address that the API would refuse, by changing its row. */
async function hookTo(url: string): Promise<Hook> {
  const made = await given.hook()
  await db
    .updateTable('webhooks')
    .set(sealUrl(runtime.seal, made.id, url))
    .where('id', '=', made.id)
    .execute()
  return { ...made, url }
}

async function portOfNobody(): Promise<number> {
  const server = createServer()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await request.toArray())
}

test('a delivery posts the stored bytes with only the specified and configured headers', async () => {
  const got: { method: unknown; headers: Record<string, string>; body: Buffer }[] = []
  const port = await serve((request, response) => {
    void bodyOf(request).then((body) => {
      const { method, rawHeaders } = request
      const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, n) => n * 2)
      const headers = Object.fromEntries(pairs.map((n) => [rawHeaders[n]!, rawHeaders[n + 1]!]))
      got.push({ method, headers, body })
      response.writeHead(got.length === 1 ? 503 : 204).end()
    })
  })
  const one = await hookTo(`http://127.0.0.1:${port}/a?b=%0d%0aX:y`)
  const own = { Authorization: 'Bearer of-the-destination', 'X-Team': 'blue' }
  await api.changeWebhook({ params: { id: one.id }, body: { headers: own } })
  const concept = '😀"\u2028é\\</'.repeat(28) + 'four'
  assert.equal(Array.from(concept).length, 200)
  const id = await record({ concept, notes: 'for nobody else' })
  await deliver()
  runtime.advance({ seconds: 30 })
  await deliver()
  const { body: stored } = await db
    .selectFrom('webhook_events')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(got.length, 2)
  for (const [n, { method, headers, body }] of got.entries()) {
    assert.equal(method, 'POST')
    assert.ok(body.equals(Buffer.from(stored!)))
    const at = n === 0 ? runtime.now().subtract({ seconds: 30 }) : runtime.now()
    assertSigned({ at, url: one.url, headers, body: String(body), bytes: body }, one)
    assert.deepEqual(Object.keys(headers).toSorted(), [
      'Authorization',
      'X-Service-Webhook-Id',
      'X-Team',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ])
    assert.equal(headers['content-length'], String(body.length))
    assert.equal(headers['Authorization'], own.Authorization)
    const text = JSON.stringify([headers, String(body)])
    for (const secret of [given.key, one.secret, 'for nobody else'])
      assert.ok(!text.includes(secret))
  }
  assert.equal(JSON.parse(String(got[0]!.body)).data.transaction.concept, concept)
  await remove(one)
})

test('a receiver’s Retry-After does not change the delay of thirty seconds', async () => {
  for (const [status, value] of [
    [503, '5'],
    [429, '7200'],
    [503, 'Wed, 21 Oct 2037 07:28:00 GMT'],
  ] as const) {
    const port = await serve((_request, response) =>
      response.writeHead(status, { 'retry-after': value }).end(),
    )
    const one = await hookTo(`http://127.0.0.1:${port}/`)
    await record()
    await deliver()
    const [delivery] = await deliveries(one.id)
    assert.deepEqual(
      [delivery!.status, delivery!.http_status, delivery!.next_attempt_at],
      [
        'retrying',
        status,
        runtime.now().add({ seconds: 30 }).toString({ smallestUnit: 'millisecond' }),
      ],
    )
    await remove(one)
  }
})

test('a delivery explains every way in which a receiver ends the connection', async () => {
  const { port: elsewhere, visits } = await untouched()
  const plain = await serve((_request, response) => response.end())
  const talks = async (talk: (socket: Socket) => void) => `http://127.0.0.1:${await speak(talk)}/`
  const ok = 'HTTP/1.1 200 OK\r\n'
  const cases: [string, string, string, number | null, RegExp | null][] = [
    [
      'resets before an answer',
      await talks((socket) => socket.resetAndDestroy()),
      'retrying',
      null,
      /connection failed or was closed/,
    ],
    [
      'speaks something else',
      await talks((socket) => socket.end('SSH-2.0-x\r\n')),
      'retrying',
      null,
      /not HTTP/,
    ],
    ['speaks no TLS', `https://127.0.0.1:${plain}/`, 'retrying', null, /identity/],
    [
      'no longer listens',
      `http://127.0.0.1:${await portOfNobody()}/`,
      'retrying',
      null,
      /connection failed/,
    ],
    [
      'resets within the body',
      await talks((socket) => socket.end(`${ok}content-length: 9\r\n\r\na`)),
      'delivered',
      200,
      null,
    ],
    [
      'never ends its body',
      await talks((socket) => socket.write(`${ok}content-length: 9\r\n\r\na`)),
      'delivered',
      200,
      null,
    ],
    [
      'sends people elsewhere',
      await talks((socket) =>
        socket.end(
          `${ok}refresh: 0; url=http://127.0.0.1:${elsewhere}/\r\ncontent-length: 0\r\n\r\n`,
        ),
      ),
      'delivered',
      200,
      null,
    ],
    [
      'redirects',
      await talks((socket) =>
        socket.end(
          `HTTP/1.1 307 X\r\nlocation: http://127.0.0.1:${elsewhere}/\r\ncontent-length: 0\r\n\r\n`,
        ),
      ),
      'failed',
      307,
      /not followed/,
    ],
    [
      'answers an unknown status',
      await talks((socket) => socket.end('HTTP/1.1 999 X\r\ncontent-length: 0\r\n\r\n')),
      'failed',
      999,
      /999/,
    ],
  ]
  const hooks = await Promise.all(cases.map(([, url]) => hookTo(url)))
  await record()
  assert.equal(await deliver(), cases.length)
  for (const [n, [about, , status, http_status, error]] of cases.entries()) {
    const [delivery] = await deliveries(hooks[n]!.id)
    assert.deepEqual([delivery!.status, delivery!.http_status], [status, http_status], about)
    const shown = delivery!.log[0]!.error
    if (error === null) assert.equal(shown, null, about)
    else assert.match(shown ?? '', error, about)
  }
  assert.equal(visits(), 0)
  await remove(...hooks)
})

test('a private address is sent nothing; the event fails and the webhook stays enabled', async () => {
  const { port, visits } = await untouched()
  const closed = outboundWith({ allowCidrs: '', plainHttp: 'anywhere' })
  const urls = [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '[::1]',
    '[::ffff:7f00:1]',
    '169.254.169.254',
  ]
  const hooks = await Promise.all(urls.map((host) => hookTo(`http://${host}:${port}/`)))
  await record()
  await deliver(closed)
  for (const [n, { id }] of hooks.entries()) {
    const [delivery] = await deliveries(id)
    assert.deepEqual([delivery!.status, delivery!.attempts], ['failed', 1], urls[n]!)
    assert.match(delivery!.reason!, /does not lead to the public internet/)
    const { enabled, paused_reason } = await show(id)
    assert.deepEqual([enabled, paused_reason], [true, null])
  }
  runtime.advance({ hours: 2 })
  assert.equal(await deliver(closed), 0)
  assert.equal(visits(), 0)
  await remove(...hooks)
})

test('every concurrent request to one host has its own socket', async () => {
  const held = new Set<() => void>()
  const known = new Map<string, number>()
  let opened = false
  const port = await serve((request, response) => {
    const answered = known.get(request.url!) ?? 0
    const answer = () => void response.writeHead(204).end()
    // After three answers a webhook gets its full concurrency.
    if (opened || answered < 3) answer()
    else held.add(answer)
    // A request that was given up is not in flight.
    response.on('close', () => held.delete(answer))
    known.set(request.url!, answered + 1)
    request.resume()
  })
  const hooks = await Promise.all([1, 2, 3, 4].map((n) => hookTo(`http://127.0.0.1:${port}/${n}`)))
  await recordMany(20)
  const working = deliver()
  await until('32 are under way', () => held.size >= 32)
  opened = true
  for (const answer of held) answer()
  assert.equal(await working, 80)
  await remove(...hooks)
})
