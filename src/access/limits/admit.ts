import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import { readGrants } from '#/access/keys/restrictions.ts'
import type { Token } from '#/access/keys/token.ts'
import type { Caller, RateLimits } from '#/platform/runtime/call.ts'
import { type ApiLimits, specified } from '#/platform/settings/api-limits.ts'
import {
  ADDRESS_PER_HOUR,
  ADDRESS_PER_MINUTE,
  type Exceeded,
  limitsForAdmission,
  resetsAt,
} from './window.ts'

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

/** The most requests that one statement admits. */
const BATCH_MAX = 256

type AdmissionOptions = {
  /** The limits of the plan `premium`; by default the specification's. */
  readonly apiLimits?: ApiLimits
  /** Resolves when there is room for more requests. */
  readonly whenRoom?: () => Promise<void>
}

type Waiting = {
  readonly claim: Claim
  readonly resolve: (admitted: Admitted) => void
  readonly reject: (error: unknown) => void
}

/**
 * Creates the admission of requests. One database statement finds each key and counts it in both windows, so counting
 * is exact across processes. Requests that arrive while a statement runs share the next one. They also gather while
 * admitted requests still wait for a connection (`whenRoom`), because more would only wait with them. Under load this
 * cuts the cost of an admission to a third.
 */
export function createAdmission(
  db: Database,
  now: () => Temporal.Instant,
  { apiLimits = specified, whenRoom = () => Promise.resolve() }: AdmissionOptions = {},
): (claim: Claim) => Promise<Admitted> {
  let waiting: Waiting[] = []
  let running = false
  const limits = limitsForAdmission(apiLimits)

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      await whenRoom()
      const batch = waiting.slice(0, BATCH_MAX)
      waiting = waiting.slice(BATCH_MAX)
      const moment = now()
      try {
        const answers = await admitTogether(db, moment, { batch, limits })
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index]!)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }

  return (claim) =>
    new Promise((resolve, reject) => {
      waiting.push({ claim, resolve, reject })
      if (!running) void run()
    })
}

type Row = {
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

async function admitTogether(
  db: Database,
  now: Temporal.Instant,
  { batch, limits }: { readonly batch: readonly Waiting[]; readonly limits: readonly number[] },
): Promise<Admitted[]> {
  const { rows } = await sql<Row>`select * from admit(${now},
    ${batch.map(({ claim }) => claim.token?.publicId ?? null)},
    ${batch.map(({ claim }) => claim.token?.digest ?? null)},
    ${batch.map(({ claim }) => claim.address)},
    ${limits},
    ${batch.map(({ claim }) => claim.origin ?? null)}::inet[])`.execute(db)
  const resets = { minute: resetsAt('minute', now), hour: resetsAt('hour', now) }
  const answers: Admitted[] = []
  for (const row of rows) {
    const { outside_household_id: householdId, outside_key_id: keyId } = row
    answers[row.n - 1] = {
      ...(householdId !== null && keyId !== null && { outside: { householdId, keyId } }),
      caller: row.key_id === null ? null : readCaller(row, row.key_id),
      exceeded: row.refused,
      now,
      limits: {
        minuteLimit: row.minute_limit,
        minuteRemaining: Math.max(0, row.minute_limit - row.minute_used),
        minuteResetsAt: resets.minute,
        hourLimit: row.hour_limit,
        hourRemaining: Math.max(0, row.hour_limit - row.hour_used),
        hourResetsAt: resets.hour,
      },
    }
  }
  return answers
}

function readCaller(row: Row, keyId: string): Caller {
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

/** Returns the limits of an address without requests, for answers given without the database. */
export function untouchedLimits(now: Temporal.Instant): RateLimits {
  return {
    minuteLimit: ADDRESS_PER_MINUTE,
    minuteRemaining: ADDRESS_PER_MINUTE,
    minuteResetsAt: resetsAt('minute', now),
    hourLimit: ADDRESS_PER_HOUR,
    hourRemaining: ADDRESS_PER_HOUR,
    hourResetsAt: resetsAt('hour', now),
  }
}
