import type { Context } from 'hono'
import { id } from '#/platform/contract/fields.ts'
import { invalidParameter, notFound, Refusal } from '#/platform/contract/refusal.ts'
import { refuseHousehold } from '#/access/households/standing.ts'
import { findSession } from '#/access/sessions/find.ts'
import { readSessionCookie, writeSessionCookie } from '#/access/sessions/session.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Guard, refuseExceeded } from './guard.ts'
import type { Admission } from './key-guard.ts'
import { HOUSEHOLD_HEADER } from '#/app/http/wire/app-headers.ts'
import { isFromOurPages, readVisitor, type Sight } from './client-info.ts'

/**
 * The entrance of the application's API: a member's session, and for changes proof that one of our own pages asks. Who
 * is signed in is not counted in the windows of keys; who is not pays by address. What the developer API costs is no
 * matter here: every plan has the application.
 */
export function createSessionGuard({
  admit,
  runtime,
  ...sight
}: Admission & Sight & { readonly runtime: Runtime }): Guard {
  const pass: Guard['pass'] = async (c, note) => {
    const admitted = await admit({ token: null, address: sight.addressOf(c) })
    note(admitted.limits, admitted.now)
    refuseExceeded(admitted)
  }
  return {
    isApp: true,
    limitsAtFirst: () => null,
    enter: async (c, note) => {
      const token = readSessionCookie(c.req.header('cookie'))
      const visitor = readVisitor(c, sight)
      const householdId = readHousehold(c)
      const found =
        token === null ? null : await findSession(runtime, token, { visitor, householdId })
      if (!found || token === null) {
        await pass(c, note)
        throw new Refusal('session_required')
      }
      if (!isSafe(c.req.method) && !isFromOurPages(c, sight.publicUrl)) {
        throw new Refusal('cross_site_request')
      }
      if (found.prolonged) c.set('prolonged', writeSessionCookie(token, visitor.secure))
      if (found.caller) {
        c.set('household', found.caller.householdId)
        return found.caller
      }
      throw householdId === null ? new Refusal('household_required') : notFound(HOUSEHOLD_HEADER)
    },
    pass,
    refuseHousehold: (_, standing) => refuseHousehold('premium', standing),
  }
}

function readHousehold(c: Context): string | null {
  const given = c.req.header(HOUSEHOLD_HEADER)
  if (given === undefined) return null
  const read = id.safeParse(given)
  if (read.success) return read.data
  throw invalidParameter(HOUSEHOLD_HEADER, `\`${HOUSEHOLD_HEADER}\` must be the id of a household.`)
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
