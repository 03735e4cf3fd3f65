import { addDays, addMonths, daysBetween, toDay } from '#/core/values/day.ts'
import type { Expense } from './expense.ts'

/** Other terms that are tried out; what is not named stays as it is. */
export type WhatIf = { readonly target?: number; readonly due?: string }

/** Where a slider begins and ends, and how far one step goes. */
export type Span = { readonly min: number; readonly max: number; readonly step: number }

const YEAR_DAYS = 365

/** Amounts to try, in cents: to twice of what is asked now, in steps of a round size through the present amount. */
export function amountSpan(target: number): Span {
  const step = Math.max(1, 10 ** (Math.floor(Math.log10(target)) - 1))
  return { min: target % step || step, max: target * 2, step }
}

/** Days to try, counted from today: the next payment within its interval; a single day at any time of a year or more. */
export function daySpan({ due, months }: { due: string; months: number | null }, today: string) {
  const start = toDay(today)
  const end = months === null ? addDays(start, YEAR_DAYS) : addMonths(start, months)
  const present = daysBetween(start, toDay(due))
  return {
    min: 1,
    max: Math.max(daysBetween(start, end), present * (months === null ? 2 : 1)),
    step: 1,
  }
}

/** What differs from the Expense as it is; null where nothing does. */
export function differs(expense: Expense, { target, due }: WhatIf): WhatIf | null {
  const wish = {
    ...(target !== undefined && target !== expense.target_amount && { target }),
    ...(due !== undefined && due !== expense.due_date && { due }),
  }
  return Object.keys(wish).length === 0 ? null : wish
}

/** The terms that the API is asked with. */
export function termsOfWish({ target, due }: WhatIf) {
  return {
    ...(target !== undefined && { target_amount: target }),
    ...(due !== undefined && { recurrence_anchor_date: due }),
  }
}
