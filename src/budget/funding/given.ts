// Builders for the tests of this folder: random households in the shape that the engine loads.
import { type Paydays, paydaysOf, type Schedule } from '#/core/calendar/paydays.ts'
import { adoptTerms } from '#/budget/expenses/rules/adopt-terms.ts'
import {
  type Chance,
  givenExpense,
  givenSchedule,
  withLanes,
} from '#/budget/expenses/rules/given.ts'
import { balanceOf, type Holding, targetOf } from '#/budget/expenses/rules/holding.ts'
import { canonicalise } from '#/budget/expenses/rules/lanes.ts'
import { addDays, type Day, toDay } from '#/core/values/day.ts'
import type { EngineState } from '#/budget/funding/rules/process-days.ts'

const newYear = toDay('2026-01-01')

/** Builds a household with up to three schedules and eight Expenses of any kind, on a day early in 2026. */
export function randomState(chance: Chance): EngineState {
  const today = addDays(newYear, chance.below(120))
  const schedules = Array.from({ length: 1 + chance.below(3) }, (_, index) => {
    return { ...randomSchedule(chance, today), id: `s${index}` }
  })
  const calendars = new Map<string, Paydays>()
  const holdings = Array.from({ length: 1 + chance.below(8) }, (_, index) => {
    const own = schedules.filter(() => chance.below(3) > 0)
    const key = own.map(({ id }) => id).join()
    const paydays = calendars.get(key) ?? paydaysOf(own)
    calendars.set(key, paydays)
    return randomHolding(chance, { id: `e${index}`, today, paydays })
  })
  const setAside = holdings.reduce((sum, { lanes }) => sum + balanceOf(lanes), 0)
  return {
    holdings,
    schedules,
    processedThrough: today,
    freeToSpend: chance.pick([0, 20_000, 60_000, 10_000_000]) - chance.below(setAside + 1),
    floor: chance.pick([0, 0, 5_000]),
  }
}

export function randomSchedule(chance: Chance, around: Day): Schedule {
  const frequency = chance.pick(['weekly', 'biweekly', 'semimonthly', 'monthly'])
  const date = 1 + chance.below(31)
  const days = { weekly: [], biweekly: [], monthly: [date], semimonthly: [date, (date % 31) + 1] }
  return givenSchedule({
    frequency,
    days: days[frequency],
    anchor: addDays(around, chance.below(60) - 40),
    weekend: chance.pick(['none', 'before', 'after']),
    extra: Array.from({ length: chance.pick([0, 0, 1, 3]) }, () =>
      addDays(around, chance.below(90)),
    ).filter((day, index, all) => all.indexOf(day) === index),
  })
}

/** Picks a past or future day; often one that some months do not have. */
function randomAnchor(chance: Chance, today: Day): Day {
  if (chance.below(2) === 0) return addDays(today, chance.below(240) - 80)
  const monthEnds = ['2024-02-29', '2025-08-31', '2025-11-30', '2026-01-29', '2026-05-31'] as const
  return toDay(chance.pick(monthEnds))
}

function randomInterval(chance: Chance) {
  if (chance.below(4) === 0) return { intervalMonths: null, intervalDays: chance.pick([7, 14, 28]) }
  return { intervalMonths: chance.pick([null, 1, 1, 2, 3, 6, 12]), intervalDays: null }
}

export type Beginning = { readonly id: string; readonly today: Day; readonly paydays: Paydays }

/** Builds an Expense of any kind with any lanes that its terms allow. */
export function randomHolding(chance: Chance, { id, today, paydays }: Beginning): Holding {
  const type = chance.pick(['expense', 'expense', 'expense', 'goal', 'credit_card'])
  const anchor = chance.below(5) === 0 ? null : randomAnchor(chance, today)
  const { terms } = givenExpense({
    type,
    target: chance.pick([null, 0, 1, 999, 10_000, 1 + chance.below(50_000)]),
    ...randomInterval(chance),
    anchor,
    payments: chance.pick([1, 1, 2, 3]),
    buildBy: chance.below(2) === 0 ? null : addDays(today, chance.below(200) - 50),
    priority: chance.pick(['high', 'normal', 'low']),
    paused: chance.below(12) === 0,
    paydays,
    card: type === 'credit_card' && chance.below(4) > 0 ? { owed: chance.below(40_000) } : null,
  })
  const amount = () => (chance.below(2) === 0 ? 0 : chance.below(targetOf(terms) + 1_000))
  const lanes = {
    ready: amount(),
    building: amount(),
    reserve: amount(),
    prepaid: amount(),
    spent: chance.below(4) === 0 ? amount() : 0,
  }
  const adopted = adoptTerms({ ...givenExpense({}), id }, terms, today)
  return withLanes(adopted, canonicalise(terms, lanes))
}
