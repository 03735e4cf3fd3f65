import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'

export type BegunWrite = {
  /** Stamped on what the write changes. */
  readonly revision: number
  /** Whether anybody is to be told of new transactions; most households have nobody, and pay nothing for it. */
  readonly hasWebhooks: boolean
}

/**
 * Makes this transaction the household's one writer until it ends, and returns the number that it stamps on what
 * it changes. One writer a household means that money cannot be moved twice by two requests, that no two writers
 * deadlock, and that the change feed has an exact order. Readers never wait.
 */
export async function beginWrite(tx: Database, householdId: string): Promise<BegunWrite> {
  const { rows } = await sql<BegunWrite>`
    update households h set revision = revision + 1 where household_id = ${householdId}
    returning revision, exists (
      select from webhooks w where w.household_id = h.household_id) as "hasWebhooks"`.execute(tx)
  const [begun] = rows
  if (!begun) throw new Error(`there is no household ${householdId}`)
  return begun
}
