import { sql } from 'kysely'
import { type CashAccount, cashOf } from '#/budget/accounts/cash.ts'
import { cashAccounts } from '#/budget/accounts/cash-accounts.ts'
import { type Paydays, paydaysOf, type Schedule } from '#/core/calendar/paydays.ts'
import type { Database } from '#/platform/database/database.ts'
import { breathe } from '#/platform/runtime/breathe.ts'
import { balanceOf } from '#/budget/expenses/rules/holding.ts'
import { type ExpenseRow, expenseRows, toHoldings } from '#/budget/expenses/holdings.ts'
import { addCents, type Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import type { EngineState } from '#/budget/funding/rules/process-days.ts'

type HouseholdRow = {
  timezone: string
  currency: string
  floor: Cents
  month_starts_on_day: number
  processed_through: Day
  accounts: CashAccount[]
  schedules: (Schedule & { id: string; estimated_deposit: Cents | null; waits: boolean })[]
  ran: { id: string; nominal: Day }[]
  expenses: ExpenseRow[]
}

/** The household data that the engine, the forecast and the explanation need. */
export type HouseholdState = EngineState & {
  /** The visible accounts, with the fields that decide the household's cash. */
  readonly accounts: readonly CashAccount[]
  /** The ids of schedules whose paydays wait for their deposit (`wait_for_deposit`). */
  readonly waiting: ReadonlySet<string>
  readonly zone: string
  readonly currency: string
  /** The day of the month on which the household's months begin, 1 to 28. */
  readonly monthBegins: number
  /** The stored rows of `holdings`, in the same order. */
  readonly rows: readonly ExpenseRow[]
  /** The estimated deposit of each schedule, in cents; 0 without an estimate. */
  readonly deposits: readonly { readonly paydays: Paydays; readonly amount: Cents }[]
}

/** Loads a household's state by one statement. */
export async function loadEngineState(db: Database, householdId: string): Promise<HouseholdState> {
  const { rows } = await sql<HouseholdRow>`
    select h.timezone, h.currency, h.floor, h.month_starts_on_day, h.processed_through,
      coalesce((select json_agg(a) from (${cashAccounts(householdId)}) a), '[]') as accounts,
      coalesce((select json_agg(s) from (
        select id, frequency, days, anchor, weekend, extra_days as extra, estimated_deposit,
          wait_for_deposit as waits
        from funding_schedules
        where household_id = ${householdId} and not paused order by position, id) s), '[]') as schedules,
      coalesce((select json_agg(json_build_object('id', funding_schedule_id, 'nominal', nominal))
        from paydays where household_id = ${householdId} and nominal > h.processed_through - 5), '[]') as ran,
      coalesce((select json_agg(e) from (${expenseRows(householdId)}) e), '[]') as expenses
    from households h where h.household_id = ${householdId}`.execute(db)
  const row = rows[0]!
  // Reading two thousand Expenses has taken a turn of its own.
  await breathe()
  const holdings = toHoldings(row.expenses)
  const setAside = addCents(...holdings.map(({ lanes }) => balanceOf(lanes)))
  return {
    accounts: row.accounts,
    holdings,
    schedules: row.schedules,
    ran: row.ran,
    waiting: new Set(row.schedules.filter(({ waits }) => waits).map(({ id }) => id)),
    processedThrough: row.processed_through,
    freeToSpend: cashOf(row.accounts, row.currency) - setAside,
    floor: row.floor,
    zone: row.timezone,
    currency: row.currency,
    monthBegins: row.month_starts_on_day,
    rows: row.expenses,
    deposits: row.schedules.map((schedule) => {
      return { paydays: paydaysOf([schedule]), amount: schedule.estimated_deposit ?? 0 }
    }),
  }
}
