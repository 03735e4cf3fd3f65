import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPayday } from '#/core/calendar/paydays.ts'
import { addDays, dayNumber, toDay, weekday } from '#/core/values/day.ts'
import { askedOn, givenExpense, givenPaydays, live, withLanes } from './given.ts'
import type { Life } from './given.ts'
import { balanceOf } from './holding.ts'
import type { Holding } from './holding.ts'
import { spend } from './lanes.ts'
import { readHolding } from './reserve.ts'

const fridays = givenPaydays({ frequency: 'weekly', anchor: '2026-01-02' })
const twiceAMonth = givenPaydays({ frequency: 'semimonthly', days: [14, 28], anchor: '2026-01-01' })

const ordinary = ({ asked }: Life) => asked.map((payday) => payday.ordinary)

const repeat = (amount: number, times: number) => Array.from({ length: times }, () => amount)

function pay(holding: Holding, amount: number, booked: string): Holding {
  return withLanes(holding, spend(holding, { amount, booked: toDay(booked) }).lanes)
}

test('W1 the last cent is not lost', () => {
  const bill = givenExpense({
    target: 10_000,
    intervalMonths: 1,
    anchor: '2026-01-17',
    paydays: fridays,
  })
  assert.deepEqual(ordinary(live(bill, ['2026-01-01', '2026-01-16'])), [3_334, 3_333, 3_333])
})

test('W2 five Fridays or four share the same rent', () => {
  const rent = givenExpense({
    target: 120_000,
    intervalMonths: 1,
    anchor: '2026-02-01',
    paydays: fridays,
  })
  const asked = ordinary(live(rent, ['2026-01-01', '2026-02-28']))
  assert.deepEqual(asked, [...repeat(24_000, 5), ...repeat(30_000, 4)])
})

test('W3 a yearly bill is complete to the cent', () => {
  const yearly = givenExpense({
    target: 60_000,
    intervalMonths: 12,
    anchor: '2026-11-01',
    paydays: givenPaydays({ frequency: 'biweekly', anchor: '2026-05-01' }),
  })
  const asked = ordinary(live(yearly, ['2026-04-01', '2026-10-31']))
  assert.deepEqual(asked, [...repeat(4_286, 10), ...repeat(4_285, 4)])
})

test('W4 a bill paid late does not stop the next one', () => {
  const monthly = givenPaydays({ frequency: 'monthly', days: [2], anchor: '2026-01-02' })
  const bill = givenExpense({
    target: 100_000,
    intervalMonths: 1,
    anchor: '2026-02-01',
    paydays: monthly,
  })
  const held: number[] = []
  live(bill, ['2026-01-01', '2026-06-30'], (holding, day) => {
    if (day.endsWith('-01') && day > '2026-01-01') held.push(balanceOf(holding.lanes))
    return day.endsWith('-03') && day > '2026-02-01' ? pay(holding, 100_000, day) : holding
  })
  assert.deepEqual(held, repeat(100_000, 5))
})

test('W5 groceries spent every week ask for even amounts', () => {
  const groceries = givenExpense({
    target: 40_000,
    intervalMonths: 1,
    anchor: '2026-03-01',
    paydays: fridays,
    ready: 40_000,
  })
  const life = live(groceries, ['2026-02-01', '2026-05-31'], (holding, day) =>
    weekday(day) === 6 ? pay(holding, 9_000, day) : holding,
  )
  assert.deepEqual(ordinary(life), [
    ...repeat(10_000, 4),
    ...repeat(9_000, 4),
    ...repeat(7_200, 5),
    ...repeat(9_000, 4),
  ])
})

test('W6 a bill paid early is not asked for again in its cycle', () => {
  const bill = givenExpense({
    target: 80_000,
    intervalMonths: 1,
    anchor: '2026-03-01',
    paydays: twiceAMonth,
    building: 40_000,
  })
  const life = live(bill, ['2026-02-26', '2026-03-31'], (holding, day) =>
    day === '2026-02-26' ? pay(holding, 80_000, day) : holding,
  )
  assert.deepEqual(ordinary(life), [0, 40_000, 40_000])
})

test('W7 two skipped bills are two payments in hand', () => {
  const bill = givenExpense({
    target: 10_000,
    intervalMonths: 1,
    anchor: '2026-03-01',
    paydays: twiceAMonth,
  })
  const skipped = live(bill, ['2026-02-02', '2026-04-01'])
  const { ready, building } = skipped.holding.lanes
  assert.deepEqual([ready, building], [10_000, 10_000])
  const life = live(skipped.holding, ['2026-04-02', '2026-06-30'], (holding, day) =>
    day > '2026-04-30' && day.endsWith('-01') ? pay(holding, 10_000, day) : holding,
  )
  assert.deepEqual(ordinary(life), [0, 0, 0, 0, 5_000, 5_000])
})

test('W8 a payday moved past the due date is covered by the one before', () => {
  const paydays = givenPaydays({
    frequency: 'monthly',
    days: [31],
    anchor: '2025-12-01',
    weekend: 'after',
  })
  const rent = givenExpense({
    target: 100_000,
    intervalMonths: 1,
    anchor: '2026-01-01',
    paydays,
  })
  assert.deepEqual(askedOn(rent, '2025-12-31'), [200_000, 0])
  const life = live(rent, ['2025-12-31', '2026-02-01'], (holding, day) =>
    day.endsWith('-01') ? pay(holding, 100_000, day) : holding,
  )
  assert.deepEqual(balanceOf(life.holding.lanes), 0)
  assert.deepEqual(life.asked.length, 1)
})

test('W8 with two paydays a month, both contribute the same: 100,000 each', () => {
  // 28 and 29 November 2026 are a weekend: nothing is paid between the due dates of October and November.
  const paydays = givenPaydays({
    frequency: 'semimonthly',
    days: [28, 29],
    anchor: '2026-01-01',
    weekend: 'after',
  })
  const rent = givenExpense({
    target: 100_000,
    intervalMonths: 1,
    anchor: '2026-10-29',
    paydays,
  })
  const life = live(rent, ['2026-09-30', '2026-11-29'], (holding, day) =>
    day.endsWith('-29') && day > '2026-10-01' ? pay(holding, 100_000, day) : holding,
  )
  assert.deepEqual(ordinary(life), [100_000, 100_000])
  assert.equal(balanceOf(life.holding.lanes), 0)
})

test('W9 the reserve grows evenly beside the ordinary payments', () => {
  const rent = givenExpense({
    target: 100_000,
    intervalMonths: 1,
    anchor: '2026-01-31',
    paydays: givenPaydays({ frequency: 'weekly', anchor: '2026-01-09' }),
    payments: 2,
    buildBy: '2026-03-13',
  })
  const rows: number[][] = []
  const note = (holding: Holding) => {
    const read = readHolding(holding, toDay('2026-01-01'))
    rows.push([
      read.balance,
      read.ordinaryBalance,
      read.extraReserve,
      read.reserveGoal,
      read.reserveShortfall,
      read.paymentsReserved,
    ])
  }
  const life = live(rent, ['2026-01-09', '2026-03-31'], (holding, day) => {
    if (!['2026-01-31', '2026-02-28', '2026-03-31'].includes(day)) return holding
    note(holding)
    const paid = pay(holding, 100_000, day)
    if (day !== '2026-02-28') note(paid)
    return paid
  })
  assert.deepEqual(rows, [
    [140_000, 100_000, 40_000, 200_000, 60_000, 1.4],
    [40_000, 0, 40_000, 200_000, 160_000, 0.4],
    [180_000, 100_000, 80_000, 200_000, 20_000, 1.8],
    [200_000, 100_000, 100_000, 200_000, 0, 2],
    [100_000, 0, 100_000, 200_000, 100_000, 1],
  ])
  const asked = life.asked.map((payday) => [payday.ordinary, payday.ahead])
  assert.deepEqual(
    asked.slice(0, 8),
    repeat(0, 8).map(() => [25_000, 10_000]),
  )
  assert.deepEqual(asked.slice(8), [
    [25_000, 10_000],
    [25_000, 10_000],
    [25_000, 0],
    [25_000, 0],
  ])
})

test('W10 a used reserve is rebuilt by the next due date', () => {
  const bill = givenExpense({
    target: 10_000,
    intervalMonths: 1,
    anchor: '2026-03-01',
    paydays: twiceAMonth,
    payments: 2,
    reserve: 7_000,
  })
  assert.deepEqual(askedOn(bill, '2026-02-14'), [5_000, 1_500])
})

test('a missing reserve of two payments is spread over two intervals; a past day is ignored', () => {
  const bill = givenExpense({
    target: 10_000,
    intervalMonths: 1,
    anchor: '2026-03-01',
    paydays: twiceAMonth,
    payments: 3,
    buildBy: '2026-02-13',
  })
  assert.deepEqual(askedOn(bill, '2026-02-14'), [5_000, 5_000])
  const started = withLanes(bill, { ...bill.lanes, reserve: 10_001 })
  assert.deepEqual(askedOn(started, '2026-02-14'), [5_000, 5_000])
  const soon = { ...bill, terms: { ...bill.terms, buildBy: toDay('2026-02-14') } }
  assert.deepEqual(askedOn(soon, '2026-02-14'), [5_000, 20_000])
})

test('a payday on the due date still contributes to it', () => {
  const bill = givenExpense({
    target: 10_000,
    intervalMonths: 1,
    anchor: '2026-02-28',
    paydays: twiceAMonth,
  })
  assert.deepEqual(askedOn(bill, '2026-02-14'), [5_000, 0])
  assert.deepEqual(askedOn(bill, '2026-02-28'), [10_000, 0])
})

test('money spent on a goal counts as progress', () => {
  const goal = givenExpense({
    type: 'goal',
    target: 100_000,
    anchor: '2026-02-13',
    intervalMonths: 1,
    paydays: fridays,
  })
  const life = live(goal, ['2026-01-01', '2026-06-30'], (holding, day) => {
    if (day !== '2026-01-10') return holding
    const after = pay(holding, 25_000, day)
    assert.equal(balanceOf(after.lanes), 3_572)
    assert.deepEqual(askedOn(after, '2026-01-16'), [14_286, 0])
    return after
  })
  const { lanes } = life.holding
  assert.deepEqual([balanceOf(lanes), lanes.spent], [75_000, 25_000])
  assert.deepEqual(ordinary(life).slice(7), repeat(0, 19))
})

test('a goal or a one-off past its date asks for everything missing', () => {
  const late = { target: 9_000, anchor: '2026-01-01', paydays: fridays, building: 1_000 } as const
  assert.deepEqual(askedOn(givenExpense({ type: 'goal', ...late }), '2026-01-16'), [8_000, 0])
  assert.deepEqual(askedOn(givenExpense(late), '2026-01-16'), [8_000, 0])
  assert.deepEqual(askedOn(givenExpense({ ...late, spent: 8_000 }), '2026-01-16'), [0, 0])
})

test('a goal without a date or a target asks for nothing', () => {
  const late = { target: 9_000, anchor: '2026-01-01', paydays: fridays, building: 1_000 } as const
  const dateless = givenExpense({ type: 'goal', ...late, anchor: null })
  assert.deepEqual(askedOn(dateless, '2026-01-16'), [0, 0])
  assert.deepEqual(
    askedOn(givenExpense({ type: 'goal', ...late, target: null }), '2026-01-16'),
    [0, 0],
  )
})

test('an envelope is refilled at each payday', () => {
  const envelope = givenExpense({ target: 9_000, paydays: fridays, building: 2_500, payments: 3 })
  assert.deepEqual(askedOn(envelope, '2026-01-16'), [6_500, 0])
  const dateless = givenExpense({ target: 9_000, paydays: fridays, intervalMonths: 1, payments: 3 })
  assert.deepEqual(askedOn(dateless, '2026-01-16'), [9_000, 0])
})

test('a card asks for its debt by its due date, and no more than its target', () => {
  const card = {
    type: 'credit_card',
    anchor: '2026-01-31',
    intervalMonths: 1,
    paydays: fridays,
    card: { owed: 50_000 },
    building: 10_000,
    payments: 3,
  } as const
  assert.deepEqual(askedOn(givenExpense(card), '2026-01-16'), [13_334, 0])
  assert.deepEqual(askedOn(givenExpense({ ...card, target: 16_000 }), '2026-01-16'), [2_000, 0])
  assert.deepEqual(askedOn(givenExpense({ ...card, target: 90_000 }), '2026-01-16'), [13_334, 0])
  assert.deepEqual(askedOn(givenExpense({ ...card, anchor: null }), '2026-01-16'), [40_000, 0])
})

test('a credit card without an account is an ordinary Expense', () => {
  const bill = {
    target: 10_000,
    intervalMonths: 1,
    anchor: '2026-01-31',
    paydays: fridays,
  } as const
  const card = givenExpense({ type: 'credit_card', ...bill, payments: 2, building: 1_000 })
  const same = givenExpense({ ...bill, payments: 2, building: 1_000 })
  assert.deepEqual(askedOn(card, '2026-01-16'), askedOn(same, '2026-01-16'))
})

test('an Expense that is paused, or without schedule or target, asks for nothing', () => {
  const bill = {
    target: 10_000,
    intervalMonths: 1,
    anchor: '2026-01-31',
    paydays: fridays,
    payments: 2,
  } as const
  assert.deepEqual(askedOn(givenExpense({ ...bill, paused: true }), '2026-01-16'), [0, 0])
  assert.deepEqual(
    askedOn(givenExpense({ ...bill, paydays: givenPaydays() }), '2026-01-16'),
    [0, 0],
  )
  assert.deepEqual(askedOn(givenExpense({ ...bill, target: null }), '2026-01-16'), [0, 0])
  assert.deepEqual(askedOn(givenExpense({ ...bill, target: 0 }), '2026-01-16'), [0, 0])
})

test('several schedules share the need over all their distinct days', () => {
  const paydays = givenPaydays(
    { frequency: 'weekly', anchor: '2026-01-02' },
    { frequency: 'monthly', days: [30], anchor: '2026-01-01' },
    { frequency: 'monthly', days: [28], anchor: '2026-01-01' },
  )
  const bill = givenExpense({ target: 60_000, intervalMonths: 1, anchor: '2026-01-31', paydays })
  const life = live(bill, ['2026-01-01', '2026-01-31'])
  assert.deepEqual(ordinary(life), repeat(10_000, 6))
  assert.ok(life.asked.every(({ day }) => isPayday(paydays, dayNumber(day))))
})

test('a due date that passes before the payday is rolled over first', () => {
  const bill = givenExpense({
    target: 10_000,
    intervalMonths: 1,
    anchor: '2026-02-01',
    paydays: twiceAMonth,
    building: 10_000,
  })
  assert.deepEqual(askedOn(bill, '2026-02-14'), [5_000, 0])
  const late = withLanes(bill, { ...bill.lanes, ready: 4_000 })
  assert.deepEqual(askedOn(late, '2026-02-14'), [3_000, 0])
  assert.equal(readHolding(late, addDays(toDay('2026-02-01'), -1)).ordinaryContribution, 3_000)
})

test('a payday still serves the due date on its own day when an earlier one rolls over', () => {
  const bill = givenExpense({
    target: 10_000,
    intervalMonths: 1,
    anchor: '2026-01-28',
    paydays: twiceAMonth,
    building: 12_000,
  })
  assert.deepEqual(askedOn(bill, '2026-02-28'), [8_000, 0])
})
