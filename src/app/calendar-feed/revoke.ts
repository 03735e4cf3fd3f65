import { recordChange } from '#/platform/audited/record-change.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { calendarFeeds } from './contract.ts'
import { feedsOf } from './create.ts'

/** `POST /calendar-feeds/{id}/revoke`: its address answers 410 from the next request on. A repeat changes nothing. */
export const revokeFeed: Act<typeof calendarFeeds.revokeFeed> = async (acting, { params }) => {
  const { id } = params
  const feed = await feedsOf(acting)
    .select(['name', 'revoked_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!feed) throw notFound('id')
  if (feed.revoked_at !== null) return { id, revoked_at: writeInstant(feed.revoked_at) }
  const now = acting.now()
  await acting.db
    .updateTable('calendar_feeds')
    .set({ revoked_at: now })
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', id)
    .execute()
  await recordChange(acting, {
    action: 'calendar_feed.revoke',
    subject: { type: 'calendar_feed', id },
    before: { name: feed.name, revoked_at: null },
    after: { revoked_at: now.toString() },
  })
  return { id, revoked_at: writeInstant(now) }
}
