import type { MiddlewareHandler } from 'hono'
import { PAGE_POLICY, UNUSED_FEATURES } from '#/app/web-files/policy.ts'

/** Sets the headers that keep an answer within our own pages; for HTML and for the application's API. */
export const keepToOurPages: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  headers.set('Content-Security-Policy', PAGE_POLICY)
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'same-origin')
  headers.set('Permissions-Policy', UNUSED_FEATURES)
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
}

/**
 * Makes browsers insist on https for this host. Sent only if the operator asks for it, because it blocks plain http for
 * everything else on the same host of a home network.
 */
export function demandHttps(seconds: number): MiddlewareHandler {
  return async (c, next) => {
    await next()
    c.res.headers.set('Strict-Transport-Security', `max-age=${seconds}`)
  }
}

/**
 * Names the household that a page acts in; the default is the one that was looked at last. Every answer repeats it, so
 * that a page without a choice knows which household it shows.
 */
export const HOUSEHOLD_HEADER = 'X-Earmark-Household'

export const nameHousehold: MiddlewareHandler = async (c, next) => {
  await next()
  const household: unknown = c.get('household')
  if (typeof household === 'string') c.res.headers.set(HOUSEHOLD_HEADER, household)
}

/** Sends the cookie of a prolonged session, unless the answer sets another. */
export const prolongSession: MiddlewareHandler = async (c, next) => {
  await next()
  const cookie: unknown = c.get('prolonged')
  if (typeof cookie === 'string' && !c.res.headers.has('set-cookie')) {
    c.res.headers.set('Set-Cookie', cookie)
  }
}
