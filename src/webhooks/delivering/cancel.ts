import { afterCommit } from '#/platform/database/database.ts'
import type { Actor } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { FRESH_MS } from './queue.ts'

/** What another process has fetched is begun no more after so long; beginning many takes a moment itself. */
const ELSEWHERE_MS = FRESH_MS + 50

/**
 * For a transaction that pauses or removes a webhook: once it has been answered, nothing that waited is begun (Spec,
 * States and transitions). This process hears the bell. If another one holds the lane, the answer waits until nothing
 * that it has fetched is fresh; the lane is locked until the commit, so that nobody claims it meanwhile.
 */
export async function withdrawWaiting(
  call: Pick<Runtime, 'db' | 'host' | 'bell' | 'wait'> & {
    readonly caller: Pick<Actor, 'householdId'>
  },
  webhookId: string,
): Promise<void> {
  const lane = await call.db
    .selectFrom('webhook_lanes')
    .select('lease_owner')
    .where('household_id', '=', call.caller.householdId)
    .where('webhook_id', '=', webhookId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const owner = lane?.lease_owner ?? null
  const { name, pid } = call.host
  const elsewhere = owner !== null && !owner.startsWith(`${name}/${pid}/`)
  afterCommit(call.db, async () => {
    call.bell.ring('withdrawn')
    if (elsewhere) await call.wait(ELSEWHERE_MS)
  })
}
