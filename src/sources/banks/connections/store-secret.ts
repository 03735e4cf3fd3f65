import type { Runtime } from '#/platform/runtime/runtime.ts'

export type Granted = {
  readonly householdId: string
  readonly memberId: string
  readonly connectionId: string
  readonly provider: 'provider_a' | 'provider_b'
  /** The provider's own id of the login, where it has one. */
  readonly externalItemId: string | null
  readonly secret: string
  /** False: the connection is there, and waits for a new secret. */
  readonly isNew: boolean
}

/** Stores the access that a provider gave, sealed, and with it the connection as healthy. */
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
      created_at: now,
    })
    .execute()
}
