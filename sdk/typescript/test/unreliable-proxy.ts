import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'

/** The ways in which a request may end. */
export const fates = [
  'pass',
  /** The connection is cut before the server has heard of it. */
  'drop-before',
  /** The server has answered, and nobody hears of it. */
  'drop-after',
  /** Half of the answer arrives. */
  'cut-answer',
  /** The answer arrives after the client has lost patience. */
  'delay',
  /** The server gets the request twice at once. */
  'repeat',
  /** The proxy refuses by itself. */
  'refuse',
  /** The answer is that to an earlier attempt of the same write. */
  'repeat-answer',
] as const
export type Fate = (typeof fates)[number]

export type Proxy = {
  /** The address without `/v1`. */
  readonly url: string
  /** How often each fate was met. */
  readonly counts: Map<Fate, number>
}

type Answered = { readonly status: number; readonly headers: Headers; readonly body: Buffer }

type Weather = {
  readonly target: string
  readonly next: (request: IncomingMessage) => Fate
  /** Milliseconds that are longer than the client's patience. */
  readonly delay: number
}

/** Stands between a client and the server, on 127.0.0.1, until the test file ends. */
export async function startProxy({ target, next, delay }: Weather): Promise<Proxy> {
  const counts = new Map<Fate, number>()
  const answers = new Map<string, Answered>()
  const forward = async (request: IncomingMessage, body: Buffer): Promise<Answered> => {
    const { host: _, connection: __, ...headers } = request.headers
    const answer = await fetch(target + request.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
    return {
      status: answer.status,
      headers: answer.headers,
      body: Buffer.from(await answer.arrayBuffer()),
    }
  }
  const relay = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    const key = request.headers['idempotency-key'] as string | undefined
    const fate = next(request)
    counts.set(fate, (counts.get(fate) ?? 0) + 1)
    if (fate === 'drop-before') return void request.socket.destroy()
    if (fate === 'refuse') return void response.writeHead(503, { 'retry-after': '1' }).end('busy')
    const known = key === undefined ? undefined : answers.get(key)
    if (fate === 'repeat-answer' && known) return send(response, known)
    const sent = [forward(request, body), ...(fate === 'repeat' ? [forward(request, body)] : [])]
    const answer = (await Promise.all(sent)).at(-1)!
    if (key !== undefined && answer.status < 300) answers.set(key, answer)
    if (fate === 'drop-after') return void request.socket.destroy()
    if (fate === 'cut-answer') {
      response.writeHead(answer.status, { 'content-length': answer.body.length })
      response.write(answer.body.subarray(0, answer.body.length / 2), () =>
        request.socket.destroy(),
      )
      return
    }
    if (fate === 'delay') setTimeout(() => send(response, answer), delay)
    else send(response, answer)
  }
  const server = createServer((request, response) => {
    relay(request, response).catch(() => request.socket.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts }
}

function send(response: ServerResponse, { status, headers, body }: Answered): void {
  const kept = [...headers].filter(
    ([name]) => !/^(transfer-encoding|connection|content-encoding|content-length)$/.test(name),
  )
  response.writeHead(status, Object.fromEntries(kept)).end(body)
}

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
