import { sql } from 'kysely'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { noticesApp } from '#/notices/app-contract.ts'
import { noticeKinds } from '#/core/values/notice-kinds.ts'
import { sessionOf } from './session-of.ts'

type Shown = Answer<typeof noticesApp.showNoticeSettings>

type Row = Omit<Shown, 'quiet' | 'ways' | 'saved'> & {
  readonly quiet_from: number | null
  readonly quiet_until: number | null
}

type WayRow = Omit<Shown['ways'][number], 'created_at'> & {
  readonly created_at: Temporal.Instant
  /** The session of a browser. */
  readonly session_id: string | null
}

/** `GET /notices/settings` */
export const showNoticeSettings: Handle<typeof noticesApp.showNoticeSettings> = (call) =>
  describeSettings(call)

/** Shows the caller's settings. Before the first change nothing is wanted; what is shown then is what is proposed. */
export async function describeSettings(call: Call): Promise<Shown> {
  const { householdId, memberId } = call.caller
  const { rows } = await sql<Row>`
    select language, kinds, free_below, large_from, quiet_from, quiet_until, digest, digest_hour
    from notice_settings where household_id = ${householdId} and member_id = ${memberId}`.execute(
    call.db,
  )
  const { rows: ways } = await sql<WayRow>`
    select w.id, w.kind, w.name, w.gone_at is not null as gone, w.session_id, w.created_at,
      coalesce(w.session_id = ${sessionOf(call)}, false) as here, (
      select json_build_object('state', d.state, 'reason', d.reason) from notice_deliveries d
      join notices n on n.household_id = ${householdId} and n.id = d.notice_id
      where d.household_id = ${householdId} and d.way_id = w.id and d.attempts > 0
      order by n.at desc, n.id desc limit 1) as last
    from notice_ways w where w.household_id = ${householdId} and w.member_id = ${memberId}
    order by w.created_at, w.id`.execute(call.db)
  const ended = await findEndedSessions(call.db, ways)
  const shown = ways.map(({ session_id: session, ...way }) => ({
    ...way,
    gone: way.gone || ended.has(session),
    created_at: writeInstant(way.created_at),
  }))
  const [row] = rows
  if (!row) return { ...proposed, ways: shown }
  const { quiet_from: from, quiet_until: until, ...settings } = row
  const quiet = from === null || until === null ? null : { from, until }
  return { ...settings, quiet, saved: true, ways: shown }
}

/** Sessions are those of people, and not in the place where their households are: a statement of its own finds them. */
async function findEndedSessions(
  db: Database,
  ways: readonly WayRow[],
): Promise<ReadonlySet<string | null>> {
  const named = ways.flatMap(({ session_id: session }) => session ?? [])
  if (named.length === 0) return new Set()
  const open = await db.selectFrom('sessions').select('id').where('id', 'in', named).execute()
  const ids = new Set(open.map(({ id }) => id))
  return new Set(named.filter((id) => !ids.has(id)))
}

/** From ten in the evening until seven in the morning. */
const NIGHT = { from: 22 * 60, until: 7 * 60 }

/** The settings before the first change. */
export const proposed = {
  language: 'en' as const,
  kinds: [...noticeKinds],
  free_below: null,
  large_from: null,
  quiet: NIGHT,
  digest: 'none' as const,
  digest_hour: 8,
  saved: false,
} satisfies Omit<Shown, 'ways'>
