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

// Servers and clients on loopback for the tests of this folder; all are closed when the file's tests are done.
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

/** A server that answers with bytes of our own choosing. */
export const speak = (talk: (socket: Socket) => void) =>
  listening(
    createTcpServer((socket) => {
      closers.push(() => socket.destroy())
      socket.on('error', () => {})
      socket.once('data', () => talk(socket))
    }),
  )

/** An Outbound for which loopback is open. */
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

/** A server that counts who connects to it. */
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

/** Lets time pass only when a test says so, so that no machine is too slow for what the test is about. */
export function stopTime(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  context.mock.method(performance, 'now', () => 0)
  const waits = context.mock.method(globalThis, 'setTimeout')
  return {
    pass: (milliseconds: number) => context.mock.timers.tick(milliseconds),
    /** Settles once somebody has begun to wait for so long. */
    waitedFor: async (milliseconds: number) => {
      while (!waits.mock.calls.some(({ arguments: [, delay] }) => delay === milliseconds)) {
        await new Promise(setImmediate)
      }
    },
  }
}
