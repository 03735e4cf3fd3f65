import type * as z from 'zod'
import type { Code } from './codes.ts'
import type { Grant } from './resources.ts'

export type Scope = 'data.read' | 'data.write'

/** Rights that not every member of a household has (see `access/households/rights.ts`). */
export type Right = 'people' | 'settings' | 'deletion' | 'request_log'

/** One endpoint, declared once. The server, the client and the OpenAPI document all read this value. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path after the version: `/transactions/{id}`. */
  readonly path: `/${string}`
  /** The heading under which the reference lists it. */
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly scope: Scope
  /**
   * The permissions that a restricted key needs, if it takes others than its tag and scope say (see
   * `access/keys/restrictions.ts`).
   */
  readonly grants?: readonly Grant[]
  /** The right that a signed-in member needs. */
  readonly right?: Right
  /** A signed-in member must have proved their identity recently. */
  readonly sudo?: true
  /** Allowed for any standing of the household, so that people can leave when it is closed, lapsed or read-only. */
  readonly standing?: 'any'
  /** In the application: accepts an `Idempotency-Key`, as every write to a household does. */
  readonly keyed?: true
  /** In the application: needs no session. */
  readonly open?: true
  /**
   * In the application: open to API keys too, as `/v1` is. Only for what every member may do without a proof, and never for
   * people, sessions, devices, keys or backups.
   */
  readonly forKeys?: true
  /** In the application: asks the database nothing, and so counts nothing; for what is shown while the database is busy. */
  readonly aside?: true
  /**
   * In the application: units that a request takes from the budgets of its person and household; default 1. One unit is
   * up to about 10 ms of the server's time. 0: always allowed.
   */
  readonly cost?: number
  /** In the application: a person and a household may run only a few such requests at once; others wait. */
  readonly heavy?: true
  /** The request body contains secrets, so the request log leaves it out. */
  readonly confidential?: true
  /** Changes who or what can get in: a success is logged as the event `security.NAME`, with the caller's address. */
  readonly logged?: `${string}.${string}`
  /** The refusals of this endpoint beyond `commonCodes`. */
  readonly refusals?: readonly Code[]
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** `bytes`: the body is taken as it is, such as a file; default JSON. */
  readonly bodyKind?: 'bytes'
  /** The largest body in bytes; default 256 KiB. */
  readonly bodyBytesMax?: number
  readonly status?: 200 | 201 | 202
  readonly response: z.ZodType
  /** Goes beyond the specification; the OpenAPI document marks it so. */
  readonly extension?: true
  /**
   * `none`: the handler waits for a provider, so it opens short transactions itself. By default a write is one transaction
   * of the database.
   */
  readonly transaction?: 'none'
  /**
   * Needs long computation for a large household or file: a separate process answers, so that nobody else waits
   * (`app/workers/heavy.ts`).
   */
  readonly separate?: true
  /** A read whose answer is sent while it is produced, because it may be very long. */
  readonly stream?: true
  /**
   * `content`: the answer depends on more than the household's own records and its day, such as deliveries or a bank's
   * state, so its `ETag` is made of the answer. `key`: it describes the key, and a 304 says in its headers how many
   * requests are left. By default the household's revision decides.
   */
  readonly tagged?: 'content' | 'key'
  /**
   * The household's revision and its day decide every byte of the answer, which names no moment. So it is kept, and given
   * again to a program that asks the same before anything has changed.
   */
  readonly kept?: true
  /** Fields of the answer that are shown once: they are never stored, and a replay leaves them out. */
  readonly firstAnswerOnly?: readonly string[]
  /**
   * Fields of the answer that may contain secrets of the household: the request log leaves the answer out, and an answer
   * that is stored for replays has them sealed.
   */
  readonly secretFields?: readonly string[]
}

/** One kind of event that is sent to webhooks, declared once for the OpenAPI document. */
export type EventDeclaration = {
  readonly name: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly body: z.ZodType
}
export type Contract = Readonly<Record<string, Endpoint>>

export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

export function isWrite(declared: Endpoint): boolean {
  return declared.method !== 'GET'
}

type Inputs = 'params' | 'query' | 'body'
type Decoded<E, K extends Inputs> = E extends { readonly [P in K]: infer S extends z.ZodType }
  ? { readonly [P in K]: z.output<S> }
  : unknown
type Encoded<E, K extends Inputs> = E extends { readonly [P in K]: infer S extends z.ZodType }
  ? { readonly [P in K]: z.input<S> }
  : unknown

/** The validated input of a handler. */
export type Received<E> = Decoded<E, 'params'> & Decoded<E, 'query'> & Decoded<E, 'body'>

/** The input that a client sends; only writes take an idempotency key. */
export type Sent<E> = Encoded<E, 'params'> &
  Encoded<E, 'query'> &
  Encoded<E, 'body'> &
  (E extends { readonly method: 'GET' } ? unknown : { readonly idempotencyKey?: string })

export type Answer<E extends Endpoint> = z.output<E['response']>
export type WireAnswer<E extends Endpoint> = z.input<E['response']>
