import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'

// A browser gets notices as long as its session exists, which each message checks (`delivering/claim-messages.ts`), so that a
// lost laptop shows nothing more once its session is revoked. A session that only became too old leaves the browser behind.

/** Keeps the browsers of sessions that end by age. */
export async function leaveBrowsers(db: Database, sessionIds: readonly string[]): Promise<void> {
  await sql`update notice_ways set session_id = null where session_id = any(${sessionIds})`.execute(
    db,
  )
}

/** Hands the browsers of a session to the one that follows it in the same browser. */
export async function followSession(
  db: Database,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await sql`update notice_ways set session_id = ${to} where session_id = ${from}`.execute(db)
}

/** Ends the notices of a person's browsers that were left behind. */
export async function forgetLeftBrowsers(db: Database, personId: string): Promise<void> {
  const members = await db
    .selectFrom('members')
    .select(['household_id', 'id'])
    .where('person_id', '=', personId)
    .execute()
  for (const { household_id: householdId, id } of members) {
    await sql`
      delete from notice_ways where household_id = ${householdId} and member_id = ${id}
        and kind = 'push' and session_id is null`.execute(db)
  }
}
