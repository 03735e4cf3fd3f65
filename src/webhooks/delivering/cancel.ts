import { afterCommit } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import { FRESH_MS } from './queue.ts'

/** After this time no other process starts a delivery that it fetched before; 50 ms are for starting many at once. */
const ELSEWHERE_MS = FRESH_MS + 50

/**
 * Stops deliveries of a webhook that the current transaction pauses, changes or removes: after the answer to the caller
 * no waiting delivery is started (Spec, States and transitions). This process is notified by the bell. If another
 * process holds the queue, the answer is delayed until everything which that process fetched is stale. The queue stays
 * locked until the commit, so that nobody claims it in between.
 */
export async function cancelWaiting(
  call: ReadContext & Pick<Runtime, 'host' | 'bell' | 'wait'>,
  webhookId: string,
): Promise<void> {
  const queue = await call.db
    .selectFrom('webhook_lanes')
    .select('lease_owner')
    .where('household_id', '=', call.caller.householdId)
    .where('webhook_id', '=', webhookId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const owner = queue?.lease_owner ?? null
  const { name, pid } = call.host
  const elsewhere = owner !== null && !owner.startsWith(`${name}/${pid}/`)
  afterCommit(call.db, async () => {
    call.bell.ring('cancelled')
    if (elsewhere) await call.wait(ELSEWHERE_MS)
  })
}
