import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { SessionBudget } from '#/access/limits/session-budget.ts'
import { hasSession, readBearer } from '#/app/http/guards/credential.ts'
import { createKeyGuard, type KeyAdmission } from '#/app/http/guards/key-guard.ts'
import { type ApiOptions, createApi } from './api.ts'
import { managementRoutes } from './app-api.ts'
import type { Routes } from './routes.ts'
import { sessionRoutes } from './session-routes.ts'

type Options = Omit<ApiOptions, 'guard' | 'routes'> & {
  readonly admission: KeyAdmission
  readonly budget: SessionBudget
}

const BASE = '/app/api'

/**
 * Answers requests to the application's API that show an API key, by the steps of the public API: the same guard,
 * windows, headers and errors. Only endpoints that are declared `forKeys` are open. All other requests go on to the
 * guards of sessions, which never read a key; so nothing that protects a cookie depends on this.
 */
export function createKeyApi(options: Options): MiddlewareHandler {
  // Made for the first request: most instances idle without one, and need the memory.
  let mounted: Hono | null = null
  return async (c, next) => {
    if (!showsKey(c)) return next()
    mounted ??= new Hono().route(BASE, createOpenApi(options))
    return mounted.fetch(c.req.raw, c.env)
  }
}

function createOpenApi({ admission, budget, ...options }: Options): Hono {
  return createApi({
    ...options,
    guard: {
      ...createKeyGuard(admission),
      // Keys share the household's slots for heavy requests with its members.
      takeSlot: ({ householdId, key }, signal) =>
        budget.takeSlot({ personId: `key:${key?.id}`, householdId }, signal),
    },
    routes: keyRoutes(),
  })
}

/** The endpoints of the application in the eyes of a key: those that are not for keys refuse it by name. */
export const keyRoutes = (): Routes => [
  ...managementRoutes.map(([endpoint, handle, mayCome]) =>
    endpoint.forKeys ? ([endpoint, handle, mayCome] as const) : closed(endpoint),
  ),
  ...sessionRoutes.map(([endpoint]) => closed(endpoint)),
]

function closed(endpoint: Endpoint): Routes[number] {
  const refuse = () =>
    Promise.reject(
      new Refusal('insufficient_scope', {
        message: 'No API key may do this: sign in to the application.',
      }),
    )
  return [endpoint, refuse, refuse]
}

/**
 * True if a request shows an API key. Beside a session's cookie only a token of ours counts: a proxy in front may add
 * credentials of its own.
 */
function showsKey(c: Context): boolean {
  const token = readBearer(c.req.header('authorization'))
  if (token === null) return false
  return token.startsWith('em_') || !hasSession(c.req.header('cookie'))
}
