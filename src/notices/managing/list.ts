import { sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { noticesApp } from '#/notices/app-contract.ts'
import { type Facts, wants } from '#/notices/rules/kinds.ts'
import { sayFact } from '#/notices/rules/say.ts'
import { describeSettings } from './show-settings.ts'

const LISTED = 100
/** Notices that are read for it: some of them are for others, by an amount that only those chose. */
const READ = 500

type Listed = Answer<typeof noticesApp.listNotices>[number]

type Row = Pick<Listed, 'id' | 'kind' | 'lasts' | 'sent'> & {
  readonly facts: Facts
  readonly at: Temporal.Instant
  readonly ended_at: Temporal.Instant | null
}

/** `GET /notices`: those of everybody and the caller's own, of the kinds that the caller wants, with how they were sent. */
export const listNotices: Handle<typeof noticesApp.listNotices> = async (call) => {
  const { householdId, memberId } = call.caller
  const wishes = await describeSettings(call)
  const { rows } = await sql<Row>`
    select n.id, n.kind, n.lasts, n.facts, n.at, n.ended_at, coalesce((
      select json_agg(json_build_object('way_id', d.way_id, 'state', d.state) order by w.created_at, w.id)
      from notice_deliveries d
      join notice_ways w on w.household_id = ${householdId} and w.id = d.way_id
      where d.household_id = ${householdId} and d.notice_id = n.id and w.member_id = ${memberId}), '[]') as sent
    from notices n
    where n.household_id = ${householdId} and n.kind = any(${wishes.kinds}::text[])
      and (n.member_id is null or n.member_id = ${memberId})
    order by n.at desc, n.id desc limit ${READ}`.execute(call.db)
  const own = rows.filter((row) => row.sent.length > 0 || wants(wishes, row))
  return own.slice(0, LISTED).map(({ facts, at, ended_at, ...row }) => ({
    ...row,
    ...sayFact(wishes.language, row.kind, facts),
    at: writeInstant(at),
    ended_at: ended_at && writeInstant(ended_at),
  }))
}
