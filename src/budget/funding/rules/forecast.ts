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
import { finish } from './finish.ts'
import { planPayday } from './plan.ts'
import type { Funding } from './plan.ts'

/** A future event of one Expense. Amounts in cents; `balance` is that of the Expense afterwards. */
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
      /** The payment; `covered` is the part set aside in time. */
      readonly payment: Cents
      readonly covered: Cents
      readonly balance: Cents
    }

/** One payday over all Expenses, in cents. `freeToSpend` is the amount left afterwards; null if the question had none. */
export type ForecastPayday = {
  readonly day: Day
  /** The deposit expected on that day. */
  readonly deposit: Cents
  readonly planned: Cents
  readonly funded: Cents
  readonly freeToSpend: Cents | null
}

export type Forecast = {
  readonly paydays: readonly ForecastPayday[]
  /** In the order of the question. `funded` is the sum of the events' contributions. */
  readonly expenses: readonly {
    readonly id: string
    readonly funded: Cents
    readonly events: readonly ForecastEvent[]
  }[]
}

export type ForecastQuestion = {
  readonly holdings: readonly Holding[]
  /** The last day whose paydays and due dates have been processed. */
  readonly processedThrough: Day
  /** The last day of the forecast. */
  readonly through: Day
  /** In cents; null forecasts as if there were always enough money. */
  readonly freeToSpend: Cents | null
  readonly floor: Cents
  /** The deposits expected on paydays, in cents. */
  readonly deposits: readonly { readonly paydays: Paydays; readonly amount: Cents }[]
}

/**
 * Forecasts the coming months with the function that plans paydays. It assumes one thing about people: they make each
 * payment that comes due, from its `ready` money (for a card, its debt then, from the reserve). It does not guess
 * purchases, transfers and other income. The first payday of an Expense does not assume even that: it asks for the
 * amounts of the Expense's read fields, which the payday gives if nothing happens before it.
 */
export function forecast(question: ForecastQuestion): Forecast {
  return finish(eachPayday(question))
}

/** As `forecast`, and stops after each payday: a caller with other work does it in between. */
export function* eachPayday(question: ForecastQuestion): Generator<void, Forecast> {
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
    yield
  }
  for (const course of courses) passDueDates(course, end)
  const expenses = courses.map(({ holding, funded, events }) => ({
    id: holding.id,
    funded,
    events,
  }))
  return { paydays, expenses }
}

/** One Expense during the forecast. `due` caches its upcoming due date, which every payday needs. */
type Course = {
  holding: Holding
  /** The Expense as it is today, until its first payday; null afterwards. */
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

/** Rolls over and pays every due date up to and including a day number. */
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

/** Lists the unprocessed days on which any schedule pays, up to and including `end`, in order, as day numbers. */
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
