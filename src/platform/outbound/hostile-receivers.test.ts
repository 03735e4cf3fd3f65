import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { outboundWith, serve, speak, stopTime, untouched } from './loopback.ts'
import { sendWebhook, type WebhookAnswer } from './send-webhook.ts'

// Each receiver misbehaves in one way. An outcome is a status or the kind of failure.

const outbound = outboundWith()

async function post(port: number, timeoutMs = 3000): Promise<WebhookAnswer> {
  const url = `http://127.0.0.1:${port}/`
  return sendWebhook(outbound, {
    url,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    timeoutMs,
  })
}

const outcomeOf = ({ status, failure }: WebhookAnswer) => status ?? failure

/** Writes the same piece again and again, as fast as the other side reads. */
function flood(socket: Socket, piece: string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', more)
  more()
}

function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 5)
  socket.on('close', () => clearInterval(timer))
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const OK = 'HTTP/1.1 200 OK\r\n'
const chunked = `${OK}transfer-encoding: chunked\r\n\r\n`

test('every answer of a receiver, and none, has an outcome', async (context) => {
  stopTime(context)
  for (const [misdeed, outcome, talk] of [
    ['closes without a word', 'connect', (socket: Socket) => socket.end()],
    ['resets', 'connect', (socket: Socket) => socket.resetAndDestroy()],
    ['resets within the status line', 'connect', (socket: Socket) => socket.end('HTTP/1.1 20')],
    ['speaks SSH', 'bad_response', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9\r\n')],
    [
      'speaks TLS',
      'bad_response',
      (socket: Socket) => socket.end(Buffer.from('15030300020228', 'hex')),
    ],
    ['speaks HTTP/2', 'bad_response', (socket: Socket) => socket.end('\0\0\0\u0004\0\0\0\0\0')],
    ['has no status', 'bad_response', (socket: Socket) => socket.end('HTTP/1.1 OK\r\n\r\n')],
    [
      'has a status of four digits',
      'bad_response',
      (socket: Socket) => socket.end('HTTP/1.1 2000 OK\r\n\r\n'),
    ],
    [
      'continues only',
      'bad_response',
      (socket: Socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
    ],
    [
      'switches protocols',
      'bad_response',
      (socket: Socket) =>
        socket.write('HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
    [
      'hints for ever, fast',
      'bad_response',
      (socket: Socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'),
    ],
    [
      'hints once, then answers',
      204,
      (socket: Socket) =>
        socket.end('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'),
    ],
    [
      'sends a huge header',
      'bad_response',
      (socket: Socket) => socket.end(`${OK}x: ${'a'.repeat(100_000)}\r\n\r\n`),
    ],
    [
      'sends headers for ever',
      'bad_response',
      (socket: Socket) => {
        socket.write(OK)
        flood(socket, 'a: b\r\n'.repeat(100))
      },
    ],
    [
      'sends a header name for ever',
      'bad_response',
      (socket: Socket) => {
        socket.write(OK)
        flood(socket, 'a'.repeat(9999))
      },
    ],
    [
      'claims two lengths',
      'bad_response',
      (socket: Socket) => socket.end(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`),
    ],
    [
      'claims a length and chunks',
      'bad_response',
      (socket: Socket) =>
        socket.end(`${OK}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    ],
    [
      'names headers like parts of objects',
      200,
      (socket: Socket) =>
        socket.end(
          `${OK}__proto__: a\r\nconstructor: b\r\n__proto__: c\r\ntoString: d\r\ncontent-length: 0\r\n\r\n`,
        ),
    ],
    [
      'resets after the headers',
      200,
      (socket: Socket) => socket.end(`${OK}content-length: 9\r\n\r\nabc`),
    ],
    ['chunks nonsense', 200, (socket: Socket) => socket.end(`${chunked}zz\r\nabc\r\n`)],
    [
      'sends more than it announced',
      200,
      (socket: Socket) => socket.end(`${OK}content-length: 1\r\n\r\nab${OK}\r\n`),
    ],
    [
      'sends a body for ever, fast',
      200,
      (socket: Socket) => {
        socket.write(`${OK}\r\n`)
        flood(socket, 'y'.repeat(9999))
      },
    ],
    [
      'sends tiny chunks for ever',
      200,
      (socket: Socket) => {
        socket.write(chunked)
        flood(socket, '1\r\nx\r\n'.repeat(999))
      },
    ],
    [
      'sends trailers for ever',
      200,
      (socket: Socket) => {
        socket.write(`${chunked}0\r\n`)
        flood(socket, 'a: b\r\n'.repeat(100))
      },
    ],
    [
      'compresses a bomb',
      200,
      (socket: Socket) =>
        socket.end(
          Buffer.concat([
            Buffer.from(`${OK}content-encoding: gzip\r\n\r\n`),
            gzipSync(Buffer.alloc(50_000_000)),
          ]),
        ),
    ],
    [
      'has a status beyond all classes',
      999,
      (socket: Socket) => socket.end('HTTP/1.1 999 Denied\r\ncontent-length: 0\r\n\r\n'),
    ],
    [
      'refreshes to elsewhere',
      200,
      (socket: Socket) =>
        socket.end(`${OK}refresh: 0; url=http://127.0.0.1/\r\ncontent-length: 0\r\n\r\n`),
    ],
  ] as const) {
    const answer = await post(await speak(talk))
    assert.equal(outcomeOf(answer), outcome, `a receiver that ${misdeed}`)
    assert.ok(answer.text.length <= 2048)
  }
})

test('the time limit holds for a receiver that is slow at any point', async (context) => {
  const time = stopTime(context)
  // The first bytes, and the bytes that it then repeats forever.
  const slow: [slowness: string, first: string, goOn: (socket: Socket) => void][] = [
    ['never answers', '', () => {}],
    ['drips its status line', 'HTTP/1.1 200 ', (socket) => drip(socket, 'O')],
    ['drips header lines', OK, (socket) => drip(socket, 'a: b\r\n')],
    ['drips one header', `${OK}x: `, (socket) => drip(socket, 'a')],
    ['floods its status line', 'HTTP/1.1 200 ', (socket) => flood(socket, 'O'.repeat(9999))],
    ['hints once and then is silent', 'HTTP/1.1 103 Early Hints\r\n\r\n', () => {}],
  ]
  let settled = 0
  const talking: Promise<void>[] = []
  const answers: Promise<WebhookAnswer>[] = []
  for (const [, first, goOn] of slow) {
    const { promise, resolve } = Promise.withResolvers<void>()
    talking.push(promise)
    const port = await speak((socket) => {
      if (first !== '') socket.write(first)
      goOn(socket)
      resolve()
    })
    answers.push(post(port, 200).finally(() => (settled += 1)))
  }
  await Promise.all(talking)
  time.pass(199)
  await new Promise(setImmediate)
  assert.equal(settled, 0)
  time.pass(1)
  for (const [index, answer] of (await Promise.all(answers)).entries()) {
    assert.equal(outcomeOf(answer), 'timeout', `a receiver that ${slow[index]![0]}`)
  }
})

test('an endless body delays the outcome by at most a second, and its beginning is kept', async (context) => {
  const time = stopTime(context)
  const port = await speak((socket) => {
    socket.write(`${OK}content-length: 900\r\n\r\nbegin`)
    drip(socket, '.')
  })
  let isSettled = false
  const sent = post(port).finally(() => (isSettled = true))
  await time.waitedFor(1000)
  time.pass(999)
  await new Promise(setImmediate)
  assert.equal(isSettled, false)
  time.pass(1)
  const answer = await sent
  assert.equal(outcomeOf(answer), 200)
  assert.match(answer.text, /^begin\.*$/)
})

test('a redirect is an answer and is not followed', async () => {
  const { port: target, visits } = await untouched()
  for (const status of [300, 301, 302, 303, 304, 307, 308]) {
    const port = await serve((_request, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${target}/` }).end(),
    )
    assert.equal(outcomeOf(await post(port)), status)
  }
  assert.equal(visits(), 0)
})

test('a request is sent as it was signed, and asks for no compression', async () => {
  const seen: unknown[] = []
  const port = await serve((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { host: _host, connection: _connection, ...headers } = request.headers
      seen.push(request.method, request.url, headers, Buffer.concat(chunks).toString())
      response.end('\u001b[31mred\u202e\0 thanks')
    })
  })
  const body = '{"concept":"Caf\u00e9 \u{1f600} \u2028"}'
  const answer = await sendWebhook(outbound, {
    url: `http://127.0.0.1:${port}/a%20b?c=%0d%0a`,
    headers: { 'X-A': 'b', 'webhook-id': 'evt_1' },
    body,
  })
  assert.deepEqual(seen, [
    'POST',
    '/a%20b?c=%0d%0a',
    { 'x-a': 'b', 'webhook-id': 'evt_1', 'content-length': String(Buffer.byteLength(body)) },
    body,
  ])
  // Without characters that would colour a terminal or reverse text.
  assert.deepEqual(answer, { status: 200, failure: null, retryAfter: null, text: '[31mred thanks' })
})

test('two kilobytes of an answer are kept, cut between characters', async () => {
  const port = await serve((_request, response) => response.end(`a${'é'.repeat(5000)}`))
  const answer = await post(port)
  assert.equal(answer.text, `a${'é'.repeat(1023)}`)
})

test('memory stays flat while receivers send as fast as they can', async () => {
  const megabyte = Buffer.alloc(1 << 20)
  const closed: Promise<unknown>[] = []
  const flooding = (first: string, piece: string | Buffer) =>
    speak((socket) => {
      closed.push(new Promise((resolve) => socket.once('close', resolve)))
      socket.write(first)
      flood(socket, piece)
    })
  const port = await flooding(`${OK}\r\n`, megabyte)
  const tiny = await flooding(chunked, '1\r\nx\r\n'.repeat(10_000))
  const bytesKept = async () => {
    // The receiver's unsent data is in our memory too, because both are one process here.
    await Promise.all(closed)
    collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  await Promise.all([post(port), post(tiny)])
  const before = await bytesKept()
  for (let round = 0; round < 20; round += 1) await Promise.all([post(port), post(tiny)])
  const grown = (await bytesKept()) - before
  assert.equal(closed.length, 42)
  assert.ok(grown < 16 * 1024 * 1024, `${grown} bytes more`)
})

test('a large body in tiny pieces costs about twice its size', async (context) => {
  stopTime(context)
  const pieces = 400_000
  const port = await speak((socket) => {
    socket.end(`${chunked}${'1\r\nx\r\n'.repeat(pieces)}0\r\n\r\n`)
  })
  const answer = await outbound.request({
    method: 'GET',
    url: `http://127.0.0.1:${port}/`,
    timeoutMs: 20_000,
    maxBytes: 16 * 1024 * 1024,
  })
  assert.equal(answer.body.length, pieces)
  assert.ok(answer.body.buffer.byteLength <= 2 * pieces)
})

test('a request whose time ends while it waits for a socket is never sent', async (context) => {
  const time = stopTime(context)
  const waiting: (() => void)[] = []
  const port = await serve((_request, response) => void waiting.push(() => response.end()))
  const asked = async (count: number) => {
    while (waiting.length < count) await new Promise(setImmediate)
  }
  const narrow = outboundWith({ connectionsPerOrigin: 1 })
  const send = (timeoutMs: number) =>
    sendWebhook(narrow, { url: `http://127.0.0.1:${port}/`, headers: {}, body: '', timeoutMs })
  const first = send(3000)
  await asked(1)
  const late = send(50)
  await time.waitedFor(50)
  time.pass(50)
  assert.equal((await late).failure, 'timeout')
  waiting[0]!()
  assert.equal((await first).status, 200)
  const third = send(3000)
  await asked(2)
  waiting[1]!()
  assert.equal((await third).status, 200)
  assert.equal(waiting.length, 2)
})

test('the caller’s signal stops a request with the caller’s reason', async (context) => {
  const time = stopTime(context)
  const port = await speak((socket) => socket.write(`${OK}content-length: 9\r\n\r\nabc`))
  const controller = new AbortController()
  const reason = new Error('shutting down')
  const post = (signal: AbortSignal) =>
    sendWebhook(outbound, { url: `http://127.0.0.1:${port}/`, headers: {}, body: '', signal })
  const sent = post(controller.signal)
  // The headers have arrived, and the request waits for the body.
  await time.waitedFor(1000)
  controller.abort(reason)
  await assert.rejects(sent, reason)
  await assert.rejects(post(controller.signal), reason)
})
