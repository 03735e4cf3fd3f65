import type { Acting } from '#/platform/runtime/call.ts'

/** Lists the ids of the schedules that fund an Expense, in the household's order. */
export async function linkedSchedules({ db, caller }: Acting, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('expense_schedules as l')
    .innerJoin('funding_schedules as f', (join) =>
      join
        .on('f.household_id', '=', caller.householdId)
        .onRef('f.id', '=', 'l.funding_schedule_id'),
    )
    .select('f.id')
    .where('l.household_id', '=', caller.householdId)
    .where('l.expense_id', '=', id)
    .orderBy('f.position')
    .orderBy('f.id')
    .execute()
  return rows.map((row) => row.id)
}

/** Replaces the schedules that fund an Expense. */
export async function linkSchedules(
  { db, caller }: Acting,
  id: string,
  scheduleIds: readonly string[],
): Promise<void> {
  const owned = { household_id: caller.householdId, expense_id: id }
  await db
    .deleteFrom('expense_schedules')
    .where('household_id', '=', caller.householdId)
    .where('expense_id', '=', id)
    .execute()
  if (scheduleIds.length === 0) return
  await db
    .insertInto('expense_schedules')
    .values(scheduleIds.map((one) => ({ ...owned, funding_schedule_id: one })))
    .execute()
}
