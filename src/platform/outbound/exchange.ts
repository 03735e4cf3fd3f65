import type { Dispatcher } from 'undici'
import { after } from './after.ts'
import { asOutboundFailure, OutboundFailure } from './failure.ts'

export type Exchange = {
  readonly url: URL
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
  /** From now, in milliseconds. */
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly onBadBody: 'fail' | 'truncate'
  /** With `truncate`: how long to wait for the body after the headers. */
  readonly bodyTimeoutMs: number
  readonly signal: AbortSignal | undefined
}

export type Exchanged = {
  readonly status: number
  /** Names in lower case; a repeated header is joined with ", ". */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly truncated: boolean
}

/** The most informational answers, such as early hints. An honest server sends one or two; a flood costs us more than it. */
const INFORMATIONAL_MAX = 16

/**
 * Sends one request and reads its answer. For any behaviour of the server, it settles by the deadline, keeps at most
 * `maxBytes` of the body (in about twice that memory, for pieces of any size), and then releases the socket. A request whose
 * time ends while it waits for a socket is never sent. Rejects with an OutboundFailure or with the signal's reason.
 *
 * undici's own timers do not limit a trickle of bytes, and its streams and signals cost more than the request.
 */
export function exchange(agent: Dispatcher, asked: Exchange): Promise<Exchanged> {
  const { url, signal } = asked
  return new Promise((resolve, reject) => {
    const body = gather(asked.maxBytes)
    let connection: Dispatcher.DispatchController | null = null
    let start: { status: number; headers: Readonly<Record<string, string>> } | null = null
    let informational = 0
    let settled = false
    let stopWaitingForBody = () => {}
    const stopWaiting = after(asked.timeoutMs, () => giveUp(tooLate(url)))
    const onAbort = () => giveUp(signal?.reason, true)

    function settle(): boolean {
      if (settled) return false
      settled = true
      stopWaiting()
      stopWaitingForBody()
      signal?.removeEventListener('abort', onAbort)
      return true
    }
    function succeed(truncated: boolean): void {
      if (settle()) resolve({ ...start!, body: body.taken(), truncated })
    }
    /** If only the status matters, errors after the headers do not change the answer. */
    function fail(error: unknown, regardless = false): void {
      if (start !== null && asked.onBadBody === 'truncate' && !regardless) succeed(true)
      else if (settle()) reject(error as Error)
    }
    function giveUp(error: unknown, regardless = false): void {
      fail(error, regardless)
      connection?.abort(overdue)
    }

    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)
    agent.dispatch(toRequest(asked), {
      onRequestStart(controller) {
        connection = controller
        if (settled) controller.abort(overdue)
      },
      onResponseStart(_controller, status, headers) {
        if (status < 200) {
          informational += 1
          if (informational > INFORMATIONAL_MAX) giveUp(noHttp(url))
          return
        }
        start = { status, headers: joined(headers) }
        if (asked.onBadBody === 'fail') return
        stopWaitingForBody = after(asked.bodyTimeoutMs, () => giveUp(tooLate(url)))
      },
      onResponseData(_controller, chunk) {
        if (!settled && !body.take(chunk)) giveUp(tooLarge(url))
      },
      onResponseEnd: () => succeed(false),
      onResponseError(_controller, error) {
        if (settled) return
        try {
          fail(asOutboundFailure(error, url.host))
        } catch (mistake) {
          fail(mistake, true)
        }
      },
    })
  })
}

function toRequest({ url, method, headers, body }: Exchange): Dispatcher.DispatchOptions {
  const path = `${url.pathname}${url.search}`
  return { origin: url.origin, path, method, headers: { ...headers }, body: body ?? null }
}

/** The reason with which we close a socket after use. No listener gets it. */
const overdue = new Error('the request is over')

const nothing = Buffer.alloc(0)

/** A buffer that grows up to `max` bytes. An array of pieces would need a hundred times the memory of a body sent byte by byte. */
function gather(max: number): { take: (chunk: Buffer) => boolean; taken: () => Buffer } {
  let buffer = nothing
  let size = 0
  return {
    /** Returns false if the piece did not fit and was truncated. */
    take(chunk) {
      const wanted = size + chunk.length
      const next = Math.min(wanted, max)
      if (next > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.min(Math.max(next, buffer.length * 2), max))
        buffer.copy(larger, 0, 0, size)
        buffer = larger
      }
      chunk.copy(buffer, size, 0, next - size)
      size = next
      return wanted <= max
    },
    taken: () => buffer.subarray(0, size),
  }
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    found[name] = typeof value === 'string' ? value : (value ?? []).join(', ')
  }
  return found
}

function tooLate({ host }: URL): OutboundFailure {
  return new OutboundFailure('timeout', `${host} did not answer in time.`)
}

function tooLarge({ host }: URL): OutboundFailure {
  return new OutboundFailure('too_large', `${host} answered with too many bytes.`)
}

function noHttp({ host }: URL): OutboundFailure {
  return new OutboundFailure('bad_response', `${host} did not answer with valid HTTP.`)
}
