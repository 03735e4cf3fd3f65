import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'

/** Creates our functions on all machines: triggers and statements call them there. Returns those that were missing. */
export async function distributeFunctions(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ signature: string }>`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      and not exists (select 1 from pg_catalog.pg_dist_object o
        where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
    order by 1`.execute(db)
  for (const { signature } of rows) {
    await sql`select create_distributed_function(${signature}::text::regprocedure)`.execute(db)
  }
  return rows.map(({ signature }) => signature)
}

/**
 * Lets functions that work for one household run wholly on its machine: those with a parameter `p_household`, if a statement
 * that is its own transaction calls them.
 */
export async function delegateToHouseholds(db: Database): Promise<void> {
  const { rows } = await sql<{ signature: string }>`
    select p.oid::regprocedure::text as signature from pg_proc p
    join pg_catalog.pg_dist_object o on o.classid = 'pg_proc'::regclass and o.objid = p.oid
    where p.pronamespace = 'public'::regnamespace and 'p_household' = any (p.proargnames)
      and o.distribution_argument_index is null`.execute(db)
  for (const { signature } of rows) {
    await sql`select create_distributed_function(${signature}::text::regprocedure, 'p_household',
      colocate_with => 'households')`.execute(db)
  }
}
