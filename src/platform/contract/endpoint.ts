import type * as z from 'zod'
import type { Code } from './codes.ts'

export type Scope = 'data.read' | 'data.write'

/** What not every member of a household may do (`access/households/rights.ts` says who may). */
export type Right = 'people' | 'settings' | 'deletion' | 'request_log'

/** One endpoint, declared once. The server, the client and the OpenAPI document all read this value. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the version: `/transactions/{id}`. */
  readonly path: `/${string}`
  /** The heading under which the reference lists it. */
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly scope: Scope
  /** What a member who is signed in must be allowed to do. */
  readonly right?: Right
  /** A member who is signed in must have proved a moment ago who they are. */
  readonly sudo?: true
  /** Whatever the household's standing: the ways out stay open where it is closed, has lapsed or is read-only. */
  readonly standing?: 'any'
  /** In the application: a person may ask for it under an `Idempotency-Key`, as for every write to a household. */
  readonly keyed?: true
  /** In the application: answered without a session too. */
  readonly open?: true
  /**
   * In the application: the units that a request takes from the budgets of its person and household; 1 unless said. One
   * unit stands for up to about 10 ms of the server's time. 0: always allowed.
   */
  readonly cost?: number
  /** In the application: a person and a household have only a few such requests running at once; others wait. */
  readonly heavy?: true
  /** What is sent holds secrets of its caller: the request log leaves it out. */
  readonly confidential?: true
  /** Only the refusals peculiar to this endpoint; see `commonCodes`. */
  readonly refusals?: readonly Code[]
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** `bytes`: the body is taken as it is, a file for one; it is JSON unless said. */
  readonly bodyKind?: 'bytes'
  /** The largest body in bytes; 256 KiB unless said. */
  readonly bodyBytesMax?: number
  readonly status?: 200 | 201 | 202
  readonly response: z.ZodType
  /** Beyond the specification (marked so in the OpenAPI document). */
  readonly extension?: true
  /**
   * A write runs in one transaction of the database. `none`: the verb waits for a provider, and opens short
   * transactions itself so that none stays open meanwhile.
   */
  readonly transaction?: 'none'
  /**
   * Long work to compute, because of what a household or a file may hold: a separate process answers, so that nobody
   * else waits (`app/workers/heavy.ts`).
   */
  readonly separate?: true
  /** A read whose answer is sent while it is made, however long it is. */
  readonly stream?: true
  /** Fields of the answer that are shown once: a replay leaves them out, and they are never stored for it. */
  readonly firstAnswerOnly?: readonly string[]
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

/** What a handler receives, validated. */
export type Received<E> = Decoded<E, 'params'> & Decoded<E, 'query'> & Decoded<E, 'body'>

/** What a client sends; only writes take an idempotency key. */
export type Sent<E> = Encoded<E, 'params'> &
  Encoded<E, 'query'> &
  Encoded<E, 'body'> &
  (E extends { readonly method: 'GET' } ? unknown : { readonly idempotencyKey?: string })

export type Answer<E extends Endpoint> = z.output<E['response']>
export type WireAnswer<E extends Endpoint> = z.input<E['response']>
