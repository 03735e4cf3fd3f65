import type { Context } from 'hono'
import { Refusal } from '#/contract/refusal.ts'
import { refuseHousehold } from '#/households/standing.ts'
import { findSession } from '#/sessions/find.ts'
import { readSessionCookie } from '#/sessions/session.ts'
import type { World } from '#/world/world.ts'
import { type Guard, refuseExceeded } from './guard.ts'
import type { Admission } from './key-guard.ts'

type Options = Admission & {
  readonly world: World
  /** How people reach the instance, where a proxy hides it. */
  readonly publicUrl: string | null
}

/**
 * The entrance of the application's API: a member's session, and for changes proof that one of our own pages asks. Who
 * is signed in is not counted in the windows of keys; who is not pays by address. What the developer API costs is no
 * matter here: every plan has the application.
 */
export function createSessionGuard({ admit, addressOf, world, publicUrl }: Options): Guard {
  const pass: Guard['pass'] = async (c, note) => {
    const admitted = await admit({ token: null, address: addressOf(c) })
    note(admitted.limits, admitted.now)
    refuseExceeded(admitted)
  }
  return {
    limitsAtFirst: () => null,
    enter: async (c, note) => {
      const token = readSessionCookie(c.req.header('cookie'))
      const caller = token === null ? null : await findSession(world, token)
      if (!caller) {
        await pass(c, note)
        throw new Refusal('session_required')
      }
      if (!isSafe(c.req.method) && !isFromOurPages(c, publicUrl)) {
        throw new Refusal('cross_site_request')
      }
      return caller
    },
    pass,
    refuseHousehold: (_, standing) => refuseHousehold('premium', standing),
  }
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * Browsers say themselves where a request comes from, but only to origins that they trust; over plain http in a home
 * network the `Origin` must be the host that was asked.
 */
function isFromOurPages(c: Context, publicUrl: string | null): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = c.req.header('origin')
  if (origin === undefined || !URL.canParse(origin)) return false
  const hosts = [c.req.header('host') ?? new URL(c.req.url).host]
  if (publicUrl !== null) hosts.push(new URL(publicUrl).host)
  return hosts.includes(new URL(origin).host)
}
