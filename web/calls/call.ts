import type { ErrorObject } from '#/platform/contract/client.ts'
import { CallFailure } from './failure.ts'
import { rememberEmptyBudget, requireBudget } from './budget.ts'
import { householdFor, belongsToThisTab } from './household.ts'
import type { Arguments, Operation, Output } from './operations.ts'
import { followOwnChanges } from './own-changes.ts'
import { noteReach } from './reach.ts'

const BASE = '/app/api'
const HOUSEHOLD_HEADER = 'x-earmark-household'

type Loose = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** By default the household that this tab shows. */
  readonly household?: string
}

/** Sends a request to the server. Rejects with a `CallFailure`. */
export function call<O extends Operation>(
  operation: O,
  ...input: Arguments<O>
): Promise<Output<O>> {
  return send(operation, input[0] ?? {}) as Promise<Output<O>>
}

/** Works as `call`, but can be aborted: takes the signal of a query that nobody waits for any more. */
export function callUntil<O extends Operation>(
  signal: AbortSignal,
  operation: O,
  ...input: Arguments<O>
): Promise<Output<O>> {
  const given: Loose = input[0] ?? {}
  return send(operation, { ...given, signal }) as Promise<Output<O>>
}

/** Works as `callUntil`, for a household that this tab may not show. */
export function callFor<O extends Operation>(
  { household, signal }: { readonly household: string; readonly signal: AbortSignal },
  operation: O,
  ...input: Arguments<O>
): Promise<Output<O>> {
  const given: Loose = input[0] ?? {}
  return send(operation, { ...given, signal, household }) as Promise<Output<O>>
}

/**
 * Makes an idempotency key: a write counts once however often it is sent. Make it when a form opens, so that a double click or
 * a repeat after a lost answer moves money once. `randomUUID` is not used because browsers withhold it over plain http.
 */
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Makes one idempotency key for each of several writes; the same name always gets the same key. */
export function makeIdempotencyKeys(): (name: string) => string {
  const keys = new Map<string, string>()
  return (name) => {
    const key = keys.get(name) ?? makeIdempotencyKey()
    keys.set(name, key)
    return key
  }
}

/** Works as `call`, for an answer that is a file; `name` is the name under which it is saved. */
export async function callFile<O extends Operation>(
  operation: O,
  ...input: Arguments<O>
): Promise<{ readonly blob: Blob; readonly name: string }> {
  const response = await reach(operation, input[0] ?? {})
  // Throws the failure that the answer describes.
  if (!response.ok) await read(response, {})
  const [, name = 'earmark'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const blob = await response.blob().catch(() => {
    throw new CallFailure('unreachable')
  })
  return { blob, name }
}

function send(operation: Operation, input: Loose): Promise<unknown> {
  return followOwnChanges(input, async (now) => read(await reach(operation, now), now))
}

/** Sends a request for the household that this page shows. */
async function reach(operation: Operation, input: Loose): Promise<Response> {
  const [method, path] = operation.split(' ') as [string, string]
  if (method === 'GET') requireBudget()
  const household = input.household ?? householdFor(method)
  const response = await request({ method, path, household }, input)
  // The request named no household and was answered for another one: send it again for the household that this page shows.
  if (household === null && !belongsToThisTab(response.headers.get(HOUSEHOLD_HEADER))) {
    return reach(operation, input)
  }
  return response
}

async function read(response: Response, { signal }: Loose): Promise<unknown> {
  const answer: unknown = await response.json().catch(() => null)
  if (!signal?.aborted) noteReach(answer !== null)
  if (response.ok && answer !== null) return answer
  const failure = failureOf(response.status, answer)
  rememberEmptyBudget(failure)
  throw failure
}

type Address = { readonly method: string; readonly path: string; readonly household: string | null }

async function request({ method, path, household }: Address, input: Loose): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (household !== null) headers.set(HOUSEHOLD_HEADER, household)
  const body = bodyOf(input)
  if (body !== null) headers.set('content-type', body.type)
  if (input.idempotencyKey !== undefined) headers.set('idempotency-key', input.idempotencyKey)
  return fetch(BASE + addressOf(path, input), {
    method,
    headers,
    ...(body && { body: body.sent }),
    ...(input.signal && { signal: input.signal }),
  }).catch((error: unknown) => {
    if (input.signal?.aborted) throw error
    noteReach(false)
    throw new CallFailure('unreachable')
  })
}

/** Encodes the body: a file is sent as it is, everything else as JSON. */
function bodyOf({ body }: Loose): { type: string; sent: BodyInit } | null {
  if (body === undefined) return null
  if (body instanceof Uint8Array) {
    return { type: 'application/octet-stream', sent: new Blob([body as Uint8Array<ArrayBuffer>]) }
  }
  return { type: 'application/json', sent: JSON.stringify(body) }
}

/** Builds the path with its parameters and the query; undefined values are left out. */
function addressOf(path: string, { params = {}, query = {} }: Loose): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    return encodeURIComponent(params[name] ?? '')
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

function failureOf(status: number, answer: unknown): CallFailure {
  const error = errorIn(answer)
  if (error === null) return new CallFailure('unreadable', { status })
  const { code, message, param, detail, request_id, retry_after } = error
  return new CallFailure(code, {
    status,
    message,
    param,
    detail,
    requestId: request_id,
    retryAfterSeconds: retry_after,
  })
}

function errorIn(answer: unknown): ErrorObject | null {
  if (answer === null || typeof answer !== 'object' || !('error' in answer)) return null
  const { error } = answer
  return error !== null && typeof error === 'object' && 'code' in error
    ? (error as ErrorObject)
    : null
}
