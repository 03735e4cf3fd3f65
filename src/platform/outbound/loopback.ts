import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import { after, type TestContext } from 'node:test'
import { OutboundFailure } from './failure.ts'
import {
  createOutbound,
  type Outbound,
  type OutboundOptions,
  type OutboundRequest,
} from './outbound.ts'

// Servers and clients on loopback for the tests of this folder; all are closed after the file's tests.
export const closers: (() => unknown)[] = []
after(() => Promise.all(closers.map((close) => close())))

type Handle = (request: IncomingMessage, response: ServerResponse) => void

export async function listening(
  server: Server & { closeAllConnections?: () => void },
): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections?.()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

export const serve = (handle: Handle) => listening(createServer(handle))

/** Starts a server that answers with given bytes. */
export const speak = (talk: (socket: Socket) => void) =>
  listening(
    createTcpServer((socket) => {
      closers.push(() => socket.destroy())
      socket.on('error', () => {})
      socket.once('data', () => talk(socket))
    }),
  )

/** Creates an Outbound that may reach loopback. */
export function outboundWith(options: Partial<OutboundOptions> = {}): Outbound {
  const outbound = createOutbound({ allowCidrs: '127.0.0.0/8', ...options })
  closers.push(() => outbound.close())
  return outbound
}

export const get = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  method: 'GET',
  url,
  timeoutMs: 3000,
  maxBytes: 1000,
  ...more,
})

export async function failureOf(promise: Promise<unknown>): Promise<OutboundFailure> {
  const failure = await promise.then(
    () => assert.fail('expected a failure'),
    (error: unknown) => error,
  )
  assert.ok(failure instanceof OutboundFailure, String(failure))
  return failure
}

export const kindOf = async (promise: Promise<unknown>) => (await failureOf(promise)).kind

/** Starts a server that counts its connections. */
export async function untouched(): Promise<{ port: number; visits: () => number }> {
  let visits = 0
  const port = await listening(
    createTcpServer((socket) => {
      visits += 1
      socket.destroy()
    }),
  )
  return { port, visits: () => visits }
}

/** A clock that only the test advances, so that a slow machine does not matter. */
export function stopTime(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  context.mock.method(performance, 'now', () => 0)
  const waits = context.mock.method(globalThis, 'setTimeout')
  return {
    pass: (milliseconds: number) => context.mock.timers.tick(milliseconds),
    /** Resolves once a caller waits for this many milliseconds. */
    waitedFor: async (milliseconds: number) => {
      while (!waits.mock.calls.some(({ arguments: [, delay] }) => delay === milliseconds)) {
        await new Promise(setImmediate)
      }
    },
  }
}
