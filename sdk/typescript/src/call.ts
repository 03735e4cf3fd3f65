import { errorOf, readJson, unexpected } from './errors.ts'
import { type Sending, sendSafely } from './send.ts'
import { VERSION } from './version.ts'

/** How one call is made; it comes before the client's own options. */
export type ReadOptions = {
  /** Ends the call, whether it is sending or waiting; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds until an attempt without an answer is repeated. */
  readonly timeout?: number | undefined
  /** Requests at most. */
  readonly attempts?: number | undefined
  /** Milliseconds at most that the service may ask to wait; if it asks for more, the call rejects. */
  readonly longestWait?: number | undefined
  /** Receives what an answer carries besides its body. */
  readonly onAnswer?: ((facts: AnswerFacts) => void) | undefined
}

export type WriteOptions = ReadOptions & {
  /**
   * 8 to 128 visible ASCII characters. The same key never applies the same write twice, so that it can be repeated by
   * another process. By default each call has a key of its own, which all its attempts share.
   */
  readonly idempotencyKey?: string | undefined
}

/** One window of the rate limits. */
export type RateWindow = {
  readonly limit: number
  readonly remaining: number
  /** When the next one begins. */
  readonly resetsAt: Date
}

export type AnswerFacts = {
  readonly status: number
  readonly requestId: string | null
  /** True if this is the stored answer to an earlier request with the same key. */
  readonly replayed: boolean
  /** True if the server answered that nothing has changed, and the answer is one that was kept. */
  readonly unchanged: boolean
  readonly rateLimit: { readonly minute: RateWindow; readonly hour: RateWindow } | null
}

export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path after the version, with its values. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
}

/** Sends an operation. The caller says what it answers: the contract has it, and the server is held to it by tests. */
export type Send = <Answer>(operation: Operation, options: WriteOptions) => Promise<Answer>

export type Connection = {
  /** The address of the API, its version included. */
  readonly base: string
  readonly key: string
  readonly fetch: Sending['fetch']
  readonly wait: Sending['wait']
  readonly defaults: Pick<ReadOptions, 'timeout' | 'attempts' | 'longestWait'>
  /** Answers to reads that are kept by address; at most so many. */
  readonly keepAnswers: number
}

type Kept = { readonly etag: string; readonly text: string }

/** Makes the function through which all operations go. The key stays in it. */
export function createSend(connection: Connection): Send {
  const kept = new Map<string, Kept>()
  return async <Answer>(operation: Operation, options: WriteOptions): Promise<Answer> => {
    const url = addressOf(connection.base, operation)
    const known = operation.method === 'GET' ? kept.get(url) : undefined
    const init = initOf(operation, { key: connection.key, options, etag: known?.etag })
    const answer = await sendSafely(() => new Request(url, init), {
      ...connection.defaults,
      ...withoutUndefined(options),
      fetch: connection.fetch,
      wait: connection.wait,
    })
    const unchanged = answer.status === 304 && known !== undefined
    options.onAnswer?.(factsOf(answer, unchanged))
    const text = unchanged ? known.text : await answer.text()
    if (!unchanged && !answer.ok) throw errorOf(answer, text)
    const value = readJson(text)
    if (value === undefined) {
      const kind = answer.headers.get('content-type') ?? 'nothing'
      throw unexpected(
        answer.status,
        `Expected JSON, but got ${kind}: is \`url\` the address of an Earmark server?`,
      )
    }
    if (operation.method === 'GET') keep(kept, url, { answer, text, most: connection.keepAnswers })
    return value as Answer
  }
}

/** A value in a path. Throws for one that would lead to another path. */
export function part(value: string): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new TypeError('An id in the path of a request must not be empty.')
  return encodeURIComponent(value)
}

/** A key for a write. Pages from plain http have no `randomUUID`, so it is made of random bytes there. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function addressOf(base: string, { path, query = {} }: Operation): string {
  const url = new URL(base + path)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

type Asking = {
  readonly key: string
  readonly options: WriteOptions
  readonly etag: string | undefined
}

/** The same for each attempt: the body is written once. */
function initOf({ method, body }: Operation, { key, options, etag }: Asking): RequestInit {
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${key}`,
  }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (method !== 'GET') headers['idempotency-key'] = options.idempotencyKey ?? newIdempotencyKey()
  if (etag !== undefined) headers['if-none-match'] = etag
  const written = body === undefined ? {} : { body: JSON.stringify(body) }
  // A redirected write would become a read, and lose its key.
  const init: RequestInit = { method, headers, redirect: 'manual', ...written }
  // The server refuses a key beside the cookie of a session, which a page of the application would send along.
  if (isBrowser()) return { ...init, credentials: 'omit', cache: 'no-store' }
  headers['user-agent'] = `earmark-sdk-typescript/${VERSION}`
  return init
}

function isBrowser(): boolean {
  return typeof navigator !== 'undefined' && navigator.userAgent.startsWith('Mozilla/')
}

function withoutUndefined<T extends object>(options: T): Partial<T> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<T>
}

function factsOf({ status, headers }: Response, unchanged: boolean): AnswerFacts {
  return {
    status,
    requestId: headers.get('x-request-id'),
    replayed: headers.get('idempotent-replayed') === 'true',
    unchanged,
    rateLimit: headers.has('x-ratelimit-limit')
      ? { minute: windowOf(headers, ''), hour: windowOf(headers, '-hour') }
      : null,
  }
}

function windowOf(headers: Headers, suffix: string): RateWindow {
  const read = (name: string) => Number(headers.get(`x-ratelimit-${name}${suffix}`))
  return {
    limit: read('limit'),
    remaining: read('remaining'),
    resetsAt: new Date(read('reset') * 1000),
  }
}

type Keeping = { readonly answer: Response; readonly text: string; readonly most: number }

/** Keeps an answer with an ETag, and drops the one that was read longest ago. */
function keep(kept: Map<string, Kept>, url: string, { answer, text, most }: Keeping): void {
  const etag = answer.headers.get('etag')
  if (etag === null || most === 0) return
  kept.delete(url)
  kept.set(url, { etag, text })
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
}
