import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { stateOf } from '../support/database-state.ts'
import { samplesOf, startScene } from '../support/openapi-samples.ts'
import { checkAnswer } from '../support/product.ts'

// Sends bytes on a socket that no well-behaved client can send. The parser and the API answer them alike.

const scene = await startScene({ limited: false })
const { port } = await scene.listen()
const auth = `Authorization: Bearer ${scene.rw}`
const coffee = JSON.stringify(samplesOf(scene)['recordTransaction']!.body)

type Raw = { readonly status: number; readonly headers: Headers; readonly text: string }

/** Everything that comes back before the server closes, or falls silent. */
function exchange(sent: string | Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    const done = () => {
      socket.destroy()
      resolve(Buffer.concat(chunks))
    }
    socket.setTimeout(400, done)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', done)
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') done()
      else reject(error)
    })
    socket.write(sent)
  })
}

function parse(bytes: Buffer): Raw {
  const whole = bytes.toString('latin1')
  const end = whole.indexOf('\r\n\r\n')
  const [line = '', ...rows] = whole.slice(0, end).split('\r\n')
  const headers = new Headers()
  for (const row of rows)
    headers.append(row.slice(0, row.indexOf(':')), row.slice(row.indexOf(':') + 1))
  const length = Number(headers.get('content-length') ?? 0)
  const text = bytes.subarray(end + 4, end + 4 + length).toString('utf8')
  return { status: Number(line.split(' ')[1]), headers, text }
}

const request = (line: string, rows: readonly string[] = [], body = '') =>
  [line, 'Host: earmark.test', auth, 'Connection: close', ...rows, '', body].join('\r\n')

const post = (rows: readonly string[], body: string) =>
  request('POST /v1/transactions HTTP/1.1', ['Content-Type: application/json', ...rows], body)

/** Each with the path under which the OpenAPI document is asked, and the statuses that are right. */
const cases: readonly (readonly [string, string | Buffer, readonly number[]])[] = [
  ['/v1/me', request('GET /v1/me HTTP/1.1'), [200]],
  ['/v1/me', request('GET http://elsewhere.test/v1/me HTTP/1.1'), [200, 400]],
  ['/v1/x', request('GET /v1/../v1/x HTTP/1.1'), [404]],
  ['/v1/x', request('GET /v1/%2e%2e/v1/x HTTP/1.1'), [404]],
  ['/v1/me/', request('GET /v1/me/ HTTP/1.1'), [404]],
  ['/v1//me', request('GET /v1//me HTTP/1.1'), [404]],
  ['/v1/me%00', request('GET /v1/me%00 HTTP/1.1'), [404]],
  ['/v1/transactions', request('GET /v1/transactions?search=%ff HTTP/1.1'), [400]],
  ['/v1/transactions', request('GET /v1/transactions?a=%0d%0aX-Injected:%201 HTTP/1.1'), [400]],
  ['/v1/x', request('GET /v1/%0d%0aX-Injected:%201 HTTP/1.1'), [404]],
  ['/v1/x', request(`GET /v1/${'x'.repeat(15_000)} HTTP/1.1`), [404]],
  ['/v1/x', request(`GET /v1/${'x'.repeat(20_000)} HTTP/1.1`), [400]],
  ['/v1/me', request('GET /v1/me HTTP/1.1', [`X-Long: ${'x'.repeat(20_000)}`]), [400]],
  ['/v1/me', request('GET /v1/me HTTP/1.1', ['Idempotency-Key: a\nX-Injected: 1']), [200, 400]],
  ['/v1/me', request('GET /v1/me HTTP/1.1', ['X-A: a\rb']), [400]],
  ['/v1/me', request('GET /v1/me HTTP/1.1', ['X-A: a\0b']), [400]],
  ['/v1/me', request('GET /v1/me HTTP/1.1', ['no colon here']), [400]],
  ['/v1/me', request('GET /v1/me HTTP/1.1', [' folded: 1']), [200, 400]],
  ['/v1/me', request('GET /v1/me HTTP/9.9'), [400]],
  ['/v1/me', request('GET  /v1/me HTTP/1.1'), [200, 400]],
  ['/v1/me', request('get /v1/me HTTP/1.1'), [400]],
  ['/v1/me', request('TRACE /v1/me HTTP/1.1'), [404]],
  ['/v1/me', 'rubbish\r\n\r\n', [400]],
  [
    '/v1/me',
    Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    [400],
  ],
  [
    '/v1/me',
    Buffer.from('GET /v1/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1'),
    [400, 401, 404],
  ],
  ['/v1/me', `GET /v1/me HTTP/1.1\r\n${auth}\r\nConnection: close\r\n\r\n`, [200, 400]],
  ['/v1/me', request('GET /v1/me HTTP/1.1', ['Host: second.test']), [200, 400]],
  ['/v1/me', `GET /v1/me HTTP/1.1\r\nHost: \xff\0\r\n${auth}\r\n\r\n`, [200, 400]],
  [
    '/v1/me',
    `GET /v1/me HTTP/1.1\r\nHost: a b/c?d#e\r\n${auth}\r\nConnection: close\r\n\r\n`,
    [200, 400],
  ],
  ['/v1/me', `GET /v1/me HTTP/1.0\r\n${auth}\r\n\r\n`, [200, 400]],
  [
    '/v1/me',
    request('GET /v1/me HTTP/1.1', ['Upgrade: websocket', 'Connection: Upgrade']),
    [200, 400],
  ],
  ['/v1/me', request('GET /v1/me HTTP/1.1', ['Expect: 200-ok']), [200, 400]],
  ['/v1/x', request('CONNECT earmark.test:443 HTTP/1.1'), [400, 404]],
  ['/v1/x', request('OPTIONS * HTTP/1.1'), [400, 404]],
  ['/v1/transactions', post([`Content-Length: ${coffee.length}`], coffee), [200]],
  ['/v1/transactions', post(['Content-Length: 5', 'Content-Length: 6'], coffee), [400]],
  ['/v1/transactions', post(['Content-Length: -1'], coffee), [400]],
  [
    '/v1/transactions',
    post(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    [400],
  ],
  ['/v1/transactions', post(['Transfer-Encoding: chunked'], 'zz\r\nhello\r\n0\r\n\r\n'), [400]],
  ['/v1/transactions', post(['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'), [400]],
  ['/v1/transactions', post(['Content-Length: 99999999999'], '{'), [400]],
  ['/v1/transactions', post(['Transfer-Encoding: chunked'], '0\r\n\r\n'), [400]],
]

for (const [path, sent, statuses] of cases) {
  const shown = JSON.stringify(sent.toString('latin1').replace(auth, '…').slice(0, 90))
  test(`${shown} is answered in our own words`, async () => {
    const state = await stateOf(scene.db)
    const answer = parse(await exchange(sent))
    assert.ok(statuses.includes(answer.status), `${answer.status} ${answer.text}`)
    assert.equal(answer.headers.get('x-injected'), null)
    const method = sent.toString('latin1').startsWith('POST') ? 'POST' : 'GET'
    checkAnswer({ method, path, ...answer })
    if (answer.status >= 400) assert.equal(await stateOf(scene.db), state)
  })
}

test('a request smuggled behind another one counts as one of its own', async () => {
  const inner = request('GET /v1/nowhere HTTP/1.1')
  const outer = `GET /v1/me HTTP/1.1\r\nHost: x\r\n${auth}\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`
  const bytes = (await exchange(outer)).toString('latin1')
  assert.equal(bytes.match(/HTTP\/1\.1 /g)?.length, 1)
})

test('a client that goes away in the middle of its body leaves nothing behind', async () => {
  const state = await stateOf(scene.db)
  await exchange(post(['Content-Length: 5000'], coffee))
  assert.equal(await stateOf(scene.db), state)
})
