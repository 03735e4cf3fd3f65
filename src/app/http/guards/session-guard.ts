import type { Context } from 'hono'
import { id } from '#/platform/contract/fields.ts'
import { invalidParameter, notFound, Refusal } from '#/platform/contract/refusal.ts'
import { refuseHousehold } from '#/access/households/standing.ts'
import type { SessionBudget, Spender } from '#/access/limits/session-budget.ts'
import { findSession, type Found } from '#/access/sessions/find.ts'
import { nameOf, readSessionCookie, writeSessionCookie } from '#/access/sessions/session.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Guard, refuseExceeded } from './guard.ts'
import type { Admission } from './key-guard.ts'
import { HOUSEHOLD_HEADER } from '#/app/http/wire/app-headers.ts'
import type { Sight } from './sight.ts'
import { readVisitor, requireOurPages } from './client-info.ts'

/**
 * The entrance of the application's API: a member's session, and proof that no page of another origin asks. People who
 * are signed in have a budget of their own, beside the windows of keys; anybody else pays by address. Every plan has
 * the application.
 */
export function createSessionGuard({
  admit,
  runtime,
  sight,
  budget,
}: Pick<Admission, 'admit'> & {
  readonly sight: Sight
  readonly runtime: Runtime
  readonly budget: SessionBudget
}): Guard {
  const pass: Guard['pass'] = async (c, note) => {
    const admitted = await admit({ token: null, address: sight.addressOf(c) })
    note(admitted.limits, admitted.now)
    refuseExceeded(admitted)
  }
  return {
    isApp: true,
    limitsAtFirst: () => null,
    enter: async (c, note, cost) => {
      const visitor = readVisitor(c, sight)
      const token = readSessionCookie(c.req.header('cookie'), visitor.cookies)
      const householdId = readHousehold(c)
      const session = token === null ? null : nameOf(token)
      if (session !== null) budget.requireLeft(session, cost)
      const found =
        token === null ? null : await findSession(runtime, token, { visitor, householdId })
      if (!found || token === null || session === null) {
        await pass(c, note)
        throw new Refusal('session_required')
      }
      requireOurPages(c, !isSafe(c.req.method), sight)
      budget.spend(session, spenderOf(found), cost)
      if (found.prolonged) c.set('prolonged', writeSessionCookie(token, visitor.cookies))
      if (found.caller) {
        c.set('household', found.caller.householdId)
        return found.caller
      }
      throw householdId === null ? new Refusal('household_required') : notFound(HOUSEHOLD_HEADER)
    },
    takeSlot: ({ householdId, signedIn }, signal) =>
      budget.takeSlot({ personId: signedIn!.personId, householdId }, signal),
    pass,
    refuseHousehold: (_, standing) => refuseHousehold('premium', standing),
  }
}

function spenderOf({ session, caller }: Found): Spender {
  return { personId: session.personId, householdId: caller?.householdId ?? null }
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
