import { sql } from 'kysely'
import { afterCommit, type Database } from '#/platform/database/database.ts'
import { endItemsOf } from '#/sources/banks/connecting/end-items.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { orderByReference, type Reference } from './order-by-reference.ts'

/** Deleting transactions makes triggers write sums again, so a table that was emptied may fill up once more. */
const PASSES_MAX = 3

/** They say to which household a public id belongs, so they stand outside of all, and no key leads from them into one. */
const lookups = ['key_lookup', 'wallet_lookup', 'calendar_feed_lookup'] as const

/**
 * Deletes every row of household data, in the caller's transaction. People and their other households stay. Plaid is
 * asked to delete its logins; receivers of webhooks keep what they have.
 */
export async function eraseHousehold(runtime: Runtime, householdId: string): Promise<void> {
  const { db } = runtime
  await endItemsOf(runtime, householdId)
  const tables = (await tablesInOrder(db)).filter((table) => table !== 'households')
  for (let pass = 1; pass <= PASSES_MAX; pass += 1) {
    for (const table of tables) {
      await sql`delete from ${sql.table(table)} where household_id = ${householdId}`.execute(db)
    }
  }
  for (const table of lookups) {
    await db.deleteFrom(table).where('household_id', '=', householdId).execute()
  }
  await db
    .updateTable('sessions')
    .set({ household_id: null })
    .where('household_id', '=', householdId)
    .execute()
  await db.deleteFrom('households').where('household_id', '=', householdId).execute()
  afterCommit(db, () => runtime.bell.ring('cancelled'))
}

/**
 * Lists the tables of household data, each after the tables that refer to it. Reads the catalogue, so that none is
 * forgotten.
 */
async function tablesInOrder(db: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum = 1 and a.attname = 'household_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`.execute(db)
  const { rows: references } = await sql<Reference>`
    select f.relname as from, t.relname as to from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`.execute(
    db,
  )
  return orderByReference(
    tables.map(({ name }) => name),
    references,
  )
}
