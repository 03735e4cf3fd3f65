import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Batch } from './loop.ts'

/** Seconds that are read again: a change has its time before it is committed. */
const OVERLAP = 90
/** The most changes that one look logs. */
const BATCH = 500

type Change = {
  readonly id: string
  readonly action: string
  readonly household_id: string | null
  readonly person_id: string | null
}

/**
 * Logs what operators change by the command line, because the log of a command is gone with its terminal. Logs what happens
 * from now on; each server with background work logs it once.
 */
export function createOperatorWatch(runtime: Runtime): Batch {
  const began = runtime.now()
  let known: ReadonlySet<string> = new Set()
  return async ({ db, now, log }) => {
    const since = now().subtract({ seconds: OVERLAP })
    const from = Temporal.Instant.compare(since, began) < 0 ? began : since
    // Indexes on the age of both tables find the latest rows.
    const { rows } = await sql<Change>`
      (select id, action, household_id, null::uuid as person_id, at from audit_entries
        where at >= ${from} and through = 'cli')
      union all
      (select id, action, null, person_id, at from person_events
        where at >= ${from} and address = 'command line')
      order by at limit ${BATCH}`.execute(db)
    for (const { id, action, household_id, person_id } of rows) {
      if (!known.has(id)) log('info', 'security.operator', { action, household_id, person_id })
    }
    known = new Set(rows.map(({ id }) => id))
    return 0
  }
}
