import { readGrants } from '#/access/keys/restrictions.ts'
import type { Token } from '#/access/keys/token.ts'
import type { Caller, RateLimits } from '#/platform/runtime/call.ts'
import { type Exceeded, resetsAt } from './window.ts'

/** A request to admit: identified by its key, or else by its address. */
export type Claim = {
  readonly token: Token | null
  /** The address, or its network, that pays for requests without a valid key. */
  readonly address: string
  /** The whole address, which a key's allowed addresses are compared with; without it such a key is unknown. */
  readonly origin?: string | null
}

export type Admitted = {
  /** Null without a key, or if it is unknown, revoked or expired, or its member has left. */
  readonly caller: Caller | null
  /** The exhausted budget, if any. The request then consumed nothing (Spec, Rate limits 2). */
  readonly exceeded: Exceeded | null
  readonly limits: RateLimits
  /** The valid key that was used from elsewhere than its allowed addresses, if any. */
  readonly outside?: { readonly householdId: string; readonly keyId: string }
  /** The time at which the request was counted. */
  readonly now: Temporal.Instant
}

/** An answer of the functions of admission. `n`: the number of the request, from 1. */
export type AdmissionRow = {
  n: number
  household_id: string
  key_id: string | null
  member_id: string
  scopes: Caller['scopes']
  grants: string[] | null
  expires_at: Temporal.Instant
  plan: Caller['plan']
  standing: Caller['standing']
  timezone: string
  currency: string
  household_state: string
  minute_limit: number
  minute_used: number
  hour_limit: number
  hour_used: number
  refused: Exceeded | null
  outside_household_id: string | null
  outside_key_id: string | null
}

/** Reads an answer of the functions of admission. */
export function readAdmitted(row: AdmissionRow, now: Temporal.Instant): Admitted {
  const { outside_household_id: householdId, outside_key_id: keyId } = row
  return {
    ...(householdId !== null && keyId !== null && { outside: { householdId, keyId } }),
    caller: row.key_id === null ? null : readCaller(row, row.key_id),
    exceeded: row.refused,
    now,
    limits: {
      minuteLimit: row.minute_limit,
      minuteRemaining: Math.max(0, row.minute_limit - row.minute_used),
      minuteResetsAt: resetsAt('minute', now),
      hourLimit: row.hour_limit,
      hourRemaining: Math.max(0, row.hour_limit - row.hour_used),
      hourResetsAt: resetsAt('hour', now),
    },
  }
}

function readCaller(row: AdmissionRow, keyId: string): Caller {
  return {
    householdId: row.household_id,
    memberId: row.member_id,
    through: 'api',
    key: { id: keyId, expiresAt: row.expires_at },
    scopes: row.scopes,
    restrictions: row.grants === null ? null : readGrants(row.grants),
    plan: row.plan,
    standing: row.standing,
    zone: row.timezone,
    currency: row.currency,
    state: row.household_state,
  }
}
