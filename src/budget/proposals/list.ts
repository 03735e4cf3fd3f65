import { sql } from 'kysely'
import { nextPayday, paydaysOf } from '#/core/calendar/paydays.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays, addMonths, type Day, dayAt } from '#/core/values/day.ts'
import { fold } from '#/core/values/fold.ts'
import { isCardBill, isOwnTransfer } from '#/budget/transactions/naming/transfer-words.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { proposals } from './contract.ts'
import { collectedByNow, type Habit, proposeBills, proposePaydays } from './propose.ts'
import { type Dismissal, isDismissed, type Planned, unplannedPaydays } from './unplanned.ts'

/** Months of history to read: enough for two yearly payments. */
const MONTHS = 26
/** Most payments of one payee in that time; more are neither a bill nor pay. */
const PAYMENTS_MAX = 160

type Row = {
  schedules: Planned[]
  planned: string[]
  dismissed: (Dismissal & { kind: 'payday' | 'bill' })[]
  habits: {
    name: string
    /** The bank's own text, if it is another one. */
    descriptor: string | null
    merchant: string
    incoming: boolean
    assigned: boolean
    payments: [Day, Cents][]
  }[]
}

/** The text of a habit's newest payment, with the bank's own words. */
function textOf({ name, descriptor }: Pick<Row['habits'][number], 'name' | 'descriptor'>): string {
  return `${name} ${descriptor ?? ''}`
}

/**
 * `GET /proposals`: one read, in the household’s own currency only. Leaves out dismissed proposals, pay with a schedule,
 * and payees with an Expense that is theirs, by its name, its proposal or a payment. Payments of cards are not bills.
 */
export const listProposals: Handle<typeof proposals.listProposals> = async (call) => {
  const { householdId, currency, zone } = call.caller
  const today = dayAt(call.now(), zone)
  const { rows } = await sql<Row>`
    select
      coalesce((select json_agg(json_build_object('name', name, 'frequency', frequency, 'days', days,
          'anchor', anchor, 'weekend', weekend, 'extra', extra_days)
          order by created_at, id)
        from funding_schedules where household_id = ${householdId}), '[]') as schedules,
      coalesce((select json_agg(name) from expenses
        where household_id = ${householdId} and archived_at is null), '[]') as planned,
      coalesce((select json_agg(json_build_object('kind', kind, 'payee', payee, 'amount', amount))
        from dismissed_proposals where household_id = ${householdId}), '[]') as dismissed,
      coalesce((select json_agg(h) from (
        select (array_agg(t.concept order by t.booked_at desc, t.id desc))[1] as name, t.merchant,
          (array_agg(t.original_concept order by t.booked_at desc, t.id desc))[1] as descriptor,
          t.amount > 0 as incoming, bool_or(t.expense_goal_id is not null
            or jsonb_path_exists(t.splits, '$[*].expense_goal_id ? (@ != null)')) or exists (
            select from expense_payees p
            join expenses e on e.household_id = p.household_id and e.id = p.expense_id
            where p.household_id = ${householdId} and p.merchant = t.merchant
              and e.archived_at is null) as assigned,
          json_agg(json_build_array(t.booked_at, abs(t.amount)) order by t.booked_at, t.id) as payments
        from transactions t
        where t.household_id = ${householdId} and t.visible and t.currency = ${currency}
          and t.booked_at > ${addMonths(today, -MONTHS)} and t.booked_at <= ${today}
          and ((t.type = 'income' and t.amount > 0) or (t.type = 'expense' and t.amount < 0))
        group by t.merchant, t.amount > 0
        having count(*) between 2 and ${PAYMENTS_MAX}
        order by 1) h), '[]') as habits`.execute(call.db)
  const { schedules, planned, dismissed, habits } = rows[0]!
  const known = new Set(planned.map(fold))
  const toHabit = ({ name, merchant, payments }: Row['habits'][number]): Habit => {
    return { name, payee: merchant, payments: payments.map(([day, amount]) => ({ day, amount })) }
  }
  const deposits = habits.filter(({ incoming }) => incoming)
  // A card's payment is not a bill: the card's own Expense pays it, or else the card is not followed, and its Expense would
  // count twice as soon as it is.
  const payees = habits.filter(({ incoming, assigned, ...habit }) => {
    return !incoming && !assigned && !known.has(fold(habit.name)) && !isCardBill(textOf(habit))
  })
  const ownTransfers = new Set(
    payees.filter((habit) => isOwnTransfer(textOf(habit))).map(({ name }) => name),
  )
  const payday = nextPayday(paydaysOf(schedules), addDays(today, 1))
  const isWanted = (kind: 'payday' | 'bill') => {
    const unwanted = dismissed.filter((one) => one.kind === kind)
    return (one: { name: string; amount: Cents }) => !isDismissed(one, unwanted)
  }
  const paydays = unplannedPaydays(proposePaydays(deposits.map(toHabit), today), schedules)
  const bills = proposeBills(payees.map(toHabit), today)
  return {
    paydays: paydays.filter(isWanted('payday')).map(({ days, ...rest }) => {
      return { ...rest, days: [...days] }
    }),
    bills: bills.filter(isWanted('bill')).map((bill) => {
      const { intervalMonths: interval_months, payee = '', ...rest } = bill
      const own_transfer = ownTransfers.has(bill.name)
      return {
        ...rest,
        payee,
        own_transfer,
        interval_months,
        collected: collectedByNow(bill, { today, payday }),
      }
    }),
  }
}
