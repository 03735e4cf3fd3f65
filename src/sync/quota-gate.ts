import { inTransaction } from '#/database/database.ts'
import type { Database } from '#/database/database.ts'
import { judgeQuota, type QuotaState, type QuotaVerdict } from '#/providers/provider-a/quota.ts'
import { judgeUpdates } from '#/providers/provider-b/quota.ts'
import { ProviderFailure } from '#/providers/provider.ts'
import type { World } from '#/world/world.ts'

/** Which connection is asked, and on whose behalf: the schedule leaves a reserve for people. */
export type Asking = {
  readonly householdId: string
  readonly connectionId: string
  readonly purpose: 'connect' | 'discover' | 'schedule' | 'manual'
}

/**
 * Counts a request before it is sent, in a transaction of its own, so that a crash still counts it. Throws
 * ProviderFailure `quota` with the exact wait when the provider may not be asked.
 */
export async function spendRequest(world: World, asking: Asking): Promise<void> {
  await inTransaction(world.db, async (tx) => {
    await tx
      .selectFrom('connections')
      .select('id')
      .where('household_id', '=', asking.householdId)
      .where('id', '=', asking.connectionId)
      .forNoKeyUpdate()
      .execute()
    const now = world.now()
    const verdict = await readQuota(tx, asking, now)
    if (!verdict.allowed) {
      throw new ProviderFailure(
        'quota',
        'The provider accepts no more requests for now.',
        verdict.retryAfterSeconds,
      )
    }
    await tx
      .insertInto('provider_requests')
      .values({
        household_id: asking.householdId,
        connection_id: asking.connectionId,
        id: world.newId(),
        sent_at: now,
        purpose: asking.purpose,
      })
      .execute()
  })
}

/** Whether a connection may be asked now, and what is left of its rolling day. */
export async function readQuota(
  db: Database,
  { householdId, connectionId, purpose }: Asking,
  now: Temporal.Instant,
): Promise<QuotaVerdict> {
  const requests = await db
    .selectFrom('provider_requests')
    .select('sent_at')
    .where('household_id', '=', householdId)
    .where('connection_id', '=', connectionId)
    .where('sent_at', '>', now.subtract({ hours: 24 }))
    .execute()
  const { provider, throttled_until } = await db
    .selectFrom('connections')
    .select(['provider', 'throttled_until'])
    .where('household_id', '=', householdId)
    .where('id', '=', connectionId)
    .executeTakeFirstOrThrow()
  const state = {
    now,
    requests: requests.map(({ sent_at }) => sent_at),
    throttledUntil: throttled_until,
  }
  return judge(provider, state, purpose === 'schedule' ? 'schedule' : 'person')
}

/** What a provider allows now, each by its own rule. */
export function judge(
  provider: 'provider_a' | 'provider_b',
  state: QuotaState,
  purpose: 'schedule' | 'person',
): QuotaVerdict {
  return provider === 'provider_a' ? judgeQuota(state, purpose) : judgeUpdates(state)
}
