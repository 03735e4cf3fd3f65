import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Connections that one server opens at most, with those of its helpers. */
export const CONNECTIONS_OF_SERVER = 36

type Left = { readonly most: number; readonly left: number }

/**
 * Counts the connections that PostgreSQL still accepts from this role: those that are reserved for others are left out.
 * `most`: with nobody else connected. Those of this process count as taken.
 */
export async function countConnectionsLeft(db: Database): Promise<Left> {
  const { rows } = await sql<Left>`
    with server as (
      select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int as most,
        (select coalesce(sum(numbackends), 0)::int from pg_stat_database) as taken
    ), database as (
      select d.datconnlimit as most, s.numbackends as taken from pg_database d
      join pg_stat_database s on s.datid = d.oid where d.datname = current_database()
    ), own as (
      select rolconnlimit as most, (select count(*)::int from pg_stat_activity
        where usename = current_user and backend_type = 'client backend') as taken
      from pg_roles where rolname = current_user
    ), limits as (
      select most, taken from server union all select most, taken from database where most >= 0
      union all select most, taken from own where most >= 0
    )
    select min(most) as most, min(most - taken) as left from limits`.execute(db)
  return rows[0]!
}
