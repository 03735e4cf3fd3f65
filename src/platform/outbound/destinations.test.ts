import assert from 'node:assert/strict'
import { createServer as createTcpServer, connect, Socket } from 'node:net'
import { test } from 'node:test'
import { failureOf, get, kindOf, listening, outboundWith, serve, stopTime } from './loopback.ts'
import { createGuardedConnector } from './connector.ts'
import { OutboundFailure, type OutboundFailureKind } from './failure.ts'
import { parseAllowList } from './public-address.ts'
import { sendWebhook } from './send-webhook.ts'

// Addresses of names are checked at every use, because strangers control the DNS.

const noDial = () => assert.fail('must not connect')
const missing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

/**
 * Returns the outcome of a webhook to a name with these addresses. Sockets may be opened only for `reached`. Creating the
 * webhook checks the name in the same way.
 */
async function send(addresses: readonly string[]): Promise<OutboundFailureKind | 'reached'> {
  let reached = false
  const outbound = outboundWith({
    allowCidrs: '',
    plainHttp: 'anywhere',
    resolve: async () => addresses,
    dial: (to) => {
      assert.deepEqual(to.addresses, addresses.slice(0, 16))
      reached = true
      return hungUp('1.1.1.1')
    },
  })
  const answer = await sendWebhook(outbound, {
    url: 'http://hooks.example/',
    headers: {},
    body: '',
  })
  assert.ok(answer.failure !== null)
  const inspected = outbound.inspect('http://hooks.example/')
  if (reached) await inspected
  else assert.equal(await kindOf(inspected), answer.failure)
  if (reached) assert.equal(answer.failure, 'connect')
  return reached ? 'reached' : answer.failure
}

/** A socket that is reset as soon as it connects; undefined: before its remote address was known. */
function hungUp(remoteAddress: string | undefined): Socket {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  setImmediate(() => {
    socket.emit('connect')
    socket.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
  })
  return socket
}

test('nothing is sent unless every address of a name is public', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => `1.1.${index >> 8}.${index & 255}`)
  for (const [why, addresses, outcome] of [
    ['public', ['1.1.1.1'], 'reached'],
    ['public, both families', ['1.1.1.1', '2606:4700::1111'], 'reached'],
    ['no more than sixteen are tried', many, 'reached'],
    ['private', ['10.0.0.1'], 'refused_address'],
    ['metadata', ['169.254.169.254'], 'refused_address'],
    ['mixed', ['1.1.1.1', '10.0.0.1'], 'refused_address'],
    ['mixed, the other way round', ['10.0.0.1', '1.1.1.1'], 'refused_address'],
    ['IPv6 loopback beside a public IPv4', ['1.1.1.1', '::1'], 'refused_address'],
    ['mapped', ['1.1.1.1', '::ffff:10.0.0.1'], 'refused_address'],
    ['mapped, though public', ['::ffff:1.1.1.1'], 'refused_address'],
    ['NAT64', ['64:ff9b::7f00:1'], 'refused_address'],
    ['6to4', ['2002:7f00:1::'], 'refused_address'],
    ['a zone', ['fe80::1%eth0'], 'refused_address'],
    ['beyond the sixteen that are tried', [...many, '127.0.0.1'], 'refused_address'],
    ['no address at all', [], 'dns'],
    ['a host that is not an address', ['localhost'], 'refused_address'],
    ['an empty address', [''], 'refused_address'],
  ] as const) {
    assert.equal(await send(addresses), outcome, why)
  }
})

test('a name is checked for each connection, and a socket stays at its checked address', async () => {
  const port = await serve((_request, response) => response.end())
  const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '169.254.169.254']]
  let asked = 0
  const dialled: string[][] = []
  const outbound = outboundWith({
    resolve: async () => answers[asked++]!,
    dial: ({ addresses }) => {
      dialled.push([...addresses])
      return connect(port, '127.0.0.1')
    },
  })
  const url = `http://hooks.example:${port}/`
  await outbound.inspect(url)
  // The second answer of the name server counts.
  assert.equal(await kindOf(outbound.request(get(url))), 'refused_address')
  assert.equal(await kindOf(outbound.request(get(url))), 'refused_address')
  assert.deepEqual([asked, dialled], [3, []])
})

test('the connector checks literal addresses, though checkUrl refuses them before', async () => {
  const { buildConnector } = await import('undici')
  const guard = { allow: parseAllowList(''), resolve: noDial, plainHttp: 'anywhere' } as const
  const connectTo = createGuardedConnector(guard, buildConnector, {
    connectTimeoutMs: 1000,
    dial: noDial,
  })
  for (const hostname of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:7f00:1']) {
    for (const protocol of ['http:', 'https:']) {
      const failed = await new Promise<Error | null>((resolve) => {
        connectTo({ hostname, protocol, port: '' }, (...[error]) => resolve(error))
      })
      assert.ok(failed instanceof OutboundFailure)
      assert.equal(failed.kind, 'refused_address', hostname)
    }
  }
})

test('an unknown name is retried, with the same text as a refused address', async () => {
  const send = (resolve: () => Promise<string[]>, url = 'https://hooks.example/') =>
    sendWebhook(outboundWith({ allowCidrs: '', resolve, dial: noDial }), {
      url,
      headers: {},
      body: '',
    })
  for (const code of ['ENOTFOUND', 'ESERVFAIL', 'ETIMEOUT', 'EREFUSED', 'ENODATA']) {
    assert.equal((await send(missing(code))).failure, 'dns', code)
  }
  const private_ = await send(async () => ['10.0.0.1'])
  const unknownInternal = await send(missing('ENOTFOUND'), 'https://unknown.internal/')
  assert.deepEqual(private_, unknownInternal)
  assert.equal(private_.failure, 'refused_address')
})

test('a name that takes longer than two seconds to inspect counts as unknown', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const outbound = outboundWith({ allowCidrs: '', resolve: () => new Promise(() => {}) })
  const inspected = kindOf(outbound.inspect('https://slow.example/'))
  context.mock.timers.tick(2000)
  assert.equal(await inspected, 'dns')
})

test('a slow name delays only its own request', async (context) => {
  const time = stopTime(context)
  const port = await serve((_request, response) => response.end('fine'))
  const outbound = outboundWith({
    resolve: (name) =>
      name === 'good.example' ? Promise.resolve(['127.0.0.1']) : new Promise(() => {}),
  })
  const hanging = Array.from({ length: 20 }, (_, index) =>
    kindOf(outbound.request(get(`http://hang${index}.example/`, { timeoutMs: 300 }))),
  )
  const good = await outbound.request(get(`http://good.example:${port}/`))
  assert.equal(good.body.toString(), 'fine')
  time.pass(300)
  assert.deepEqual([...new Set(await Promise.all(hanging))], ['timeout'])
})

test('a socket that reached a private address gets no byte', async () => {
  let bytes = 0
  const port = await listening(
    createTcpServer((socket) => {
      socket.on('data', (chunk) => (bytes += chunk.length))
      socket.on('error', () => {})
    }),
  )
  const outbound = outboundWith({
    allowCidrs: '',
    plainHttp: 'anywhere',
    resolve: async () => ['1.1.1.1'],
    dial: () => connect(port, '127.0.0.1'),
  })
  for (const url of ['http://hooks.example/', 'https://hooks.example/', 'http://1.1.1.1/']) {
    const answer = await sendWebhook(outbound, { url, headers: { authorization: 'x' }, body: '{}' })
    assert.equal(answer.failure, 'refused_address', url)
  }
  assert.equal(bytes, 0)
})

test('a connection that is reset at its start is a network failure, not a refused address', async () => {
  for (const remoteAddress of ['1.1.1.1', undefined]) {
    for (const url of ['http://hooks.example/', 'https://hooks.example/']) {
      const outbound = outboundWith({
        allowCidrs: '',
        plainHttp: 'anywhere',
        resolve: async () => ['1.1.1.1'],
        dial: () => hungUp(remoteAddress),
      })
      const answer = await sendWebhook(outbound, { url, headers: {}, body: '' })
      assert.equal(answer.failure, 'connect', `${url} ${remoteAddress}`)
    }
  }
})

test('an instance never calls itself', async () => {
  const outbound = outboundWith({ ownOrigins: ['http://127.0.0.1:3000'], dial: noDial })
  for (const url of ['http://127.0.0.1:3000/v1/sync', 'http://localhost:3000/']) {
    const failure = await failureOf(outbound.request(get(url)))
    assert.deepEqual(
      [failure.kind, await kindOf(outbound.inspect(url))],
      ['refused_address', 'refused_address'],
    )
    assert.equal(outbound.check(url).ok, false)
  }
})
