import type { Context } from 'hono'
import type { Code } from '#/platform/contract/codes.ts'
import type { Plan, Standing } from '#/access/households/standing.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Admitted, Claim } from '#/access/limits/admitted.ts'
import { retryAfterSeconds } from '#/access/limits/window.ts'
import type { Caller, RateLimits } from '#/platform/runtime/call.ts'

/** Notes the rate windows and the moment when the request was counted: the answer's headers report both, even on errors. */
export type Note = (limits: RateLimits, moment: Temporal.Instant) => void

/** Identifies the caller of an API and decides whether the request may enter. Refuses by throwing. */
export type Guard = {
  readonly isApp: boolean
  /** The rate windows that answers report until a request has been counted; null if there are none to report. */
  readonly limitsAtFirst: (moment: Temporal.Instant) => RateLimits | null
  /** `cost`: units that the endpoint takes from the budget of signed-in people. */
  readonly enter: (c: Context, note: Note, cost: number) => Promise<Caller>
  /** Waits for a slot among the heavy requests. Call the returned function to free the slot. */
  readonly takeSlot?: (caller: Caller, signal: AbortSignal) => Promise<() => void>
  /** Counts a request for a public document against its address. */
  readonly pass: (c: Context, note: Note) => Promise<void>
  /** Returns the reason why a household may not use this API, or null. */
  readonly refuseHousehold: (plan: Plan, standing: Standing) => Code | null
}

/** Counts requests in the rate windows of a key or an address. */
export type Admission = {
  readonly admit: (claim: Claim) => Promise<Admitted>
  /** The address, or the network of the address, that a request comes from. */
  readonly addressOf: (c: Context) => string
}

/** Makes a guard's `pass`: the address pays. */
export function passByAddress({ admit, addressOf }: Admission): Guard['pass'] {
  return async (c, note) => {
    applyLimits(await admit({ token: null, address: addressOf(c) }), note)
  }
}

/** Notes how the rate windows stand. Throws a 429 if one is exceeded. */
export function applyLimits(admitted: Admitted, note: Note): void {
  const { limits, now, exceeded } = admitted
  note(limits, now)
  if (exceeded === null) return
  const code = exceeded === 'hour' ? 'account_rate_limit_exceeded' : 'rate_limit_exceeded'
  throw new Refusal(code, { retryAfterSeconds: retryAfterSeconds(exceeded, now) })
}
