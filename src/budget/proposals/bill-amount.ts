import { meanDays } from '#/core/calendar/occurrences.ts'
import { addCents, type Cents } from '#/core/values/cents.ts'
import { addMonths, type Day, daysBetween } from '#/core/values/day.ts'
import type { BillInterval } from './regularity.ts'

/** A payment of one payee: its amount is positive. */
export type Paid = { readonly day: Day; readonly amount: Cents }

/** The next due date of a bill, and the days of the payments that follow its rule. */
type Rule = {
  readonly interval: BillInterval
  readonly due: Day
  readonly days: ReadonlySet<Day>
  /** Their average distance from its dates, in days. */
  readonly away: number
  /** The payments are only some of those to the payee. */
  readonly isPart: boolean
}

/** Number of last payments that decide if amounts belong together. */
export const RECENT_PAYMENTS = 6
/** Months in which the largest amount is sought: a year, so that each season is among them. */
const COVERED_MONTHS = 12
/** Most that an amount of the last year may differ from the median of the last ones. */
const COVERED_FACTOR = 2.5
/** An amount within this factor of the median is an amount of the same bill. */
const NEAR_FACTOR = 1.7
/** With fewer payments than this, chance visits of a shop look like a bill, so days or amounts must be closer. */
const FEW_PAYMENTS = 4
const SOME_PAYMENTS = 6
const FEW_FACTOR = 1.35
const SAME_FACTOR = 1.12
/** Average distance from its due dates, in days: of a bill paid on its day, and at most if it was seen few or some times. */
const ON_DAY = 1
const FEW_DAYS = 3.5
const SOME_DAYS = 2
/** Fewest payments of a bill that varies, if they are only some of those to the payee. */
const PART_PAYMENTS = 6
/** Most days between a payment and the same one a year ago. */
const SEASON_DAYS = 20
/** Pairs of payments a year apart that show a season, by interval in months. */
const SEASON_PAIRS: Readonly<Record<number, number>> = { 1: 5, 2: 3, 3: 2 }
/** A year ago must explain the amounts this much better than their mean does. */
const SEASON_GAIN = 0.6
/** The last payments that show this year’s level, and the most that it may differ from that of the year before. */
const TREND_PAIRS = 3
const TREND_MAX = 1.5
/** Share of the last payments of a bill counted in days that have one of two prices. */
const STEADY_SHARE = 0.8
const STEADY_PAYMENTS = 10

/**
 * Returns the amount to set aside for the next payment, and if it differs from time to time; null if the amounts do not belong
 * to one bill. Two equal last payments are the price. Otherwise the amount is that of the same season a year ago, at this
 * year’s level, where seasons show; else the largest of a year, which covers what comes.
 */
export function billAmount(
  payments: readonly Paid[],
  rule: Rule,
): { readonly amount: Cents; readonly varies: boolean } | null {
  const all = payments.filter(({ day }) => rule.days.has(day))
  const last = all.slice(-RECENT_PAYMENTS).map(({ amount }) => amount)
  if (isByChance(all, rule)) return null
  const season = seasonalAmount(payments, rule)
  const median = medianOf(last)
  const near = last.filter((amount) => isWithin(amount, median, NEAR_FACTOR))
  if (season === null && near.length * 5 < last.length * 4) return null
  const [before, newest] = last.slice(-2)
  if (before === newest && newest !== undefined) return { amount: newest, varies: false }
  if (season !== null) return { amount: season, varies: true }
  const amount = Math.max(...near, ...coveredAmounts(payments, { due: rule.due, median }))
  return { amount, varies: last.some((one) => one !== median) }
}

/**
 * Lists the amounts of the last year that may come again: those that differ little from the payment before or after. A
 * season raises amounts step by step, while an amount that stands alone was two payments in one, or a mistake.
 */
function coveredAmounts(
  payments: readonly Paid[],
  { due, median }: { readonly due: Day; readonly median: Cents },
): Cents[] {
  const from = addMonths(due, -COVERED_MONTHS - 1)
  const year = payments.filter(({ day }) => day > from).map(({ amount }) => amount)
  return year.filter((amount, index) => {
    const beside = [year[index - 1], year[index + 1]].filter((one) => one !== undefined)
    const isAlone = !beside.some((one) => isWithin(amount, one, NEAR_FACTOR))
    return !isAlone && isWithin(amount, median, COVERED_FACTOR)
  })
}

/** Returns true if visits of a shop may look like these payments. */
function isByChance(all: readonly Paid[], { interval, away, isPart }: Rule): boolean {
  const isOnDay = away <= ON_DAY
  if (interval.intervalDays !== null) return !isSteady(all)
  if (isPart && !(isSteady(all) && (isOnDay || all.length >= FEW_PAYMENTS))) {
    return !isOnDay || all.length < PART_PAYMENTS
  }
  if (all.length >= SOME_PAYMENTS) return false
  const median = medianOf(all.map(({ amount }) => amount))
  const areWithin = (factor: number) => all.every(({ amount }) => isWithin(amount, median, factor))
  if (all.length >= FEW_PAYMENTS) return away > SOME_DAYS && !areWithin(FEW_FACTOR)
  return away > FEW_DAYS || !(areWithin(SAME_FACTOR) || (isOnDay && areWithin(FEW_FACTOR)))
}

/** Returns the amount of the same season a year ago, at this year’s level; null where no season shows. */
function seasonalAmount(payments: readonly Paid[], { interval, due }: Rule): Cents | null {
  const wanted = SEASON_PAIRS[interval.intervalMonths ?? 0]
  if (wanted === undefined) return null
  const away = Math.min(SEASON_DAYS, Math.floor(meanDays(interval) / 2))
  const yearBefore = (day: Day) => nearest(payments, addMonths(day, -12), away)
  const year = payments.filter(({ day }) => day > addMonths(due, -13))
  const pairs = year.flatMap(({ day, amount }) => {
    const before = yearBefore(day)
    return before ? [{ amount, before: before.amount }] : []
  })
  const ago = yearBefore(due)
  if (pairs.length < wanted || !ago) return null
  const latest = pairs.slice(-TREND_PAIRS)
  const level = addCents(...latest.map(({ amount }) => amount))
  const levelBefore = addCents(...latest.map(({ before }) => before))
  const trend = Math.min(TREND_MAX, Math.max(1 / TREND_MAX, level / levelBefore))
  const mean = addCents(...pairs.map(({ amount }) => amount)) / pairs.length
  const fromMean = pairs.reduce((total, { amount }) => total + Math.abs(amount - mean), 0)
  const fromSeason = pairs.reduce((total, { amount, before }) => {
    return total + Math.abs(amount - before * trend)
  }, 0)
  return fromSeason < fromMean * SEASON_GAIN ? Math.round(ago.amount * trend) : null
}

function nearest(payments: readonly Paid[], day: Day, away: number): Paid | undefined {
  const distance = (one: Paid) => Math.abs(daysBetween(one.day, day))
  const near = payments.filter((one) => distance(one) <= away)
  return near.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** Returns true if nearly all last payments have one of two prices: shops are visited weekly, too, at any price. */
function isSteady(all: readonly Paid[]): boolean {
  const last = all.slice(-STEADY_PAYMENTS)
  const counts = [...Map.groupBy(last, ({ amount }) => amount).values()]
    .map(({ length }) => length)
    .toSorted((a, b) => b - a)
  const [first = 0, second = 0] = counts
  return first + second >= last.length * STEADY_SHARE
}

/** Returns the middle amount; of an even number of amounts the larger one. 0 for none. */
export function medianOf(amounts: readonly Cents[]): Cents {
  return amounts.toSorted((a, b) => a - b)[Math.floor(amounts.length / 2)] ?? 0
}

/** Returns true if two amounts differ by at most a factor. */
export function isWithin(amount: Cents, other: Cents, factor: number): boolean {
  return amount <= other * factor && amount * factor >= other
}
