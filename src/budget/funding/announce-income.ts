import { type RawBuilder, sql } from 'kysely'
import { type Day, dayAt } from '#/core/values/day.ts'
import type { Acting } from '#/platform/runtime/call.ts'

/** A transaction as far as paydays wait for it. */
export type Arrival = {
  readonly accountId: string
  readonly amount: number
  readonly type: string
  readonly booked: Day
}

type Writer = Pick<Acting, 'db' | 'now'> & {
  readonly caller: Pick<Acting['caller'], 'householdId' | 'zone'>
}

/**
 * Tells paydays that wait for their money that income has arrived on an account that can be spent from: one statement,
 * and nothing where no payday waits. Its engine then goes on with them. Income that was booked before the payday, or
 * that arrives after the last day of waiting, or on another account than all of its schedules name, is not what it waits for.
 */
export async function announceIncome(writer: Writer, arrivals: readonly Arrival[]): Promise<void> {
  const incomes = arrivals.filter(({ type, amount }) => type === 'income' && amount > 0)
  if (incomes.length === 0) return
  const rows = incomes.map(({ accountId, booked }) => ({ account_id: accountId, booked }))
  await release(
    writer,
    sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (account_id uuid, booked date)`,
  )
}

/**
 * The same of what this write has stored or told anew, once its transfers are told: money from another account of the
 * household is nobody's pay. What is pending is not in the bank's balance yet, and history releases nothing.
 */
export async function announceStoredIncome(
  writer: Writer & { readonly revision: number },
): Promise<void> {
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

/** Releases what waits for one of these incomes, each an account and the day that it was booked. */
async function release(writer: Writer, incomes: RawBuilder<unknown>): Promise<void> {
  const { householdId, zone } = writer.caller
  await sql`
    with incomes as materialized (${incomes}
    ), arrived as (
      update payday_waits w set arrived = true
      where w.household_id = ${householdId} and w.until >= ${dayAt(writer.now(), zone)}
        and exists (
          select 1 from incomes i
          join accounts a on a.household_id = w.household_id and a.id = i.account_id
          join households h on h.household_id = w.household_id and h.currency = a.currency
          where i.booked >= w.day and a.subscribed and not a.hidden
            and coalesce(a.spendable, a.type = any(h.account_types)
              and (a.type <> 'depository' or a.subtype in ('checking', 'savings')), false)
            and coalesce((
              select bool_or(s.account_id is null or s.account_id = a.id)
              from paydays p join funding_schedules s
                on s.household_id = p.household_id and s.id = p.funding_schedule_id
              where p.household_id = w.household_id and p.effective = w.day and s.wait_for_deposit), true))
      returning w.household_id
    )
    update households h set due_at = ${writer.now()}
    from (select distinct household_id from arrived) a
    where h.household_id = a.household_id`.execute(writer.db)
}
