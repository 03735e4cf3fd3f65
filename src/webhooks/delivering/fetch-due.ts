import { sql } from 'kysely'
import { eachHousehold } from '#/platform/database/each-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { EventKind } from '#/webhooks/signing/event-id.ts'
import type { QueueKey } from './queues.ts'

/** A request for the next deliveries of one queue. */
export type Wanted = QueueKey & {
  readonly most: number
  /** Fetch after this delivery (time and event id); null: from the first. */
  readonly after_at: string | null
  readonly after_id: string | null
  /** Events that are being sent or recorded, to be left out. */
  readonly busy: readonly string[]
}

/** A reason why an event may not be sent (Spec, Retry behaviour 7). */
export type Obstacle = 'paused' | 'member_gone' | 'no_subscription' | 'not_followed'

/** A due delivery, with everything that is needed to send it. */
export type Due = QueueKey & {
  readonly event_id: string
  readonly kind: EventKind
  readonly body: string
  readonly epoch: number
  readonly run: number
  readonly attempts: number
  readonly faults: number
  /**
   * Where the next fetch begins, in PostgreSQL's own format, so that it is compared without loss of precision; only in the last
   * of as many as were wanted.
   */
  readonly due_at: string | null
  /** Null: it may be sent. Checked at the fetch, not when the event was queued. */
  readonly obstacle: Obstacle | null
  /** The destination: present on the first delivery of a queue only. `url` only if it is not sealed yet. */
  readonly url: string | null
  readonly sealed_url: Buffer | null
  readonly secret: Buffer | null
  readonly headers: Buffer | null
}

/**
 * Fetches the due deliveries of each queue, oldest first, with any obstacle to sending them. `offset 0` makes PostgreSQL
 * look up events and bank accounts one by one: a plain join would read the whole table for each fetch. A household that goes
 * to another database has none: they are sent from there.
 */
export function fetchDue(runtime: Runtime, wanted: readonly Wanted[]): Promise<Due[]> {
  return eachHousehold(wanted, (householdId, some) => fetchOfHousehold(runtime, householdId, some))
}

async function fetchOfHousehold(
  runtime: Runtime,
  householdId: string,
  wanted: readonly Wanted[],
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select l.household_id, l.webhook_id, d.event_id, e.kind, e.body, d.epoch, d.run, d.attempts, d.faults,
      case when d.place = l.most then d.next_attempt_at::text end as due_at,
      case
        when not w.enabled then 'paused'
        when m.removed_at is not null then 'member_gone'
        when h.standing not in ('trialing', 'active') then 'no_subscription'
        when e.account_id is not null and (a.hidden or not a.subscribed) then 'not_followed'
      end as obstacle,
      case when d.place = 1 then w.url end as url,
      case when d.place = 1 then w.sealed_url end as sealed_url,
      case when d.place = 1 then w.secret end as secret,
      case when d.place = 1 then w.headers end as headers
    from json_to_recordset(${JSON.stringify(wanted)}::json) as l (household_id uuid, webhook_id uuid,
      most integer, after_at timestamptz, after_id uuid, busy uuid[])
    join webhooks w on w.household_id = ${householdId} and w.id = l.webhook_id
    join households h on h.household_id = ${householdId} and h.standing <> 'moving'
    join members m on m.household_id = ${householdId} and m.id = w.member_id
    cross join lateral (
      select q.*, row_number() over (order by q.next_attempt_at, q.event_id) as place from (
        select d.event_id, d.epoch, d.run, d.attempts, d.faults, d.next_attempt_at
        from webhook_deliveries d
        where d.household_id = ${householdId} and d.webhook_id = l.webhook_id
          and d.epoch = w.epoch and d.state = 'queued' and d.next_attempt_at <= ${runtime.now()}
          and (d.next_attempt_at, d.event_id) > (coalesce(l.after_at, '-infinity'),
            coalesce(l.after_id, '00000000-0000-0000-0000-000000000000'))
          and d.event_id <> all (l.busy)
        order by d.next_attempt_at, d.event_id limit l.most) q) d
    cross join lateral (
      select e.kind, e.body, e.account_id from webhook_events e
      where e.household_id = ${householdId} and e.id = d.event_id offset 0) e
    left join lateral (
      select a.hidden, a.subscribed from accounts a
      where a.household_id = ${householdId} and a.id = e.account_id offset 0) a on true
    order by d.place`.execute(runtime.db)
  return rows
}
