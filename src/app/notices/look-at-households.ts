import { sql } from 'kysely'
import type { Standing } from '#/access/households/standing.ts'
import { addDays, dayAt } from '#/core/values/day.ts'
import { startOfDay } from '#/core/values/instant.ts'
import { settleConditions, writeFacts } from '#/notices/outbox/write-facts.ts'
import { newLeaseOwner } from '#/platform/leases/lease-owner.ts'
import { inTransaction } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { conditionKinds, findConditions } from './find-conditions.ts'
import { findNewPayments } from './find-new-payments.ts'

/** Households in one batch. */
const BATCH = 16
/** After a look, changes wait so long, so that an import of many pieces is few looks. */
const REST_SECONDS = 20
/** A look is made by one process, which has so long. */
const LEASE_SECONDS = 120
/** Facts that no write of the household shows, such as an old backup, are found so late at most. */
const LOOK_HOURS = 6
/** A household that could not be looked at is left alone for so long. */
const FAULT_MINUTES = 15
/** After midnight the days are worked off first. Then not all households of a time zone are looked at in one minute. */
const AFTER_MIDNIGHT_MINUTES = 1
const SPREAD_MINUTES = 15

/** The progress of looking at a household, held by lease. */
type Claim = {
  readonly household_id: string
  /** New payments are those behind this one, by revision and id. Without an id: behind all of the revision. */
  readonly looked: number
  readonly looked_id: string | null
  /** Payments that are older are not news. */
  readonly since: Temporal.Instant
  readonly lease_until: Temporal.Instant
}

/** A household to look at. */
export type Watched = Omit<Claim, 'lease_until'> & {
  readonly revision: number
  readonly zone: string
  readonly currency: string
}

/** Looks at the households that are due, and returns how many it looked at. A worker calls it until it returns 0. */
export async function lookAtHouseholds(runtime: Runtime): Promise<number> {
  const now = runtime.now()
  const { rows } = await sql<{ household_id: string }>`
    select household_id from notice_watches
    where look_at <= ${now} and (lease_until is null or lease_until <= ${now})
    order by look_at limit ${BATCH}`.execute(runtime.db)
  let count = 0
  for (const { household_id: id } of rows) {
    const claimed = await claim(runtime, id)
    if (claimed === null) continue
    count += 1
    try {
      await lookAt(runtime, claimed)
    } catch (error) {
      runtime.log('error', 'notices.look_failed', { household_id: id, error })
      const later = runtime.now().add({ minutes: FAULT_MINUTES })
      await finish(runtime, claimed, { ...claimed, rest: later, next: later })
    }
  }
  return count
}

/** Takes the lease of a household that is due; null if another process has it, or a write is under way. */
async function claim(runtime: Runtime, householdId: string): Promise<Claim | null> {
  const { db, now } = runtime
  const until = now().add({ seconds: LEASE_SECONDS })
  const { rows } = await sql<Claim>`
    with due as (
      select household_id from notice_watches where household_id = ${householdId} and look_at <= ${now()}
        and (lease_until is null or lease_until <= ${now()})
      for no key update skip locked
    )
    update notice_watches w set look_at = ${until}, lease_until = ${until},
      lease_owner = ${newLeaseOwner(runtime)} from due
    where w.household_id = ${householdId}
    returning w.household_id, w.revision as looked, w.payment_id as looked_id, w.since, w.lease_until`.execute(
    db,
  )
  return rows[0] ?? null
}

/**
 * Finds what is true in one snapshot, and writes what is new in one transaction with the progress of looking: after a crash
 * the same is found again, and stored once.
 */
async function lookAt(runtime: Runtime, claimed: Claim): Promise<void> {
  const { household_id: id } = claimed
  const found = await runtime.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const household = await readHousehold({ ...runtime, db }, id)
      if (household.standing === 'closed') return { ...household, conditions: null, news: null }
      const watched = { ...claimed, ...household }
      return {
        ...household,
        conditions: await findConditions({ ...runtime, db }, watched),
        news: await findNewPayments({ ...runtime, db }, watched),
      }
    })
  await inTransaction(runtime.db, async (db) => {
    const within = { ...runtime, db }
    const { conditions, news } = found
    if (conditions) await settleConditions(within, id, { kinds: conditionKinds, conditions })
    if (news) await writeFacts(within, id, news.facts)
    const now = runtime.now()
    const last = news?.last ?? null
    const progress = last ?? { looked: found.revision, looked_id: null }
    const isHeld = await finish(within, claimed, {
      ...progress,
      rest: last === null ? now.add({ seconds: REST_SECONDS }) : now,
      next: last === null ? nextLook(runtime, found.zone) : now,
    })
    if (!isHeld) throw new Error('another process has taken over the look')
  })
}

type Household = Pick<Watched, 'revision' | 'zone' | 'currency'> & { readonly standing: Standing }

async function readHousehold({ db }: Pick<Runtime, 'db'>, id: string): Promise<Household> {
  const { rows } = await sql<Household>`
    select revision, timezone as zone, currency, standing from households where household_id = ${id}`.execute(
    db,
  )
  return rows[0]!
}

/** Soon after midnight, because days make bills due; or in some hours. */
function nextLook({ now, randomBytes }: Runtime, zone: string): Temporal.Instant {
  const midnight = startOfDay(addDays(dayAt(now(), zone), 1), zone)
  const minutes = AFTER_MIDNIGHT_MINUTES + (randomBytes(1)[0]! % SPREAD_MINUTES)
  const tonight = midnight.add({ minutes })
  const later = now().add({ hours: LOOK_HOURS })
  return Temporal.Instant.compare(tonight, later) < 0 ? tonight : later
}

type Progress = Pick<Claim, 'looked' | 'looked_id'> & {
  /** Until then writes do not bring the next look forward. */
  readonly rest: Temporal.Instant
  readonly next: Temporal.Instant
}

/**
 * Stores the progress and gives the lease back, and returns false if the lease was lost. A write during the look has moved
 * `look_at`: then the next look comes right after the rest.
 */
async function finish({ db }: Pick<Runtime, 'db'>, claimed: Claim, progress: Progress) {
  const { looked, looked_id: lookedId, rest, next } = progress
  const { numAffectedRows } = await sql`
    update notice_watches set revision = ${looked}, payment_id = ${lookedId}, rests_until = ${rest},
      look_at = case when look_at = ${claimed.lease_until} then ${next}::timestamptz
        else ${rest}::timestamptz end, lease_until = null, lease_owner = null
    where household_id = ${claimed.household_id} and lease_until = ${claimed.lease_until}`.execute(
    db,
  )
  return numAffectedRows === 1n
}
