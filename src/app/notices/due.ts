import { sql } from 'kysely'
import { releaseDeadOwners } from '#/platform/leases/release-dead.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** The condition that a household is to be looked at: one read of an index, for any number of households. */
export function areWatchesDue(now: Temporal.Instant) {
  return sql<boolean>`exists (select 1 from notice_watches where look_at <= ${now})`
}

/** At the start of a process: has the households looked at again that dead processes of this host were looking at. */
export async function releaseDeadLooks(runtime: Runtime): Promise<void> {
  await releaseDeadOwners(runtime, 'notice_watches', (owners) =>
    sql`update notice_watches set look_at = least(look_at, ${runtime.now()}), lease_until = null,
        lease_owner = null
      where lease_owner = any(${owners})`.execute(runtime.db),
  )
}
