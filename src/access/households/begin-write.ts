import { type RawBuilder, sql } from 'kysely'
import { isGivenUp } from '#/platform/database/database.ts'
import { addDays, type Day, dayAt } from '#/core/values/day.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { bringLookForward } from './bring-look-forward.ts'
import { requireHere } from './require-here.ts'
import type { StoredStanding } from './standing.ts'
import { restEngine } from './wake-engine.ts'

export type BegunWrite = {
  /** Stamped on every row that the write changes. */
  readonly revision: number
  /** True if the household has webhooks to notify of new transactions; without any, announcing costs no statement. */
  readonly hasWebhooks: boolean
  /** The last day whose paydays and due dates have been processed; null outside a write. */
  readonly workedOff: Day | null
}

/** The parts of the runtime that beginning a write needs. `db` is the write's own transaction. */
export type BeginContext = Pick<Runtime, 'db' | 'now' | 'newId' | 'log' | 'engine'>

export type Locked = {
  readonly revision: number
  readonly hasWebhooks: boolean
  readonly timezone: string
  readonly standing: StoredStanding
  readonly processedThrough: Day
  readonly dueAt: Temporal.Instant | null
  readonly restsUntil: Temporal.Instant | null
}

/**
 * Makes this transaction the household's only writer until it ends, and returns the revision that it stamps on every
 * changed row. With one writer per household, two requests cannot move the same money, no two writers deadlock, and the
 * change feed has an exact order. Readers never wait.
 *
 * Every write begins here, so every write finds the household's days processed up to today: paydays and due dates come
 * first, even if no worker has run. If nothing is due, this costs no further statement.
 *
 * Throws `service_unavailable` while the household goes to another database.
 */
export async function beginWrite(context: BeginContext, householdId: string): Promise<BegunWrite> {
  const { rows } = await lockHousehold(context, householdId).execute(context.db)
  const [locked] = rows
  if (!locked) throw new Error(`no such household: ${householdId}`)
  return beginLocked(context, householdId, locked)
}

type LockedWith = {
  /** Common table expressions that go before those of the lock. */
  readonly first: RawBuilder<unknown>
  /** Nothing is locked unless this is true. */
  readonly condition: RawBuilder<boolean>
}

/** Builds the statement that locks the household, by itself or together with other work. */
export function lockHousehold(
  { now }: Pick<BeginContext, 'now'>,
  householdId: string,
  { first, condition }: LockedWith = { first: sql``, condition: sql<boolean>`true` },
): RawBuilder<Locked> {
  return sql<Locked>`
    with ${first} watched as (${bringLookForward(householdId, now())} and ${condition})
    update households h set revision = revision + 1 where household_id = ${householdId} and ${condition}
    returning revision, timezone, standing, processed_through as "processedThrough", due_at as "dueAt",
      engine_rests_until as "restsUntil", exists (
        select 1 from webhooks w where w.household_id = ${householdId}) as "hasWebhooks"`
}

/** Begins a write whose household this transaction has locked already (`lockHousehold`). */
export async function beginLocked(
  context: BeginContext,
  householdId: string,
  locked: Locked,
): Promise<BegunWrite> {
  requireHere(locked.standing)
  const { revision, hasWebhooks } = locked
  return { revision, hasWebhooks, workedOff: await reachToday(context, householdId, locked) }
}

async function reachToday(
  context: BeginContext,
  householdId: string,
  locked: Locked,
): Promise<Day> {
  const { timezone, standing, processedThrough, dueAt, restsUntil } = locked
  const now = context.now()
  if (dueAt === null || isAfter(dueAt, now)) {
    // Nothing has come due since. Stop before the day of `due_at`: that day is not processed yet.
    const today = dayAt(now, timezone)
    const quiet = dueAt === null ? today : earlier(today, addDays(dayAt(dueAt, timezone), -1))
    return quiet > processedThrough ? quiet : processedThrough
  }
  const rests = restsUntil !== null && isAfter(restsUntil, now)
  if (rests || standing === 'closed') return processedThrough
  return workOffDays(context, householdId, locked)
}

/**
 * Processes the due days. If that fails, the write continues without it: a fault must not block every write, least of all
 * the one that removes its cause. The days stay due, and a worker tries again.
 */
async function workOffDays(
  context: BeginContext,
  householdId: string,
  { revision, processedThrough }: Locked,
): Promise<Day> {
  const { db, now, newId, log, engine } = context
  await sql`savepoint days`.execute(db)
  try {
    const through = await engine.workOff({ db, now, newId, householdId, revision })
    await sql`release savepoint days`.execute(db)
    return through
  } catch (error) {
    if (isGivenUp(error)) throw error
    await sql`rollback to savepoint days`.execute(db)
    log('error', 'engine.fault', { household_id: householdId, error })
    await restEngine(context, householdId)
    return processedThrough
  }
}

function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) > 0
}

function earlier(one: Day, other: Day): Day {
  return one < other ? one : other
}
