import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'

/** Fewer transactions than this gain nothing from the preparations. */
const BULK_MIN = 5000

/**
 * Readies a database transaction for storing many transactions: the text index keeps what is new aside until
 * `mergeSearch`, which takes a quarter off the time of a hundred thousand. The settings end with the transaction.
 */
export async function prepareBulk(tx: Database): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local gin_pending_list_limit = '1GB'`.execute(tx)
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
  await sql`set local work_mem = '32MB'`.execute(tx)
}

/** Merges into the text index what was kept aside; until then searches read that row by row. */
export async function mergeSearch(tx: Database): Promise<void> {
  await sql`select gin_clean_pending_list('transactions_search')`.execute(tx)
}

/** Stores `count` transactions by `insert`, with those preparations where they pay. Within one transaction. */
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
