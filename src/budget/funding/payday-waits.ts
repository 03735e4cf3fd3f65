import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { addDays, type Day } from '#/core/values/day.ts'
import { type Continued, WAIT_DAYS, type Waiting } from '#/budget/funding/rules/continue-payday.ts'

/** A payday that waits for its deposit: the last day of waiting, if the deposit has arrived, and the open amounts. */
export type PaydayWait = Waiting & { readonly until: Day; readonly arrived: boolean }

/** Lists the waiting paydays, oldest first. An Expense that a later payday has funded again is no longer open. */
export async function listWaits(db: Database, householdId: string): Promise<PaydayWait[]> {
  const { rows } = await paydayWaits(householdId).execute(db)
  return rows
}

/** The query of `listWaits`, for statements that also read other tables. */
export function paydayWaits(householdId: string): RawBuilder<PaydayWait> {
  return sql<PaydayWait>`
    select w.day, w.until, w.arrived, coalesce((
      select json_agg(json_build_object('id', f.expense_id,
        'ordinary', f.ordinary_planned - f.ordinary_funded, 'ahead', f.ahead_planned - f.ahead_funded))
      from payday_fundings f
      where f.household_id = ${householdId} and f.day = w.day
        and not exists (select 1 from payday_fundings later
          where later.household_id = ${householdId} and later.expense_id = f.expense_id
            and later.day > f.day)), '[]') as open
    from payday_waits w where w.household_id = ${householdId} order by w.day`
}

/**
 * Stores the money that waiting paydays have given late, adds new waits (`days`), and deletes waits that are complete or
 * expired.
 */
export async function keepWaits(
  writer: WriteContext,
  { continued, days, today }: { continued: Continued; days: readonly Day[]; today: Day },
): Promise<void> {
  const { db, caller } = writer
  const { householdId } = caller
  if (continued.fundings.length > 0) {
    await sql`
      update payday_fundings f set ordinary_funded = f.ordinary_funded + g."ordinaryFunded",
        ahead_funded = f.ahead_funded + g."aheadFunded"
      from jsonb_to_recordset(${JSON.stringify(continued.fundings)}::jsonb) as g (day date, id uuid,
        "ordinaryFunded" bigint, "aheadFunded" bigint)
      where f.household_id = ${householdId} and f.day = g.day and f.expense_id = g.id`.execute(db)
  }
  await sql`update payday_waits set arrived = false
    where household_id = ${householdId} and arrived`.execute(db)
  const waits = days.map((day) => ({ day, until: addDays(day, WAIT_DAYS) }))
  await sql`
    insert into payday_waits (household_id, day, until, arrived)
    select ${householdId}, w.day, w.until, false
    from jsonb_to_recordset(${JSON.stringify(waits)}::jsonb) as w (day date, until date)`.execute(
    db,
  )
  await sql`
    delete from payday_waits w where w.household_id = ${householdId} and (w.until < ${today}
      or not exists (select 1 from payday_fundings f
        where f.household_id = ${householdId} and f.day = w.day
          and f.ordinary_planned + f.ahead_planned > f.ordinary_funded + f.ahead_funded))`.execute(
    db,
  )
}
