import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayNumber, toDay, weekday } from '#/core/values/day.ts'
import { givenExpense, givenPaydays, live, withLanes } from './given.ts'
import type { Life } from './given.ts'
import { balanceOf } from './holding.ts'
import type { Holding } from './holding.ts'
import { spend } from './lanes.ts'

// Bills that are paid every one, two or four weeks, and every two months.

const fridays = givenPaydays({ frequency: 'weekly', anchor: '2026-01-02' })
const twiceAMonth = givenPaydays({ frequency: 'semimonthly', days: [14, 28], anchor: '2026-01-01' })

const ordinary = ({ asked }: Life) => asked.map((payday) => payday.ordinary)

const repeat = (amount: number, times: number) => Array.from({ length: times }, () => amount)

function pay(holding: Holding, amount: number, booked: string): Holding {
  return withLanes(holding, spend(holding, { amount, booked: toDay(booked) }).lanes)
}

test('a monthly payday gives a weekly bill exactly the payments before the next payday', () => {
  const cleaner = givenExpense({
    target: 4_500,
    intervalMonths: null,
    intervalDays: 7,
    anchor: '2026-01-30',
    paydays: givenPaydays({ frequency: 'monthly', days: [28], anchor: '2026-01-28' }),
  })
  const kept: number[] = []
  const life = live(cleaner, ['2026-01-28', '2026-06-27'], (holding, day) => {
    const after = weekday(day) === 5 ? pay(holding, 4_500, day) : holding
    if (day.endsWith('-27')) kept.push(balanceOf(after.lanes))
    return after
  })
  // Fridays between the 28th and the next: five in February, four in March, April and May, five in June.
  assert.deepEqual(ordinary(life), [22_500, 18_000, 18_000, 18_000, 22_500])
  // Nothing is kept back on the evening before a payday.
  assert.deepEqual(kept, repeat(0, 5))
})

test('a bill every four weeks is complete on each of its thirteen days a year', () => {
  const phone = givenExpense({
    target: 2_800,
    intervalMonths: null,
    intervalDays: 28,
    anchor: '2026-01-30',
    paydays: fridays,
  })
  const held: number[] = []
  const life = live(phone, ['2026-01-03', '2027-01-02'], (holding, day) => {
    const due = (dayNumber(day) - dayNumber(toDay('2026-01-30'))) % 28 === 0 && day > '2026-01-29'
    if (!due) return holding
    held.push(balanceOf(holding.lanes))
    return pay(holding, 2_800, day)
  })
  assert.deepEqual(held, repeat(2_800, 13))
  assert.deepEqual(new Set(ordinary(life)), new Set([700]))
})

test('a weekly payment on the day after its due date is late, not early for the next one', () => {
  const cleaner = givenExpense({
    target: 4_500,
    intervalMonths: null,
    intervalDays: 7,
    anchor: '2026-01-30',
    cycle: 1,
    paydays: fridays,
  })
  const on = (booked: string) =>
    spend(cleaner, { amount: 4_500, booked: toDay(booked) }).lanes.prepaid
  assert.deepEqual(
    ['2026-01-31', '2026-02-02', '2026-02-03', '2026-02-06'].map(on),
    [0, 0, 4_500, 4_500],
  )
})

test('a bill every two months is shared by the paydays of both', () => {
  const water = givenExpense({
    target: 6_000,
    intervalMonths: 2,
    anchor: '2026-02-28',
    paydays: twiceAMonth,
  })
  const paid = ['2026-02-28', '2026-04-28', '2026-06-28']
  const life = live(water, ['2026-01-01', '2026-06-30'], (holding, day) =>
    paid.includes(day) ? pay(holding, 6_000, day) : holding,
  )
  assert.deepEqual(ordinary(life), repeat(1_500, 12))
})
