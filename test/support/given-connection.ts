import type { Runtime } from '#/platform/runtime/runtime.ts'

/** A bank connection with a catalog, as the first discovery leaves it; its first account is followed. */
export type GivenConnection = {
  readonly id: string
  /** The ids of a selection. */
  readonly catalog: readonly string[]
  /** The household's own accounts that are followed. */
  readonly accounts: readonly string[]
}

/** Stores a healthy `provider_a` connection with some accounts in its catalog. */
export async function givenConnection(
  runtime: Runtime,
  owner: { readonly householdId: string; readonly memberId: string; readonly accounts: number },
): Promise<GivenConnection> {
  const { db, newId } = runtime
  const now = runtime.now()
  const owned = { household_id: owner.householdId }
  const id = newId()
  await db
    .insertInto('connections')
    .values({
      ...owned,
      id,
      member_id: owner.memberId,
      provider: 'provider_a',
      external_item_id: id,
      secret: null,
      status: 'healthy',
      status_message: null,
      throttled_until: null,
      lease_until: null,
      lease_owner: null,
      next_sync_at: null,
      sync_requested_at: null,
      last_attempt_at: null,
      last_success_at: null,
      failures: 0,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const catalog = Array.from({ length: owner.accounts }, newId).toSorted()
  const account = newId()
  const named = { type: 'depository' as const, subtype: 'checking', currency: 'EUR', mask: null }
  await db
    .insertInto('accounts')
    .values({
      ...owned,
      ...named,
      id: account,
      name: 'Bank',
      balance: 10_000,
      balance_at: now,
      provider: 'provider_a',
      connection_id: id,
      institution_name: 'Bank',
      subscribed: true,
      hidden: false,
      invert_balance: false,
      spendable: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const entries = catalog.map((entry, index) => ({
    ...owned,
    ...named,
    id: entry,
    connection_id: id,
    institution_external_id: 'bank',
    external_id: `account-${index}`,
    name: `Bank ${index}`,
    balance: 10_000,
    balance_at: now,
    selected: index === 0,
    available: true,
    account_id: index === 0 ? account : null,
    history: 'pending' as const,
    live_since: null,
    since: null,
    watermark: null,
    windows: 0,
    empty_windows: 0,
    snapshot_at: null,
    discovered_at: now,
  }))
  await db.insertInto('provider_accounts').values(entries).execute()
  return { id, catalog, accounts: [account] }
}
