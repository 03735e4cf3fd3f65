import { type Child, firstMessage, startProgram } from './child.ts'

/** Requests to send, each as the text that goes over the connection. */
export type Volley = {
  readonly port: number
  readonly connections: number
  readonly requests: readonly string[]
  /** Milliseconds from one request to the next, which is due whether the last one is answered or not. Absent: at once. */
  readonly everyMs?: number
  /** Sends each request as it is. Otherwise every one has an address of its own, so that no answer is known already. */
  readonly again?: boolean
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
  /** Sends a volley. Throws unless every answer is `status`, by default 200. */
  readonly fire: (volley: Volley, status?: number) => Promise<Fired>
  readonly stop: () => Promise<void>
}

export function startGenerator(): Generator {
  const child: Child = startProgram('load.ts')
  return {
    fire: async ({ again = false, requests, ...volley }, status = 200) => {
      const fired = firstMessage<Fired>(child)
      child.process.send({ ...volley, requests: again ? requests : requests.map(writeAnew) })
      const result = await fired
      if (Object.keys(result.statuses).join() !== String(status)) {
        throw new Error(`Not every answer was ${status}: ${JSON.stringify(result.statuses)}`)
      }
      return result
    },
    stop: child.stop,
  }
}

let written = 0

/** Writes the query of a `GET` in other letters that mean the same. */
function writeAnew(request: string): string {
  written += 1
  // Spread, so that it does not repeat in step with the households.
  let bits = Math.imul(written, 2_654_435_761) >>> 0
  return request.replace(/^GET [^ ?]+\?[^ ]+/, (line) => {
    const [path, query] = line.split('?')
    const other = query!.replaceAll(/[0-9a-z]/g, (letter) => {
      const isPlain = bits % 2 === 0
      bits >>>= 1
      return isPlain ? letter : `%${letter.charCodeAt(0).toString(16)}`
    })
    // Empty pairs mean nothing.
    return `${path}?${other}${'&'.repeat(written % 61)}`
  })
}

export function get(path: string, key: string, base = '/v1'): string {
  return `GET ${base}${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`
}

type Posted = {
  readonly path: string
  readonly key: string
  readonly body: unknown
  readonly idempotencyKey?: string
}

export function post({ path, key, body, idempotencyKey }: Posted): string {
  const text = JSON.stringify(body)
  const once = idempotencyKey === undefined ? '' : `\r\nIdempotency-Key: ${idempotencyKey}`
  const head = `POST /v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}${once}`
  return `${head}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
