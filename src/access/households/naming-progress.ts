import type { Database } from '#/platform/database/database.ts'

/** How far a household's payments are named by the present rule. */
export type NamingProgress = {
  /** The version of the rule that all rows were named by. */
  readonly version: number
  /** The last row that a later rule has named; null: it has not begun. */
  readonly through: string | null
}

export async function readNamingProgress(
  db: Database,
  householdId: string,
): Promise<NamingProgress> {
  const { naming_version: version, renamed_through: through } = await db
    .selectFrom('households')
    .select(['naming_version', 'renamed_through'])
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  return { version, through }
}

export async function storeNamingProgress(
  db: Database,
  householdId: string,
  { version, through }: NamingProgress,
): Promise<void> {
  await db
    .updateTable('households')
    .set({ naming_version: version, renamed_through: through })
    .where('household_id', '=', householdId)
    .execute()
}
