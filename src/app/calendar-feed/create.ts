import { managesMembers } from '#/access/households/manages-members.ts'
import { makeToken } from '#/access/keys/token.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import { requireRoom } from '#/platform/contract/caps.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { calendarFeeds } from './contract.ts'

/**
 * `POST /calendar-feeds`: creates a feed for the caller; the operator creates one for any current member. The address is
 * shown only in this answer, because only its digest is stored.
 */
export const createFeed: Act<typeof calendarFeeds.createFeed> = async (acting, { body }) => {
  const { householdId, memberId: made_by } = acting.caller
  const { member_id: wanted, ...choice } = body
  const owner = await findHolder(acting, wanted ?? null)
  await requireRoomForFeed(acting, owner)
  const { text, publicId, digest } = makeToken(acting.randomBytes, 'em_feed_')
  const [id, now] = [acting.newId(), acting.now()]
  const stored = { member_id: owner, made_by, public_id: publicId, ...choice }
  await acting.db
    .insertInto('calendar_feeds')
    .values({ household_id: householdId, id, digest, created_at: now, ...stored })
    .execute()
  await acting.db
    .insertInto('calendar_feed_lookup')
    .values({ household_id: householdId, public_id: publicId, feed_id: id })
    .execute()
  await recordChange(acting, {
    action: 'calendar_feed.create',
    subject: { type: 'calendar_feed', id },
    before: null,
    after: { name: choice.name, member_id: owner },
  })
  return {
    id,
    ...stored,
    created_at: writeInstant(now),
    revoked_at: null,
    last_read_at: null,
    path: `/calendar/${text}.ics`,
  }
}

/** Finds the member whose feed it becomes. Throws `resource_not_found`, also if a member names somebody else. */
async function findHolder({ db, caller }: Acting, wanted: string | null): Promise<string> {
  const own = caller.memberId
  if (own !== null && wanted !== null && wanted !== own) throw notFound('member_id')
  const memberId = own ?? wanted
  const found = await db
    .selectFrom('members')
    .select('id')
    .where('household_id', '=', caller.householdId)
    .where('removed_at', 'is', null)
    .where((one) => (memberId === null ? one('role', '=', 'owner') : one('id', '=', memberId)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!found) throw notFound('member_id')
  return found.id
}

/** Throws `limit_reached`. Runs under the household's lock; revoked feeds do not count. */
async function requireRoomForFeed({ db, caller }: Acting, memberId: string): Promise<void> {
  const { count } = await db
    .selectFrom('calendar_feeds')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', caller.householdId)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  requireRoom('calendar_feeds', count)
}

type Feeds = { readonly caller: Acting['caller']; readonly db: Acting['db'] }

/** Selects the feeds that the caller may see and end: their own; for owners and the operator all of the household. */
export function feedsOf({ db, caller }: Feeds) {
  return db
    .selectFrom('calendar_feeds')
    .where('calendar_feeds.household_id', '=', caller.householdId)
    .$if(!managesMembers(caller), (query) =>
      query.where('calendar_feeds.member_id', '=', caller.memberId!),
    )
}
