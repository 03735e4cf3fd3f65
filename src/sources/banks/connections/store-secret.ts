import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type BankProvider } from '#/sources/provider/bank-provider.ts'

export type Granted = {
  readonly householdId: string
  readonly memberId: string
  readonly connectionId: string
  readonly provider: BankProvider
  /** The provider's id of the login, if any. */
  readonly externalItemId: string | null
  readonly secret: string
  /** False: the connection exists and gets a new secret. */
  readonly isNew: boolean
}

/** Stores the sealed secret that a provider gave, and marks the connection as healthy. */
export async function storeSecret(runtime: Runtime, granted: Granted): Promise<void> {
  const { householdId, connectionId } = granted
  const now = runtime.now()
  const healthy = {
    secret: runtime.seal.seal(granted.secret, `connections.secret:${connectionId}`),
    status: 'healthy' as const,
    status_message: null,
    throttled_until: null,
    failures: 0,
    updated_at: now,
  }
  if (!granted.isNew) {
    await runtime.db
      .updateTable('connections')
      .set({ ...healthy, next_sync_at: now })
      .where('household_id', '=', householdId)
      .where('id', '=', connectionId)
      .execute()
    return
  }
  await runtime.db
    .insertInto('connections')
    .values({
      ...healthy,
      household_id: householdId,
      id: connectionId,
      member_id: granted.memberId,
      provider: granted.provider,
      external_item_id: granted.externalItemId,
      lease_until: null,
      lease_owner: null,
      next_sync_at: null,
      sync_requested_at: null,
      last_attempt_at: null,
      last_success_at: null,
      cursor: null,
      consent_expires_at: null,
      told_at: null,
      asked_session_id: null,
      created_at: now,
    })
    .execute()
}
