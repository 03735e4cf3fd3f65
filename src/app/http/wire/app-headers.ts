import type { MiddlewareHandler } from 'hono'
import { PAGE_POLICY } from '#/app/web-files/policy.ts'

/** The headers that keep an answer to its own pages; for HTML and for the application's API. */
export const keepToOurPages: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  headers.set('Content-Security-Policy', PAGE_POLICY)
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'same-origin')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
}

/**
 * Has browsers insist on https for this host. Only where the operator asks for it: it takes plain http from everything else on
 * the host of a home network.
 */
export function demandHttps(seconds: number): MiddlewareHandler {
  return async (c, next) => {
    await next()
    c.res.headers.set('Strict-Transport-Security', `max-age=${seconds}`)
  }
}

/**
 * Which household a page acts in; without it the one that was looked at last. Answers say in which one they were given, so
 * that a page which has not named any knows whether it is the one that it shows.
 */
export const HOUSEHOLD_HEADER = 'X-Earmark-Household'

export const nameHousehold: MiddlewareHandler = async (c, next) => {
  await next()
  const household: unknown = c.get('household')
  if (typeof household === 'string') c.res.headers.set(HOUSEHOLD_HEADER, household)
}

/** Sends the cookie of a session again that a request has prolonged, unless its answer has another. */
export const prolongSession: MiddlewareHandler = async (c, next) => {
  await next()
  const cookie: unknown = c.get('prolonged')
  if (typeof cookie === 'string' && !c.res.headers.has('set-cookie')) {
    c.res.headers.set('Set-Cookie', cookie)
  }
}
