import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { EventKind } from '#/webhooks/signing/event-id.ts'
import type { LaneKey } from './queues.ts'

/** How many of a lane to fetch, and from where on. */
export type Wanted = LaneKey & {
  readonly most: number
  /** Behind this one; null: from the first. */
  readonly after_at: string | null
  readonly after_id: string | null
  /** Events that are on their way already. */
  readonly busy: readonly string[]
}

/** Why something may not be sent (Spec, Retry behaviour 7). */
export type Obstacle = 'paused' | 'member_gone' | 'no_subscription' | 'not_followed'

/** A delivery whose time has come. */
export type Due = LaneKey & {
  readonly event_id: string
  readonly kind: EventKind
  readonly body: string
  readonly epoch: number
  readonly run: number
  readonly attempts: number
  readonly faults: number
  /** As PostgreSQL writes it, so that nothing is lost between here and the next fetch. */
  readonly due_at: string
  /** Null: it may be sent. Asked now, however it was when it was queued. */
  readonly obstacle: Obstacle | null
  /** Where to; with the first delivery of a lane only. */
  readonly url: string | null
  readonly secret: Buffer | null
  readonly headers: Buffer | null
  readonly silent: number | null
}

/**
 * Of each lane the deliveries that are due, those that have waited longest first, and whether they may be sent. Events
 * and bank accounts are looked up one by one (`offset 0`): a join over all of them would read the table for each fetch.
 */
export async function fetchDue(runtime: Runtime, wanted: readonly Wanted[]): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select l.household_id, l.webhook_id, d.event_id, e.kind, e.body, d.epoch, d.run, d.attempts, d.faults,
      d.next_attempt_at::text as due_at,
      case
        when not w.enabled then 'paused'
        when m.removed_at is not null then 'member_gone'
        when h.standing not in ('trialing', 'active') then 'no_subscription'
        when e.account_id is not null and (a.hidden or not a.subscribed) then 'not_followed'
      end as obstacle,
      case when d.place = 1 then w.url end as url,
      case when d.place = 1 then w.secret end as secret,
      case when d.place = 1 then w.headers end as headers,
      case when d.place = 1 then s.silent end as silent
    from json_to_recordset(${JSON.stringify(wanted)}::json) as l (household_id uuid, webhook_id uuid,
      most integer, after_at timestamptz, after_id uuid, busy uuid[])
    join webhooks w on w.household_id = l.household_id and w.id = l.webhook_id
    join webhook_health s on s.household_id = l.household_id and s.webhook_id = l.webhook_id
    join households h on h.household_id = w.household_id
    join members m on m.household_id = w.household_id and m.id = w.member_id
    cross join lateral (
      select q.*, row_number() over (order by q.next_attempt_at, q.event_id) as place from (
        select d.event_id, d.epoch, d.run, d.attempts, d.faults, d.next_attempt_at
        from webhook_deliveries d
        where d.household_id = l.household_id and d.webhook_id = l.webhook_id
          and d.epoch = w.epoch and d.state = 'queued' and d.next_attempt_at <= ${runtime.now()}
          and (d.next_attempt_at, d.event_id) > (coalesce(l.after_at, '-infinity'),
            coalesce(l.after_id, '00000000-0000-0000-0000-000000000000'))
          and d.event_id <> all (l.busy)
        order by d.next_attempt_at, d.event_id limit l.most) q) d
    cross join lateral (
      select e.kind, e.body, e.account_id from webhook_events e
      where e.household_id = l.household_id and e.id = d.event_id offset 0) e
    left join lateral (
      select a.hidden, a.subscribed from accounts a
      where a.household_id = l.household_id and a.id = e.account_id offset 0) a on true
    order by d.place`.execute(runtime.db)
  return rows
}
