/** How a request is sent. All that touches the world comes in here, so that tests decide about network and time. */
export type Sending = {
  /** Usually the platform's `fetch`. The signal ends an attempt: when the caller gives up, or it takes too long. */
  readonly fetch: (
    request: Request,
    init: { readonly signal: AbortSignal },
  ) => Response | Promise<Response>
  /** Waits for so many milliseconds. It may end early when the signal fires. */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>
  /** Ends the call at once, whether it is sending or waiting; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Requests at most; default 5. */
  readonly attempts?: number | undefined
  /** Milliseconds until an attempt without an answer counts as cut; default 60,000. */
  readonly timeout?: number | undefined
  /**
   * Milliseconds that the service may ask to wait, in `Retry-After`; default 65,000, so that a window of a minute is
   * waited for. If it asks for more, its answer is returned.
   */
  readonly longestWait?: number | undefined
}

/** No answer came. A write may have happened all the same, unless it is repeated with its own `Idempotency-Key`. */
export class ConnectionError extends Error {
  /** Requests that were sent. */
  readonly attempts: number

  constructor(origin: string, attempts: number, cause: unknown) {
    const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
    super(`No answer from ${origin} after ${times}: ${reasonOf(cause)}`, { cause })
    this.name = 'ConnectionError'
    this.attempts = attempts
  }
}

const BACKOFF_FIRST = 500
const BACKOFF_MOST = 8000

/**
 * Sends a request until it is answered. It is sent again after a cut connection, 429, 5xx, and a 409 that waiting
 * resolves, which says so by `Retry-After`; a write only if it has an `Idempotency-Key`, by which the service knows that it
 * is the same one. `request` makes the request for each attempt, and must give each the same key and body. The answer has
 * been read to its end, so that an answer cut in the middle is asked for again too. Without any answer the call
 * rejects with a `ConnectionError`.
 */
export async function sendSafely(request: () => Request, options: Sending): Promise<Response> {
  const attempts = Math.max(1, options.attempts ?? 5)
  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted()
    const sent = request()
    const again = attempt < attempts && mayRepeat(sent)
    const answer = await sendOnce(sent, options).catch((cause: unknown) => {
      options.signal?.throwIfAborted()
      if (again) return null
      throw new ConnectionError(new URL(sent.url).origin, attempt, cause)
    })
    if (answer !== null && !(again && isPassing(answer))) return answer
    const pause = askedPause(answer) ?? backoff(attempt)
    if (answer !== null && pause > (options.longestWait ?? 65_000)) return answer
    await unlessAborted(options.wait(pause, options.signal), options.signal)
  }
}

/** True if a second request cannot do a second thing. */
function mayRepeat({ method, headers }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || headers.has('idempotency-key')
}

/** True if the same request may succeed later. */
function isPassing({ status, headers }: Response): boolean {
  return status === 429 || status >= 500 || (status === 409 && headers.has('retry-after'))
}

/** The milliseconds of `Retry-After`, which is seconds, or a moment if a proxy wrote it; null without one. */
function askedPause(answer: Response | null): number | null {
  const text = answer?.headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const until = Date.parse(text) - Date.now()
  return Number.isNaN(until) ? null : Math.max(0, until)
}

/** Doubles from attempt to attempt, with a share of chance, so that many clients do not come back at the same moment. */
function backoff(attempt: number): number {
  const most = Math.min(BACKOFF_MOST, BACKOFF_FIRST * 2 ** (attempt - 1))
  return Math.round(most * (0.5 + Math.random() / 2))
}

/** One attempt, with its answer read to the end. */
async function sendOnce(request: Request, options: Sending): Promise<Response> {
  // A browser's `fetch` refuses to be called as a method of something else.
  const { fetch, signal, timeout = 60_000 } = options
  const ending = new AbortController()
  const timer = setTimeout(() => {
    ending.abort(new DOMException(`it took longer than ${timeout} ms`, 'TimeoutError'))
  }, timeout)
  const forget = onAbort(signal, () => ending.abort(signal?.reason))
  try {
    const read = async () => readWhole(await fetch(request, { signal: ending.signal }))
    return await unlessAborted(read(), ending.signal)
  } finally {
    clearTimeout(timer)
    forget()
  }
}

/** Waits by the platform's timer, which ends with the signal. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      forget()
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    const forget = onAbort(signal, done)
  })
}

const followers = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls `stop` when the signal fires, until the returned function is called. A signal has one listener of ours, for all
 * calls that share it: Node 20 warns of a leak at the eleventh.
 */
function onAbort(signal: AbortSignal | undefined, stop: () => void): () => void {
  if (signal === undefined) return () => {}
  const known = followers.get(signal)
  const stops = known ?? new Set()
  if (known === undefined) {
    followers.set(signal, stops)
    signal.addEventListener('abort', () => stops.forEach((each) => each()), { once: true })
  }
  stops.add(stop)
  return () => void stops.delete(stop)
}

async function readWhole(answer: Response): Promise<Response> {
  const { status, statusText, headers } = answer
  // Without a body, or not to be read: a redirect that the platform keeps to itself has status 0.
  if (answer.body === null || status === 0) return answer
  return new Response(await answer.arrayBuffer(), { status, statusText, headers })
}

/** Settles with the work, or rejects with the signal's reason as soon as it fires. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  signal.throwIfAborted()
  let forget = () => {}
  const aborted = new Promise<never>((_, reject) => {
    forget = onAbort(signal, () => reject(signal.reason as Error))
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    forget()
  }
}

/** The words of the innermost cause: `fetch failed` alone tells nobody that the address refuses connections. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const inner = cause.cause instanceof Error ? reasonOf(cause.cause) : ''
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return inner || cause.message || code || cause.name
}
