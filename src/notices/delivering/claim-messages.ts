import { sql } from 'kysely'
import type { LanguageTag } from '#/core/values/languages.ts'
import { newLeaseOwner } from '#/platform/leases/lease-owner.ts'
import { releaseDeadOwners } from '#/platform/leases/release-dead.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { NoticeKind } from '#/core/values/notice-kinds.ts'
import type { Facts } from '#/notices/rules/kinds.ts'
import type { Hours } from '#/notices/rules/when.ts'

/** Seconds for which a message is held: an attempt takes at most 15, and its result is stored after it. */
const LEASE_SECONDS = 60

/** A message to send now: one notice, or those of a digest. */
export type Claimed = {
  readonly household_id: string
  readonly way_id: string
  readonly message_id: string
  readonly owner: string
  readonly attempts: number
  /** Sealed. */
  readonly target: Buffer
  readonly language: LanguageTag
  readonly hours: Hours
  /** False: the member has left, or the way is gone; nothing may be sent. */
  readonly allowed: boolean
  readonly notices: readonly ClaimedNotice[]
}

export type ClaimedNotice = {
  readonly id: string
  readonly kind: NoticeKind
  readonly facts: Facts
  /** False: it is over, or the member no longer wants its kind. */
  readonly counts: boolean
}

/**
 * Claims the messages that are due, at most one of each way, by lease. The id of a message is given at its first claim and
 * stays: what a digest contains is then fixed, and a repetition after a crash carries the same id. What lasts, and what is in
 * a digest, waits for a look at its household that is due: only the look says if it is still true.
 */
export async function claimMessages(runtime: Runtime, most: number): Promise<readonly Claimed[]> {
  const now = runtime.now()
  const owner = newLeaseOwner(runtime)
  const ids = Array.from({ length: most }, () => runtime.newId())
  const { rows } = await sql<Claimed>`
    with due as (
      select household_id, way_id, notice_id from notice_deliveries d
      where claimable_at <= ${now} and not exists (select from notice_watches w
        join notices n on n.household_id = w.household_id and n.id = d.notice_id
        where w.household_id = d.household_id and (d.grouped or n.lasts)
          and (w.look_at <= ${now} or w.lease_until > ${now}))
      order by claimable_at limit ${most * 8}
    ), heads as (
      select distinct on (d.way_id) d.household_id, d.way_id, d.notice_id, d.message_id, d.grouped
      from due join notice_deliveries d using (household_id, way_id, notice_id)
      order by d.way_id, d.message_id nulls last, d.due_at, d.notice_id
    ), ways as (
      select h.* from notice_ways w join heads h on h.household_id = w.household_id and h.way_id = w.id
      where not exists (select from notice_deliveries busy where busy.household_id = w.household_id
        and busy.way_id = w.id and busy.lease_until > ${now})
      limit ${most} for no key update of w skip locked
    ), chosen as (
      select *, (${ids}::uuid[])[row_number() over (order by way_id)] as new_id from ways
    ), claimed as (
      update notice_deliveries d set message_id = coalesce(d.message_id, c.new_id),
        lease_owner = ${owner}, lease_until = ${now.add({ seconds: LEASE_SECONDS })}
      from chosen c
      where d.household_id = c.household_id and d.way_id = c.way_id and d.state = 'queued'
        and (d.lease_until is null or d.lease_until <= ${now})
        and case when c.message_id is not null then d.message_id = c.message_id
          when c.grouped then d.message_id is null and d.grouped and d.due_at <= ${now}
          else d.notice_id = c.notice_id end
      returning d.household_id, d.way_id, d.message_id, d.attempts, d.notice_id
    )
    select c.household_id, c.way_id, c.message_id, ${owner} as owner, c.attempts, w.target, s.language,
      json_build_object('zone', h.timezone, 'quiet_from', s.quiet_from, 'quiet_until', s.quiet_until,
        'digest', s.digest, 'digest_hour', s.digest_hour) as hours,
      m.removed_at is null and w.gone_at is null and h.standing <> 'closed'
        and (w.session_id is null or exists (select 1 from sessions where id = w.session_id)) as allowed,
      json_agg(json_build_object('id', n.id, 'kind', n.kind, 'facts', n.facts,
        'counts', n.ended_at is null and n.kind = any(s.kinds)) order by n.at, n.id) as notices
    from claimed c
    join notice_ways w on w.household_id = c.household_id and w.id = c.way_id
    join notice_settings s on s.household_id = w.household_id and s.member_id = w.member_id
    join members m on m.household_id = w.household_id and m.id = w.member_id
    join households h on h.household_id = w.household_id
    join notices n on n.household_id = c.household_id and n.id = c.notice_id
    group by c.household_id, c.way_id, c.message_id, c.attempts, w.target, s.language, h.timezone,
      s.quiet_from, s.quiet_until, s.digest, s.digest_hour, m.removed_at, w.gone_at, w.session_id,
      h.standing`.execute(runtime.db)
  return rows
}

/** The moment from which the next message is due; null: none waits. */
export function nextNoticeDue() {
  return sql<Temporal.Instant | null>`(select min(claimable_at) from notice_deliveries
    where claimable_at is not null)`
}

/** At the start of a process: frees the messages that dead processes of this host were sending. */
export async function releaseDeadMessages(runtime: Runtime): Promise<void> {
  await releaseDeadOwners(runtime, 'notice_deliveries', (owners) =>
    sql`update notice_deliveries set lease_owner = null, lease_until = null
      where lease_owner = any(${owners})`.execute(runtime.db),
  )
}
