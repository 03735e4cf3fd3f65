import type { Context } from 'hono'
import type { Code } from '#/platform/contract/codes.ts'
import type { Plan, Standing } from '#/access/households/standing.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Admitted } from '#/access/limits/admit.ts'
import { retryAfterSeconds } from '#/access/limits/window.ts'
import type { Caller, RateLimits } from '#/platform/runtime/call.ts'

/** Notes how the rate windows stand, and when the request was counted: every answer tells it, whatever follows. */
export type Note = (limits: RateLimits, moment: Temporal.Instant) => void

/** The entrance of an API: who is calling, and may they? What it does not let in it refuses by throwing. */
export type Guard = {
  /** What answers say of the rate windows until a request has been counted; null: nothing, there are none. */
  readonly isApp: boolean
  readonly limitsAtFirst: (moment: Temporal.Instant) => RateLimits | null
  /** `cost`: what the endpoint takes from the budget of people who are signed in. */
  readonly enter: (c: Context, note: Note, cost: number) => Promise<Caller>
  /** Waits for a place among the heavy requests. What it returns gives the place back. */
  readonly takeSlot?: (caller: Caller, signal: AbortSignal) => Promise<() => void>
  /** For documents that are open to everybody: only the address is counted. */
  readonly pass: (c: Context, note: Note) => Promise<void>
  /** Why a household may not use this API at all; null: it may. */
  readonly refuseHousehold: (plan: Plan, standing: Standing) => Code | null
}

export function refuseExceeded({ exceeded, now }: Admitted): void {
  if (exceeded === null) return
  const code = exceeded === 'hour' ? 'account_rate_limit_exceeded' : 'rate_limit_exceeded'
  throw new Refusal(code, { retryAfterSeconds: retryAfterSeconds(exceeded, now) })
}
