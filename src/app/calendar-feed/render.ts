import { notFound } from '#/platform/contract/refusal.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import { compose } from './compose.ts'
import type { calendarFeeds } from './contract.ts'
import { feedsOf } from './create.ts'
import { gatherFacts } from './gather.ts'
import { keepEvents } from './keep-events.ts'
import { readChoice } from './list.ts'

/** `GET /calendar-feeds/{id}/calendar` */
export const renderFeed: Handle<typeof calendarFeeds.renderFeed> = async (call, { params }) => {
  const { householdId, currency } = call.caller
  const row = await feedsOf(call)
    .innerJoin('households as h', (join) => join.on('h.household_id', '=', householdId))
    .select(['calendar_feeds.id', 'calendar_feeds.name', 'kinds', 'amounts', 'months_ahead'])
    .select(['months_back', 'alarm_days', 'language', 'h.locale'])
    .where('calendar_feeds.id', '=', params.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound('id')
  const feed = { ...row, ...readChoice(row) }
  const composed = compose(await gatherFacts(call, feed), { ...feed, currency })
  const events = await keepEvents(call, { householdId, feedId: feed.id }, composed)
  // Loaded at the first use, in the process that answers long work.
  const { writeCalendar } = await import('./write-calendar.ts')
  return { text: writeCalendar(feed, events) }
}
