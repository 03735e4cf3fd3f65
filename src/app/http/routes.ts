import type { Contract, Endpoint } from '#/platform/contract/endpoint.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'

export type Handlers<C extends Contract> = { readonly [K in keyof C]: Handle<C[K]> }
export type LooseHandle = (call: Call, input: unknown) => Promise<unknown>
export type Routes = readonly (readonly [Endpoint, LooseHandle])[]

/** Pairs each endpoint with its handler; the compiler refuses a missing, extra or ill-typed one. */
export function bind<C extends Contract>(contract: C, handlers: Handlers<C>): Routes {
  return Object.keys(contract).map((name) => [contract[name]!, handlers[name] as LooseHandle])
}

/** An endpoint's path as the router writes it. */
export function patternOf({ path }: Endpoint): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
