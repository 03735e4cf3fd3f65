import { Agent, type IncomingMessage, createServer, request as ask } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Faults between a client and the service. */
export const faults = [
  /** The connection ends before the service got the request. */
  'lost',
  /** The service has answered, and the answer is lost. */
  'unanswered',
  /** The answer breaks off in the middle. */
  'torn',
  /** The connection ends while the service works. */
  'hasty',
  /** The service gets the request twice. */
  'doubled',
  /** The answer arrives twice on the connection, the second time with the next request. */
  'repeated',
  /** The answer comes after a while. */
  'slow',
  /** The answer comes after the client has given up. */
  'late',
  /** A proxy answers, without asking the service. */
  'busy',
  /** The connection ends some time after the answer, while it is kept for the next request. */
  'stale',
] as const

export type Fault = (typeof faults)[number]

type Answer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export type UnreliableProxy = {
  readonly url: string
  /** How often each fault happened. */
  readonly happened: Readonly<Record<Fault, number>>
  /** Keys of writes by the number of their requests. */
  readonly attempts: ReadonlyMap<string, number>
  readonly close: () => void
}

/** Passes requests on to the service, and does what `choose` says to some of them; null: nothing. */
export async function startUnreliableProxy(
  target: string,
  choose: () => Fault | null,
  lateMilliseconds: number,
): Promise<UnreliableProxy> {
  const agent = new Agent({ keepAlive: true })
  const happened = Object.fromEntries(faults.map((one) => [one, 0])) as Record<Fault, number>
  const attempts = new Map<string, number>()
  const left = new WeakMap<Socket, Buffer>()

  async function pass(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { method, url, headers } = incoming
      const sent = ask(new URL(url!, target), { method, headers, agent }, (answer) => {
        buffer(answer).then(
          (read) => resolve({ status: answer.statusCode!, headers: answer.headers, body: read }),
          reject,
        )
      })
      sent.on('error', reject).end(body)
    })
  }

  const server = createServer((incoming, response) => {
    const { socket } = incoming
    const answer = async () => {
      const body = await buffer(incoming)
      count(attempts, incoming)
      const repeated = left.get(socket)
      if (repeated) {
        // Before the answer to this request comes the one before, again.
        left.delete(socket)
        void pass(incoming, body).catch(() => {})
        socket.write(repeated)
        return
      }
      const fault = choose()
      if (fault !== null) happened[fault] += 1
      if (fault === 'lost') return void socket.destroy()
      if (fault === 'busy') return void response.writeHead(503).end('<h1>Busy</h1>')
      if (fault === 'hasty') {
        void pass(incoming, body).catch(() => {})
        return void setImmediate(() => socket.destroy())
      }
      if (fault === 'doubled') await pass(incoming, body)
      const { status, headers, body: text } = await pass(incoming, body)
      if (fault === 'unanswered') return void socket.destroy()
      const whole = written(status, headers, text)
      if (fault === 'torn') {
        return void socket.write(whole.subarray(0, whole.length - 5), () => socket.destroy())
      }
      if (fault === 'repeated') left.set(socket, whole)
      if (fault === 'slow') await pause(20)
      if (fault === 'late') await pause(lateMilliseconds)
      response.writeHead(status, headers).end(text)
      if (fault === 'stale') response.once('finish', () => setImmediate(() => socket.destroy()))
    }
    answer().catch(() => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    happened,
    attempts,
    close: () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

function count(attempts: Map<string, number>, { headers }: IncomingMessage): void {
  const key = headers['idempotency-key']
  if (typeof key === 'string') attempts.set(key, (attempts.get(key) ?? 0) + 1)
}

/** An answer as bytes on the connection. */
function written(status: number, headers: IncomingMessage['headers'], body: Buffer): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.join('\r\n')}\r\n\r\n`), body])
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
