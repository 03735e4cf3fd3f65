import type { Context } from 'hono'
import { id } from '#/platform/contract/fields.ts'
import { invalidParameter, notFound, Refusal } from '#/platform/contract/refusal.ts'
import { refuseHousehold } from '#/access/households/standing.ts'
import type { Spender } from '#/access/limits/session-budget.ts'
import type { Found } from '#/access/sessions/find.ts'
import { HOUSEHOLD_HEADER } from '#/app/http/wire/app-headers.ts'
import { type Admission, type Guard, passByAddress } from './guard.ts'
import { acceptShownSession, findShownSession, type SessionEntrance } from './shown-session.ts'

/**
 * Guards the application's API: requires a member's session, and that no page of another origin asks. Signed-in people
 * pay from a budget of their own, separate from the windows of keys; everybody else pays by address. Every plan includes
 * the application.
 */
export function createSessionGuard({
  admit,
  ...entrance
}: Pick<Admission, 'admit'> & SessionEntrance): Guard {
  const { ingress, budget } = entrance
  const pass = passByAddress({ admit, addressOf: ingress.addressOf })
  return {
    isApp: true,
    limitsAtFirst: () => null,
    enter: async (c, note, cost) => {
      const householdId = readHousehold(c)
      const shown = await findShownSession(c, entrance, { householdId, cost })
      if (!shown) {
        await pass(c, note)
        throw new Refusal('session_required')
      }
      const isWrite = !isSafe(c.req.method)
      acceptShownSession(c, entrance, { shown, spender: spenderOf(shown), cost, isWrite })
      if (shown.caller) {
        c.set('household', shown.caller.householdId)
        return shown.caller
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
