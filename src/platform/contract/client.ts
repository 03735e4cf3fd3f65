import type { Code, ErrorType } from './codes.ts'
import type { Detail } from './detail.ts'
import type { Contract, Endpoint, Sent, WireAnswer } from './endpoint.ts'

/** One function per endpoint. It resolves with a successful answer, and rejects with an `ApiError` for any other. */
export type Client<C extends Contract> = {
  readonly [K in keyof C]: (...input: Input<Sent<C[K]>>) => Promise<WireAnswer<C[K]>>
}

/** The argument may be left out if all of its fields are optional, and must be left out if there are none. */
type Input<S> = unknown extends S
  ? [input?: Readonly<Record<string, never>>]
  : Record<never, never> extends S
    ? [input?: S]
    : [input: S]

export type ClientOptions = {
  /** The address of the API with its version, such as `https://earmark.example/v1`. */
  readonly baseUrl: string
  /** The API key; null if the caller is identified in another way. */
  readonly key: string | null
  /** Usually the platform's `fetch`. */
  readonly send: (request: Request) => Response | Promise<Response>
}

/** The error object of an answer (Spec, Errors). */
export type ErrorObject = {
  readonly type: ErrorType
  readonly code: Code
  readonly message: string
  readonly param?: string
  /** Only for the application. */
  readonly detail?: Detail
  readonly request_id?: string
  readonly retry_after?: number
  readonly upgrade_url?: string
}

/** An unsuccessful answer. `error` is null if something between client and service sent it. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly error: ErrorObject | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(response: Response, error: ErrorObject | null) {
    super(error ? `${error.code}: ${error.message}` : `HTTP ${response.status}`)
    this.status = response.status
    this.error = error
    this.requestId = response.headers.get('x-request-id')
    const seconds = response.headers.get('retry-after')
    this.retryAfterSeconds = seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : null
  }
}

/** Creates a client. Its functions, their inputs and their answers are typed by the contract. */
export function createClient<C extends Contract>(contract: C, options: ClientOptions): Client<C> {
  const calls = Object.entries(contract).map(([name, declared]) => {
    return [name, (input: LooseInput = {}) => call(declared, input, options)]
  })
  return Object.fromEntries(calls) as Client<C>
}

type LooseInput = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly idempotencyKey?: string
}

async function call(declared: Endpoint, input: LooseInput, options: ClientOptions) {
  const response = await options.send(request(declared, input, options))
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ApiError(response, readError(answer))
  return answer
}

function request(declared: Endpoint, input: LooseInput, options: ClientOptions): Request {
  const url = new URL(options.baseUrl + fill(declared.path, input.params ?? {}))
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const headers = new Headers()
  if (options.key !== null) headers.set('authorization', `Bearer ${options.key}`)
  if (input.idempotencyKey !== undefined) headers.set('idempotency-key', input.idempotencyKey)
  if (input.body === undefined) return new Request(url, { method: declared.method, headers })
  if (declared.bodyKind === 'bytes') {
    headers.set('content-type', 'application/octet-stream')
    const body = input.body as Uint8Array<ArrayBuffer>
    return new Request(url, { method: declared.method, headers, body })
  }
  headers.set('content-type', 'application/json')
  return new Request(url, { method: declared.method, headers, body: JSON.stringify(input.body) })
}

function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))
}

function readError(answer: unknown): ErrorObject | null {
  if (answer === null || typeof answer !== 'object' || !('error' in answer)) return null
  const { error } = answer
  return error !== null && typeof error === 'object' && 'code' in error
    ? (error as ErrorObject)
    : null
}
