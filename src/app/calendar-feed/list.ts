import { type LanguageTag, languageTags } from '#/core/values/languages.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Act } from '#/platform/runtime/call.ts'
import { type calendarFeeds, type FeedKind, feedKinds } from './contract.ts'
import { feedsOf } from './create.ts'
import { REVOKED_DAYS } from './prune.ts'

/** Types what the table keeps as text. */
export function readChoice({ kinds, language }: { kinds: readonly string[]; language: string }): {
  kinds: FeedKind[]
  language: LanguageTag
} {
  return {
    kinds: feedKinds.filter((kind) => kinds.includes(kind)),
    language: languageTags.find((tag) => tag === language) ?? languageTags[0],
  }
}

/** `GET /calendar-feeds`: recently revoked ones included. Addresses are never listed. */
export const listFeeds: Act<typeof calendarFeeds.listFeeds> = async (acting) => {
  const since = acting.now().subtract({ hours: REVOKED_DAYS * 24 })
  const rows = await feedsOf(acting)
    .select(['id', 'member_id', 'made_by', 'name', 'public_id', 'kinds', 'amounts'])
    .select(['months_ahead', 'months_back', 'alarm_days', 'language'])
    .select(['created_at', 'revoked_at', 'last_read_at'])
    .where((one) => one.or([one('revoked_at', 'is', null), one('revoked_at', '>', since)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const moment = (at: Temporal.Instant | null) => (at === null ? null : writeInstant(at))
  return rows.map((row) => ({
    ...row,
    ...readChoice(row),
    created_at: writeInstant(row.created_at),
    revoked_at: moment(row.revoked_at),
    last_read_at: moment(row.last_read_at),
  }))
}
