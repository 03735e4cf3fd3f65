import { sql } from 'kysely'
import type { Cents } from '#/core/values/cents.ts'
import { addMonths, type Day, dayAt } from '#/core/values/day.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { proposals } from './contract.ts'
import { addMoved } from './add-moved.ts'
import { findProposals, type Known, type Payments } from './find-proposals.ts'
import { type MovedProposals, movedProposals } from './moved.ts'

/** Months of history to read: enough for two yearly payments. */
const MONTHS = 26
/** Most payments of one payee in that time; more are neither a bill nor pay. */
const PAYMENTS_MAX = 160
/** Number of last names of a payee that are compared, to leave out what changes in them. */
const NAMES = 4

type Row = Omit<Known, 'payments'> & {
  readonly moved: MovedProposals
  payments: (Omit<Payments, 'payments'> & { payments: [Day, Cents][] })[]
}

/** `GET /proposals`: one read, in the household’s own currency only. */
export const listProposals: Handle<typeof proposals.listProposals> = async (call) => {
  const { householdId, currency, zone } = call.caller
  const today = dayAt(call.now(), zone)
  const { rows } = await sql<Row>`
    select ${movedProposals(householdId)} as moved,
      coalesce((select json_agg(json_build_object('name', name, 'frequency', frequency, 'days', days,
          'anchor', anchor, 'weekend', weekend, 'extra', extra_days, 'payer', payer)
          order by created_at, id)
        from funding_schedules where household_id = ${householdId}), '[]') as schedules,
      coalesce((select json_agg(name) from expenses
        where household_id = ${householdId} and archived_at is null), '[]') as planned,
      coalesce((select json_agg(json_build_object('kind', kind, 'payee', payee, 'amount', amount))
        from dismissed_proposals where household_id = ${householdId}), '[]') as dismissed,
      coalesce((select json_agg(name) from (
        select name from accounts where household_id = ${householdId} and not hidden
        union all
        select name from members where household_id = ${householdId} and removed_at is null) own), '[]') as own,
      coalesce((select json_agg(h) from (
        select (array_agg(t.concept order by t.booked_at desc, t.id desc))[1:${sql.lit(NAMES)}] as names,
          t.merchant as payee,
          (array_agg(t.original_concept order by t.booked_at desc, t.id desc))[1] as descriptor,
          t.amount > 0 as incoming, bool_or(t.expense_goal_id is not null
            or jsonb_path_exists(t.splits, '$[*].expense_goal_id ? (@ != null)')) or exists (
            select 1 from expense_payees p
            join expenses e on e.household_id = ${householdId} and e.id = p.expense_id
            where p.household_id = ${householdId} and p.merchant = t.merchant
              and e.archived_at is null) as assigned,
          json_agg(json_build_array(t.booked_at, abs(t.amount)) order by t.booked_at, t.id) as payments
        from transactions t
        where t.household_id = ${householdId} and t.visible and t.currency = ${currency}
          and t.booked_at > ${addMonths(today, -MONTHS)} and t.booked_at <= ${today}
          and ((t.type = 'income' and t.amount > 0) or (t.type = 'expense' and t.amount < 0))
        group by t.merchant, t.amount > 0
        having count(*) between 2 and ${PAYMENTS_MAX}
        order by 2) h), '[]') as payments`.execute(call.db)
  const [row] = rows
  const known = {
    ...row!,
    schedules: row!.schedules.map((one) => ({ ...one, key: merchantOf(one.name) })),
    payments: row!.payments.map((one) => ({
      ...one,
      payments: one.payments.map(([day, amount]) => ({ day, amount })),
    })),
  }
  const { payday, ...found } = findProposals(known, today)
  const { paydays, bills } = addMoved(found, known.moved, { known, today })
  return {
    today,
    next_payday: payday,
    paydays: paydays.map(({ name, frequency, days, anchor, weekend, payer = '', ...rest }) => {
      const { amount, varies, next } = rest
      return { name, frequency, days: [...days], anchor, weekend, amount, varies, next, payer }
    }),
    bills: bills.map((bill) => {
      const { intervalMonths: interval_months, intervalDays: interval_days, ...rest } = bill
      return { ...rest, interval_months, interval_days }
    }),
  }
}
