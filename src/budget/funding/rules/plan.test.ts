import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenExpense, givenPaydays } from '#/budget/expenses/rules/given.ts'
import type { Holding } from '#/budget/expenses/rules/holding.ts'
import { toDay } from '#/core/values/day.ts'
import { planPayday } from './plan.ts'

const fridays = givenPaydays({ frequency: 'weekly', anchor: '2026-01-02' })
const payday = toDay('2026-05-01')

function plan(holdings: readonly Holding[], freeToSpend: number, floor = 0) {
  return planPayday({ payday, holdings, freeToSpend, floor })
}

function funded(holdings: readonly Holding[], freeToSpend: number, floor = 0) {
  const given = plan(holdings, freeToSpend, floor)
  return Object.fromEntries(given.map((one) => [one.id, one.ordinaryFunded + one.aheadFunded]))
}

/** Builds an Expense that asks for `target` on this payday. */
const asking = (id: string, target: number, terms: Parameters<typeof givenExpense>[0] = {}) =>
  givenExpense({ id, target, anchor: '2026-05-07', paydays: fridays, ...terms })

test('W11 a payday without enough money serves Expenses in order', () => {
  const monthly = givenPaydays({ frequency: 'monthly', days: [1], anchor: '2026-01-01' })
  const bill = { intervalMonths: 1, paydays: monthly } as const
  const holdings = [
    givenExpense({ id: 'gym', ...bill, target: 1_667, anchor: '2026-05-05', priority: 'low' }),
    givenExpense({
      id: 'trip',
      type: 'goal',
      target: 40_000,
      anchor: '2026-07-03',
      paydays: monthly,
    }),
    givenExpense({ id: 'net', ...bill, target: 3_000, anchor: '2026-05-20', payments: 2 }),
    givenExpense({ id: 'phone', ...bill, target: 4_000, anchor: '2026-05-12' }),
    givenExpense({
      id: 'car',
      intervalMonths: 12,
      paydays: monthly,
      target: 30_000,
      anchor: '2026-11-01',
      priority: 'high',
    }),
    givenExpense({ id: 'rent', ...bill, target: 45_000, anchor: '2026-05-10', priority: 'high' }),
  ]
  assert.deepEqual(
    plan(holdings, 60_000).map((given) => [
      given.id,
      given.ordinaryPlanned,
      given.ordinaryFunded,
      given.aheadPlanned,
      given.aheadFunded,
    ]),
    [
      ['gym', 1_667, 0, 0, 0],
      ['trip', 13_334, 3_714, 0, 0],
      ['net', 3_000, 3_000, 3_000, 0],
      ['phone', 4_000, 4_000, 0, 0],
      ['car', 4_286, 4_286, 0, 0],
      ['rent', 45_000, 45_000, 0, 0],
    ],
  )
})

test('within a tier, dated bills and cards come first, then envelopes, then goals', () => {
  const holdings = [
    asking('goal', 10, { type: 'goal', anchor: '2026-05-02' }),
    asking('envelope', 10, { anchor: null }),
    asking('card', 10, { type: 'credit_card', card: { owed: 10 }, anchor: '2026-05-06' }),
    asking('bill', 10, { anchor: '2026-05-07' }),
  ]
  const order = ['card', 'bill', 'envelope', 'goal']
  order.forEach((id, place) => {
    const given = funded(holdings, place * 10 + 4)
    assert.equal(given[id], 4, id)
    for (const before of order.slice(0, place)) assert.equal(given[before], 10)
  })
})

test('equal ranks are ordered by due date, then by id', () => {
  const later = asking('a', 10, { anchor: '2026-05-07' })
  const sooner = asking('b', 10, { anchor: '2026-05-06' })
  assert.deepEqual(funded([later, sooner], 10), { a: 0, b: 10 })
  const same = asking('b', 10, { anchor: '2026-05-07' })
  assert.deepEqual(funded([same, later], 10), { b: 0, a: 10 })
})

test('a higher tier comes before every kind of a lower one', () => {
  const goal = asking('goal', 10, { type: 'goal', priority: 'high' })
  const low = asking('bill', 10, { priority: 'low' })
  assert.deepEqual(funded([low, asking('normal', 10), goal], 15), { bill: 0, normal: 5, goal: 10 })
})

test('extra reserves come after every ordinary need, by tier, then by `buildBy`', () => {
  const bill = { intervalMonths: 1, payments: 2 } as const
  const holdings = [
    asking('undated', 10, bill),
    asking('late', 10, { ...bill, buildBy: '2026-05-03' }),
    asking('soon', 10, { ...bill, buildBy: '2026-05-02' }),
    asking('low', 10, { ...bill, priority: 'low', buildBy: '2026-05-01' }),
  ]
  assert.deepEqual(funded(holdings, 39), { undated: 10, late: 10, soon: 10, low: 9 })
  assert.deepEqual(funded(holdings, 45), { undated: 10, late: 10, soon: 15, low: 10 })
  assert.deepEqual(funded(holdings, 55), { undated: 10, late: 15, soon: 20, low: 10 })
  assert.deepEqual(funded(holdings, 79), { undated: 20, late: 20, soon: 20, low: 19 })
})

test('a payday sets aside only money that exists above the floor', () => {
  const holdings = [asking('a', 10)]
  assert.deepEqual(funded(holdings, -5), { a: 0 })
  assert.deepEqual(funded(holdings, 7), { a: 7 })
  assert.deepEqual(funded(holdings, 7, 3), { a: 4 })
  assert.deepEqual(funded(holdings, 7, 30), { a: 0 })
  assert.deepEqual(funded(holdings, 7, -30), { a: 7 })
})

test('only Expenses with a schedule that pays on that day take part, each once', () => {
  const both = givenPaydays(
    { frequency: 'weekly', anchor: '2026-01-02' },
    { frequency: 'monthly', days: [1], anchor: '2026-01-01' },
  )
  const other = givenPaydays({ frequency: 'monthly', days: [2], anchor: '2026-01-01' })
  const holdings = [
    asking('both', 10, { paydays: both }),
    asking('other', 10, { paydays: other }),
    asking('none', 10, { paydays: givenPaydays() }),
  ]
  assert.deepEqual(funded(holdings, 100), { both: 10 })
})
