import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Token } from '#/access/keys/token.ts'
import type { Caller, RateLimits } from '#/platform/runtime/call.ts'
import {
  ADDRESS_PER_HOUR,
  ADDRESS_PER_MINUTE,
  type Exceeded,
  HOUSEHOLD_PER_HOUR,
  KEY_PER_MINUTE,
  resetsAt,
} from './window.ts'

/** A request that asks to be let in: by its key, or else by the address that it comes from. */
export type Claim = { readonly token: Token | null; readonly address: string }

export type Admitted = {
  /** Null: the key is unknown, revoked, expired, or its member has left; or there was none. */
  readonly caller: Caller | null
  /** The budget that refused the request, which then consumed nothing (Spec, Rate limits 2). */
  readonly exceeded: Exceeded | null
  readonly limits: RateLimits
  /** The moment at which the request was counted. */
  readonly now: Temporal.Instant
}

/** The most requests that one statement admits. */
const BATCH_MAX = 256

const limits = [
  KEY_PER_MINUTE,
  HOUSEHOLD_PER_HOUR.standard,
  HOUSEHOLD_PER_HOUR.premium,
  ADDRESS_PER_MINUTE,
  ADDRESS_PER_HOUR,
]

type Waiting = {
  readonly claim: Claim
  readonly resolve: (admitted: Admitted) => void
  readonly reject: (error: unknown) => void
}

/**
 * Admission: each request's key is found and counted in both windows by one statement of the database, which is
 * therefore exact across processes. Requests that arrive while such a statement runs wait and share the next one; and
 * while those let in before still wait for a connection (`whenRoom`), more would only join them, so they gather too.
 * Under load that divides the cost of an admission by three.
 */
export function createAdmission(
  db: Database,
  now: () => Temporal.Instant,
  whenRoom: () => Promise<void> = () => Promise.resolve(),
): (claim: Claim) => Promise<Admitted> {
  let waiting: Waiting[] = []
  let running = false

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      await whenRoom()
      const batch = waiting.slice(0, BATCH_MAX)
      waiting = waiting.slice(BATCH_MAX)
      const moment = now()
      try {
        const answers = await admitTogether(db, moment, batch)
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
  expires_at: Temporal.Instant
  plan: Caller['plan']
  standing: Caller['standing']
  timezone: string
  currency: string
  minute_limit: number
  minute_used: number
  hour_limit: number
  hour_used: number
  refused: Exceeded | null
}

async function admitTogether(
  db: Database,
  now: Temporal.Instant,
  batch: readonly Waiting[],
): Promise<Admitted[]> {
  const { rows } = await sql<Row>`select * from admit(${now},
    ${batch.map(({ claim }) => claim.token?.publicId ?? null)},
    ${batch.map(({ claim }) => claim.token?.digest ?? null)},
    ${batch.map(({ claim }) => claim.address)},
    ${limits})`.execute(db)
  const resets = { minute: resetsAt('minute', now), hour: resetsAt('hour', now) }
  const answers: Admitted[] = []
  for (const row of rows) {
    answers[row.n - 1] = {
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
    plan: row.plan,
    standing: row.standing,
    zone: row.timezone,
    currency: row.currency,
  }
}

/** The numbers of an address that has asked for nothing yet: for answers given without the database. */
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
