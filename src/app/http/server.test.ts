import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { Hono } from 'hono'
import { budget } from '../../../test/support/given.ts'
import { checkAnswer, startProduct } from '../../../test/support/product.ts'
import { listen } from './server.ts'

// Sends over bare sockets what fetch cannot. For malformed bytes of all kinds see test/simulations/fuzz-sockets.test.ts.

const product = await startProduct({ limited: false })
const { port } = await product.listen()
const { keys, accounts } = await product.household(budget)
const auth = `Authorization: Bearer ${keys['rw']!.api_key}`

type Raw = { readonly status: number; readonly headers: Headers; readonly text: string }

/** Opens a connection whose answers are read one by one. */
function dial(to = port) {
  const socket = connect(to, '127.0.0.1')
  let received = Buffer.alloc(0)
  let changed = Promise.withResolvers<void>()
  const wake = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    wake()
  })
  socket.on('close', wake).on('error', wake)
  const next = async (): Promise<Raw | null> => {
    for (;;) {
      const parsed = parse(received)
      if (parsed) {
        received = received.subarray(parsed.length)
        return parsed
      }
      if (socket.closed) return null
      await changed.promise
    }
  }
  return { socket, send: (text: string) => written(socket, text), next }
}

function written(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve) => socket.write(text, () => resolve()))
}

function parse(bytes: Buffer): (Raw & { readonly length: number }) | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [line = '', ...rows] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = new Headers(
    rows.map((row): [string, string] => [
      row.slice(0, row.indexOf(':')),
      row.slice(row.indexOf(':') + 1),
    ]),
  )
  const length = end + 4 + Number(headers.get('content-length') ?? 0)
  if (bytes.length < length) return null
  const text = bytes.subarray(end + 4, length).toString('utf8')
  return { status: Number(line.split(' ')[1]), headers, text, length }
}

const get = (path: string) => `GET /v1${path} HTTP/1.1\r\nHost: x\r\n${auth}\r\n\r\n`
const coffee = (concept: string) =>
  JSON.stringify({
    account_id: accounts['checking'],
    amount: -450,
    concept,
    booked_at: '2026-01-05',
  })
const post = (body: string) =>
  `POST /v1/transactions HTTP/1.1\r\nHost: x\r\n${auth}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

test('pipelined requests are answered in order, each with its own id', async () => {
  const { send, next, socket } = dial()
  await send(get('/me') + post(coffee('Pipelined')) + get('/nowhere') + get('/accounts'))
  const answers = [await next(), await next(), await next(), await next()] as Raw[]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 404, 200],
  )
  assert.equal(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, 4)
  socket.destroy()
})

test('an unknown method gets endpoint_not_found; malformed HTTP gets invalid_parameter', async () => {
  const answered = async (text: string) => {
    const { send, next, socket } = dial()
    await send(text)
    const { status, headers, text: body } = (await next())!
    socket.destroy()
    assert.match(headers.get('x-request-id') ?? '', /^req_/)
    return [status, JSON.parse(body).error.code]
  }
  const notFound = [404, 'endpoint_not_found']
  for (const method of ['FOO', 'BREW', 'VERSION-CONTROL']) {
    assert.deepEqual(await answered(get('/me').replace('GET', method)), notFound, method)
  }
  const malformed = [400, 'invalid_parameter']
  for (const text of [
    'FOO\r\n\r\n',
    'FOO /v1/me HTTP/9.9\r\n\r\n',
    'get /v1/me HTTP/1.1\r\n\r\n',
  ]) {
    assert.deepEqual(await answered(text), malformed, text)
  }
})

test('a body that trickles in is read to its end', async () => {
  const { send, next, socket } = dial()
  const request = post(coffee('Drop by drop'))
  for (let at = 0; at < request.length; at += 25) await send(request.slice(at, at + 25))
  const answer = (await next())!
  assert.equal(answer.status, 200)
  assert.equal(JSON.parse(answer.text).concept, 'Drop by drop')
  socket.destroy()
})

test('a far too large body can be sent to its end, and its refusal can be read', async () => {
  const piece = 'a'.repeat(64 * 1024)
  const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`
  for (const connection of ['keep-alive', 'close']) {
    for (const [framing, bytes] of [
      ['Transfer-Encoding: chunked', [...Array<string>(160).fill(chunk), '0\r\n\r\n']],
      [`Content-Length: ${160 * piece.length}`, Array<string>(160).fill(piece)],
    ] as const) {
      const { socket, send, next } = dial()
      const failed: Error[] = []
      socket.on('error', (error) => failed.push(error))
      await send(
        `POST /v1/transactions HTTP/1.1\r\nHost: x\r\n${auth}\r\n` +
          `Content-Type: application/json\r\nConnection: ${connection}\r\n${framing}\r\n\r\n`,
      )
      for (const text of bytes) await send(text)
      const answer = (await next())!
      const what = `${framing}, ${connection}`
      assert.deepEqual(failed, [], what)
      assert.equal(JSON.parse(answer.text).error.code, 'request_too_large', what)
      socket.destroy()
    }
  }
})

test('a write is answered with its result, although rubbish follows it on the connection', async () => {
  const { send, next } = dial()
  await send(`${post(coffee('Followed by rubbish'))}\0\0rubbish\r\n\r\n`)
  const answers: Raw[] = []
  for (let answer = await next(); answer; answer = await next()) answers.push(answer)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400],
  )
  const key = keys['rw']!.api_key
  const query = { search: 'Followed by rubbish' }
  const { body } = await product.request<{ total: number; error: never }>('GET', '/transactions', {
    key,
    query,
  })
  assert.equal(body.total, 1)
})

test('a too large head and invalid HTTP are refused with our error object, and disconnected', async () => {
  for (const [sent, code] of [
    [
      `GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
      'request_too_large',
    ],
    ['\x16\x03\x01 this is not HTTP\r\n\r\n', 'invalid_parameter'],
  ] as const) {
    const { send, next } = dial()
    await send(sent)
    const { status, headers, text } = (await next())!
    assert.equal(status, 400)
    assert.equal(JSON.parse(text).error.code, code)
    assert.equal(headers.get('connection'), 'close')
    assert.equal(headers.get('x-ratelimit-limit'), '600')
    headers.delete('connection')
    checkAnswer({ method: 'GET', path: '/v1/me', status, headers, text })
    assert.equal(await next(), null)
  }
})

test('a taken port rejects the start', async () => {
  const starting = listen(new Hono(), { port, host: '127.0.0.1', now: product.runtime.now })
  await assert.rejects(starting, { code: 'EADDRINUSE' })
})

test('draining lets running requests finish, ends idle connections, and accepts no more', async () => {
  const app = new Hono()
  const running = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  app.get('/slow', async (c) => {
    running.resolve()
    await finish.promise
    return c.text('done')
  })
  app.get('/quick', (c) => c.text('done'))
  const server = await listen(app, { port: 0, host: '127.0.0.1', now: product.runtime.now })
  const [idle, busy] = [dial(server.port), dial(server.port)]
  await idle.send('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.equal((await idle.next())?.status, 200)
  await busy.send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
  await running.promise
  const drained = server.drain(60)
  assert.equal(await idle.next(), null)
  assert.equal(await dial(server.port).next(), null)
  finish.resolve()
  assert.equal((await busy.next())?.text, 'done')
  // The client would keep the connection, but the server does not wait for it.
  assert.equal(await busy.next(), null)
  await drained
})

test('a malformed header is the error’s parameter, unless it makes the whole body unreadable', async () => {
  const write = (...headers: readonly string[]) =>
    ['POST /v1/transactions HTTP/1.1', auth, 'Connection: close', ...headers, '', ''].join('\r\n')
  const json = 'Content-Type: application/json'
  const cases: [string, string, string | undefined][] = [
    [write('Host: x', json, 'X-A: a\rb'), 'invalid_parameter', 'X-A'],
    [write('Host: x', json, 'Content-Length: -1'), 'invalid_parameter', 'Content-Length'],
    [write('Host: ada@x', json, 'Content-Length: 2') + '{}', 'invalid_parameter', 'Host'],
    [write('Host: x', 'Content-Length: 2') + '{}', 'invalid_json', undefined],
    [
      write('Host: x', json, 'Content-Encoding: gzip', 'Content-Length: 2') + '{}',
      'invalid_json',
      undefined,
    ],
    [
      post(coffee('Once')).replace('\r\n\r\n', '\r\nIdempotency-Key: short\r\n\r\n'),
      'invalid_parameter',
      'Idempotency-Key',
    ],
    [
      write('Host: x', json, 'Content-Encoding: Identity', 'Content-Length: 1') + '{',
      'invalid_json',
      undefined,
    ],
  ]
  for (const [request, code, param] of cases) {
    const { send, next, socket } = dial()
    await send(request)
    const { status, text } = (await next())!
    const { error } = JSON.parse(text)
    assert.deepEqual([status, error.code, error.param], [400, code, param], request)
    socket.destroy()
  }
})
