import { sql } from 'kysely'
import type { Database } from '#/database/database.ts'

/**
 * Makes this transaction the household's one writer until it ends, and returns the number that it stamps on what
 * it changes. One writer a household means that money cannot be moved twice by two requests, that no two writers
 * deadlock, and that the change feed has an exact order. Readers never wait.
 */
export async function beginWrite(tx: Database, householdId: string): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    update households set revision = revision + 1 where household_id = ${householdId}
    returning revision`.execute(tx)
  const [begun] = rows
  if (!begun) throw new Error(`there is no household ${householdId}`)
  return begun.revision
}
