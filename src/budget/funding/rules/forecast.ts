import { paymentTarget } from '#/budget/expenses/rules/card-reserve.ts'
import {
  balanceOf,
  dueNumber,
  kindOf,
  recurrenceOf,
  targetOf,
} from '#/budget/expenses/rules/holding.ts'
import type { Holding } from '#/budget/expenses/rules/holding.ts'
import { fund, withdraw } from '#/budget/expenses/rules/lanes.ts'
import { rollOver } from '#/budget/expenses/rules/roll-over.ts'
import type { Cents } from '#/core/values/cents.ts'
import { dayFromNumber, dayNumber } from '#/core/values/day.ts'
import type { Day } from '#/core/values/day.ts'
import { isPayday, nextPaydayNumber } from '#/core/calendar/paydays.ts'
import type { Paydays } from '#/core/calendar/paydays.ts'
import { planPayday } from './plan.ts'
import type { Funding } from './plan.ts'

/** Something that will happen to one Expense. Amounts in cents; `balance` is what it holds afterwards. */
export type ForecastEvent =
  | {
      readonly kind: 'payday'
      readonly day: Day
      readonly planned: Cents
      readonly funded: Cents
      readonly balance: Cents
    }
  | {
      readonly kind: 'due'
      readonly day: Day
      /** The payment, and how much of it was set aside in time. */
      readonly payment: Cents
      readonly covered: Cents
      readonly balance: Cents
    }

/** One payday over all Expenses, in cents. `freeToSpend` is what it leaves; null where that was not asked for. */
export type ForecastPayday = {
  readonly day: Day
  /** Pay that is expected with it. */
  readonly deposit: Cents
  readonly planned: Cents
  readonly funded: Cents
  readonly freeToSpend: Cents | null
}

export type Forecast = {
  readonly paydays: readonly ForecastPayday[]
  /** In the order given. `funded` sums the events' contributions. */
  readonly expenses: readonly {
    readonly id: string
    readonly funded: Cents
    readonly events: readonly ForecastEvent[]
  }[]
}

export type ForecastQuestion = {
  readonly holdings: readonly Holding[]
  /** The last day whose paydays and due dates have been worked off. */
  readonly processedThrough: Day
  /** The last day to play forward to. */
  readonly through: Day
  /** Cents; null asks what paydays will want, as if there were always enough money. */
  readonly freeToSpend: Cents | null
  readonly floor: Cents
  /** Pay that is expected on each of these paydays, in cents. */
  readonly deposits: readonly { readonly paydays: Paydays; readonly amount: Cents }[]
}

/**
 * What the coming months will do, played forward with the function that plans paydays. Of what people do it assumes
 * one thing: a payment that comes due is made, from what is ready for it (from a card's reserve, what is owed then).
 * Purchases, transfers and money that arrives otherwise are not guessed. The first payday of an Expense assumes not even
 * that: it asks what the Expense's read fields say, and what that payday then does if nothing happens before it.
 */
export function forecast(question: ForecastQuestion): Forecast {
  const { holdings, floor } = question
  const end = dayNumber(question.through)
  const courses = holdings.map(courseOf)
  const byId = new Map(courses.map((course) => [course.holding.id, course]))
  const paydays: ForecastPayday[] = []
  let free = question.freeToSpend
  for (const day of paydaysUntil(question, end)) {
    const payday = dayFromNumber(day)
    for (const course of courses) passDueDates(course, day - 1)
    const deposit = depositOn(question, day)
    if (free !== null) free += deposit
    const plan = planPayday({
      payday,
      holdings: courses.map(({ untouched, holding }) => untouched ?? holding),
      freeToSpend: free ?? Infinity,
      floor,
    })
    let [planned, funded] = [0, 0]
    for (const given of plan) {
      const course = byId.get(given.id)
      if (course) receive(course, payday, given)
      planned += given.ordinaryPlanned + given.aheadPlanned
      funded += given.ordinaryFunded + given.aheadFunded
    }
    if (free !== null) free -= funded
    paydays.push({ day: payday, deposit, planned, funded, freeToSpend: free })
  }
  for (const course of courses) passDueDates(course, end)
  const expenses = courses.map(({ holding, funded, events }) => ({
    id: holding.id,
    funded,
    events,
  }))
  return { paydays, expenses }
}

/** One Expense on its way through the forecast. `due` is its upcoming due date, kept because it is asked at every payday. */
type Course = {
  holding: Holding
  /** The Expense as it stands, until its first payday. */
  untouched: Holding | null
  due: number | null
  funded: Cents
  readonly events: ForecastEvent[]
}

function courseOf(holding: Holding): Course {
  return { holding, untouched: holding, due: recurringDue(holding), funded: 0, events: [] }
}

function receive(course: Course, day: Day, given: Funding): void {
  const planned = given.ordinaryPlanned + given.aheadPlanned
  const funded = given.ordinaryFunded + given.aheadFunded
  course.untouched = null
  if (funded > 0) {
    const parts = { ordinary: given.ordinaryFunded, ahead: given.aheadFunded }
    course.holding = { ...course.holding, lanes: fund(course.holding.lanes, parts) }
    course.funded += funded
  }
  const balance = balanceOf(course.holding.lanes)
  course.events.push({ kind: 'payday', day, planned, funded, balance })
}

/** Rolls over and pays what comes due up to and including a day (a day number). */
function passDueDates(course: Course, through: number): void {
  while (course.due !== null && course.due <= through) {
    const { after, payment, covered } = payWhatIsDue(course.holding)
    course.events.push({
      kind: 'due',
      day: dayFromNumber(course.due),
      payment,
      covered,
      balance: balanceOf(after.lanes),
    })
    course.holding = after
    course.due = recurringDue(after)
  }
}

function payWhatIsDue(holding: Holding): { after: Holding; payment: Cents; covered: Cents } {
  const { terms, lanes } = holding
  const rolled = rollOver(holding)
  if (kindOf(terms) === 'card') {
    const payment = paymentTarget(terms)
    const covered = Math.min(payment, balanceOf(lanes))
    const card = { owed: (terms.card?.owed ?? 0) - covered }
    const paid = withdraw(terms, lanes, covered)
    return { after: { ...rolled, terms: { ...terms, card }, lanes: paid }, payment, covered }
  }
  const covered = rolled.lanes.ready
  return {
    after: { ...rolled, lanes: { ...rolled.lanes, ready: 0 } },
    payment: Math.max(0, targetOf(terms) - lanes.prepaid),
    covered,
  }
}

function recurringDue(holding: Holding): number | null {
  return recurrenceOf(holding.terms) === null ? null : dueNumber(holding)
}

function depositOn({ deposits }: ForecastQuestion, day: number): Cents {
  let sum = 0
  for (const { paydays, amount } of deposits) if (isPayday(paydays, day)) sum += amount
  return sum
}

/** The days on which any schedule pays that have not been worked off, up to and including `end`, in order. */
function paydaysUntil(question: ForecastQuestion, end: number): number[] {
  const { holdings, deposits, processedThrough } = question
  const found = new Set<number>()
  const sets = new Set([
    ...holdings.map(({ terms }) => terms.paydays),
    ...deposits.map(({ paydays }) => paydays),
  ])
  for (const paydays of sets) {
    let day = nextPaydayNumber(paydays, dayNumber(processedThrough) + 1)
    while (day !== null && day <= end) {
      found.add(day)
      day = nextPaydayNumber(paydays, day + 1)
    }
  }
  return [...found].toSorted((a, b) => a - b)
}
