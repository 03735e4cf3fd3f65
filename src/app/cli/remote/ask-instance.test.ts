import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { readVersion } from '#/platform/runtime/version.ts'
import { runRemotely } from '../../../../test/support/remote-line.ts'
import { certificate, key } from '../../../../test/support/test-certificate.ts'

const apiKey = 'em_live_test'

async function serve(
  answer: RequestListener,
  tls?: { key: string; cert: string },
): Promise<string> {
  const server = tls ? createTlsServer(tls, answer) : createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
}

type Answer = { status: number; headers?: Record<string, string>; body: string }

/** Answers requests in order, the last one for ever. */
function answering(...answers: readonly Answer[]): RequestListener {
  let next = 0
  return (request, response) => {
    if (request.url === '/healthz') {
      response
        .setHeader('content-type', 'application/json')
        .end('{"status":"ok","version":"9.9.9"}')
      return
    }
    const { status, headers, body } = answers[Math.min(next, answers.length - 1)]!
    next += 1
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': 'r',
      ...headers,
    })
    response.end(body)
  }
}

const refusal = (status: number, code: string, more: object = {}): Answer => ({
  status,
  body: JSON.stringify({ error: { code, message: `The message of ${code}.`, ...more } }),
})

async function messageOf(answer: RequestListener): Promise<string> {
  const url = await serve(answer)
  return runRemotely({ url, apiKey }, ['group', 'list', '--json']).then(
    () => assert.fail('it succeeded'),
    (error: Error) => {
      assert.equal(error.name, 'CommandError')
      assert.doesNotMatch(error.message, /\n/)
      return error.message
    },
  )
}

test('each refusal is one line with its remedy', async () => {
  const cases: [Answer, RegExp][] = [
    [
      refusal(401, 'invalid_api_key'),
      /^The API key is wrong, expired or revoked\. `earmark login`/,
    ],
    [refusal(402, 'subscription_required'), /^The message of subscription_required\.$/],
    [refusal(403, 'insufficient_scope'), /^The message of insufficient_scope\.$/],
    [refusal(410, 'account_closed'), /^The message of account_closed\.$/],
    [refusal(423, 'account_read_only'), /^The message of account_read_only\.$/],
    [refusal(400, 'invalid_parameter', { param: 'name' }), /^name: The message of/],
    [
      refusal(404, 'endpoint_not_found'),
      /does not know this operation\. It is version 9\.9\.9, this/,
    ],
    [
      {
        ...refusal(429, 'account_rate_limit_exceeded', { retry_after: 1800 }),
        headers: { 'retry-after': '1800' },
      },
      /Try again in 30 minutes\.$/,
    ],
  ]
  for (const [answer, said] of cases) assert.match(await messageOf(answering(answer)), said)
})

test('something that is not Earmark is named as such', async () => {
  const page = { 'content-type': 'text/html', 'x-request-id': '' }
  const cases: [Answer, RegExp][] = [
    [
      { status: 200, headers: page, body: '<html>' },
      /does not answer as Earmark .*status 200, text\/html/,
    ],
    [{ status: 404, headers: page, body: '<html>' }, /does not answer as Earmark .*status 404/],
    [
      { status: 301, headers: { location: 'https://b.example/' }, body: '' },
      /redirects to https:\/\/b\.example\//,
    ],
    [{ status: 200, body: '[{"id":' }, /breaks off, or is not JSON/],
    [
      { status: 403, body: '{"detail":"Forbidden"}' },
      /does not answer as Earmark .*is the address right/,
    ],
    [{ status: 200, body: '[{"id":1}]' }, /not what this version expects\. It is version 9\.9\.9/],
  ]
  for (const [answer, said] of cases) assert.match(await messageOf(answering(answer)), said)
})

test('a proxy whose server is down is asked again, and then named', async () => {
  const down = { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' }
  assert.match(await messageOf(answering(down)), /A proxy answers 502: Earmark behind it does not/)
  const url = await serve(answering(down, down, { status: 200, body: '[]' }))
  const said: string[] = []
  const { json } = await runRemotely({ url, apiKey }, ['group', 'list', '--json'], { said })
  assert.deepEqual(json, [])
  assert.match(said.join('|'), /^It answers 502: trying again in \d+ s .*\|It answers 502: /)
})

test('a request that comes too soon waits as long as the server asks, and says so', async () => {
  const soon = {
    ...refusal(429, 'rate_limit_exceeded', { retry_after: 7 }),
    headers: { 'retry-after': '7' },
  }
  const url = await serve(answering(soon, { status: 200, body: '[]' }))
  const said: string[] = []
  await runRemotely({ url, apiKey }, ['group', 'list', '--json'], { said })
  assert.deepEqual(said, ['It asks to slow down: trying again in 7 s (Ctrl-C cancels).'])
})

test('a server that is not there and a certificate without trust are refused at once', async () => {
  const gone = await serve(() => {})
  const port = Number(new URL(gone).port)
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const free = (closed.address() as AddressInfo).port
  closed.close()
  await once(closed, 'close')
  const ask = (url: string) => runRemotely({ url, apiKey }, ['group', 'list', '--json'])
  await assert.rejects(ask(`http://127.0.0.1:${free}`), /cannot be reached: nothing listens there/)
  await assert.rejects(ask('https://budget.invalid'), /cannot be reached: its name has no address/)
  await assert.rejects(ask(`https://127.0.0.1:${port}`), /does not speak TLS there|does not answer/)
  const secure = await serve(answering({ status: 200, body: '[]' }), { key, cert: certificate })
  await assert.rejects(ask(secure), /certificate is not trusted \([A-Z_]+\)\. NODE_EXTRA_CA_CERTS/)
})

test('Ctrl-C ends a command, and a write says that it may have happened', async () => {
  const stop = Promise.withResolvers<void>()
  const url = await serve(() => stop.resolve())
  const line = (words: string) =>
    runRemotely({ url, apiKey }, words.split(' '), { stopped: stop.promise })
  await assert.rejects(
    line('group create --name x'),
    /^CommandError: Interrupted\. The change may have/,
  )
  await assert.rejects(line('group list'), { message: 'Interrupted.' })
})

test('requests carry the key and the name of the program, and go where the contract says', async () => {
  const seen: unknown[] = []
  const url = await serve((request, response) => {
    const { authorization, 'user-agent': agent, 'idempotency-key': key } = request.headers
    seen.push([request.method, request.url, authorization, agent, typeof key])
    response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'r' }).end('[]')
  })
  await runRemotely({ url, apiKey }, ['group', 'list', '--json'])
  await runRemotely({ url, apiKey }, ['expense', 'archived', '--json'])
  const agent = `earmark-cli/${readVersion()}`
  assert.deepEqual(seen, [
    ['GET', '/v1/expense-groups', 'Bearer em_live_test', agent, 'undefined'],
    ['GET', '/app/api/archived-expenses', 'Bearer em_live_test', agent, 'undefined'],
  ])
})
