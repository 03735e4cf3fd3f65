import type * as z from 'zod'
import { sql } from 'kysely'
import { dayAt } from '#/core/values/day.ts'
import type { LanguageTag } from '#/core/values/languages.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { noticesApp } from '#/notices/app-contract.ts'
import { noticeKinds } from '#/core/values/notice-kinds.ts'
import { dated, isUrgent } from '#/notices/rules/kinds.ts'
import { type Hours, sendingTime } from '#/notices/rules/when.ts'
import { describeSettings, proposed } from './show-settings.ts'

/** `PUT /notices/settings`: from now on. Nothing that happened before becomes a notice. */
export const changeNoticeSettings: Handle<typeof noticesApp.changeNoticeSettings> = async (
  call,
  { body },
) => {
  requirePerson(call)
  const { householdId, memberId } = call.caller
  const fields = fieldsOf(call, body)
  await call.db
    .insertInto('notice_settings')
    .values({ household_id: householdId, member_id: memberId, ...fields })
    .onConflict((conflict) => conflict.columns(['household_id', 'member_id']).doUpdateSet(fields))
    .execute()
  await retime(call)
  await watch(call)
  return describeSettings(call)
}

type Preferences = z.output<typeof noticesApp.changeNoticeSettings.body>

function fieldsOf({ now }: Call, { quiet, kinds, ...rest }: Preferences) {
  const hours = { quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null }
  return { ...rest, ...hours, kinds: [...new Set(kinds)], updated_at: now() }
}

/** With their first way, members who have saved nothing choose what is proposed to them: they expect notices from then on. */
export async function chooseProposed(call: Call, language: LanguageTag): Promise<void> {
  const { householdId, memberId } = call.caller
  const { saved: _, ...preferences } = proposed
  const { numInsertedOrUpdatedRows: count } = await call.db
    .insertInto('notice_settings')
    .values({
      household_id: householdId,
      member_id: memberId,
      ...fieldsOf(call, { ...preferences, language }),
    })
    .onConflict((conflict) => conflict.columns(['household_id', 'member_id']).doNothing())
    .executeTakeFirstOrThrow()
  if (count !== 0n) await watch(call)
}

/** Messages that wait for their first attempt keep to the new hours. Urgent ones have waited for quiet hours at most. */
async function retime(call: Call): Promise<void> {
  const { householdId, memberId } = call.caller
  const { rows } = await sql<Hours>`
    select h.timezone as zone, s.quiet_from, s.quiet_until, s.digest, s.digest_hour
    from notice_settings s join households h on h.household_id = ${householdId}
    where s.household_id = ${householdId} and s.member_id = ${memberId}`.execute(call.db)
  const hours = rows[0]!
  const together = sendingTime(call.now(), hours, { isUrgent: false, lastDay: null })
  const alone = sendingTime(call.now(), hours, { isUrgent: true, lastDay: null })
  const isTooLate = sql`(n.kind = any(${dated}::text[]) and n.facts->>'day' < ${dayAt(together.at, hours.zone)}::text)`
  await sql`
    update notice_deliveries d set grouped = ${together.grouped} and not ${isTooLate},
      due_at = case when ${isTooLate} then ${alone.at}::timestamptz else ${together.at}::timestamptz end
    from notice_ways w, notices n
    where w.household_id = ${householdId} and w.member_id = ${memberId}
      and d.household_id = ${householdId} and d.way_id = w.id and d.state = 'queued'
      and d.message_id is null and n.household_id = ${householdId} and n.id = d.notice_id
      and n.kind <> all(${noticeKinds.filter(isUrgent)}::text[])`.execute(call.db)
}

/** Throws `guest_refused` for a visitor of the demo household, who could send messages to anybody. */
export function requirePerson({ caller }: Call): void {
  if (caller.signedIn?.isGuest) throw new Refusal('guest_refused')
}

/** Has the household looked at soon, and from now on. */
async function watch(call: Call): Promise<void> {
  const now = call.now()
  await sql`
    insert into notice_watches (household_id, since, revision, rests_until, look_at)
    values (${call.caller.householdId}, ${now}, ${call.revision}, ${now}, ${now})
    on conflict (household_id) do update set look_at = ${now}`.execute(call.db)
}
