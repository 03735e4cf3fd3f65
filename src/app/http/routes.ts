import type { Contract, Endpoint } from '#/platform/contract/endpoint.ts'
import type { Call, Caller, Handle } from '#/platform/runtime/call.ts'
import type { CallToBegin, WriteRequest } from '#/platform/idempotency/at-once.ts'
import type { StoredAnswer } from '#/platform/idempotency/with-idempotency-key.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

export type Handlers<C extends Contract> = { readonly [K in keyof C]: Handle<C[K]> }
export type LooseHandle = ((call: Call, input: unknown) => Promise<unknown>) & {
  /** Does a write by one statement, if that is enough (`platform/idempotency/at-once.ts`). */
  readonly atOnce?: LooseAtOnce
}
type LooseAtOnce = (
  call: CallToBegin,
  input: unknown,
  request: WriteRequest,
) => Promise<StoredAnswer | null>
/** Checks a request before its body is read. Throws if the body is not wanted. */
export type MayCome = (
  asking: Runtime & { readonly caller: Caller },
  bodyBytes: number,
) => Promise<void>
export type Routes = readonly (readonly [Endpoint, LooseHandle, MayCome | undefined])[]

/** Pairs each endpoint with its handler; the compiler refuses a missing, extra or ill-typed one. */
export function bind<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  mayCome: { readonly [K in keyof C]?: MayCome | undefined } = {},
): Routes {
  return Object.keys(contract).map((name) => {
    return [contract[name]!, handlers[name] as LooseHandle, mayCome[name]] as const
  })
}

/**
 * A handler that is loaded when it is first asked for. For rare requests whose code is large, so that a server at rest does not
 * keep it.
 */
export function later<Given extends unknown[], Answered>(
  load: () => Promise<(...given: Given) => Promise<Answered>>,
) {
  return async (...given: Given): Promise<Answered> => (await load())(...given)
}

/** Writes an endpoint's path in the router's syntax. */
export function patternOf({ path }: Endpoint): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
