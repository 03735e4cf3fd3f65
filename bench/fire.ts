import { type Child, firstMessage, startProgram } from './child.ts'

/** Requests to send, each as the text that goes over the connection. */
export type Volley = {
  readonly port: number
  readonly connections: number
  readonly requests: readonly string[]
  /** Milliseconds from one request to the next, which is due whether the last one is answered or not. Absent: at once. */
  readonly everyMs?: number
}

export type Fired = {
  readonly milliseconds: number
  /** Of each request, in milliseconds. */
  readonly latencies: readonly number[]
  /** How many answers had which status. */
  readonly statuses: Readonly<Record<number, number>>
  /** Of all bodies together. */
  readonly bytes: number
  /** The part of one core that the generator itself took. */
  readonly busy: number
}

export type Generator = {
  /** Sends a volley. Throws unless every answer is 200. */
  readonly fire: (volley: Volley) => Promise<Fired>
  readonly stop: () => Promise<void>
}

export function startGenerator(): Generator {
  const child: Child = startProgram('load.ts')
  return {
    fire: async (volley) => {
      const fired = firstMessage<Fired>(child)
      child.process.send(volley)
      const result = await fired
      if (Object.keys(result.statuses).join() !== '200') {
        throw new Error(`Not every answer was 200: ${JSON.stringify(result.statuses)}`)
      }
      return result
    },
    stop: child.stop,
  }
}

export function get(path: string, key: string): string {
  return `GET /v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`
}

export function post(path: string, key: string, body: unknown): string {
  const text = JSON.stringify(body)
  const head = `POST /v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}`
  return `${head}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
