import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { openDatabase } from '#/platform/database/database.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { engine } from '#/budget/funding/engine.ts'
import { createRuntime } from '#/platform/runtime/real.ts'
import {
  closers,
  failureOf,
  get,
  kindOf,
  listening,
  outboundWith,
  serve,
  speak,
  stopTime,
  untouched,
} from './loopback.ts'
import { sendWebhook } from './send-webhook.ts'

const open = outboundWith()
const closed = outboundWith({ allowCidrs: '' })

test('a request reaches a range that the operator opened, with its headers and body', async () => {
  const port = await serve((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      response.setHeader('X-Seen', [request.method ?? '', request.url ?? ''])
      response.end(
        JSON.stringify([request.headers['x-a'], request.headers['content-length'], body]),
      )
    })
  })
  const answer = await open.request(
    get(`http://127.0.0.1:${port}/p?q=1#f`, {
      method: 'POST',
      body: 'hello',
      headers: { 'x-a': '1' },
    }),
  )
  assert.equal(answer.status, 200)
  assert.equal(answer.body.toString(), '["1","5","hello"]')
  assert.equal(answer.headers['x-seen'], 'POST, /p?q=1')
  assert.equal(answer.truncated, false)
  const byName = await open.request(get(`http://localhost:${port}/`))
  assert.equal(byName.status, 200)
  const empty = await open.request(get(`http://127.0.0.1:${port}/`, { method: 'POST' }))
  assert.equal(empty.body.toString(), '[null,"0",""]')
})

test('every spelling of a private address is refused, and nothing connects', async () => {
  const { port, visits } = await untouched()
  for (const host of [
    '127.0.0.1',
    '127.0.0.1.',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.1',
    '0',
    '0.0.0.0',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    'localhost',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  ]) {
    for (const scheme of ['http', 'https']) {
      const kind = await kindOf(closed.request(get(`${scheme}://${host}:${port}/`)))
      assert.equal(kind, 'refused_address', host)
      assert.equal(await kindOf(closed.inspect(`${scheme}://${host}:${port}/`)), 'refused_address')
    }
  }
  for (const host of ['169.254.169.254', '2852039166', '[fe80::1]', '[fd00:ec2::254]']) {
    const everything = outboundWith({ allowCidrs: '0.0.0.0/0,::/0' })
    assert.equal(await kindOf(everything.request(get(`http://${host}/`))), 'refused_address', host)
  }
  assert.equal(visits(), 0)
})

test('a name is resolved once per connection, and the checked address is used', async () => {
  const port = await serve((_request, response) => response.end('ok'))
  const answers = [['127.0.0.1'], ['10.9.9.9']]
  let asked = 0
  const outbound = outboundWith({ resolve: async () => answers[asked++] ?? [] })
  const answer = await outbound.request(get(`http://bank.example:${port}/`))
  assert.equal(answer.body.toString(), 'ok')
  assert.equal(asked, 1)
})

test('plain http is allowed only in ranges that the operator opened', async () => {
  const dial = () => assert.fail('must not connect')
  const outbound = outboundWith({ resolve: async () => ['1.1.1.1'], dial })
  const failure = await failureOf(outbound.request(get('http://bank.example/')))
  assert.equal(failure.kind, 'bad_url')
  assert.match(failure.message, /https/)
  assert.equal(await kindOf(outbound.request(get('http://1.1.1.1/'))), 'bad_url')
  assert.equal(await kindOf(outbound.inspect('http://bank.example/')), 'bad_url')
  await outbound.inspect('https://bank.example/')
})

test('an https-only setting holds for ranges that the operator opened too', async () => {
  const port = await serve((_request, response) => response.end())
  for (const [value, outcome] of [
    ['1', 'bad_url'],
    ['0', 200],
  ] as const) {
    const config = readConfig({
      DATABASE_URL: 'postgres://nowhere/none',
      EARMARK_SECRET: 'a secret of this test',
      EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
      EARMARK_WEBHOOK_HTTPS_ONLY: value,
    })
    const db = openDatabase({ url: config.databaseUrl!, connectionsMax: 1 })
    const { destinations } = createRuntime(config, db, engine)
    closers.push(() => Promise.all([destinations.close(), db.destroy()]))
    const asked = destinations.request(get(`http://127.0.0.1:${port}/`))
    assert.equal(value === '1' ? await kindOf(asked) : (await asked).status, outcome)
  }
})

test('names that do not exist, closed ports and silent connections have their own kinds', async () => {
  const missing = outboundWith({
    resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
  })
  const failure = await failureOf(missing.request(get('https://bank.example/secret-path')))
  assert.deepEqual([failure.kind, failure.detail], ['dns', 'ENOTFOUND'])
  assert.doesNotMatch(failure.message, /secret/)
  assert.equal(
    await kindOf(outboundWith({ resolve: async () => [] }).inspect('https://a.example/')),
    'dns',
  )
  const port = await serve(() => {})
  const gone = createServer()
  const free = await new Promise<number>((resolve) =>
    gone.listen(0, '127.0.0.1', () => resolve((gone.address() as AddressInfo).port)),
  )
  await new Promise((resolve) => gone.close(resolve))
  assert.equal(await kindOf(open.request(get(`http://127.0.0.1:${free}/`))), 'connect')
  assert.equal(
    await kindOf(open.request(get(`http://127.0.0.1:${port}/`, { timeoutMs: 60 }))),
    'timeout',
  )
  const hangingNames = outboundWith({ resolve: () => new Promise(() => {}) })
  const hanging = hangingNames.request(get('https://bank.example/', { timeoutMs: 60 }))
  assert.equal(await kindOf(hanging), 'timeout')
})

test('the deadline ends a trickle of bytes and an endless handshake', async () => {
  const every = (socket: Socket, text: string) => {
    const timer = setInterval(() => socket.write(text), 5)
    socket.on('close', () => clearInterval(timer))
  }
  const drip = await speak((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n')
    every(socket, 'x')
  })
  const headers = await speak((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    every(socket, 'a: b\r\n')
  })
  const mute = await listening(createTcpServer((socket) => closers.push(() => socket.destroy())))
  for (const port of [drip, headers]) {
    const request = open.request(get(`http://127.0.0.1:${port}/`, { timeoutMs: 150 }))
    assert.equal(await kindOf(request), 'timeout', String(port))
  }
  const handshake = open.request(get(`https://127.0.0.1:${mute}/`, { timeoutMs: 150 }))
  assert.equal(await kindOf(handshake), 'timeout')
  const tolerant = await open.request(
    get(`http://127.0.0.1:${drip}/`, { onBadBody: 'truncate', bodyTimeoutMs: 50 }),
  )
  assert.deepEqual([tolerant.status, tolerant.truncated], [200, true])
})

test('a request to a hanging webhook receiver ends after exactly fifteen seconds', async (context) => {
  const { promise: asked, resolve: arrive } = Promise.withResolvers<void>()
  const port = await speak(() => arrive())
  const time = stopTime(context)
  let answered = false
  const url = `http://127.0.0.1:${port}/`
  const sent = sendWebhook(open, { url, headers: {}, body: '{}' }).finally(() => (answered = true))
  await asked
  time.pass(14_999)
  await new Promise(setImmediate)
  assert.equal(answered, false)
  time.pass(1)
  assert.equal((await sent).failure, 'timeout')
})

test('a body that is too large fails, or is truncated if only the status matters', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/endless') {
      const more = () => {
        while (!response.destroyed && response.write('y'.repeat(5000)));
      }
      response.on('drain', more)
      more()
    } else response.end('z'.repeat(Number(request.url?.slice(1))))
  })
  const at = (path: string) => `http://127.0.0.1:${port}/${path}`
  assert.equal((await open.request(get(at('1000')))).body.length, 1000)
  assert.equal(await kindOf(open.request(get(at('1001')))), 'too_large')
  assert.equal(await kindOf(open.request(get(at('endless')))), 'too_large')
  for (const path of ['1001', 'endless']) {
    const answer = await open.request(get(at(path), { onBadBody: 'truncate' }))
    assert.deepEqual([answer.status, answer.body.length, answer.truncated], [200, 1000, true])
  }
})

test('an answer that is not HTTP is a bad response', async () => {
  for (const text of [
    'SSH-2.0-OpenSSH_9\r\n',
    `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`,
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ]) {
    const port = await speak((socket) => socket.end(text))
    assert.equal(
      await kindOf(open.request(get(`http://127.0.0.1:${port}/`))),
      'bad_response',
      text.slice(0, 20),
    )
  }
  const broken = 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'
  const port = await speak((socket) => socket.end(broken))
  assert.equal(await kindOf(open.request(get(`http://127.0.0.1:${port}/`))), 'connect')
  const answer = await open.request(get(`http://127.0.0.1:${port}/`, { onBadBody: 'truncate' }))
  assert.deepEqual([answer.status, answer.body.toString(), answer.truncated], [200, 'abc', true])
})

test('headers cannot smuggle another header or choose the host', async () => {
  const { port, visits } = await untouched()
  for (const headers of [
    { 'x-a': 'a\r\nX-Evil: 1' },
    { 'x-a': 'a\nb' },
    { 'x-a': 'a\0' },
    { 'x-a': 'é' },
    { 'x-a\r\nx-evil': '1' },
    { 'x a': '1' },
    { '': '1' },
    { Host: 'evil.internal' },
    { 'Content-Length': '3' },
    { 'transfer-encoding': 'chunked' },
    { Connection: 'upgrade' },
  ]) {
    const failure = await failureOf(open.request(get(`http://127.0.0.1:${port}/`, { headers })))
    assert.equal(failure.kind, 'bad_header', JSON.stringify(headers))
    assert.doesNotMatch(failure.message, /Evil|evil/)
  }
  assert.equal(visits(), 0)
})

test("the caller's own signal stops a request with the caller's reason", async () => {
  const port = await serve(() => {})
  const controller = new AbortController()
  const request = open.request(get(`http://127.0.0.1:${port}/`, { signal: controller.signal }))
  const reason = new Error('shutting down')
  setImmediate(() => controller.abort(reason))
  await assert.rejects(request, reason)
})
