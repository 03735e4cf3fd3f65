import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import { inBatches } from '#/platform/batching/in-batches.ts'
import type { RateLimits } from '#/platform/runtime/call.ts'
import { type ApiLimits, specified } from '#/platform/settings/api-limits.ts'
import { type Batch, type BatchAnswer, createHouseholdAdmission } from './admit-by-household.ts'
import { type AdmissionRow, type Admitted, type Claim, readAdmitted } from './admitted.ts'
import { ADDRESS_PER_HOUR, ADDRESS_PER_MINUTE, limitsForAdmission, resetsAt } from './window.ts'

/** The most requests that one statement admits. */
const BATCH_MAX = 256

type AdmissionOptions = {
  /** The limits of the plan `premium`; by default the specification's. */
  readonly apiLimits?: ApiLimits
  /** Resolves when there is room for more requests. */
  readonly whenRoom?: () => Promise<void>
  /** Households are on several machines, so that a statement admits requests of one household. */
  readonly isDistributed?: boolean
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
  {
    apiLimits = specified,
    whenRoom = () => Promise.resolve(),
    isDistributed = false,
  }: AdmissionOptions = {},
): (claim: Claim) => Promise<Admitted> {
  const admitBatch = isDistributed ? createHouseholdAdmission() : admitTogether
  const limits = limitsForAdmission(apiLimits)
  const answer = inBatches({
    work: (claims: readonly Claim[]) => admitBatch(db, now(), { claims, limits }),
    max: BATCH_MAX,
    gather: () => whenRoom(),
  })
  return async (claim) => {
    const answered = await answer(claim)
    if ('fault' in answered) throw answered.fault
    return answered
  }
}

async function admitTogether(
  db: Database,
  now: Temporal.Instant,
  { claims, limits }: Batch,
): Promise<BatchAnswer[]> {
  const publicIds = claims.map(({ token }) => token?.publicId ?? null)
  const areDistinct = !publicIds.includes(null) && new Set(publicIds).size === claims.length
  const { rows } = await sql<AdmissionRow>`select * from admit(${now},
    ${publicIds},
    ${claims.map(({ token }) => token?.digest ?? null)},
    ${claims.map(({ address }) => address)},
    ${limits},
    ${claims.map(({ origin }) => origin ?? null)}::inet[],
    ${areDistinct})`.execute(db)
  const answers: Admitted[] = []
  // Rows of a try that was undone come before those that count.
  for (const row of rows) answers[row.n - 1] = readAdmitted(row, now)
  return answers
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
