import { addDays, addMonths, daysBetween, toDay } from '#/core/values/day.ts'
import type { Expense } from './expense.ts'

/** Terms to try; omitted ones stay as they are. */
export type WhatIf = { readonly target?: number; readonly due?: string }

/** The ends and the step of a slider. */
export type Span = { readonly min: number; readonly max: number; readonly step: number }

const YEAR_DAYS = 365

/** Returns the amounts to try, in cents: up to twice the present target, in round steps that include it. */
export function amountSpan(target: number): Span {
  const step = Math.max(1, 10 ** (Math.floor(Math.log10(target)) - 1))
  return { min: target % step || step, max: target * 2, step }
}

/**
 * Returns the dates to try, in days from today: within its interval for a recurring payment, within a year or more for a single
 * one.
 */
export function daySpan(
  { due, months, days = null }: { due: string; months: number | null; days?: number | null },
  today: string,
) {
  const start = toDay(today)
  const recurs = months !== null || days !== null
  const end = months === null ? addDays(start, days ?? YEAR_DAYS) : addMonths(start, months)
  const present = daysBetween(start, toDay(due))
  return {
    min: 1,
    max: Math.max(daysBetween(start, end), present * (recurs ? 1 : 2)),
    step: 1,
  }
}

/** Returns the values that differ from the Expense; null if none do. */
export function differs(expense: Expense, { target, due }: WhatIf): WhatIf | null {
  const wish = {
    ...(target !== undefined && target !== expense.target_amount && { target }),
    ...(due !== undefined && due !== expense.due_date && { due }),
  }
  return Object.keys(wish).length === 0 ? null : wish
}

/** Converts the values to the terms of the API. */
export function termsOfWish({ target, due }: WhatIf) {
  return {
    ...(target !== undefined && { target_amount: target }),
    ...(due !== undefined && { recurrence_anchor_date: due }),
  }
}
