import { sql } from 'kysely'
import type { Tables } from '#/database/tables.ts'
import type { World } from '#/world/world.ts'

/** How long a run may hold a connection before another process may take it over. */
const LEASE_MINUTES = 10

/** A connection that this run alone may work on, until `owner`'s lease ends. */
export type Leased = Pick<
  Tables['connections'],
  | 'household_id'
  | 'id'
  | 'provider'
  | 'secret'
  | 'status'
  | 'throttled_until'
  | 'sync_requested_at'
  | 'failures'
> & { readonly owner: string; readonly zone: string }

type Wanted =
  /** Any connection whose time has come. */
  | { readonly due: true }
  /** This one, whatever its schedule says. */
  | { readonly due: false; readonly householdId: string; readonly connectionId: string }

/** Takes the lease of one connection; null when there is none to take. */
export async function takeLease(world: World, wanted: Wanted): Promise<Leased | null> {
  const now = world.now()
  const owner = `${world.host.name}/${world.host.pid}/${world.newId()}`
  const which = wanted.due
    ? sql`c.next_sync_at <= ${now}`
    : sql`c.household_id = ${wanted.householdId} and c.id = ${wanted.connectionId}`
  const { rows } = await sql<Leased>`
    update connections l set lease_owner = ${owner},
      lease_until = ${now.add({ minutes: LEASE_MINUTES })}, last_attempt_at = ${now}
    from (
      select c.household_id, c.id, h.timezone from connections c
      join households h on h.household_id = c.household_id
      where ${which} and (c.lease_until is null or c.lease_until <= ${now})
      order by c.next_sync_at limit 1 for update of c skip locked
    ) taken
    where l.household_id = taken.household_id and l.id = taken.id
    returning l.household_id, l.id, l.provider, l.secret, l.status, l.throttled_until,
      l.sync_requested_at, l.failures, ${owner} as owner, taken.timezone as zone`.execute(world.db)
  return rows[0] ?? null
}

/** Gives a lease back. A run whose lease another has taken over meanwhile changes nothing. */
export async function releaseLease(world: World, lease: Leased): Promise<void> {
  await world.db
    .updateTable('connections')
    .set({ lease_owner: null, lease_until: null })
    .where('household_id', '=', lease.household_id)
    .where('id', '=', lease.id)
    .where('lease_owner', '=', lease.owner)
    .execute()
}

/** At the start of a process: frees what its own dead predecessors on this machine still hold. */
export async function releaseDeadLeases(world: World): Promise<void> {
  const { name, pid, isAlive } = world.host
  const held = await world.db
    .selectFrom('connections')
    .select(['household_id', 'id', 'lease_owner'])
    .where('lease_owner', 'like', `${name.replaceAll(/[\\%_]/g, '\\$&')}/%`)
    .execute()
  for (const { household_id, id, lease_owner } of held) {
    const holder = Number(lease_owner?.split('/')[1])
    // A predecessor may have had our own number: this process holds nothing yet.
    if (holder !== pid && isAlive(holder)) continue
    await world.db
      .updateTable('connections')
      .set({ lease_owner: null, lease_until: null })
      .where('household_id', '=', household_id)
      .where('id', '=', id)
      .where('lease_owner', '=', lease_owner)
      .execute()
  }
}
