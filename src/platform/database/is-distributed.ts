import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Checks whether households are on several machines: `earmark distribute` has distributed them. */
export async function isDistributed(db: Database): Promise<boolean> {
  const { rows: found } = await sql<{ citus: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as citus`.execute(db)
  if (!found[0]!.citus) return false
  const { rows } = await sql<{ distributed: boolean }>`
    select exists (select 1 from pg_catalog.pg_dist_partition
      where logicalrelid = to_regclass('households')) as distributed`.execute(db)
  return rows[0]!.distributed
}
