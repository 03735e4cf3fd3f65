import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import { type ExpenseRow, expenseRows, toHoldings } from '#/budget/expenses/holdings.ts'
import { readHolding } from '#/budget/expenses/rules/reserve.ts'
import { addCents } from '#/core/values/cents.ts'
import { addDays, type Day } from '#/core/values/day.ts'
import { mapInTurns } from '#/platform/runtime/breathe.ts'
import type { Act } from '#/platform/runtime/call.ts'
import { nextPayday, paydaysOf, type Schedule } from '#/core/calendar/paydays.ts'
import type { funding } from './contract.ts'

type ScheduleRow = Schedule & {
  readonly id: string
  readonly name: string
  readonly days: number[]
  readonly estimated_deposit: number | null
  readonly wait_for_deposit: boolean
  readonly account_id: string | null
  readonly paused: boolean
  readonly last_run_date: Day | null
  readonly created_at: string
  readonly updated_at: string
}
type Plan = { schedules: ScheduleRow[]; expenses: ExpenseRow[]; processed_through: Day }

/** `GET /funding-schedules` */
export const listFundingSchedules: Act<typeof funding.listFundingSchedules> = async (call) => {
  const { householdId, currency, zone } = call.caller
  const plan = await loadPlan(call.db, householdId)
  const figures = await mapInTurns(toHoldings(plan.expenses), (holding) => {
    return readHolding(holding, plan.processed_through)
  })
  return mapInTurns(plan.schedules, (schedule) => {
    const { id, paused, weekend, extra = [], ...rest } = schedule
    const next = nextPayday(paydaysOf([schedule]), addDays(plan.processed_through, 1))
    const funded = figures.filter((_, index) => {
      return plan.expenses[index]!.funding_schedule_ids.includes(id)
    })
    return {
      ...rest,
      id,
      weekend,
      extra_days: [...extra],
      rrule: toRule(schedule),
      timezone: zone,
      next_run_date: paused ? null : next,
      exclude_weekends: weekend !== 'none',
      estimated_contribution: addCents(
        ...funded
          .filter(({ nextFundingDate }) => !paused && nextFundingDate === next)
          .map((reading) => reading.ordinaryContribution + reading.fundAheadContribution),
      ),
      enabled: !paused,
      currency,
    }
  })
}

async function loadPlan(db: Database, householdId: string): Promise<Plan> {
  const { rows } = await sql<Plan>`
    select h.processed_through,
      coalesce((select json_agg(s) from (
        select id, name, frequency, days, anchor, weekend, extra_days as extra,
          estimated_deposit, wait_for_deposit, account_id, paused,
          last_run_date, to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
          to_char(updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
        from funding_schedules where household_id = ${householdId} order by position, id) s), '[]')
        as schedules,
      coalesce((select json_agg(e) from (${expenseRows(householdId)}) e), '[]') as expenses
    from households h where h.household_id = ${householdId}`.execute(db)
  return rows[0]!
}

/** Formats the schedule as an iCalendar rule (RFC 5545), which cannot express the weekend rule. */
function toRule({ frequency, days }: Schedule): string {
  if (frequency === 'weekly') return 'FREQ=WEEKLY'
  if (frequency === 'biweekly') return 'FREQ=WEEKLY;INTERVAL=2'
  return `FREQ=MONTHLY;BYMONTHDAY=${days.map((day) => (day === 31 ? -1 : day)).join(',')}`
}
