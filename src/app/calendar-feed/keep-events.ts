import { sql } from 'kysely'
import { type Database, inTransaction } from '#/platform/database/database.ts'
import type { Day } from '#/core/values/day.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Numbered, numberEvents, type Shown } from './number-events.ts'

type Feed = { readonly householdId: string; readonly feedId: string }
type Event = Pick<Shown, 'series' | 'day' | 'digest'>

/** Days for which an event that is gone is remembered. */
const GONE_DAYS = 60
/** Events that are gone and remembered at most: the latest ones. */
const GONE_MAX = 500

/**
 * Numbers the events of a feed and remembers them. The feed's row is locked meanwhile, so that two readers at one moment
 * give an event the same number.
 */
export function keepEvents<E extends Event>(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  feed: Feed,
  events: readonly E[],
): Promise<Numbered<E>['events']> {
  return inTransaction(db, async (tx) => {
    await tx
      .selectFrom('calendar_feeds')
      .select('id')
      .where('household_id', '=', feed.householdId)
      .where('id', '=', feed.feedId)
      .forUpdate()
      .execute()
    const at = now()
    const numbered = numberEvents(await loadShown(tx, feed), events, at)
    if (numbered.changed.length > 0) {
      await store(tx, feed, numbered.changed)
      await forget(tx, feed, at)
    }
    return numbered.events
  })
}

async function loadShown(db: Database, { householdId, feedId }: Feed): Promise<readonly Shown[]> {
  const rows = await db
    .selectFrom('calendar_feed_events')
    .select(['number', 'series', 'day', 'digest', 'sequence', 'modified_at', 'gone_at'])
    .where('household_id', '=', householdId)
    .where('feed_id', '=', feedId)
    .orderBy('number')
    .execute()
  return rows.map(({ day, modified_at: modifiedAt, gone_at: goneAt, ...row }) => {
    return { ...row, day: day as Day, modifiedAt, goneAt }
  })
}

async function store(
  db: Database,
  { householdId, feedId }: Feed,
  rows: readonly Shown[],
): Promise<void> {
  const column = <T>(read: (row: Shown) => T) => rows.map(read)
  await sql`
    insert into calendar_feed_events as e
      (household_id, feed_id, number, series, day, digest, sequence, modified_at, gone_at)
    select ${householdId}, ${feedId}, r.* from unnest(
      ${column(({ number }) => number)}::integer[], ${column(({ series }) => series)}::text[],
      ${column(({ day }) => day)}::date[], ${column(({ digest }) => digest)}::bytea[],
      ${column(({ sequence }) => sequence)}::integer[],
      ${column(({ modifiedAt }) => modifiedAt.toString())}::timestamptz[],
      ${column(({ goneAt }) => goneAt?.toString() ?? null)}::timestamptz[]) r
    on conflict (household_id, feed_id, number) do update set day = excluded.day,
      digest = excluded.digest, sequence = excluded.sequence, modified_at = excluded.modified_at,
      gone_at = excluded.gone_at`.execute(db)
}

/** The event with the highest number is kept, so that no number is given twice. */
async function forget(
  db: Database,
  { householdId, feedId }: Feed,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    delete from calendar_feed_events e using (
      select number, gone_at, row_number() over (order by gone_at desc, number desc) as n
      from calendar_feed_events
      where household_id = ${householdId} and feed_id = ${feedId} and gone_at is not null) old
    where e.household_id = ${householdId} and e.feed_id = ${feedId} and e.number = old.number
      and e.number < (select max(number) from calendar_feed_events
        where household_id = ${householdId} and feed_id = ${feedId})
      and (old.n > ${GONE_MAX} or old.gone_at < ${now.subtract({ hours: GONE_DAYS * 24 })})`.execute(
    db,
  )
}
