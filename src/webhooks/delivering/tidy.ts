import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** How long events and their deliveries are kept. */
const KEPT_DAYS = 30
const BATCH = 2000

/**
 * Tidies up: marks deliveries that a pause has cancelled, deletes old events, and makes overlooked queues due again.
 * Returns the number of changed rows.
 */
export async function tidyDeliveries(runtime: Runtime): Promise<number> {
  const repaired = await repairQueues(runtime)
  if (repaired > 0) runtime.log('error', 'deliveries.lost_wake_up', { lanes: repaired })
  return repaired + (await markCancelled(runtime)) + (await deleteOld(runtime))
}

/** Makes free queues due whose due time is later than that of their first delivery. There should be none. */
async function repairQueues(runtime: Runtime): Promise<number> {
  const now = runtime.now()
  const { numAffectedRows } = await sql`
    update webhook_lanes l set next_due_at = ${now}
    where (l.next_due_at is null or l.next_due_at > ${now}) and l.lease_until is null and exists (
      select from webhook_deliveries d
      join webhooks w on w.household_id = d.household_id and w.id = d.webhook_id
      where d.household_id = l.household_id and d.webhook_id = l.webhook_id and d.epoch = w.epoch
        and d.state = 'queued' and d.next_attempt_at <= ${now})`.execute(runtime.db)
  return Number(numAffectedRows ?? 0n)
}

/** Marks deliveries of a past epoch as cancelled: a pause does not touch them, so that it stays cheap. */
async function markCancelled(runtime: Runtime): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries d set state = 'cancelled', reason = 'The webhook was paused.',
      updated_at = ${runtime.now()}
    from webhooks w
    cross join lateral (
      select q.event_id from webhook_deliveries q
      where q.household_id = w.household_id and q.webhook_id = w.id and q.epoch < w.epoch
        and q.state = 'queued'
      limit ${BATCH}) stale
    where d.household_id = w.household_id and d.webhook_id = w.id and d.event_id = stale.event_id
      and d.state = 'queued' and d.epoch < w.epoch`.execute(runtime.db)
  return Number(numAffectedRows ?? 0n)
}

async function deleteOld(runtime: Runtime): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select e.household_id, e.id from webhook_events e
      where e.created_at < ${runtime.now().subtract({ hours: KEPT_DAYS * 24 })} limit ${BATCH}
    ), deleted as (
      delete from webhook_deliveries d using old, webhooks w
      where w.household_id = old.household_id and d.household_id = old.household_id
        and d.webhook_id = w.id and d.event_id = old.id
    )
    delete from webhook_events e using old
    where e.household_id = old.household_id and e.id = old.id`.execute(runtime.db)
  return Number(numAffectedRows ?? 0n)
}
