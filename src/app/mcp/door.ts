import * as z from 'zod'
import type { Answer, Endpoint } from '#/platform/contract/endpoint.ts'
import type { Scope } from '#/platform/contract/endpoint.ts'
import { type Watch, watchedBy } from './watch.ts'

/** The one who calls, as far as tools need to know. */
export type McpCaller = {
  readonly householdId: string
  /** The key that calls, or the words `local` for the operator. */
  readonly keyId: string
  readonly scopes: readonly Scope[]
  /** True if the key's restrictions allow an endpoint. */
  readonly mayCall: (endpoint: Endpoint) => boolean
}

type Input = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: object
}

export type Written = { readonly answer: unknown; readonly replayed: boolean }

/** Our own APIs, asked in this process with the credentials of the caller: scopes, limits and standing hold as everywhere. */
export type Door = {
  /** Asks an endpoint that reads. Throws `ApiFault` for any answer but its own. */
  readonly read: <E extends Endpoint>(endpoint: E, input?: Input) => Promise<Answer<E>>
  readonly write: (
    endpoint: Endpoint,
    input: Input,
    how: { readonly watch?: Watch; readonly idempotencyKey?: string },
  ) => Promise<Written>
}

export type DoorOptions = {
  readonly fetch: (request: Request, environment: object) => Response | Promise<Response>
  /** Under which path an endpoint is served: `/v1` or `/app/api`. */
  readonly baseOf: (endpoint: Endpoint) => string
  /** The headers that name the caller, such as `Authorization`. */
  readonly headers: Readonly<Record<string, string>>
  /** The connection, so that the caller's address is the one of the outer request. */
  readonly environment: object
  /** Sees every answer of an API that is an error. */
  readonly noteFault?: (fault: ApiFault) => void
}

const errorShape = z.object({
  error: z.looseObject({
    code: z.string(),
    message: z.string(),
    param: z.string().optional(),
    request_id: z.string().optional(),
    retry_after: z.number().optional(),
  }),
})

/** An error that an API answered with. */
export class ApiFault extends Error {
  readonly response: Response
  readonly body: z.output<typeof errorShape>['error']

  constructor(response: Response, body: z.output<typeof errorShape>['error']) {
    super(body.message)
    this.response = response
    this.body = body
  }
}

const ORIGIN = 'http://earmark.internal'

export function openDoor(options: DoorOptions): Door {
  const ask = async (endpoint: Endpoint, input: Input, more: Asked = {}) => {
    const { watch, idempotencyKey } = more
    const request = new Request(
      `${ORIGIN}${options.baseOf(endpoint)}${pathOf(endpoint, input)}${queryOf(input)}`,
      {
        method: endpoint.method,
        headers: {
          ...options.headers,
          ...(input.body && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
          // For people who read the request log: this one changed nothing.
          ...(watch && !watch.keep && { 'x-earmark-dry-run': 'true' }),
        },
        ...(input.body && { body: JSON.stringify(input.body) }),
      },
    )
    const response = await options.fetch(request, watchedBy(watch, options.environment))
    const body: unknown = await response.json()
    if (response.ok)
      return { body, replayed: response.headers.get('idempotent-replayed') === 'true' }
    const fault = new ApiFault(response, errorShape.parse(body).error)
    options.noteFault?.(fault)
    throw fault
  }
  return {
    read: async (endpoint, input = {}) => {
      const { body } = await ask(endpoint, input)
      return body as Answer<typeof endpoint>
    },
    write: async (endpoint, input, how) => {
      const { body, replayed } = await ask(endpoint, input, how)
      return { answer: body, replayed }
    },
  }
}

type Asked = { readonly watch?: Watch; readonly idempotencyKey?: string }

function pathOf({ path }: Endpoint, { params = {} }: Input): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function queryOf({ query = {} }: Input): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
