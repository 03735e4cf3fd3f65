import { type RawBuilder, sql } from 'kysely'
import { deleteByHousehold } from '#/platform/database/delete-by-household.ts'
import { eachHousehold } from '#/platform/database/each-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { idsOf, type QueueKey } from './queues.ts'

/** How long events and their deliveries are kept. */
const KEPT_DAYS = 30
const BATCH = 2000
/** Webhooks that one call looks at; the next one goes on behind them. So it costs the same with any number of them. */
const LOOKED_AT = 1000

/** Some webhooks in their order: those behind `after`, up to `through`; null: from the first, to the last. */
type Stretch = { readonly after: QueueKey; readonly through: QueueKey | null }
/** Where the next call begins. */
export type Place = { after: QueueKey }

const FIRST = '00000000-0000-0000-0000-000000000000'
export const firstPlace = (): Place => ({ after: { household_id: FIRST, webhook_id: FIRST } })

/**
 * Tidies up: marks deliveries that a pause has cancelled, deletes old events, and makes overlooked queues due again.
 * Returns the number of changed rows.
 */
export async function tidyDeliveries(
  runtime: Runtime,
  place: Place = firstPlace(),
): Promise<number> {
  const stretch = { after: place.after, through: await findEnd(runtime, place.after) }
  const repaired = await repairQueues(runtime, stretch)
  if (repaired > 0) runtime.log('error', 'deliveries.lost_wake_up', { lanes: repaired })
  const cancelled = await markCancelled(runtime, stretch)
  // There may be more than a batch of them.
  if (cancelled === 0) place.after = stretch.through ?? firstPlace().after
  return repaired + cancelled + (await deleteOld(runtime))
}

async function findEnd({ db }: Runtime, after: QueueKey): Promise<QueueKey | null> {
  const { rows } = await sql<QueueKey>`
    select household_id, webhook_id from webhook_lanes
    where (household_id, webhook_id) > (${after.household_id}, ${after.webhook_id})
    order by household_id, webhook_id offset ${LOOKED_AT - 1} limit 1`.execute(db)
  return rows[0] ?? null
}

function isWithin(columns: RawBuilder<unknown>, { after, through }: Stretch): RawBuilder<boolean> {
  const last = through ?? { household_id: LAST, webhook_id: LAST }
  return sql`(${columns}) > (${after.household_id}, ${after.webhook_id})
    and (${columns}) <= (${last.household_id}, ${last.webhook_id})`
}

const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Makes free queues due whose due time is later than that of their first delivery. There should be none. */
async function repairQueues(runtime: Runtime, stretch: Stretch): Promise<number> {
  const now = runtime.now()
  const { numAffectedRows } = await sql`
    update webhook_lanes l set next_due_at = ${now}
    where ${isWithin(sql`l.household_id, l.webhook_id`, stretch)}
      and (l.next_due_at is null or l.next_due_at > ${now}) and l.lease_until is null and exists (
      select 1 from webhook_deliveries d
      join webhooks w on w.household_id = d.household_id and w.id = d.webhook_id
      where d.household_id = l.household_id and d.webhook_id = l.webhook_id and d.epoch = w.epoch
        and d.state = 'queued' and d.next_attempt_at <= ${now})`.execute(runtime.db)
  return Number(numAffectedRows ?? 0n)
}

/** Marks deliveries of a past epoch as cancelled: a pause does not touch them, so that it stays cheap. */
async function markCancelled(runtime: Runtime, stretch: Stretch): Promise<number> {
  const { rows: paused } = await sql<QueueKey>`
    select w.household_id, w.id as webhook_id from webhooks w
    where ${isWithin(sql`w.household_id, w.id`, stretch)} and exists (
      select 1 from webhook_deliveries q
      where q.household_id = w.household_id and q.webhook_id = w.id and q.epoch < w.epoch
        and q.state = 'queued')`.execute(runtime.db)
  const counts = await eachHousehold(paused, async (householdId, some) => {
    const { numAffectedRows } = await sql`
      update webhook_deliveries d set state = 'cancelled', reason = 'The webhook was paused.',
        updated_at = ${runtime.now()}
      from webhooks w
      cross join lateral (
        select q.event_id from webhook_deliveries q
        where q.household_id = ${householdId} and q.webhook_id = w.id and q.epoch < w.epoch
          and q.state = 'queued'
        limit ${BATCH}) stale
      where w.household_id = ${householdId} and w.id = any(${idsOf(some)})
        and d.household_id = ${householdId} and d.webhook_id = w.id and d.event_id = stale.event_id
        and d.state = 'queued' and d.epoch < w.epoch`.execute(runtime.db)
    return [Number(numAffectedRows ?? 0n)]
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

async function deleteOld(runtime: Runtime): Promise<number> {
  const before = runtime.now().subtract({ hours: KEPT_DAYS * 24 })
  return deleteByHousehold(
    runtime.db,
    sql`select household_id, id as key from webhook_events where created_at < ${before} limit ${BATCH}`,
    (householdId, ids) => sql`
      with deleted as (
        delete from webhook_deliveries d using webhooks w
        where w.household_id = ${householdId} and d.household_id = ${householdId}
          and d.webhook_id = w.id and d.event_id = any(${ids})
      )
      delete from webhook_events where household_id = ${householdId} and id = any(${ids})`,
  )
}
