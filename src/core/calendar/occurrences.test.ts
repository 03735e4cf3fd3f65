import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayFromNumber, dayNumber, endOfMonth, toDay } from '#/core/values/day.ts'
import { forSeeds } from '../../../test/simulations/seeds.ts'
import { indexAfter, indexOnOrAfter, occurrence, occurrenceNumber } from './occurrences.ts'
import type { Recurrence } from './occurrences.ts'

function firstDates(anchor: string, intervalMonths: number, count: number): string[] {
  const recurrence = { anchor: toDay(anchor), intervalMonths }
  return Array.from({ length: count }, (_, index) => {
    const day = occurrence(recurrence, index)
    assert.equal(occurrenceNumber(recurrence, index), dayNumber(day), 'as a number it is the same')
    return day
  })
}

test('due dates are counted from the anchor and cut to the month', () => {
  assert.deepEqual(firstDates('2026-01-31', 1, 4), [
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
  ])
  assert.deepEqual(firstDates('2025-11-30', 3, 4), [
    '2025-11-30',
    '2026-02-28',
    '2026-05-30',
    '2026-08-30',
  ])
  assert.deepEqual(firstDates('2024-02-29', 12, 5), [
    '2024-02-29',
    '2025-02-28',
    '2026-02-28',
    '2027-02-28',
    '2028-02-29',
  ])
})

test('intervals in weeks are counted in days, across months and leap days', () => {
  const dates = (intervalDays: number) =>
    [0, 1, 2].map((index) => {
      const recurrence = { anchor: toDay('2028-02-18'), intervalMonths: null, intervalDays }
      const day = occurrence(recurrence, index)
      assert.equal(
        occurrenceNumber(recurrence, index),
        dayNumber(day),
        'as a number it is the same',
      )
      assert.equal(indexOnOrAfter(recurrence, dayNumber(day)), index)
      assert.equal(indexAfter(recurrence, day), index + 1)
      return day
    })
  assert.deepEqual(dates(7), ['2028-02-18', '2028-02-25', '2028-03-03'])
  assert.deepEqual(dates(14), ['2028-02-18', '2028-03-03', '2028-03-17'])
  assert.deepEqual(dates(28), ['2028-02-18', '2028-03-17', '2028-04-14'])
})

test('no due date lies before the anchor', () => {
  const recurrence = { anchor: toDay('2026-12-01'), intervalMonths: 1 }
  assert.equal(indexAfter(recurrence, toDay('2020-01-01')), 0)
  assert.equal(indexAfter(recurrence, toDay('2026-11-30')), 0)
  assert.equal(indexAfter(recurrence, toDay('2026-12-01')), 1)
})

test('due dates rise, fall on the anchor’s date or the month’s last, and are found by index', () => {
  forSeeds(400, (chance) => {
    const recurrence: Recurrence = {
      anchor: dayFromNumber(chance.below(40_000) - 10_000),
      intervalMonths: chance.pick([1, 2, 3, 6, 12]),
    }
    const date = Number(recurrence.anchor.slice(8))
    const start = chance.below(1500)
    for (let index = start; index < start + 20; index += 1) {
      const day = occurrence(recurrence, index)
      assert.equal(Number(day.slice(8)), Math.min(date, Number(endOfMonth(day).slice(8))))
      assert.ok(day < occurrence(recurrence, index + 1))
      const number = dayNumber(day)
      assert.equal(occurrenceNumber(recurrence, index), number)
      assert.equal(indexOnOrAfter(recurrence, number), index)
      assert.equal(indexOnOrAfter(recurrence, number + 1), index + 1)
      const before = occurrenceNumber(recurrence, index) - 1
      assert.equal(indexOnOrAfter(recurrence, before), index)
      assert.equal(indexAfter(recurrence, addDays(day, -1)), index)
    }
  })
})

test('an anchor four thousand years ago costs no more time', () => {
  const recurrence = { anchor: toDay('0001-01-31'), intervalMonths: 1 }
  assert.equal(occurrence(recurrence, indexOnOrAfter(recurrence, 1_000_000)), '4707-11-30')
})
