import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { Hono } from 'hono'
import { listen } from './server.ts'

const app = new Hono().get('/', (c) => c.text('served'))
const now = () => Temporal.Instant.from('2026-01-05T12:00:00Z')

async function serve(more: Partial<Parameters<typeof listen>[1]> = {}): Promise<number> {
  const { port, drain } = await listen(app, { port: 0, host: '127.0.0.1', now, ...more })
  after(() => drain(0))
  return port
}

/** Connects from an address of this machine: all of 127.0.0.0/8 belong to it. */
function dial(port: number, from = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => {})
  after(() => socket.destroy())
  return socket
}

/** Reads the server's answer to a request, or `refused`. */
async function ask(socket: Socket): Promise<string> {
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await closed(socket)
  return received.endsWith('served') ? 'served' : 'refused'
}

/** Resolves when the connection is accepted or refused. */
async function dialled(sockets: readonly Socket[]): Promise<void> {
  const pending = sockets.filter(({ connecting }) => connecting)
  await Promise.all(pending.map((socket) => Promise.race([on(socket, 'connect'), closed(socket)])))
}

function closed(socket: Socket): Promise<void> {
  return socket.closed ? Promise.resolve() : on(socket, 'close')
}

/** Unlike Node's `once`, this does not reject when the server resets the connection. */
function on(socket: Socket, event: 'connect' | 'close'): Promise<void> {
  return new Promise((resolve) => socket.once(event, () => resolve()))
}

test('1,300 half-sent heads from one address do not keep another out', async () => {
  const port = await serve()
  const flood = Array.from({ length: 1300 }, () => dial(port, '127.0.0.2'))
  for (const socket of flood) socket.write('GET / HTTP/1.1\r\nHost:')
  await dialled(flood)
  assert.equal(await ask(dial(port)), 'served')
  assert.equal(await ask(dial(port, '127.0.0.2')), 'refused')
  for (const socket of flood) socket.destroy()
})

test('a head that does not arrive in time ends its connection', async () => {
  const port = await serve({ bounds: { headSeconds: 1 } })
  const [half, silent] = [dial(port), dial(port)]
  half.write('GET / HTTP/1.1\r\nHost:')
  for (const socket of [half, silent]) socket.resume()
  const started = performance.now()
  await Promise.all([closed(half), closed(silent)])
  assert.ok(performance.now() - started < 10_000)
})

test('a connection on which nothing was asked is closed without an answer', async () => {
  const port = await serve({ bounds: { headSeconds: 1 } })
  const [half, silent] = [dial(port), dial(port)]
  half.write('GET / HTTP/1.1\r\nHost:')
  const received = new Map<Socket, string>()
  for (const socket of [half, silent]) {
    received.set(socket, '')
    socket.on('data', (chunk: Buffer) => received.set(socket, received.get(socket)! + chunk))
  }
  await Promise.all([closed(half), closed(silent)])
  assert.match(received.get(half)!, /^HTTP\/1\.1 400 /)
  assert.equal(received.get(silent), '')
})

test('an address that has closed connections may open others', async () => {
  const port = await serve({ bounds: { perAddress: 2 } })
  const held = [dial(port), dial(port)]
  await dialled(held)
  assert.equal(await ask(dial(port)), 'refused')
  const [first] = held
  assert.equal(await ask(first!), 'served')
  assert.equal(await ask(dial(port)), 'served')
})

test('connections of a trusted proxy are not counted for its address', async () => {
  const isProxy = (address: string) => address === '127.0.0.1'
  const port = await serve({ bounds: { perAddress: 2 }, isProxy })
  const held = Array.from({ length: 5 }, () => dial(port))
  await dialled(held)
  assert.equal(await ask(dial(port)), 'served')
  const other = Array.from({ length: 2 }, () => dial(port, '127.0.0.2'))
  await dialled(other)
  assert.equal(await ask(dial(port, '127.0.0.2')), 'refused')
})

test('all addresses together hold at most the server’s maximum of connections', async () => {
  const port = await serve({ bounds: { connections: 3 } })
  const held = ['127.0.0.1', '127.0.0.2', '127.0.0.3'].map((from) => dial(port, from))
  await dialled(held)
  assert.equal(await ask(dial(port, '127.0.0.4')), 'refused')
  assert.equal(await ask(held[0]!), 'served')
  assert.equal(await ask(dial(port, '127.0.0.4')), 'served')
})
