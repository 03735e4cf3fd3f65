import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'

/** The preparations do not pay for fewer transactions. */
const BULK_MIN = 5000

/**
 * Prepares a database transaction for storing many transactions: new entries of the text index wait in a list until
 * `mergeSearch`, which saves a quarter of the time for a hundred thousand. The settings end with the transaction.
 */
export async function prepareBulk(tx: Database): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local gin_pending_list_limit = '1GB'`.execute(tx)
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
  await sql`set local work_mem = '32MB'`.execute(tx)
}

/** Merges the waiting entries into the text index; until then searches read them one by one. */
export async function mergeSearch(tx: Database): Promise<void> {
  await sql`select gin_clean_pending_list('transaction_texts_search')`.execute(tx)
}

/** Runs `insert` for `count` transactions, with the preparations if they pay. `tx` must be a transaction. */
export async function loadInBulk(
  tx: Database,
  count: number,
  insert: () => Promise<void>,
): Promise<void> {
  if (count < BULK_MIN) return insert()
  await prepareBulk(tx)
  await insert()
  await mergeSearch(tx)
}
