import { type Day, daysBetween } from '#/core/values/day.ts'
import { type DateOrder, dateOrders, readDate } from '#/sources/statements/csv/dates.ts'

/** The first date that an order cannot read. */
export type DateFailure = { readonly line: number; readonly text: string }

/** The orders that a file's dates allow. */
export type DateOrders = {
  /** Null if no order reads every date. */
  readonly order: DateOrder | null
  /** Other orders that read every date, and would give other days, if nothing decides. */
  readonly open: readonly DateOrder[]
  /** The last date that contradicts the others. */
  readonly failure: DateFailure | null
}

/** Facts about a file that say how its dates are written. */
type Habits = {
  readonly currency: string
  /** The header is written in a language of Latin letters other than English. */
  readonly isForeign: boolean
  /** How the bank is known to write its dates. */
  readonly known: DateOrder | null
}

/** The rows as one order reads them. */
type Tally = {
  failure: DateFailure | null
  first: Day | null
  last: Day | null
  earliest: Day | null
  latest: Day | null
  rises: number
  falls: number
}

/**
 * Detects the order of dates: the one that reads every date. Of several, the one in which the rows follow one another in
 * time and lie closer together; the habit of the currency's countries counts as well.
 */
export function createDateOrderDetector() {
  const tallies = new Map(
    dateOrders.map((order): [DateOrder, Tally] => [
      order,
      { failure: null, first: null, last: null, earliest: null, latest: null, rises: 0, falls: 0 },
    ]),
  )
  let before = ''
  let other = ''
  let hasPoints = false
  let hasSlashes = false
  let differ = false
  const texts = new Set<string>()
  /** Orders that another column of dates rules out. */
  const ruledOut = new Set<DateOrder>()
  return {
    push: (text: string, line: number): void => {
      if (text === before) return
      before = text
      if (texts.size < TEXTS_MAX) texts.add(text.slice(0, 10))
      hasSlashes ||= text.includes('/')
      hasPoints ||= /^\d{1,2}\.\d{1,2}\./.test(text)
      const days = new Set<Day>()
      for (const [order, tally] of tallies) {
        if (tally.failure) continue
        const day = readDate(text, order)
        if (day === null) tally.failure = { line, text }
        else {
          count(tally, day)
          days.add(day)
        }
      }
      differ ||= days.size > 1
    },
    /** Takes a date of another column, which only rules orders out. */
    pushOther: (text: string): void => {
      if (text === other) return
      other = text
      for (const order of dateOrders) {
        if (ruledOut.has(order) || readDate(text, order) !== null) continue
        if (dateOrders.some((one) => one !== order && readDate(text, one) !== null))
          ruledOut.add(order)
      }
    },
    end: (habits: Habits): DateOrders => {
      const fitting = dateOrders.filter((order) => tallies.get(order)!.failure === null)
      if (fitting.length === 0) {
        const [failure = null] = [...tallies.values()]
          .flatMap((tally) => tally.failure ?? [])
          .toSorted((a, b) => b.line - a.line)
        return { order: null, open: [], failure }
      }
      const allowed = fitting.filter((order) => !ruledOut.has(order))
      const left = allowed.length > 0 ? allowed : fitting
      const usual = habits.isForeign ? 'dmy' : usualOrder(habits.currency)
      const preferred = [usual, 'dmy', 'mdy', 'ymd'].find((order) =>
        left.includes(order as DateOrder),
      ) as DateOrder
      const same = { order: preferred, open: [], failure: null }
      if (left.length === 1 || !differ) return same
      if (habits.known !== null && left.includes(habits.known)) {
        return { ...same, order: habits.known }
      }
      if (hasPoints && left.includes('dmy')) return { ...same, order: 'dmy' }
      const isOdd = hasSlashes && withPoints.has(habits.currency)
      const isHabit = !isOdd && (habits.isForeign || habitual.has(habits.currency))
      return weigh(left, { preferred, tallies, distinct: texts.size, isHabit })
    },
  }
}

const TEXTS_MAX = 50

function count(tally: Tally, day: Day): void {
  if (tally.last !== null) {
    tally.rises += Number(day > tally.last)
    tally.falls += Number(day < tally.last)
  }
  tally.first ??= day
  tally.last = day
  if (tally.earliest === null || day < tally.earliest) tally.earliest = day
  if (tally.latest === null || day > tally.latest) tally.latest = day
}

type Weighing = {
  readonly preferred: DateOrder
  readonly tallies: ReadonlyMap<DateOrder, Tally>
  /** Different dates, at most `TEXTS_MAX`. */
  readonly distinct: number
  /** Nobody writes dates in another order where the file comes from. */
  readonly isHabit: boolean
}

function weigh(
  left: readonly DateOrder[],
  { preferred, tallies, distinct, isHabit }: Weighing,
): DateOrders {
  const facts = left.map((order) => {
    const { rises, falls, earliest, latest } = tallies.get(order)!
    const turns = Math.min(rises, falls)
    return { order, turns, span: daysBetween(earliest!, latest!) + 1 }
  })
  const own = facts.find(({ order }) => order === preferred)!
  const others = facts.filter(({ order }) => order !== preferred)
  // Rows in order of time in one reading only, or dates that lie close together in one reading only.
  const speaksFor = (one: typeof own, other: typeof own) =>
    Number(one.turns === 0 && other.turns > 0) +
    Number(one.turns < other.turns && other.turns > 2) +
    (distinct >= DATES_ENOUGH ? Number(one.span * 4 < other.span) : 0)
  const forOwn = Math.min(...others.map((other) => speaksFor(own, other)))
  const forOther = others.filter((other) => speaksFor(other, own) > 0)
  if (forOther.length === 0 && (forOwn > 0 || isHabit)) {
    return { order: preferred, open: [], failure: null }
  }
  const [best] = forOther
  if (best && forOwn === 0 && (speaksFor(best, own) > 1 || !isHabit)) {
    return { order: best.order, open: [], failure: null }
  }
  const order = best && forOwn === 0 ? best.order : preferred
  return { order, open: left.filter((one) => one !== order), failure: null }
}

/** With fewer dates, their closeness says nothing. */
const DATES_ENOUGH = 4

const monthFirst = new Set(['USD', 'PHP'])

/** Returns the usual order of dates where a currency is used. */
export function usualOrder(currency: string): DateOrder {
  return monthFirst.has(currency) ? 'mdy' : 'dmy'
}

/** Currencies of countries where dates are written in one order only. */
const habitual = new Set(
  'USD PHP GBP AUD NZD INR SGD MYR BRL MXN PLN CZK HUF DKK NOK TRY RON BGN ILS RUB UAH ARS CLP COP PEN HKD PKR EGP'.split(
    ' ',
  ),
)

/** Currencies of countries that write dates with points: one with slashes is written by a foreign program. */
const withPoints = new Set('DKK NOK SEK PLN CHF HUF TRY RUB UAH RON BGN ISK'.split(' '))
