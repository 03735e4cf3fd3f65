import { type RawBuilder, sql } from 'kysely'
import { type Day, dayAt } from '#/core/values/day.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'

/** The fields of a transaction that decide if a waiting payday continues. */
export type Arrival = {
  readonly accountId: string
  readonly amount: number
  readonly type: string
  readonly booked: Day
}

/**
 * Releases paydays that wait for their deposit, when income has arrived on an account whose money counts as cash. The
 * engine then continues them. Income does not count if it was booked before the payday, arrives after the last day of
 * waiting, or is on an account that no schedule of the payday accepts. One statement; cheap if no payday waits.
 */
export async function announceIncome(
  writer: WriteContext,
  arrivals: readonly Arrival[],
): Promise<void> {
  const incomes = arrivals.filter(({ type, amount }) => type === 'income' && amount > 0)
  if (incomes.length === 0) return
  const rows = incomes.map(({ accountId, booked }) => ({ account_id: accountId, booked }))
  await release(
    writer,
    sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (account_id uuid, booked date)`,
  )
}

/**
 * As `announceIncome`, for every transaction that this write has stored or changed. Call it after transfers are paired:
 * money from another account of the household is not pay. Pending transactions are not in the bank's balance yet and
 * release nothing; neither does history.
 */
export async function announceStoredIncome(writer: WriteContext): Promise<void> {
  await release(
    writer,
    sql`
      select t.account_id, t.booked_at as booked from transactions t
      where t.household_id = ${writer.caller.householdId} and t.revision >= 0
        and t.revision = ${writer.revision} and t.visible
        and t.type = 'income' and t.amount > 0 and t.status = 'booked'
        and (not t.history or t.created_at < ${writer.now()})`,
  )
}

/** Releases the paydays that wait for one of these incomes: rows of account id and booking day. */
async function release(writer: WriteContext, incomes: RawBuilder<unknown>): Promise<void> {
  const { householdId, zone } = writer.caller
  await sql`
    with incomes as materialized (${incomes}
    ), arrived as (
      update payday_waits w set arrived = true
      where w.household_id = ${householdId} and w.until >= ${dayAt(writer.now(), zone)}
        and exists (
          select 1 from incomes i
          join accounts a on a.household_id = ${householdId} and a.id = i.account_id
          join households h on h.household_id = ${householdId} and h.currency = a.currency
          where i.booked >= w.day and a.subscribed and not a.hidden
            and coalesce(a.spendable, a.type = any(h.account_types)
              and (a.type <> 'depository' or a.subtype in ('checking', 'savings')), false)
            and coalesce((
              select bool_or(s.account_id is null or s.account_id = a.id)
              from paydays p join funding_schedules s
                on s.household_id = ${householdId} and s.id = p.funding_schedule_id
              where p.household_id = ${householdId} and p.effective = w.day and s.wait_for_deposit), true))
      returning w.household_id
    )
    update households h set due_at = ${writer.now()}
    from (select distinct household_id from arrived) a
    where h.household_id = ${householdId}`.execute(writer.db)
}
