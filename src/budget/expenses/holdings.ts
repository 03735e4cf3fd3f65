import type { IntervalDays, IntervalMonths } from '#/core/values/interval.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Hue } from '#/budget/categories/words/looks.ts'
import { TRANSFER_DAYS } from '#/budget/accounts/transfer-days.ts'
import { breathe } from '#/platform/runtime/breathe.ts'
import { type Paydays, type Schedule, paydaysOf } from '#/core/calendar/paydays.ts'
import type { Day } from '#/core/values/day.ts'
import type { Holding, Terms } from '#/budget/expenses/rules/holding.ts'

/** An Expense as stored, with the facts about its schedules and its card that the rules need. */
export type ExpenseRow = {
  id: string
  name: string
  type: Terms['type']
  group_id: string | null
  target_amount: number | null
  funding_priority: Terms['priority']
  recurrence_interval_months: IntervalMonths | null
  recurrence_interval_days: IntervalDays | null
  recurrence_anchor_date: Day | null
  fund_ahead_payment_count: number
  fund_ahead_build_by: Day | null
  card_account_id: string | null
  paused: boolean
  hue: Hue | null
  icon: string | null
  ready: number
  building: number
  reserve: number
  prepaid: number
  spent: number
  cycle: number
  /** Formatted as the API writes instants. */
  created_at: string
  updated_at: string
  /** The debt of the linked card without payments in flight, in cents (≥ 0); null without a card. */
  owed: number | null
  funding_schedule_ids: string[]
  /** Only schedules that are not paused. */
  schedules: Schedule[]
  /** The household's last day whose paydays and due dates have been processed. */
  processed_through: Day
}

/** A card's balance is heard of so many days after a payment, and it is not in flight any more even if the card never shows it. */
const FLIGHT_DAYS = 7

/** The day of the balance of the card `a`. */
const balanceDay = sql`(a.balance_at at time zone 'UTC')::date`

/**
 * Sums up the payments in flight of the card `a` with the Expense `e`: spent from it on another account, but not yet booked
 * on the card as the same amount. The balance still contains them; without this sum a payday would set them aside again.
 * It looks for the amount and not for the pair, because two alike payments are never paired and a household document
 * has no pairs. An assignment of history moves no money, except that of a file's rows.
 * The card's rows have a first day of their own: without it, PostgreSQL reads all of them for a single payment.
 */
const inFlight = (
  householdId: string,
) => sql`(select coalesce(sum(-t.amount), 0)::bigint from transactions t
    where t.household_id = ${householdId} and t.expense_goal_id = e.id and t.visible and t.amount < 0
      and t.booked_at >= ${balanceDay} - ${sql.lit(FLIGHT_DAYS)}::int
      and t.account_id <> a.id and t.currency = a.currency
      and (not t.history or t.provider = 'import')
      and not exists (select 1 from transactions i
        where i.household_id = ${householdId} and i.account_id = a.id and i.visible
          and i.booked_at >= ${balanceDay} - ${sql.lit(FLIGHT_DAYS + TRANSFER_DAYS)}::int
          and i.amount = -t.amount and (i.status = 'booked' or a.provider in ('manual', 'import'))
          and i.booked_at between t.booked_at - ${sql.lit(TRANSFER_DAYS)}::int
            and t.booked_at + ${sql.lit(TRANSFER_DAYS)}::int))`

const columns = (
  householdId: string,
) => sql`e.id, e.name, e.type, e.group_id, e.target_amount, e.funding_priority,
  e.recurrence_interval_months, e.recurrence_interval_days, e.recurrence_anchor_date, e.fund_ahead_payment_count,
  e.fund_ahead_build_by, e.card_account_id, e.paused, e.hue, e.icon, e.ready, e.building, e.reserve, e.prepaid,
  e.spent, e.cycle,
  to_char(e.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char(e.updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
  (select greatest(0, -a.balance - ${inFlight(householdId)}) from accounts a
    where a.household_id = ${householdId} and a.id = e.card_account_id) as owed`

/**
 * Loads every Expense that is not archived, in the household's order, by one statement: as JSON, because pg takes three times
 * as long to read two thousand rows of so many columns, in one turn of the event loop.
 */
export async function loadExpenses(db: Database, householdId: string): Promise<ExpenseRow[]> {
  const { rows } = await sql<{ expenses: ExpenseRow[] }>`
    select coalesce(json_agg(e), '[]') as expenses from (${expenseRows(householdId)}) e`.execute(db)
  await breathe()
  return rows[0]!.expenses
}

/** The query of `loadExpenses`, for statements that also read other tables. */
export function expenseRows(householdId: string): RawBuilder<ExpenseRow> {
  return sql<ExpenseRow>`
    select ${columns(householdId)},
      coalesce(s.ids, '{}') as funding_schedule_ids, coalesce(s.schedules, '[]') as schedules,
      (select processed_through from households where household_id = ${householdId}) as processed_through
    from expenses e
    left join lateral (
      select array_agg(f.id order by f.position, f.id) as ids,
        json_agg(json_build_object('frequency', f.frequency, 'days', f.days, 'anchor', f.anchor,
          'weekend', f.weekend, 'extra', f.extra_days) order by f.position, f.id) filter (where not f.paused) as schedules
      from expense_schedules l
      join funding_schedules f on f.household_id = ${householdId} and f.id = l.funding_schedule_id
      where l.household_id = ${householdId} and l.expense_id = e.id
    ) s on true
    where e.household_id = ${householdId} and e.archived_at is null
    order by e.position, e.id`
}

/**
 * Returns the day as of which Expenses are read: today, or the last processed day if that is later. It is later after
 * the household has moved to a zone where today is an earlier day; no payday may come twice.
 */
export function readingDay(rows: readonly ExpenseRow[], today: Day): Day {
  const through = rows[0]?.processed_through
  return through !== undefined && through > today ? through : today
}

/** Converts rows to the type that the rules take. Expenses with the same schedules share one calendar. */
export function toHoldings(rows: readonly ExpenseRow[]): Holding[] {
  const calendars = new Map<string, Paydays>()
  return rows.map((row) => {
    const key = JSON.stringify(row.schedules)
    const paydays = calendars.get(key) ?? paydaysOf(row.schedules)
    calendars.set(key, paydays)
    return toHolding(row, paydays)
  })
}

function toHolding(
  row: Omit<ExpenseRow, 'schedules' | 'processed_through'>,
  paydays: Paydays,
): Holding {
  return {
    id: row.id,
    terms: {
      type: row.type,
      target: row.target_amount,
      intervalMonths: row.recurrence_interval_months,
      intervalDays: row.recurrence_interval_days,
      anchor: row.recurrence_anchor_date,
      payments: row.fund_ahead_payment_count,
      buildBy: row.fund_ahead_build_by,
      priority: row.funding_priority,
      paused: row.paused,
      paydays,
      card: row.owed === null ? null : { owed: row.owed },
    },
    lanes: {
      ready: row.ready,
      building: row.building,
      reserve: row.reserve,
      prepaid: row.prepaid,
      spent: row.spent,
    },
    cycle: row.cycle,
  }
}

/** An Expense that takes part in a movement of money. */
export type TouchedHolding = Holding & {
  readonly cardAccountId: string | null
  readonly archived: boolean
}

/** Names the Expenses that a movement touches. */
export type Touched = {
  /** By id; may include archived Expenses. */
  readonly ids: readonly string[]
  /** The card accounts whose Expenses take part, too. */
  readonly cardAccountIds?: readonly string[]
}

/**
 * Loads the Expenses that a movement touches, for a writer that holds the household's lock. Their schedules are left out:
 * moving money by hand needs no calendar.
 */
export async function loadTouched(
  db: Database,
  householdId: string,
  { ids, cardAccountIds = [] }: Touched,
): Promise<TouchedHolding[]> {
  if (ids.length === 0 && cardAccountIds.length === 0) return []
  const { rows } = await sql<ExpenseRow & { archived: boolean }>`
    select ${columns(householdId)}, e.archived_at is not null as archived
    from expenses e
    where e.household_id = ${householdId}
      and (e.id = any(${[...ids]}::uuid[])
        or (e.card_account_id = any(${[...cardAccountIds]}::uuid[]) and e.archived_at is null))`.execute(
    db,
  )
  const none = paydaysOf([])
  return rows.map((row) => ({
    ...toHolding(row, none),
    cardAccountId: row.card_account_id,
    archived: row.archived,
  }))
}
