import { pruneCalendarFeeds } from '#/app/calendar-feed/prune.ts'
import { pruneExpired } from '#/platform/idempotency/prune.ts'
import { pruneImports } from '#/sources/files/prune.ts'
import { pruneNotices } from '#/notices/delivering/prune.ts'
import { pruneMoves } from '#/sources/moving-in/prune.ts'
import { pruneKeys } from '#/access/keys/prune.ts'
import { pruneInvitations } from '#/people/members/prune.ts'
import { pruneAuditLog } from '#/platform/audited/prune.ts'
import { pruneSyncs } from '#/sources/banks/sync/prune.ts'
import { pruneDevices } from '#/sources/wallet/prune.ts'
import { pruneMails } from '#/platform/mail/outbox/prune.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

const prunings = [
  pruneExpired,
  pruneAuditLog,
  pruneInvitations,
  pruneKeys,
  pruneDevices,
  pruneCalendarFeeds,
  pruneSyncs,
  pruneImports,
  pruneMoves,
  pruneNotices,
  pruneMails,
]

/**
 * Deletes a batch of rows whose retention (docs/operating.md) has ended. Returns the number of deleted rows. Each
 * statement finds its rows by an index on their age.
 */
export async function pruneOld(runtime: Runtime): Promise<number> {
  let count = 0
  for (const prune of prunings) count += await prune(runtime)
  return count
}
