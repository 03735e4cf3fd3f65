import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Work that is due. `count` stops at `COUNTED_MAX`. */
export type Queue = {
  readonly name: 'bank_syncs' | 'file_imports' | 'moves' | 'webhook_deliveries' | 'paydays'
  readonly count: number
  /** When the oldest became due; for files and moves, when they were uploaded. */
  readonly oldest: Temporal.Instant | null
}

/** Counting further would cost more the worse things are. */
export const COUNTED_MAX = 10_000

/**
 * Reads the queues of background work, in one statement. Each part reads at most `COUNTED_MAX` rows, in the order of the
 * index that the background work uses too; the order keeps PostgreSQL from reading the whole table instead.
 */
export async function readQueues({
  db,
  now,
}: Pick<Runtime, 'db' | 'now'>): Promise<readonly Queue[]> {
  const at = now()
  const { rows } = await sql<Queue>`
    select 'bank_syncs' as name, count(*) as count, min(at) as oldest from (
      select next_sync_at as at, lease_until from connections where next_sync_at <= ${at}
      order by next_sync_at limit ${COUNTED_MAX}) due
      where lease_until is null or lease_until <= ${at}
    union all
    select 'file_imports', count(*), min(at) from (
      select created_at as at, status from imports where status in ('queued', 'running', 'uploaded')
      order by created_at limit ${COUNTED_MAX}) waiting where status = 'queued'
    union all
    select 'moves', count(*), min(at) from (
      select created_at as at, status from moves where status in ('queued', 'running', 'uploaded')
      order by created_at limit ${COUNTED_MAX}) waiting where status = 'queued'
    union all
    select 'webhook_deliveries', d.count, l.oldest from (
      select count(*) as count from (
        select 1 from webhook_deliveries where state = 'queued'
        order by household_id, webhook_id, epoch, next_attempt_at limit ${COUNTED_MAX}) waiting) d
      cross join (
        select min(claimable_at) as oldest from webhook_lanes where claimable_at <= ${at}) l
    union all
    select 'paydays', count(*), min(at) from (
      select due_at as at, standing, engine_rests_until as rests from households where due_at <= ${at}
      order by due_at limit ${COUNTED_MAX}) due
      where standing <> 'closed' and (rests is null or rests <= ${at})`.execute(db)
  return rows
}
