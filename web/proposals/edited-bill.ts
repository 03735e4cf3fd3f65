import { daysBetween, toDay } from '#/core/values/day.ts'
import { addIntervals } from '#/core/values/interval.ts'
import type { BillProposal } from './openings.ts'

/** The changes that a person made to a proposed bill. The amount is null while its field does not hold one. */
export type BillEdit = {
  readonly name?: string
  readonly amount?: number | null
  readonly due?: string
  readonly kind?: 'bill' | 'envelope'
}

/** A proposal as it would be accepted. */
export type EditedBill = BillProposal & {
  readonly kind: 'bill' | 'envelope'
  /** False while a field is empty or wrong. */
  readonly isComplete: boolean
}

type Dates = { readonly today: string; readonly next_payday: string | null }

/**
 * Applies a person's changes. The amount to set aside at once follows: in proportion to the amount, and by the rules of the
 * proposals where the due date is another one.
 */
export function editedBill(
  found: BillProposal,
  edit: BillEdit | undefined,
  dates: Dates,
): EditedBill {
  const { name = found.name, amount = found.amount, due = found.due, kind = 'bill' } = edit ?? {}
  const isComplete = name.trim() !== '' && amount !== null && amount > 0 && due !== ''
  const bill = { ...found, name: name.trim(), amount: amount ?? 0, due }
  return {
    ...bill,
    kind,
    isComplete,
    collected: isComplete ? collected(found, bill, dates) : 0,
  }
}

function collected(found: BillProposal, bill: BillProposal, { today, next_payday }: Dates): number {
  if (bill.due === found.due) return Math.floor((found.collected * bill.amount) / found.amount)
  const due = toDay(bill.due)
  const interval = { intervalMonths: bill.interval_months, intervalDays: bill.interval_days }
  if (next_payday !== null && bill.due < next_payday) {
    let payments = 1
    while (addIntervals(due, interval, payments) < next_payday) payments += 1
    return bill.amount * payments
  }
  const last = addIntervals(due, interval, -1)
  const days = Math.max(0, daysBetween(last, toDay(today)))
  return Math.floor((bill.amount * days) / daysBetween(last, due))
}

/** Returns the fields of the Expense that a proposal becomes. An envelope has no date: each payday refills it. */
export function termsOfBill({ kind, name, amount, payee, due, ...bill }: EditedBill) {
  const isBill = kind === 'bill'
  return {
    name,
    target_amount: amount,
    recurrence_interval_months: isBill ? bill.interval_months : null,
    recurrence_interval_days: isBill ? bill.interval_days : null,
    recurrence_anchor_date: isBill ? due : null,
    payee,
  }
}
