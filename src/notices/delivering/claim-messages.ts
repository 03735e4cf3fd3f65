import { sql } from 'kysely'
import type { LanguageTag } from '#/core/values/languages.ts'
import { eachHousehold } from '#/platform/database/each-household.ts'
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
  const { rows: due } = await sql<Due>`
    select d.household_id, d.way_id from notice_deliveries d
    where d.claimable_at <= ${now} and not exists (select 1 from notice_watches w
      join notices n on n.household_id = w.household_id and n.id = d.notice_id
      where w.household_id = d.household_id and (d.grouped or n.lasts)
        and (w.look_at <= ${now} or w.lease_until > ${now}))
    order by d.claimable_at limit ${most * 8}`.execute(runtime.db)
  const ways = [...new Map(due.map((one) => [one.way_id, one])).values()].slice(0, most)
  const claimed = await eachHousehold(ways, (householdId, some) =>
    claimOfHousehold(
      runtime,
      householdId,
      some.map((one) => one.way_id),
    ),
  )
  return withoutEndedSessions(runtime, claimed)
}

type Due = { readonly household_id: string; readonly way_id: string }
type Row = Claimed & { readonly session_id: string | null }

/** Browsers hear nothing more once their session has ended. */
async function withoutEndedSessions(
  { db }: Runtime,
  claimed: readonly Row[],
): Promise<readonly Claimed[]> {
  const ids = claimed.flatMap(({ session_id: id }) => (id === null ? [] : [id]))
  if (ids.length === 0) return claimed
  const sessions = await db.selectFrom('sessions').select('id').where('id', 'in', ids).execute()
  const open = new Set(sessions.map(({ id }) => id))
  return claimed.map((one) => ({
    ...one,
    allowed: one.allowed && (one.session_id === null || open.has(one.session_id)),
  }))
}

async function claimOfHousehold(
  runtime: Runtime,
  householdId: string,
  wayIds: readonly string[],
): Promise<Row[]> {
  const now = runtime.now()
  const owner = newLeaseOwner(runtime)
  const ids = wayIds.map(() => runtime.newId())
  const { rows } = await sql<Row>`
    with due as (
      select d.way_id, d.notice_id from notice_deliveries d
      where d.household_id = ${householdId} and d.way_id = any(${[...wayIds]}::uuid[])
        and d.claimable_at <= ${now} and not exists (select 1 from notice_watches w
          join notices n on n.household_id = ${householdId} and n.id = d.notice_id
          where w.household_id = ${householdId} and (d.grouped or n.lasts)
            and (w.look_at <= ${now} or w.lease_until > ${now}))
    ), heads as (
      select distinct on (d.way_id) d.way_id, d.notice_id, d.message_id, d.grouped
      from due join notice_deliveries d on d.household_id = ${householdId} and d.way_id = due.way_id
        and d.notice_id = due.notice_id
      order by d.way_id, d.message_id nulls last, d.due_at, d.notice_id
    ), ways as (
      select h.* from notice_ways w join heads h on h.way_id = w.id
      where w.household_id = ${householdId} and not exists (select 1 from notice_deliveries busy
        where busy.household_id = ${householdId} and busy.way_id = w.id and busy.lease_until > ${now})
      for no key update of w skip locked
    ), chosen as (
      select *, (${ids}::uuid[])[row_number() over (order by way_id)] as new_id from ways
    ), claimed as (
      update notice_deliveries d set message_id = coalesce(d.message_id, c.new_id),
        lease_owner = ${owner}, lease_until = ${now.add({ seconds: LEASE_SECONDS })}
      from chosen c
      where d.household_id = ${householdId} and d.way_id = c.way_id and d.state = 'queued'
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
        as allowed, w.session_id,
      json_agg(json_build_object('id', n.id, 'kind', n.kind, 'facts', n.facts,
        'counts', n.ended_at is null and n.kind = any(s.kinds)) order by n.at, n.id) as notices
    from claimed c
    join notice_ways w on w.household_id = ${householdId} and w.id = c.way_id
    join notice_settings s on s.household_id = ${householdId} and s.member_id = w.member_id
    join members m on m.household_id = ${householdId} and m.id = w.member_id
    join households h on h.household_id = ${householdId}
    join notices n on n.household_id = ${householdId} and n.id = c.notice_id
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
