import { sql } from 'kysely'
import type { Database } from '#/database/database.ts'

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
  return tx
    .updateTable('households')
    .set({ revision: sql`revision + 1` })
    .where('household_id', '=', householdId)
    .returning([
      'revision',
      sql<boolean>`exists (
        select from webhooks w where w.household_id = households.household_id)`.as('hasWebhooks'),
    ])
    .executeTakeFirstOrThrow()
}
