// Builders for the tests of this folder and of `funding`: Expenses, schedules and a seeded random generator.
import { isPayday, paydaysOf } from '#/core/calendar/paydays.ts'
import type { Paydays, Schedule } from '#/core/calendar/paydays.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays, dayNumber, toDay } from '#/core/values/day.ts'
import type { Day } from '#/core/values/day.ts'
import { contributionsAt } from './contribution.ts'
import { emptyLanes } from './holding.ts'
import type { Holding, Lanes, Terms } from './holding.ts'
import { fund } from './lanes.ts'
import { rollOverThrough } from './roll-over.ts'

type Loose<Shape> = {
  [Key in keyof Shape]?: Shape[Key] | (Day extends Shape[Key] ? string : never)
}

export function givenSchedule(schedule: Loose<Schedule>): Schedule {
  const base = { frequency: 'weekly', days: [], anchor: '2026-01-02', weekend: 'none' } as const
  return { ...base, ...schedule } as Schedule
}

export function givenPaydays(...schedules: readonly Loose<Schedule>[]): Paydays {
  return paydaysOf(schedules.map(givenSchedule))
}

/** Builds an Expense; by default without target, date or schedule. Lanes, id and cycle are given beside the terms. */
export function givenExpense(
  given: Loose<Terms> & Partial<Lanes> & { id?: string; cycle?: number },
): Holding {
  const { id = 'e', cycle = 0, ready, building, reserve, prepaid, spent, ...terms } = given
  const base = {
    type: 'expense',
    target: null,
    intervalMonths: null,
    anchor: null,
    payments: 1,
    buildBy: null,
    priority: 'normal',
    paused: false,
    paydays: givenPaydays(),
    card: null,
  }
  const parts = { ready, building, reserve, prepaid, spent }
  const lanes = Object.entries(parts).filter(([, amount]) => amount !== undefined)
  return {
    id,
    cycle,
    terms: { ...base, ...terms } as Terms,
    lanes: { ...emptyLanes, ...Object.fromEntries(lanes) },
  }
}

export function withLanes(holding: Holding, lanes: Lanes): Holding {
  return { ...holding, lanes }
}

/** Computes the contributions that a payday on `day` asks for, as [ordinary, ahead] in cents. */
export function askedOn(holding: Holding, day: string): [Cents, Cents] {
  const { ordinary, ahead } = contributionsAt(holding, dayNumber(toDay(day)))
  return [ordinary, ahead]
}

export type Life = { holding: Holding; asked: { day: Day; ordinary: Cents; ahead: Cents }[] }

/** Simulates the days `from` to `to`, inclusive, with enough money: on each, the payday, roll-overs, then `onDay`. */
export function live(
  start: Holding,
  [from, to]: readonly [string, string],
  onDay: (holding: Holding, day: Day) => Holding = (holding) => holding,
): Life {
  let holding = start
  const asked: Life['asked'] = []
  for (let day = toDay(from); day <= toDay(to); day = addDays(day, 1)) {
    if (isPayday(holding.terms.paydays, dayNumber(day))) {
      const { ordinary, ahead } = contributionsAt(holding, dayNumber(day))
      asked.push({ day, ordinary, ahead })
      holding = rollOverThrough(holding, addDays(day, -1))
      holding = withLanes(holding, fund(holding.lanes, { ordinary, ahead }))
    }
    holding = onDay(rollOverThrough(holding, day), day)
  }
  return { holding, asked }
}

export type Chance = {
  /** Returns an integer from 0 to `limit` - 1. */
  below(limit: number): number
  pick<const Item>(items: readonly [Item, ...Item[]]): Item
}

/** Creates a mulberry32 generator: random enough for tests, and reproducible from its seed. */
export function givenChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number) => next() % limit
  return { below, pick: (items) => items[below(items.length)] ?? items[0] }
}
