import { sql } from 'kysely'
import { afterCommit } from '#/platform/database/database.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'

/**
 * Makes the queues of a household's webhooks, or of one webhook, due now. Call it after the statement that inserts the
 * deliveries, not as part of it: that statement locks the queues' keys, so that this one sees the result of a release
 * that happens at the same time.
 */
export async function wakeQueues(
  call: ReadContext & Pick<Call, 'now' | 'bell'>,
  webhookId: string | null = null,
): Promise<void> {
  const { householdId } = call.caller
  const now = call.now()
  const which = webhookId === null ? sql`` : sql`and l.webhook_id = ${webhookId}`
  await sql`
    update webhook_lanes l set next_due_at = ${now}
    where l.household_id = ${householdId} and (l.next_due_at is null or l.next_due_at > ${now})
      ${which}`.execute(call.db)
  afterCommit(call.db, () => call.bell.ring('due', householdId))
}
