import type { Database } from '#/platform/database/database.ts'

/** Days for which a consent that was begun is kept. */
const KEPT_DAYS = 1

/** Deletes consents that were begun long ago. Returns how many. */
export async function pruneConsents(db: Database, now: Temporal.Instant): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('bank_consents')
    .where('expires_at', '<', now.subtract({ hours: KEPT_DAYS * 24 }))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
