import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { type Target, writePost } from '#/notices/rules/way.ts'
import { sendPost } from './send.ts'

type Plain = Exclude<Target, { kind: 'push' | 'mail' }>

// Real sockets and the real guarded sender; only its patience is shorter.

const open = createOutbound({ allowCidrs: '127.0.0.0/8', plainHttp: 'anywhere' })
const closed = createOutbound({ allowCidrs: '', plainHttp: 'anywhere' })
after(() => Promise.all([open.close(), closed.close()]))
const PATIENCE_MS = 400

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const sendTo = (target: Plain, destinations = open) =>
  sendPost(
    {
      destinations: {
        ...destinations,
        request: (asked) => destinations.request({ ...asked, timeoutMs: PATIENCE_MS }),
      },
    },
    target,
    writePost(target, '018f0000-0000-7000-8000-000000000001', { title: 'T', text: 'x' }),
  )

const plain = (url: string): Plain => ({ kind: 'url', url, template: null })

test('a receiver that hangs, hangs up, talks nonsense or is not there is tried again', async () => {
  const hanging = await serve(() => {})
  const cutting = await serve((_, response) => response.destroy())
  const nonsense = createSocketServer((socket) => {
    socket.on('error', () => {})
    socket.end('220 mail.example ESMTP\r\n', () => socket.destroy())
  })
  await new Promise<void>((resolve) => nonsense.listen(0, '127.0.0.1', resolve))
  const { port } = nonsense.address() as AddressInfo
  const speaking = `http://127.0.0.1:${port}`
  for (const url of [hanging, cutting, speaking]) {
    const { verdict, status, reason } = await sendTo(plain(url))
    assert.deepEqual([verdict, status], ['retry', null], url)
    assert.doesNotMatch(reason!, /127\.0\.0\.1/)
  }
  await new Promise((resolve) => nonsense.close(resolve))
  assert.equal((await sendTo(plain(speaking))).verdict, 'retry')
})

test('only 410 ends a way, and other refusals end only the message', async () => {
  let status = 200
  const url = await serve((_, response) => response.writeHead(status).end())
  const verdicts: Record<number, string> = {}
  for (status of [200, 204, 400, 401, 403, 404, 408, 410, 413, 425, 429, 500, 503]) {
    verdicts[status] = (await sendTo(plain(url))).verdict
  }
  assert.deepEqual(verdicts, {
    200: 'sent',
    204: 'sent',
    400: 'failed',
    401: 'failed',
    403: 'failed',
    404: 'failed',
    408: 'retry',
    410: 'gone',
    413: 'failed',
    425: 'retry',
    429: 'retry',
    500: 'retry',
    503: 'retry',
  })
})

test('the pause that a receiver asks for is read from its header, and from Telegram’s answer', async () => {
  const headers: Record<string, string> = {}
  let body = ''
  const url = await serve((_, response) => response.writeHead(429, headers).end(body))
  const asked = async () => await sendTo({ kind: 'telegram', url, token: 't', chat: '1' })
  assert.equal((await asked()).retryAfterSeconds, undefined)
  body = '{"ok":false,"error_code":429,"parameters":{"retry_after":35}}'
  assert.equal((await asked()).retryAfterSeconds, 35)
  for (const [value, seconds] of [
    ['120', 120],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    ['-5', undefined],
    ['1e9', undefined],
    ['99999999999999999999', undefined],
  ] as const) {
    headers['retry-after'] = value
    assert.equal((await asked()).retryAfterSeconds, seconds, value)
  }
})

test('a redirect is not followed', async () => {
  let followed = 0
  const other = await serve((_, response) => {
    followed += 1
    response.end()
  })
  for (const status of [301, 302, 307, 308]) {
    const url = await serve((_, response) => response.writeHead(status, { location: other }).end())
    const outcome = await sendTo({ kind: 'gotify', url, token: 'secret' })
    assert.deepEqual([outcome.verdict, outcome.status], ['failed', status])
  }
  assert.equal(followed, 0)
})

test('an answer without an end counts by its status, and little of it is kept', async () => {
  for (const [status, verdict] of [
    [200, 'sent'],
    [500, 'retry'],
  ] as const) {
    const url = await serve((_, response) => {
      response.writeHead(status).write('x'.repeat(4_000_000))
    })
    const outcome = await sendTo(plain(url))
    assert.equal(outcome.verdict, verdict)
    assert.ok((outcome.reason ?? '').length <= 300)
  }
})

test('an answer that repeats the token or the address is kept without them', async () => {
  const url = await serve((request, response) =>
    response.writeHead(401).end(`bad ${String(request.headers['x-gotify-key'])} at ${url}`),
  )
  const { reason } = await sendTo({ kind: 'gotify', url, token: 'AsecretToken1' })
  assert.doesNotMatch(reason!, /AsecretToken1|127\.0\.0\.1/)
})

test('a private address gets nothing unless the operator allows it', async () => {
  let reached = 0
  const url = await serve((_, response) => {
    reached += 1
    response.end()
  })
  const refused = await sendTo(plain(url), closed)
  assert.deepEqual([refused.verdict, refused.status, reached], ['failed', null, 0])
  assert.equal((await sendTo(plain(url))).verdict, 'sent')
  assert.equal(reached, 1)
})
