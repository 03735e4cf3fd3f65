import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Forwarded, Outgoing } from './forward.ts'
import { type Verification, verifyDelivery } from '#/webhooks/signing/verify.ts'

const BODY_BYTES_MAX = 1024 * 1024

/** Answers to a delivery with a wrong signature, to one that its receiver does not answer, and to other requests. */
const NOT_GENUINE = 401
const UNANSWERED = 502
const NOT_POST = 405
const TOO_LARGE = 413

export type Received = {
  readonly at: Temporal.Instant
  readonly path: string
  /** Names are in lower case; headers of the connection are left out. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Null without a secret to verify it with. */
  readonly verdict: Verification | null
  /** The status of the answer. */
  readonly answered: number
  /** The answer of the receiver that it was passed on to. */
  readonly forwarded?: Forwarded
}

/** Passes a delivery on as it came: body and headers are the same, and so is the signature. */
export type Forward = (delivery: Outgoing) => Promise<Forwarded>

export type Listener = { readonly url: string; readonly stop: () => Promise<void> }

/**
 * Receives webhooks and reports each before it is answered: `status` for genuine ones, else 401. Rejects if the port is
 * taken.
 */
export async function listen(options: {
  readonly host: string
  readonly port: number
  readonly key: Buffer | null
  readonly status: number
  /** Its answer is passed back, so that the sender tries again when it must. */
  readonly forward?: Forward
  readonly now: () => Temporal.Instant
  readonly report: (received: Received) => Promise<void>
}): Promise<Listener> {
  const { key, now, report } = options
  const server = createServer((request, response) => {
    void receive(request, response).catch(() => response.destroy())
  })

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return answer(response, NOT_POST)
    const body = await readBody(request)
    if (body === null) return answer(response, TOO_LARGE)
    const at = now()
    const headers = headersOf(request)
    const arrived = {
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signatures: headers['webhook-signature'],
      body,
    }
    const verdict = key && verifyDelivery(arrived, key, at.epochMilliseconds / 1000)
    const isFalse = verdict?.genuine === false
    const forwarded = isFalse ? undefined : await options.forward?.({ headers, body })
    const passed = forwarded ? (forwarded.status ?? UNANSWERED) : options.status
    const answered = isFalse ? NOT_GENUINE : passed
    await report({
      ...(forwarded && { forwarded }),
      at,
      path: request.url ?? '/',
      headers,
      body: body.toString(),
      verdict,
      answered,
    })
    return answer(response, answered)
  }

  server.listen(options.port, options.host)
  await once(server, 'listening')
  const { address, port } = server.address() as AddressInfo
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${port}/`,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Returns null if the body is larger than any delivery. */
async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const shown = Object.entries(headers).filter(([name]) => !ofConnection.has(name))
  return Object.fromEntries(shown.map(([name, value]) => [name, String(value)]))
}

const ofConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])

function answer(response: ServerResponse, status: number): void {
  // Ends the connection instead of reading the rest of a body that is too large.
  if (status === TOO_LARGE) response.setHeader('connection', 'close')
  response.writeHead(status).end()
}
