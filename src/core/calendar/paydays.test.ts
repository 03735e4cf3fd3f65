import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPaydays, givenSchedule } from '#/budget/expenses/rules/given.ts'
import { forSeeds } from '../../../test/simulations/seeds.ts'
import type { Chance } from '#/budget/expenses/rules/given.ts'
import { addDays, dayFromNumber, dayNumber, endOfMonth, toDay, weekday } from '#/core/values/day.ts'
import { countPaydays, isPayday, nextPayday, paydaysBetween, paydaysOf } from './paydays.ts'
import type { Schedule } from './paydays.ts'

const number = (day: string) => dayNumber(toDay(day))

function effective(schedule: Schedule, from: string, to: string): string[] {
  return paydaysBetween(schedule, toDay(from), toDay(to)).map((payday) => payday.effective)
}

test('the 15th and the last, moved before weekends, of early 2026', () => {
  const schedule = givenSchedule({
    frequency: 'semimonthly',
    days: [15, 31],
    anchor: '2026-01-01',
    weekend: 'before',
  })
  assert.deepEqual(effective(schedule, '2026-01-01', '2026-03-31'), [
    '2026-01-15',
    '2026-01-30',
    '2026-02-13',
    '2026-02-27',
    '2026-03-13',
    '2026-03-31',
  ])
  assert.equal(countPaydays(paydaysOf([schedule]), number('2026-01-01'), number('2026-03-31')), 6)
})

test('a payday keeps its nominal date next to the day on which it pays', () => {
  const schedule = givenSchedule({
    frequency: 'monthly',
    days: [31],
    anchor: '2026-01-01',
    weekend: 'after',
  })
  assert.deepEqual(paydaysBetween(schedule, toDay('2026-02-01'), toDay('2026-03-31')), [
    { nominal: '2026-01-31', effective: '2026-02-02' },
    { nominal: '2026-02-28', effective: '2026-03-02' },
    { nominal: '2026-03-31', effective: '2026-03-31' },
  ])
})

test('paydays begin with the first nominal date on or after the anchor', () => {
  // 2026-01-31 is a Saturday: as the anchor it pays on the Friday before.
  const before = givenSchedule({
    frequency: 'monthly',
    days: [31],
    anchor: '2026-01-31',
    weekend: 'before',
  })
  assert.equal(nextPayday(paydaysOf([before]), toDay('2020-01-01')), '2026-01-30')
  const after = givenSchedule({
    frequency: 'monthly',
    days: [31],
    anchor: '2026-02-01',
    weekend: 'after',
  })
  assert.equal(nextPayday(paydaysOf([after]), toDay('2026-01-01')), '2026-03-02')
})

test('two nominal dates that move to one day are one payday', () => {
  const schedule = givenSchedule({
    frequency: 'semimonthly',
    days: [14, 15],
    anchor: '2026-01-01',
    weekend: 'after',
  })
  const [from, to] = [toDay('2026-02-01'), toDay('2026-02-28')]
  assert.deepEqual(
    paydaysBetween(schedule, from, to).map(({ nominal }) => nominal),
    ['2026-02-14', '2026-02-15'],
  )
  assert.equal(countPaydays(paydaysOf([schedule]), dayNumber(from), dayNumber(to)), 1)
})

test('several schedules that pay on one day are one payday', () => {
  const paydays = givenPaydays(
    { frequency: 'weekly', anchor: '2026-01-02' },
    { frequency: 'monthly', days: [30], anchor: '2026-01-01' },
  )
  // Fridays 2, 9, 16, 23, 30 January; the monthly one is the 30th too.
  assert.equal(countPaydays(paydays, number('2026-01-01'), number('2026-01-31')), 5)
  assert.equal(countPaydays(paydays, number('2026-03-01'), number('2026-03-31')), 5)
})

test('without a schedule there are no paydays', () => {
  const paydays = givenPaydays()
  assert.equal(nextPayday(paydays, toDay('2026-01-01')), null)
  assert.equal(countPaydays(paydays, 0, 100_000), 0)
  assert.equal(isPayday(paydays, 20_000), false)
})

test('an anchor far in the past or future costs no more time', () => {
  const old = givenPaydays({ frequency: 'biweekly', anchor: '0001-01-05' })
  const next = nextPayday(old, toDay('2026-01-01'))
  assert.ok(next !== null && (dayNumber(next) - number('0001-01-05')) % 14 === 0)
  assert.equal(old.stretches.size, 1)
  const far = givenPaydays({ frequency: 'monthly', days: [31], anchor: '9990-01-01' })
  assert.equal(nextPayday(far, toDay('2026-01-01')), '9990-01-31')
  assert.ok(far.stretches.size <= 2)
})

test('counting stops a hundred years ahead', () => {
  const paydays = givenPaydays({ frequency: 'weekly', anchor: '2026-01-02' })
  assert.equal(countPaydays(paydays, number('2026-01-02'), number('9999-12-31')), 5218)
})

test('paydays of random schedules equal those of a day-by-day search', () => {
  forSeeds(300, (chance) => {
    const schedules = Array.from({ length: 1 + chance.below(3) }, () => randomSchedule(chance))
    const paydays = paydaysOf(schedules)
    const start = number('2026-01-01') + chance.below(800) - 400
    const expected = new Set<number>()
    for (let day = start - 10; day <= start + 500; day += 1) {
      for (const schedule of schedules) {
        if (isNominal(schedule, day)) expected.add(moved(schedule, day))
      }
    }
    const inside = (from: number, to: number) =>
      [...expected].filter((day) => day >= from && day <= to).length
    for (let length = -1; length < 490; length += 1 + chance.below(60)) {
      assert.equal(countPaydays(paydays, start, start + length), inside(start, start + length))
    }
    const first = [...expected].filter((day) => day >= start).toSorted((a, b) => a - b)[0]
    if (first !== undefined) {
      assert.equal(nextPayday(paydays, dayFromNumber(start)), dayFromNumber(first))
    }
    for (let day = start; day < start + 60; day += 1) {
      assert.equal(isPayday(paydays, day), expected.has(day))
    }
  })
})

const frequencies = ['weekly', 'biweekly', 'semimonthly', 'monthly'] as const

function randomSchedule(chance: Chance): Schedule {
  const frequency = chance.pick(frequencies)
  const days = [1 + chance.below(31), 1 + chance.below(31)]
  return givenSchedule({
    frequency,
    days: frequency === 'semimonthly' ? days : days.slice(0, 1),
    anchor: dayFromNumber(number('2026-01-01') + chance.below(600) - 500),
    weekend: chance.pick(['none', 'before', 'after'] as const),
  })
}

function isNominal({ frequency, days, anchor }: Schedule, number_: number): boolean {
  const day = dayFromNumber(number_)
  if (day < anchor) return false
  const since = number_ - dayNumber(anchor)
  if (frequency === 'weekly') return since % 7 === 0
  if (frequency === 'biweekly') return since % 14 === 0
  const date = Number(day.slice(8))
  return days.some((of) => of === date || (of > date && day === endOfMonth(day)))
}

function moved({ weekend }: Schedule, day: number): number {
  let result = dayFromNumber(day)
  while (weekend !== 'none' && weekday(result) > 5) {
    result = addDays(result, weekend === 'before' ? -1 : 1)
  }
  return dayNumber(result)
}
