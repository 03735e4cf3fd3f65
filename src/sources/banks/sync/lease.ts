import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '#/platform/database/tables.ts'
import { newLeaseOwner } from '#/platform/leases/lease-owner.ts'
import { releaseDeadOwners } from '#/platform/leases/release-dead.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Present, presentIf } from '#/sources/enable-banking/presence.ts'
import {
  progressJson,
  readProgress,
  type StoredProgress,
  type WrittenProgress,
} from './progress.ts'
import {
  sentRequestsJson,
  type SentRequests,
  readSentRequests,
  type WrittenRequests,
} from '#/sources/banks/connections/quota-gate.ts'

/** Minutes for which a run may hold a connection before another process may take it. */
const LEASE_MINUTES = 10

/** A connection that only this run may import, until its lease ends; the fields are as of the start of the run. */
export type Leased = LeasedRow & {
  readonly progress: readonly StoredProgress[]
  readonly sent: SentRequests
}

type LeasedRow = Pick<
  Tables['connections'],
  | 'household_id'
  | 'id'
  | 'provider'
  | 'secret'
  | 'status'
  | 'sync_requested_at'
  | 'failures'
  | 'cursor'
  | 'consent_expires_at'
  | 'last_success_at'
  | 'told_at'
  | 'created_at'
> & {
  readonly owner: string
  readonly zone: string
  /** The browser of the person who asks, while they are there; null: nobody is. */
  readonly present: Present | null
  /** The record of the run. */
  readonly run_id: string
  readonly started_at: Temporal.Instant
}

type TakenRow = Omit<LeasedRow, 'present'> &
  Pick<Tables['connections'], 'asked_session_id'> & {
    readonly progress: WrittenProgress[]
    readonly sent: WrittenRequests
  }

/** The condition that a connection is due and not leased. */
export function isSyncDue(now: Temporal.Instant): RawBuilder<boolean> {
  return sql`exists (select 1 from connections c where c.next_sync_at <= ${now} and ${isFree(now)})`
}

function isFree(now: Temporal.Instant) {
  return sql`(c.lease_until is null or c.lease_until <= ${now})`
}

type ConnectionKey = { readonly householdId: string; readonly connectionId: string }

type Selector =
  /** Any connection that is due. */
  | { readonly due: true }
  /** This connection, due or not, because a person asks. */
  | ({ readonly due: false } & ConnectionKey)

/**
 * Leases one connection, starts the record of a run, and marks an unfinished earlier run as interrupted. Returns
 * everything that the run needs to know, from one statement; null when there is nothing to lease.
 */
export async function takeLease(runtime: Runtime, wanted: Selector): Promise<Leased | null> {
  if (!wanted.due) return takeConnection(runtime, wanted, false)
  for (const connection of await findDue(runtime)) {
    const taken = await takeConnection(runtime, connection, true)
    if (taken) return taken
  }
  return null
}

/** Due connections to try in turn, because others take them at the same time. */
const TRIED = 8

/** Finds connections that are due, without locking them. */
async function findDue({ db, now }: Runtime): Promise<ConnectionKey[]> {
  const { rows } = await sql<ConnectionKey>`
    select c.household_id as "householdId", c.id as "connectionId" from connections c
    where c.next_sync_at <= ${now()} and ${isFree(now())} order by c.next_sync_at limit ${TRIED}`.execute(
    db,
  )
  return rows
}

async function takeConnection(
  runtime: Runtime,
  { householdId, connectionId }: ConnectionKey,
  isDue: boolean,
): Promise<Leased | null> {
  const now = runtime.now()
  const owner = newLeaseOwner(runtime)
  const { rows } = await sql<TakenRow>`
    with taken as (
      select c.household_id, c.id, h.timezone from connections c
      join households h on h.household_id = ${householdId}
      where c.household_id = ${householdId} and c.id = ${connectionId} and ${isFree(now)}
        and (${!isDue} or c.next_sync_at <= ${now})
      for update of c skip locked
    ), leased as (
      update connections l set lease_owner = ${owner},
        lease_until = ${now.add({ minutes: LEASE_MINUTES })}, last_attempt_at = ${now},
        sync_requested_at = case when ${isDue} then l.sync_requested_at else ${now} end
      from taken where l.household_id = ${householdId} and l.id = taken.id
      returning l.*, taken.timezone as zone
    ), interrupted as (
      update sync_runs r set status = 'failed', finished_at = ${now}, error_code = 'interrupted',
        error_message = 'The import was interrupted; the next one continued from there.'
      from leased l
      where r.household_id = ${householdId} and r.connection_id = l.id and r.status = 'running'
    ), begun as (
      insert into sync_runs (household_id, id, connection_id, purpose, started_at, status, requests,
        added, updated, removed, dropped)
      select ${householdId}::uuid, ${runtime.newId()}, id,
        case when sync_requested_at is null then 'schedule' else 'manual' end, ${now}, 'running', 0, 0, 0, 0, 0
      from leased
      returning id, started_at
    )
    select c.household_id, c.id, c.provider, c.secret, c.status, c.sync_requested_at, c.failures, c.cursor,
      c.consent_expires_at, c.last_success_at, c.told_at, c.created_at, c.zone,
      c.asked_session_id, ${owner} as owner,
      begun.id as run_id, begun.started_at, ${progressJson(householdId)} as progress,
      ${sentRequestsJson(householdId, now)} as sent
    from leased c cross join begun`.execute(runtime.db)
  const [taken] = rows
  if (!taken) return null
  const { asked_session_id: session, ...connection } = taken
  return {
    ...connection,
    present: await findPresent(runtime, session, taken.sync_requested_at),
    progress: readProgress(taken.progress),
    sent: readSentRequests(taken.sent),
  }
}

/** Minutes for which a person who asked for an import is likely to be there. */
const PRESENT_MINUTES = 10

/** Finds the browser of the person who has just asked for the import. Sessions are kept apart from households. */
async function findPresent(
  { db, now }: Runtime,
  sessionId: string | null,
  askedAt: Temporal.Instant | null,
): Promise<Present | null> {
  const since = now().subtract({ minutes: PRESENT_MINUTES })
  if (sessionId === null || askedAt === null || Temporal.Instant.compare(askedAt, since) <= 0)
    return null
  const session = await db
    .selectFrom('sessions')
    .select(['address', 'agent'])
    .where('id', '=', sessionId)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return presentIf(session)
}

/** At the start of a process: frees the connections that dead processes of this host still hold. */
export async function releaseDeadLeases(runtime: Runtime): Promise<void> {
  await releaseDeadOwners(runtime, 'connections', (owners) =>
    runtime.db
      .updateTable('connections')
      .set({ lease_owner: null, lease_until: null })
      .where('lease_owner', 'in', owners)
      .execute(),
  )
}
