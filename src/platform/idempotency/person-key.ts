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
    fingerprint,
    claim: async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('person_idempotency_keys')
        .values({
          person_id: personId,
          key,
          fingerprint,
          status: null,
          body: null,
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
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
