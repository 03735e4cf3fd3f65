import type { Context } from 'hono'
import type { SessionBudget, Spender } from '#/access/limits/session-budget.ts'
import { findSession, type Found } from '#/access/sessions/find.ts'
import { nameOf, readSessionCookie, writeSessionCookie } from '#/access/sessions/session.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { readClientInfo, requireOurPages } from './client-info.ts'
import type { Ingress } from './ingress.ts'

/** The means by which both entrances of the application judge a session. */
export type SessionEntrance = {
  readonly runtime: Runtime
  readonly ingress: Ingress
  readonly budget: SessionBudget
}

/** A session that a request shows by its cookie, and the cookie that prolongs it, if that is due. */
export type ShownSession = Found & { readonly name: string; readonly renewedCookie: string | null }

/**
 * Finds the session of a request's cookie, or null. `cost` is in units of the budget. Throws a 429, before
 * the database is asked, if the person has fewer units left.
 */
export async function findShownSession(
  c: Context,
  { runtime, ingress, budget }: SessionEntrance,
  { householdId, cost }: { readonly householdId: string | null; readonly cost: number },
): Promise<ShownSession | null> {
  const client = readClientInfo(c, ingress)
  const token = readSessionCookie(c.req.header('cookie'), client.cookies)
  if (token === null) return null
  const name = nameOf(token)
  budget.requireLeft(name, cost)
  const found = await findSession(runtime, token, { client, householdId })
  if (!found) return null
  const renewedCookie = found.prolonged ? writeSessionCookie(token, client.cookies) : null
  return { ...found, name, renewedCookie }
}

type Payment = { readonly spender: Spender; readonly cost: number; readonly isWrite: boolean }

/** Lets a session's request in: requires that one of our pages sent it, charges its cost and renews the cookie. */
export function acceptShownSession(
  c: Context,
  { ingress, budget }: SessionEntrance,
  { shown, spender, cost, isWrite }: Payment & { readonly shown: ShownSession },
): void {
  requireOurPages(c, isWrite, ingress)
  budget.spend(shown.name, spender, cost)
  if (shown.renewedCookie !== null) c.set('prolonged', shown.renewedCookie)
}
