import { sql } from 'kysely'
import { afterCommit } from '#/platform/database/database.ts'
import type { Call } from '#/platform/runtime/call.ts'

/** Whoever queues deliveries, in the transaction that does so. */
export type Queueing = Pick<Call, 'db' | 'now' | 'bell'> & {
  readonly caller: { readonly householdId: string }
}

/**
 * Makes the lanes of a household's webhooks, or of one, due now. A statement of its own behind the one that queues:
 * that one has locked the lanes' keys, so a lane that is being given back at this moment is seen as it will be.
 */
export async function wakeLane(queueing: Queueing, webhookId: string | null = null): Promise<void> {
  const { householdId } = queueing.caller
  const now = queueing.now()
  const which = webhookId === null ? sql`` : sql`and l.webhook_id = ${webhookId}`
  await sql`
    update webhook_lanes l set next_due_at = ${now}
    where l.household_id = ${householdId} and (l.next_due_at is null or l.next_due_at > ${now})
      ${which}`.execute(queueing.db)
  afterCommit(queueing.db, () => queueing.bell.ring('due'))
}
