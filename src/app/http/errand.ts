import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Caller, Call } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { createInputReader, type InputReader } from '#/app/http/wire/read-input.ts'
import { type LooseHandle, patternOf, type Routes } from './routes.ts'
import { type Ran, run } from './run.ts'

/** A request in a form that can be sent to another process. Its body follows piece by piece. */
export type Errand = {
  /** The endpoint's declared method and path. */
  readonly route: string
  readonly caller: Omit<Caller, 'key' | 'signedIn'> & {
    readonly key: { readonly id: string; readonly expiresAt: string } | null
    readonly signedIn: (Omit<Signed, 'provedAt'> & { readonly provedAt: string }) | null
  }
  readonly call: Pick<Call, 'requestId' | 'limits' | 'idempotencyKey'>
  readonly url: string
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}
type Signed = NonNullable<Caller['signedIn']>

/** The headers that reading a body depends on. */
const HEEDED = ['content-type', 'content-encoding', 'content-length'] as const

type NewErrand = Pick<Errand, 'params' | 'call'> & {
  readonly endpoint: Endpoint
  readonly caller: Caller
  readonly request: Request
}

export function writeErrand({ endpoint, caller, call, request, params }: NewErrand): Errand {
  const { requestId, limits, idempotencyKey } = call
  const headers = HEEDED.flatMap((name) => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const { key, signedIn, ...rest } = caller
  return {
    route: nameOf(endpoint),
    caller: {
      ...rest,
      key: key && { ...key, expiresAt: key.expiresAt.toString() },
      signedIn: signedIn ? { ...signedIn, provedAt: signedIn.provedAt.toString() } : null,
    },
    call: { requestId, limits, idempotencyKey },
    url: request.url,
    params,
    headers: Object.fromEntries(headers),
  }
}

type Route = {
  readonly endpoint: Endpoint
  readonly handle: LooseHandle
  readonly readInput: InputReader
}

/** Answers requests that another process has admitted, by the same steps that it would take itself. */
export function createErrands(
  runtime: Runtime,
  routes: Routes,
): (errand: Errand, body: ReadableStream<Uint8Array> | null) => Promise<Ran> {
  const known = new Map<string, Route>()
  for (const [endpoint, handle] of routes) {
    if (!endpoint.separate) continue
    known.set(nameOf(endpoint), { endpoint, handle, readInput: createInputReader(endpoint) })
  }
  return async ({ route, url, params, headers, ...asked }, body) => {
    const found = known.get(route)
    if (!found) throw new Refusal('endpoint_not_found')
    const { endpoint, handle, readInput } = found
    const { method } = endpoint
    const raw = new Request(url, { method, headers, body, ...(body && { duplex: 'half' }) })
    const input = await readInput({ req: { url, raw, param: () => ({ ...params }) } })
    const call = { ...runtime, ...asked.call, caller: readCaller(asked.caller) }
    return run({ endpoint, handle, call, input, path: new URL(url).pathname })
  }
}

function nameOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${patternOf(endpoint)}`
}

function readCaller({ key, signedIn, ...rest }: Errand['caller']): Caller {
  return {
    ...rest,
    key: key && { ...key, expiresAt: Temporal.Instant.from(key.expiresAt) },
    ...(signedIn && {
      signedIn: { ...signedIn, provedAt: Temporal.Instant.from(signedIn.provedAt) },
    }),
  }
}
