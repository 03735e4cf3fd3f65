import { sql } from 'kysely'
import { inTransaction } from '#/platform/database/database.ts'
import { endSessionsOf } from '#/access/sessions/end.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { COMMAND_LINE } from './revoke-all.ts'

type Locker = Pick<Runtime, 'db' | 'log' | 'now' | 'newId'>

/**
 * Keeps a person out from the next request on, in every process: their sessions end, and their keys, devices and calendar addresses are refused
 * until `unlockPerson`. Opening a session waits for the person's row, so none opens meanwhile. Returns the number of ended
 * sessions.
 */
export function lockPerson(runtime: Locker, personId: string): Promise<number> {
  return inTransaction(runtime.db, async (db) => {
    const within = { ...runtime, db, client: COMMAND_LINE }
    await setLock(within, personId, runtime.now())
    await recordPersonEvent(within, personId, 'account.lock')
    return endSessionsOf(within, personId, null)
  })
}

/** Lets a person in again, with the credentials that they had. */
export function unlockPerson(runtime: Locker, personId: string): Promise<void> {
  return inTransaction(runtime.db, async (db) => {
    const within = { ...runtime, db, client: COMMAND_LINE }
    await setLock(within, personId, null)
    await recordPersonEvent(within, personId, 'account.unlock')
  })
}

/** A second lock keeps the time of the first. */
async function setLock(
  { db }: Pick<Runtime, 'db'>,
  personId: string,
  at: Temporal.Instant | null,
): Promise<void> {
  const value = at === null ? sql`null` : sql`coalesce(locked_at, ${at})`
  await sql`update persons set locked_at = ${value} where id = ${personId}`.execute(db)
  await sql`update members set locked_at = ${value} where person_id = ${personId}`.execute(db)
}

/** Ends all sessions of a person, as the operator. Returns their number. */
export function signOutEverywhere(runtime: Locker, personId: string): Promise<number> {
  return inTransaction(runtime.db, async (db) => {
    const within = { ...runtime, db, client: COMMAND_LINE }
    await recordPersonEvent(within, personId, 'session.end_all')
    return endSessionsOf(within, personId, null)
  })
}
