import { sql } from 'kysely'
import { KNOWN_DAYS } from '#/access/sessions/known-browser.ts'
import { leaveBrowsers } from '#/notices/push/browsers.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Days for which the history of an account is kept. */
const EVENT_DAYS = 400
const BATCH = 1000

/** Deletes expired sessions, links, challenges and sign-in attempts, and old history. Returns the number of deleted rows. */
export async function prunePeople({ db, now }: Pick<Runtime, 'db' | 'now'>): Promise<number> {
  const at = now()
  const yesterday = at.subtract({ hours: 24 })
  const longAgo = at.subtract({ hours: EVENT_DAYS * 24 })
  const expired = await db
    .selectFrom('sessions')
    .select('id')
    .where('expires_at', '<=', at)
    .execute()
  if (expired.length > 0)
    await leaveBrowsers(
      db,
      expired.map(({ id }) => id),
    )
  const deletions = [
    sql`delete from sessions where expires_at <= ${at}`,
    sql`delete from one_time_links where expires_at <= ${at}`,
    sql`delete from passkey_challenges where expires_at <= ${at}`,
    sql`delete from oidc_logins where expires_at <= ${at}`,
    sql`delete from oidc_logouts where received_at <= ${yesterday}`,
    sql`delete from sign_in_attempts where began_at <= ${yesterday}`,
    sql`delete from person_events where (person_id, id) in (
      select person_id, id from person_events where at <= ${longAgo} order by at limit ${BATCH})`,
    sql`delete from instance_events where at <= ${longAgo}`,
    sql`delete from known_browsers where last_used_at <= ${at.subtract({ hours: KNOWN_DAYS * 24 })}`,
  ]
  let count = await deleteGuests(db, yesterday)
  for (const deletion of deletions) {
    const { numAffectedRows } = await deletion.execute(db)
    count += Number(numAffectedRows ?? 0n)
  }
  return count
}

/** Deletes guests who have no session any more and belong to no household. */
async function deleteGuests(db: Database, before: Temporal.Instant): Promise<number> {
  const { rows: guests } = await sql<{ id: string }>`
    select p.id from persons p where p.email is null and p.created_at <= ${before}
      and not exists (select 1 from sessions s where s.person_id = p.id)`.execute(db)
  if (guests.length === 0) return 0
  const { rows: members } = await sql<{ person_id: string }>`
    select person_id from members where person_id = any(${guests.map(({ id }) => id)})`.execute(db)
  const belonging = new Set(members.map((member) => member.person_id))
  const left = guests.map(({ id }) => id).filter((id) => !belonging.has(id))
  const { numAffectedRows } = await sql`
    delete from persons p where p.id = any(${left}) and p.email is null
      and not exists (select 1 from sessions s where s.person_id = p.id)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
