import { sql } from 'kysely'
import { invalidParameter } from '#/contract/refusal.ts'
import { afterCommit } from '#/database/database.ts'
import type { Handle } from '#/world/call.ts'
import type { membersApp } from './app-contract.ts'
import { orderByReference, type Reference } from './order-by-reference.ts'

/** Removing transactions has triggers write sums anew, so what is empty once may not stay so. */
const PASSES_MAX = 3

/**
 * `DELETE /household`: every row of every table of household data, in one transaction. People stay, and so do their
 * other households. What banks and receivers of webhooks hold is theirs.
 */
export const deleteHousehold: Handle<typeof membersApp.deleteHousehold> = async (
  { db, caller, log, bell, ...call },
  { body },
) => {
  const { householdId, memberId } = caller
  const { name } = await db
    .selectFrom('households')
    .select('name')
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  if (body.name.trim() !== name.trim()) {
    throw invalidParameter('name', '`name` must be the name of the household.')
  }
  const tables = (await tablesInOrder(db)).filter((table) => table !== 'households')
  for (let pass = 1; pass <= PASSES_MAX; pass += 1) {
    for (const table of tables) {
      await sql`delete from ${sql.table(table)} where household_id = ${householdId}`.execute(db)
    }
  }
  await db
    .updateTable('sessions')
    .set({ household_id: null })
    .where('household_id', '=', householdId)
    .execute()
  await db.deleteFrom('households').where('household_id', '=', householdId).execute()
  const { requestId } = call
  log('info', 'household.deleted', {
    household_id: householdId,
    member_id: memberId,
    request_id: requestId,
  })
  afterCommit(db, bell.withdrawn)
  return { success: true }
}

/** The tables of household data, each after those that refer to it. As the catalogue has them, so that none is forgotten. */
async function tablesInOrder(db: Parameters<typeof deleteHousehold>[0]['db']): Promise<string[]> {
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
