import { addDays, addMonths, toDay } from '#/core/values/day.ts'
import type { Output } from '#web/calls/operations.ts'

export type Months = Output<'GET /insights/months'>

/** A column of a chart: a month of the period, or a year where months would be too many. */
export type Column = {
  readonly key: string
  /** Its days within the period. */
  readonly from: string
  readonly to: string
  /** The indices of its months. */
  readonly months: readonly number[]
  /** The same months a year before; empty if they are not wholly known. */
  readonly before: readonly number[]
  readonly isYear: boolean
}

/** More months than this are drawn as years. */
const MONTHS_MAX = 36

/** Divides a period into columns. */
export function columnsOf(data: Months): readonly Column[] {
  const { months, shown_from: first, from, to } = data
  const indices = months.map((_, index) => index).slice(first)
  const isYear = indices.length > MONTHS_MAX
  const groups = isYear
    ? [...Map.groupBy(indices, (index) => months[index]!.slice(0, 4)).values()]
    : indices.map((index) => [index])
  return groups.map((group) => {
    const start = months[group[0]!]!
    const end = addDays(addMonths(toDay(months[group.at(-1)!]!), 1), -1)
    const before = group.map((index) => index - 12).filter((index) => index >= 0)
    return {
      key: isYear ? start.slice(0, 4) : start,
      from: start < from ? from : start,
      to: end > to ? to : end,
      months: group,
      before: before.every((index) => isWhole(data, index)) ? before : [],
      isYear,
    }
  })
}

/** A first transaction within so many days of a month's beginning makes it a whole month. */
const WHOLE_DAYS = 6

/** True if all of a month is known. */
function isWhole({ months, first_day: first }: Months, index: number): boolean {
  return first !== null && first <= addDays(toDay(months[index]!), WHOLE_DAYS)
}

/** True if all of a month is known, and the period did not cut it. */
function isComplete(data: Months, index: number): boolean {
  const { months, shown_from: cut, from, first_day: first } = data
  const isCut = index === cut && from > months[index]! && first !== null && first < from
  return isWhole(data, index) && !isCut
}

export function sumAt(series: readonly number[], indices: readonly number[]): number {
  return indices.reduce((total, index) => total + (series[index] ?? 0), 0)
}

/** One band of the stack: a category, those without one, or all smaller ones together. */
export type Layer = {
  readonly id: string | null
  readonly isRest: boolean
  readonly spent: readonly number[]
  /** Over the period, in cents. */
  readonly total: number
}

/** Categories with a band of their own; the others share one. */
const LAYERS = 8

/** Orders the categories of a period, the largest first, and joins small ones. */
export function layersOf({ categories, months, shown_from: first }: Months): readonly Layer[] {
  const shown = months.map((_, index) => index).slice(first)
  const all = categories
    .map(({ category_id: id, spent }) => ({
      id,
      isRest: false,
      spent,
      total: sumAt(spent, shown),
    }))
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total)
  if (all.length <= LAYERS) return all
  const rest = all.slice(LAYERS - 1)
  const spent = months.map((_, index) => rest.reduce((sum, one) => sum + one.spent[index]!, 0))
  return [
    ...all.slice(0, LAYERS - 1),
    { id: null, isRest: true, spent, total: rest.reduce((sum, { total }) => sum + total, 0) },
  ]
}

/** A category in one month against its means of the months before, in cents; null while too little is known. */
export type Compared = {
  readonly id: string | null
  readonly spent: number
  readonly mean3: number | null
  readonly mean12: number | null
}

/**
 * Compares each category with the mean of the 3 and the 12 months before `index`. Months before the first transaction, and one
 * that is cut by the beginning of the period, do not lower a mean; without a complete month the mean is null.
 */
export function comparedAt(data: Months, index: number): readonly Compared[] {
  const { categories } = data
  const meanOf = (spent: readonly number[], count: number) => {
    const some = spent.filter((_, at) => at >= index - count && at < index && isComplete(data, at))
    return some.length === 0
      ? null
      : Math.round(some.reduce((sum, one) => sum + one, 0) / some.length)
  }
  return categories
    .map(({ category_id: id, spent }) => ({
      id,
      spent: spent[index] ?? 0,
      mean3: meanOf(spent, 3),
      mean12: meanOf(spent, 12),
    }))
    .filter(({ spent, mean3, mean12 }) => spent + (mean3 ?? 0) + (mean12 ?? 0) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
}

function weightOf({ spent, mean12 }: Compared): number {
  return Math.max(spent, mean12 ?? 0)
}
