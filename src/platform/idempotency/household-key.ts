import { sql } from 'kysely'
import type { KeyedRequest, ReleasableKey } from './with-idempotency-key.ts'

/** A request that has not finished after this time never will, because its process has died. */
const ABANDONED_MINUTES = 10

/** The key of a request to a household. A claim whose process has died is taken over after ten minutes. */
export function householdKey(householdId: string, request: KeyedRequest): ReleasableKey {
  const { key, fingerprint, requestId, now } = request
  return {
    fingerprint,
    claim: async (tx, { claiming, claimed: done }) => {
      const { rows } = await sql`
        insert into idempotency_keys as k (household_id, key, fingerprint, request_id, created_at)
        select ${householdId}::uuid, ${key}, ${fingerprint}::bytea, ${requestId}, ${now}::timestamptz
        where ${claiming}
        on conflict (household_id, key) do update set fingerprint = excluded.fingerprint,
          request_id = excluded.request_id, created_at = excluded.created_at
        where k.status is null and k.created_at < ${now.subtract({ minutes: ABANDONED_MINUTES })}
        returning ${done}`.execute(tx)
      return rows.length === 1
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
