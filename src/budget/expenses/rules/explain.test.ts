import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { DATES_MAX, explainHolding } from './explain.ts'
import { givenExpense, givenPaydays } from './given.ts'

const today = toDay('2026-01-10')
const fridays = givenPaydays({ frequency: 'weekly', anchor: '2026-01-02' })
const bill = {
  target: 10_000,
  intervalMonths: 1,
  anchor: '2026-02-01',
  paydays: fridays,
} as const

test('the reason names the rule that decides', () => {
  const goal = { type: 'goal', target: 9_000, paydays: fridays } as const
  const card = { type: 'credit_card', anchor: '2026-02-01', paydays: fridays } as const
  const monthEnd = givenPaydays({
    frequency: 'monthly',
    days: [31],
    anchor: '2025-12-01',
    weekend: 'after',
  })
  const cases = [
    [bill, 'shared', 'not_wanted'],
    [{ ...bill, building: 10_000 }, 'complete', 'not_wanted'],
    [{ ...bill, paused: true }, 'paused', 'not_wanted'],
    [{ ...bill, paydays: givenPaydays(), payments: 2 }, 'no_schedule', 'no_schedule'],
    [{ ...bill, payments: 2, paused: true }, 'paused', 'paused'],
    [{ ...bill, target: null, payments: 2 }, 'no_target', 'no_target'],
    [{ ...bill, payments: 2 }, 'shared', 'by_interval'],
    [{ ...bill, payments: 2, buildBy: '2026-03-01' }, 'shared', 'by_date'],
    [{ ...bill, payments: 2, buildBy: '2026-01-11' }, 'shared', 'by_interval'],
    [{ ...bill, payments: 2, reserve: 10_000 }, 'shared', 'complete'],
    [goal, 'no_date', 'not_wanted'],
    [{ ...goal, anchor: '2026-01-03' }, 'past_due', 'not_wanted'],
    [{ ...goal, anchor: '2026-05-01', spent: 9_000 }, 'complete', 'not_wanted'],
    [{ target: 9_000, paydays: fridays }, 'refill', 'not_wanted'],
    [{ ...card, card: { owed: 0 } }, 'nothing_owed', 'not_wanted'],
    [{ ...card, card: { owed: 5 } }, 'shared', 'not_wanted'],
  ] as const
  for (const [terms, ordinary, ahead] of cases) {
    const explained = explainHolding(givenExpense(terms), today)
    assert.deepEqual([explained.ordinary.reason, explained.ahead.reason], [ordinary, ahead])
  }
  const rent = givenExpense({ ...bill, anchor: '2026-01-01', paydays: monthEnd })
  const explained = explainHolding(rent, toDay('2025-12-30'))
  assert.deepEqual(
    [explained.ordinary.reason, explained.payments, explained.ordinary.asked],
    ['serves_several_payments', 2, 20_000],
  )
})

test('the numbers are those of the formula, and long lists of dates are truncated', () => {
  const { ordinary, payday, due } = explainHolding(
    givenExpense({ ...bill, building: 1_000 }),
    today,
  )
  assert.deepEqual([payday, due], ['2026-01-16', '2026-02-01'])
  assert.deepEqual(ordinary, {
    reason: 'shared',
    asked: 3_000,
    needed: 10_000,
    held: 1_000,
    missing: 9_000,
    until: '2026-02-01',
    paydays: 3,
    dates: ['2026-01-16', '2026-01-23', '2026-01-30'],
  })
  const far = explainHolding(givenExpense({ ...bill, anchor: '2036-02-01' }), today)
  assert.equal(far.ordinary.dates.length, DATES_MAX)
  assert.equal(far.ordinary.paydays, 525)
})

test('a due date before the payday shows the lanes as they will be then', () => {
  const explained = explainHolding(
    givenExpense({ ...bill, anchor: '2026-01-12', building: 10_000 }),
    today,
  )
  assert.deepEqual([explained.lanes.building, explained.lanes.ready], [10_000, 0])
  assert.deepEqual([explained.lanesThen.building, explained.lanesThen.ready], [0, 10_000])
  assert.equal(explained.due, '2026-02-12')
})
