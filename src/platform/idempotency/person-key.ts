import { sql } from 'kysely'
import type { KeyedRequest, StoredKey } from './with-idempotency-key.ts'

/**
 * The key of a person's request that concerns no household yet. Its work always runs in one transaction, so a process that
 * dies leaves no claim behind.
 */
export function personKey(
  personId: string,
  { key, fingerprint, now }: Omit<KeyedRequest, 'requestId'>,
): StoredKey {
  return {
    table: 'person_idempotency_keys',
    fingerprint,
    claim: async (tx, { claiming, claimed }) => {
      const { rows } = await sql`
        insert into person_idempotency_keys (person_id, key, fingerprint, created_at)
        select ${personId}::uuid, ${key}, ${fingerprint}::bytea, ${now}::timestamptz
        where ${claiming}
        on conflict do nothing returning ${claimed}`.execute(tx)
      return rows.length === 1
    },
    read: (tx) =>
      tx
        .selectFrom('person_idempotency_keys')
        .select(['fingerprint', 'status', 'body'])
        .where('person_id', '=', personId)
        .where('key', '=', key)
        .executeTakeFirstOrThrow(),
    keep: async (tx, answer) => {
      await tx
        .updateTable('person_idempotency_keys')
        .set(answer)
        .where('person_id', '=', personId)
        .where('key', '=', key)
        .execute()
    },
  }
}
