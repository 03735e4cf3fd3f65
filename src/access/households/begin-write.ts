import { sql } from 'kysely'
import { isGivenUp } from '#/platform/database/database.ts'
import { addDays, type Day, dayAt } from '#/core/values/day.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Standing } from './standing.ts'
import { restEngine } from './wake-engine.ts'

export type BegunWrite = {
  /** Stamped on what the write changes. */
  readonly revision: number
  /** Whether anybody is to be told of new transactions; most households have nobody, and pay nothing for it. */
  readonly hasWebhooks: boolean
  /** The last day whose paydays and due dates are worked off; null outside a write. */
  readonly workedOff: Day | null
}

/** What a write needs of the runtime. Its `db` is the write's own transaction. */
export type Beginning = Pick<Runtime, 'db' | 'now' | 'newId' | 'log' | 'engine'>

type Locked = {
  readonly revision: number
  readonly hasWebhooks: boolean
  readonly timezone: string
  readonly standing: Standing
  readonly processedThrough: Day
  readonly dueAt: Temporal.Instant | null
  readonly restsUntil: Temporal.Instant | null
}

/**
 * Makes this transaction the household's one writer until it ends, and returns the number that it stamps on what
 * it changes. One writer a household means that money cannot be moved twice by two requests, that no two writers
 * deadlock, and that the change feed has an exact order. Readers never wait.
 *
 * Every write begins here, and so meets a household whose days are worked off up to today: paydays and due dates come
 * before it, whether or not a worker has been there. Where nothing is due, that costs no statement more.
 */
export async function beginWrite(beginning: Beginning, householdId: string): Promise<BegunWrite> {
  const { rows } = await sql<Locked>`
    update households h set revision = revision + 1 where household_id = ${householdId}
    returning revision, timezone, standing, processed_through as "processedThrough", due_at as "dueAt",
      engine_rests_until as "restsUntil", exists (
        select from webhooks w where w.household_id = h.household_id) as "hasWebhooks"`.execute(
    beginning.db,
  )
  const [locked] = rows
  if (!locked) throw new Error(`there is no household ${householdId}`)
  const { revision, hasWebhooks } = locked
  return { revision, hasWebhooks, workedOff: await reachToday(beginning, householdId, locked) }
}

async function reachToday(beginning: Beginning, householdId: string, locked: Locked): Promise<Day> {
  const { timezone, standing, processedThrough, dueAt, restsUntil } = locked
  const now = beginning.now()
  if (dueAt === null || isAfter(dueAt, now)) {
    // Nothing has happened on the days since. What `due_at` says comes first: no day that it names is over.
    const today = dayAt(now, timezone)
    const quiet = dueAt === null ? today : earlier(today, addDays(dayAt(dueAt, timezone), -1))
    return quiet > processedThrough ? quiet : processedThrough
  }
  const rests = restsUntil !== null && isAfter(restsUntil, now)
  if (rests || standing === 'closed') return processedThrough
  return workOffDays(beginning, householdId, locked)
}

/**
 * Works off what is due. Where that fails, the write goes on without it: nobody must be kept from all writing, least of all
 * from the one that removes the cause. The days stay due, and a worker tries again.
 */
async function workOffDays(
  beginning: Beginning,
  householdId: string,
  { revision, processedThrough }: Locked,
): Promise<Day> {
  const { db, now, newId, log, engine } = beginning
  await sql`savepoint days`.execute(db)
  try {
    const through = await engine.workOff({ db, now, newId, householdId, revision })
    await sql`release savepoint days`.execute(db)
    return through
  } catch (error) {
    if (isGivenUp(error)) throw error
    await sql`rollback to savepoint days`.execute(db)
    log('error', 'engine.fault', { household_id: householdId, error })
    await restEngine(beginning, householdId)
    return processedThrough
  }
}

function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) > 0
}

function earlier(one: Day, other: Day): Day {
  return one < other ? one : other
}
