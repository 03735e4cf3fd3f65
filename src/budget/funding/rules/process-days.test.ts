import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paydaysOf } from '#/core/calendar/paydays.ts'
import { givenExpense, givenSchedule } from '#/budget/expenses/rules/given.ts'
import { toDay } from '#/core/values/day.ts'
import { processDays } from './process-days.ts'

const thursdays = { ...givenSchedule({ anchor: '2026-01-01' }), id: 'thursdays' }
const fridays = { ...givenSchedule({ anchor: '2026-01-02' }), id: 'fridays' }
const schedules = [thursdays, fridays]
const bill = givenExpense({
  target: 10_000,
  intervalMonths: 1,
  anchor: '2026-01-09',
  paydays: paydaysOf(schedules),
})
const state = {
  holdings: [bill],
  schedules,
  processedThrough: toDay('2026-01-07'),
  freeToSpend: 50_000,
  floor: 0,
}

test('a payday on the due date still serves it, and nothing is due the day before', () => {
  const eve = processDays(state, toDay('2026-01-08'))
  assert.deepEqual(eve.holdings[0]!.lanes, { ...bill.lanes, building: 5_000 })
  assert.equal(eve.nextDay, '2026-01-09')
  const done = processDays(state, toDay('2026-01-09'))
  assert.deepEqual(done.holdings[0]!.lanes, { ...bill.lanes, ready: 10_000 })
  assert.deepEqual(
    done.steps.map(({ day, reason }) => [day, reason]),
    [
      ['2026-01-08', 'payday'],
      ['2026-01-09', 'payday'],
      ['2026-01-09', 'roll_over'],
    ],
  )
  assert.equal(done.freeToSpend, 40_000)
  assert.equal(done.nextDay, '2026-01-15')
})

test('a household without paydays and due dates has no next day', () => {
  const idle = { ...state, holdings: [givenExpense({ target: 5 })], schedules: [] }
  assert.deepEqual(processDays(idle, toDay('2027-01-01')), {
    holdings: idle.holdings,
    steps: [],
    paydays: [],
    freeToSpend: 50_000,
    nextDay: null,
  })
})
