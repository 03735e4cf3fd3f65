import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import { readHouseholdTables } from './distribute-tables.ts'
import type { Obstacle } from './obstacle.ts'
import { readWorkers } from './workers.ts'

/** The oldest version of Citus that Earmark was tried with. */
const CITUS_LEAST = 13

/** Looks for what keeps the households from being distributed. Changes nothing. */
export async function findObstacles(db: Database): Promise<readonly Obstacle[]> {
  // Each step can only be taken after the ones before have found nothing.
  const steps = [findExtension, findPlace, findInactive, findUnreachable, findInWorkers, findUse]
  for (const find of steps) {
    const obstacles = await find(db)
    if (obstacles.length > 0) return obstacles
  }
  return []
}

async function findExtension(db: Database): Promise<Obstacle[]> {
  const { rows } = await sql<{ installed: string | null; available: boolean }>`
    select (select extversion from pg_extension where extname = 'citus') as installed,
      exists (select 1 from pg_available_extensions where name = 'citus') as available`.execute(db)
  const { installed, available } = rows[0]!
  if (installed !== null && Number.parseInt(installed, 10) >= CITUS_LEAST) return []
  if (installed !== null) {
    const remedy = `Upgrade it to version ${CITUS_LEAST} or newer on each machine.`
    return [{ code: 'old_citus', says: `Citus ${installed} is too old.`, remedy }]
  }
  const says = available
    ? 'The database has no extension citus.'
    : 'This PostgreSQL has no Citus, which keeps one database on several machines.'
  const remedy = available
    ? 'As superuser, in the database of each machine: create extension citus;'
    : 'Install Citus on each machine, and put citus into shared_preload_libraries.'
  return [{ code: 'no_citus', says, remedy }]
}

async function findPlace(db: Database): Promise<Obstacle[]> {
  const { rows } = await sql<{ group: number; host: string | null }>`
    select (select groupid from pg_catalog.pg_dist_local_group) as group,
      (select nodename from pg_catalog.pg_dist_node where groupid = 0) as host`.execute(db)
  const { group, host } = rows[0]!
  if (group !== 0) {
    const remedy = 'Let DATABASE_URL name the database of the coordinator.'
    return [{ code: 'not_coordinator', says: 'This is the database of a worker.', remedy }]
  }
  if (host !== null) return []
  const says = 'The workers do not know the address of the coordinator.'
  const remedy = "As superuser: select citus_set_coordinator_host('HOST', PORT);"
  return [{ code: 'no_coordinator_host', says, remedy }]
}

async function findInactive(db: Database): Promise<Obstacle[]> {
  const { rows } = await sql<{ isReady: boolean; place: string }>`
    select isactive and hasmetadata and metadatasynced as "isReady", nodename || ':' || nodeport as place
    from pg_catalog.pg_dist_node
    where groupid <> 0 and noderole = 'primary' and shouldhaveshards order by 2`.execute(db)
  if (rows.length === 0) {
    const remedy = "As superuser, for each worker: select citus_add_node('HOST', PORT);"
    return [{ code: 'no_workers', says: 'The coordinator has no workers.', remedy }]
  }
  const inactive = rows.filter(({ isReady }) => !isReady)
  return inactive.map(({ place }) => ({
    code: 'worker_inactive',
    says: `The worker ${place} is not active, or does not know the tables.`,
    remedy: "As superuser: select citus_activate_node('HOST', PORT);",
  }))
}

async function findUnreachable(db: Database): Promise<Obstacle[]> {
  const { rows } = await sql<{ from: string; to: string }>`
    select from_nodename || ':' || from_nodeport as from, to_nodename || ':' || to_nodeport as to
    from citus_check_cluster_node_health() where result is not true`.execute(db)
  return rows.map(({ from, to }) => ({
    code: 'worker_unreachable',
    says: `${from} cannot connect to ${to}.`,
    remedy: 'Each machine connects to each: look at pg_hba.conf, .pgpass and the firewall.',
  }))
}

async function findInWorkers(db: Database): Promise<Obstacle[]> {
  const { rows } = await sql<{ version: string; prepared: number; replicas: number }>`
    select (select extversion from pg_extension where extname = 'citus') as version,
      current_setting('max_prepared_transactions')::int as prepared,
      current_setting('citus.shard_replication_factor')::int as replicas`.execute(db)
  const { version, prepared, replicas } = rows[0]!
  const workers = await readWorkers(db)
  const others = workers.filter((worker) => worker.version !== version)
  const bare = workers.filter((worker) => worker.prepared === 0).map(({ place }) => place)
  const found: Obstacle[] = others.map((worker) => ({
    code: 'other_version',
    says: `The worker ${worker.place} has Citus ${worker.version}, the coordinator ${version}.`,
    remedy: 'Install the same version of Citus on each machine.',
  }))
  if (prepared === 0) bare.unshift('the coordinator')
  if (bare.length > 0) {
    found.push({
      code: 'no_two_phase_commit',
      says: `A transaction cannot be committed on several machines: ${bare.join(', ')}.`,
      remedy: 'Set max_prepared_transactions to max_connections there, and restart PostgreSQL.',
    })
  }
  if (replicas !== 1) {
    found.push({
      code: 'replicated_shards',
      says: 'Citus is to keep each household on several machines, where triggers would count it several times.',
      remedy:
        'Set citus.shard_replication_factor to 1, and give each machine a standby of PostgreSQL.',
    })
  }
  return found
}

/** Looks at the database itself: tables that somebody has distributed otherwise, and servers that use those which wait. */
async function findUse(db: Database): Promise<Obstacle[]> {
  const { rows } = await sql<{ name: string }>`
    select p.logicalrelid::text as name from pg_catalog.pg_dist_partition p
    join pg_class c on c.oid = p.logicalrelid and c.relnamespace = 'public'::regnamespace
    where p.partmethod <> 'h' or column_to_column_name(p.logicalrelid, p.partkey) <> 'household_id'
    order by 1`.execute(db)
  const found: Obstacle[] = rows.map(({ name }) => ({
    code: 'distributed_otherwise',
    says: `The table ${name} is distributed, but not by household_id.`,
    remedy: `Make it an ordinary one again: select undistribute_table('${name}');`,
  }))
  const tables = await readHouseholdTables(db)
  if (tables.every(({ isDistributed }) => isDistributed)) return found
  // A connection that has just ended is listed for a moment.
  const sessions = (await countSessions(db)) && (await countSessions(db, 1))
  if (sessions === 0) return found
  const says = `${sessions} connections of Earmark use this database.`
  const remedy = 'Stop its servers and commands, and run this again.'
  return [...found, { code: 'in_use', says, remedy }]
}

/** Counts the other connections of Earmark, after some seconds. */
async function countSessions(db: Database, seconds = 0): Promise<number> {
  await sql`select pg_sleep(${seconds})`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'earmark' and pid <> pg_backend_pid()
      and backend_type = 'client backend'`.execute(db)
  return rows[0]!.count
}
