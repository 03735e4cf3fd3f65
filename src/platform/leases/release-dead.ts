import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { isOwnerDead } from './lease-owner.ts'

type LeasedTable =
  | 'connections'
  | 'imports'
  | 'mails'
  | 'moves'
  | 'notice_deliveries'
  | 'notice_watches'
  | 'webhook_lanes'

/**
 * At the start of a process: calls `release` with the owners of a table's leases whose processes on this host have ended,
 * so that nobody waits until those leases expire. Not called if there are none.
 */
export async function releaseDeadOwners(
  { db, host }: Pick<Runtime, 'db' | 'host'>,
  table: LeasedTable,
  release: (owners: string[]) => Promise<unknown>,
): Promise<void> {
  const { rows } = await sql<{ owner: string }>`
    select distinct lease_owner as owner from ${sql.table(table)}
    where lease_owner is not null and starts_with(lease_owner, ${`${host.name}/`})`.execute(db)
  const dead = rows.map(({ owner }) => owner).filter((owner) => isOwnerDead(owner, host))
  if (dead.length > 0) await release(dead)
}
