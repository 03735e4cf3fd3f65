import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addDays,
  addMonths,
  dayAt,
  dayFromNumber,
  dayNumber,
  daysBetween,
  endOfMonth,
  parseDay,
  startOfMonth,
  toDay,
  weekday,
} from './day.ts'

test('a day that does not exist is not a day', () => {
  for (const text of [
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '2023-02-29',
    '',
    'x',
  ]) {
    assert.equal(parseDay(text), null, text)
  }
  assert.equal(parseDay('2024-02-29'), '2024-02-29')
})

test('day numbers and days convert both ways over four centuries, as in Temporal', () => {
  for (let number = -60_000; number < 90_000; number += 7) {
    const day = dayFromNumber(number)
    assert.equal(dayNumber(day), number)
    const same = Temporal.PlainDate.from('1970-01-01').add({ days: number })
    assert.equal(day, same.toString())
    assert.equal(weekday(day), same.dayOfWeek)
  }
})

test('months are clamped to the last day', () => {
  assert.equal(addMonths(toDay('2026-01-31'), 1), '2026-02-28')
  assert.equal(addMonths(toDay('2024-02-29'), 12), '2025-02-28')
  assert.equal(addMonths(toDay('2026-01-15'), -2), '2025-11-15')
  assert.equal(addMonths(toDay('2026-01-15'), -13), '2024-12-15')
})

test('months begin and end where the calendar says', () => {
  assert.equal(startOfMonth(toDay('2026-02-10')), '2026-02-01')
  assert.equal(endOfMonth(toDay('2024-02-10')), '2024-02-29')
  assert.equal(addDays(toDay('2026-12-31'), 1), '2027-01-01')
  assert.equal(daysBetween(toDay('2026-03-01'), toDay('2026-02-01')), -28)
})

test('one moment can be two days in two zones', () => {
  const moment = Temporal.Instant.from('2026-03-01T11:30:00Z')
  assert.equal(dayAt(moment, 'Pacific/Auckland'), '2026-03-02')
  assert.equal(dayAt(moment, 'America/Los_Angeles'), '2026-03-01')
})

test('the day is right around every change of clocks and after any other question', () => {
  // Until 2011 clocks of St. John's went back at 00:01, so that the last hour of the day before came again.
  for (const zone of ['America/St_Johns', 'America/Sao_Paulo', 'Pacific/Apia', 'Europe/Madrid']) {
    let moment = Temporal.Instant.from('2006-10-28T00:00:00Z')
    for (let step = 0; step < 300; step += 1) {
      moment = moment.add({ minutes: 10 })
      assert.equal(
        dayAt(moment, zone),
        moment.toZonedDateTimeISO(zone).toPlainDate().toString(),
        `${zone} ${moment.toString()}`,
      )
    }
  }
})
