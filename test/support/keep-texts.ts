import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'

/** Keeps the texts of a household's transactions, where triggers were off while the transactions were inserted. */
export async function keepTexts(db: Database, householdId: string): Promise<void> {
  await sql`insert into transaction_texts (household_id, text)
    select distinct household_id, search_text(concept, original_concept, notes) from transactions
    where household_id = ${householdId} and text_key is not null on conflict do nothing`.execute(db)
}
