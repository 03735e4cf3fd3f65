import type { Selectable } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Tables } from '#/platform/database/tables.ts'

type Row<T extends keyof Tables> = Selectable<Tables[T]>

/**
 * The rows of a household that people create, each list in the order of the document. They fit into memory; the history is
 * read row by row (`stored-history.ts`).
 */
export type StoredHousehold = {
  readonly household: Row<'households'>
  readonly members: readonly Row<'members'>[]
  /** Keys that are not revoked; they may have expired. */
  readonly keys: readonly Row<'api_keys'>[]
  readonly accounts: readonly Row<'accounts'>[]
  readonly categories: readonly Row<'categories'>[]
  readonly rules: readonly Row<'category_rules'>[]
  readonly schedules: readonly Row<'funding_schedules'>[]
  readonly groups: readonly Row<'expense_groups'>[]
  readonly expenses: readonly Row<'expenses'>[]
  readonly expenseSchedules: readonly Row<'expense_schedules'>[]
}

/** Reads a household; null if it does not exist. `db` is a transaction with a snapshot. */
export async function readHousehold(
  db: Database,
  householdId: string,
): Promise<StoredHousehold | null> {
  const household = await db
    .selectFrom('households')
    .selectAll()
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  if (!household) return null
  // Read the lists one after the other, because they share the snapshot's connection.
  const members = await readOldestFirst(db, 'members', householdId)
  const removed = new Set(members.filter((row) => row.removed_at !== null).map(({ id }) => id))
  const keys = await readOldestFirst(db, 'api_keys', householdId)
  return {
    household,
    members,
    keys: keys.filter((key) => key.revoked_at === null && !removed.has(key.member_id)),
    accounts: await readOldestFirst(db, 'accounts', householdId),
    ...(await readBudget(db, householdId)),
  }
}

// This query serves several tables, which all have the columns that it names.
function readOldestFirst<T extends 'members' | 'api_keys' | 'accounts'>(
  db: Database,
  table: T,
  householdId: string,
): Promise<Row<T>[]> {
  return db
    .selectFrom(table as 'members')
    .selectAll()
    .where('household_id', '=', householdId)
    .orderBy('created_at')
    .orderBy('id')
    .execute() as unknown as Promise<Row<T>[]>
}

async function readBudget(db: Database, householdId: string) {
  const of = <
    T extends 'categories' | 'category_rules' | 'funding_schedules' | 'expense_groups' | 'expenses',
  >(
    table: T,
  ) =>
    db
      .selectFrom(table as 'categories')
      .selectAll()
      .where('household_id', '=', householdId)
      .orderBy('position')
      .orderBy('id')
      .execute() as unknown as Promise<Row<T>[]>
  return {
    categories: await of('categories'),
    rules: await of('category_rules'),
    schedules: await of('funding_schedules'),
    groups: await of('expense_groups'),
    expenses: await of('expenses'),
    expenseSchedules: await db
      .selectFrom('expense_schedules')
      .selectAll()
      .where('household_id', '=', householdId)
      .orderBy('funding_schedule_id')
      .execute(),
  }
}
