import type { KeyedRequest, ReleasableKey } from './with-idempotency-key.ts'

/** A request that has not finished after this time never will, because its process has died. */
const ABANDONED_MINUTES = 10

/** The key of a request to a household. A claim whose process has died is taken over after ten minutes. */
export function householdKey(householdId: string, request: KeyedRequest): ReleasableKey {
  const { key, fingerprint, requestId, now } = request
  const claimed = { fingerprint, request_id: requestId, created_at: now }
  return {
    fingerprint,
    claim: async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('idempotency_keys')
        .values({ household_id: householdId, key, status: null, body: null, ...claimed })
        .onConflict((conflict) =>
          conflict
            .columns(['household_id', 'key'])
            .doUpdateSet(claimed)
            .where('idempotency_keys.status', 'is', null)
            .where(
              'idempotency_keys.created_at',
              '<',
              now.subtract({ minutes: ABANDONED_MINUTES }),
            ),
        )
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    read: (tx) =>
      tx
        .selectFrom('idempotency_keys')
        .select(['fingerprint', 'status', 'body'])
        .where('household_id', '=', householdId)
        .where('key', '=', key)
        .executeTakeFirstOrThrow(),
    // Compares the request, because a request that was taken for dead no longer holds the claim. Its late answer is lost.
    keep: async (tx, answer) => {
      await tx
        .updateTable('idempotency_keys')
        .set(answer)
        .where('household_id', '=', householdId)
        .where('key', '=', key)
        .where('request_id', '=', requestId)
        .execute()
    },
    release: async (db) => {
      await db
        .deleteFrom('idempotency_keys')
        .where('household_id', '=', householdId)
        .where('key', '=', key)
        .where('request_id', '=', requestId)
        .where('status', 'is', null)
        .execute()
    },
  }
}
