import { nextPayday, paydaysOf } from '#/core/calendar/paydays.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays, addMonths, type Day, startOfMonth } from '#/core/values/day.ts'
import { fold } from '#/core/values/fold.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import type { FoundBill, Known } from './find-proposals.ts'
import { collectedByNow, type ProposedPayday } from './propose.ts'
import { isDismissed, unplannedPaydays } from './unplanned.ts'

/** A bill or payday that another application knew. */
export type MovedBill = {
  readonly name: string
  readonly payee: string | null
  readonly amount: Cents
  readonly intervalMonths: 1 | 3 | 6 | 12
  /** Null: a budget of each month. */
  readonly due: Day | null
}
export type MovedPayday = {
  readonly name: string
  readonly amount: Cents
  readonly frequency: 'weekly' | 'biweekly' | 'semimonthly' | 'monthly'
  readonly days: readonly number[]
  readonly anchor: Day
}

type Found = {
  readonly paydays: readonly ProposedPayday[]
  readonly bills: readonly FoundBill[]
}
type Moved = { readonly paydays: readonly MovedPayday[]; readonly bills: readonly MovedBill[] }

/**
 * Adds the budgets and schedules of another application to what the payments suggest, unless they are planned, dismissed or
 * suggested already. A budget of a month is due when the next month begins.
 */
export function addMoved(
  { paydays, bills }: Found,
  moved: Moved,
  { known, today }: { readonly known: Known; readonly today: Day },
): Found {
  const unwanted = (kind: 'payday' | 'bill') => known.dismissed.filter((one) => one.kind === kind)
  const names = new Set([...known.planned, ...bills.map(({ name }) => name)].map(fold))
  const payees = new Set(bills.map(({ payee }) => payee))
  const payday = nextPayday(paydaysOf(known.schedules), addDays(today, 1))
  const more = moved.bills
    .filter(({ name, payee }) => !names.has(fold(name)) && (payee === null || !payees.has(payee)))
    .filter((bill) => !isDismissed(bill, unwanted('bill')))
    .map((bill): FoundBill => {
      const { name, amount, intervalMonths } = bill
      const due = nextDue(bill, today)
      const proposed = { name, amount, due, varies: false, intervalMonths, intervalDays: null }
      return {
        ...proposed,
        payee: bill.payee ?? merchantOf(name),
        own_transfer: false,
        collected: collectedByNow(proposed, { today, payday }),
      }
    })
  const pay = unplannedPaydays(
    moved.paydays.flatMap((one) => paydayOf(one, today)),
    [...known.schedules, ...paydays.map((one) => ({ ...one, payer: one.payer ?? null }))],
  ).filter((one) => !isDismissed(one, unwanted('payday')))
  return {
    paydays: [...paydays, ...pay],
    bills: [...bills, ...more].toSorted((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0)),
  }
}

function nextDue({ due, intervalMonths }: MovedBill, today: Day): Day {
  if (due === null) return addMonths(startOfMonth(today), 1)
  let next = due
  for (let count = 1; next <= today && count < 5000; count += 1) {
    next = addMonths(due, count * intervalMonths)
  }
  return next
}

function paydayOf(
  { name, amount, frequency, days, anchor }: MovedPayday,
  today: Day,
): ProposedPayday[] {
  const schedule = { frequency, days: [...days], anchor, weekend: 'none' as const }
  const next = nextPayday(paydaysOf([schedule]), addDays(today, 1))
  const payer = merchantOf(name)
  return next === null ? [] : [{ name, payer, ...schedule, amount, varies: false, next, paid: [] }]
}
