import type { Selectable } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Tables } from '#/platform/database/tables.ts'

type Row<T extends keyof Tables> = Selectable<Tables[T]>

/** The rows of a household that a document is made of, each list in the order that it is loaded again. */
export type StoredHousehold = {
  readonly household: Row<'households'>
  readonly members: readonly Row<'members'>[]
  /** Those that still work, but for their expiry. */
  readonly keys: readonly Row<'api_keys'>[]
  readonly accounts: readonly Row<'accounts'>[]
  readonly categories: readonly Row<'categories'>[]
  readonly rules: readonly Row<'category_rules'>[]
  readonly schedules: readonly Row<'funding_schedules'>[]
  readonly groups: readonly Row<'expense_groups'>[]
  readonly expenses: readonly Row<'expenses'>[]
  readonly expenseSchedules: readonly Row<'expense_schedules'>[]
  readonly transactions: readonly Row<'transactions'>[]
  readonly settlements: readonly Row<'settlements'>[]
  readonly transfers: readonly Row<'expense_transfers'>[]
  readonly ledger: readonly Row<'ledger_entries'>[]
  readonly paydays: readonly Row<'paydays'>[]
  readonly paydayFundings: readonly Row<'payday_fundings'>[]
  readonly paydayWaits: readonly Row<'payday_waits'>[]
  /** The audit log, the oldest entry first. */
  readonly changes: readonly Row<'audit_entries'>[]
}

/** Reads a household as it is at one moment; null where there is none. `db` is a transaction with a snapshot. */
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
  // One after the other: they share the snapshot's one connection.
  const members = await readOldestFirst(db, 'members', householdId)
  const removed = new Set(members.filter((row) => row.removed_at !== null).map(({ id }) => id))
  const keys = await readOldestFirst(db, 'api_keys', householdId)
  return {
    household,
    members,
    keys: keys.filter((key) => key.revoked_at === null && !removed.has(key.member_id)),
    accounts: await readOldestFirst(db, 'accounts', householdId),
    ...(await readBudget(db, householdId)),
    ...(await readHistory(db, householdId)),
    ...(await readPaydays(db, householdId)),
  }
}

// One query for several tables: the columns that it names, they all have.
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

async function readHistory(db: Database, householdId: string) {
  return {
    transactions: await db
      .selectFrom('transactions')
      .selectAll()
      .where('household_id', '=', householdId)
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    settlements: await db
      .selectFrom('settlements')
      .selectAll()
      .where('household_id', '=', householdId)
      .execute(),
    transfers: await db
      .selectFrom('expense_transfers')
      .selectAll()
      .where('household_id', '=', householdId)
      .orderBy('revision')
      .orderBy('id')
      .execute(),
    ledger: await db
      .selectFrom('ledger_entries')
      .selectAll()
      .where('household_id', '=', householdId)
      .orderBy('revision')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  }
}

async function readPaydays(db: Database, householdId: string) {
  return {
    paydays: await db
      .selectFrom('paydays')
      .selectAll()
      .where('household_id', '=', householdId)
      .orderBy('nominal')
      .orderBy('funding_schedule_id')
      .execute(),
    paydayFundings: await db
      .selectFrom('payday_fundings')
      .selectAll()
      .where('household_id', '=', householdId)
      .orderBy('day')
      .orderBy('expense_id')
      .execute(),
    paydayWaits: await db
      .selectFrom('payday_waits')
      .selectAll()
      .where('household_id', '=', householdId)
      .orderBy('day')
      .execute(),
    changes: await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('household_id', '=', householdId)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  }
}
