import { type RawBuilder, sql } from 'kysely'
import { sentWithNext } from '#/platform/database/prepared-pool.ts'
import type { KeyedRequest, ReleasableKey } from './with-idempotency-key.ts'

/**
 * A request that has not finished after ten minutes never will, because its process has died. Written with `date_bin`, since
 * Citus takes only immutable functions there: a later time is in another bin of this width.
 */
const ABANDONED = sql.lit('10 minutes 1 microsecond')

/** Further work of the statement that claims a key, which saves a round trip. It returns one row if it was done. */
export type ClaimedWith<Row> = {
  /** Builds the work, which must do nothing unless `isClaimed`. `first` goes before its own common table expressions. */
  readonly statement: (
    first: RawBuilder<unknown>,
    isClaimed: RawBuilder<boolean>,
  ) => RawBuilder<Row>
  readonly done: (row: Row) => void
}

/** The key of a request to a household. A claim whose process has died is taken over after ten minutes. */
export function householdKey<Row>(
  householdId: string,
  request: KeyedRequest,
  claimedWith?: ClaimedWith<Row>,
): ReleasableKey {
  const { key, fingerprint, requestId, now } = request
  return {
    table: 'idempotency_keys',
    fingerprint,
    claim: async (tx, { claiming, claimed: done }) => {
      // Reads the household so that, on Citus, the time-out is set on its machine, which is where the claim waits.
      const claim = sql`
        insert into idempotency_keys as k (household_id, key, fingerprint, request_id, created_at)
        select ${householdId}::uuid, ${key}, ${fingerprint}::bytea, ${requestId}, ${now}::timestamptz
        from households h where h.household_id = ${householdId} and ${claiming}
        on conflict (household_id, key) do update set fingerprint = excluded.fingerprint,
          request_id = excluded.request_id, created_at = excluded.created_at
        where k.status is null and date_bin(${ABANDONED}, excluded.created_at, k.created_at) > k.created_at
        returning ${done}`
      if (!claimedWith) return (await claim.execute(tx)).rows.length === 1
      // A subquery of its own: PostgreSQL knows its value before the work waits for a lock.
      const isClaimed = sql<boolean>`(select count(*) from claimed) = 1`
      const statement = claimedWith.statement(sql`claimed as (${claim}),`, isClaimed)
      const { rows } = await statement.execute(tx)
      for (const row of rows) claimedWith.done(row)
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
    keep: async (tx, { status, body }) => {
      // A transaction ends with it.
      const marker = tx.isTransaction ? sentWithNext : sql``
      await sql`${marker} update idempotency_keys set status = ${status}, body = ${body}
        where household_id = ${householdId} and key = ${key} and request_id = ${requestId}`.execute(
        tx,
      )
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
