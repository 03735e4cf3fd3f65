import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { forSeeds } from '../../../../test/simulations/seeds.ts'
import { givenExpense, givenPaydays } from './given.ts'
import { readHolding } from './reserve.ts'

const today = toDay('2026-02-10')
const fridays = givenPaydays({ frequency: 'weekly', anchor: '2026-01-02' })
const bill = {
  target: 10_000,
  intervalMonths: 1,
  anchor: '2026-02-20',
  payments: 2,
  paydays: fridays,
} as const

test('a bill fills every read field', () => {
  const holding = givenExpense({ ...bill, ready: 3_000, building: 4_000, reserve: 6_000 })
  assert.deepEqual(readHolding(holding, today), {
    balance: 13_000,
    ordinaryBalance: 7_000,
    extraReserve: 6_000,
    reserveGoal: 20_000,
    reserveShortfall: 7_000,
    paymentsReserved: 1.3,
    ordinaryContribution: 3_000,
    fundAheadContribution: 2_000,
    readyAmount: 3_000,
    nextPaymentAmount: 4_000,
    nextDueDate: '2026-02-20',
    nextFundingDate: '2026-02-13',
    onTrack: true,
    behindBy: 0,
    extraReserveGoal: 10_000,
    targetDate: null,
    spentAmount: 0,
  })
})

test('contributions are those of the first payday after today', () => {
  const holding = givenExpense(bill)
  assert.equal(readHolding(holding, toDay('2026-02-12')).nextFundingDate, '2026-02-13')
  const onPayday = readHolding(holding, toDay('2026-02-13'))
  assert.deepEqual(
    [onPayday.nextFundingDate, onPayday.ordinaryContribution],
    ['2026-02-20', 10_000],
  )
})

test('money spent on a goal or a one-off is not missing', () => {
  for (const type of ['goal', 'expense'] as const) {
    const holding = givenExpense({
      type,
      target: 10_000,
      anchor: '2026-05-01',
      payments: 3,
      building: 2_000,
      spent: 3_000,
    })
    const read = readHolding(holding, today)
    assert.deepEqual([read.reserveGoal, read.reserveShortfall], [10_000, 5_000])
    assert.deepEqual([read.paymentsReserved, read.spentAmount], [0.2, 3_000])
    assert.equal(read.targetDate, type === 'goal' ? '2026-05-01' : null)
  }
})

test('a card works towards its next payment and ignores the number of payments', () => {
  const card = { type: 'credit_card', card: { owed: 9_000 }, payments: 3, building: 2_000 } as const
  const open = readHolding(givenExpense(card), today)
  assert.deepEqual(
    [open.reserveGoal, open.reserveShortfall, open.paymentsReserved],
    [9_000, 7_000, 0],
  )
  const capped = readHolding(givenExpense({ ...card, target: 4_000 }), today)
  assert.deepEqual(
    [capped.reserveGoal, capped.reserveShortfall, capped.paymentsReserved],
    [4_000, 2_000, 0.5],
  )
})

test('one payment is held without interval or anchor, none without a target', () => {
  for (const terms of [{ intervalMonths: 1 }, { anchor: '2026-05-01' }] as const) {
    const read = readHolding(givenExpense({ target: 5_000, payments: 3, ...terms }), today)
    assert.deepEqual([read.reserveGoal, read.extraReserveGoal], [5_000, 0])
  }
  const read = readHolding(givenExpense({ ...bill, target: null, building: 700 }), today)
  assert.deepEqual([read.reserveGoal, read.reserveShortfall, read.paymentsReserved], [0, 0, 0])
})

test('an Expense without a schedule, or paused, asks for nothing', () => {
  for (const terms of [{ paydays: givenPaydays() }, { paused: true }]) {
    const read = readHolding(givenExpense({ ...bill, ...terms }), today)
    assert.deepEqual([read.ordinaryContribution, read.fundAheadContribution], [0, 0])
    assert.equal(read.nextFundingDate, null)
    assert.deepEqual([read.onTrack, read.behindBy], [false, 10_000])
  }
})

test('an Expense is behind when no payday is left to complete its next payment', () => {
  const behind = (building: number, day: string) =>
    readHolding(givenExpense({ ...bill, building, prepaid: 1_000 }), toDay(day)).behindBy
  assert.equal(behind(2_000, '2026-02-19'), 0)
  assert.equal(behind(2_000, '2026-02-20'), 7_000)
  assert.equal(behind(9_000, '2026-02-20'), 0)
})

test('a weekly bill is behind by all payments that come before the next payday', () => {
  const cleaner = givenExpense({
    target: 4_500,
    intervalMonths: null,
    intervalDays: 7,
    anchor: '2026-02-06',
    building: 4_500,
    cycle: 1,
    paydays: givenPaydays({ frequency: 'monthly', days: [28], anchor: '2026-01-28' }),
  })
  // Due on the 13th, 20th and 27th: 13,500 are needed and 4,500 held.
  const read = readHolding(cleaner, toDay('2026-02-07'))
  assert.deepEqual([read.onTrack, read.behindBy], [false, 9_000])
  assert.deepEqual([read.nextDueDate, read.ordinaryContribution], ['2026-02-13', 18_000])
})

test('the reserve shortfall is 0 exactly when enough payments are reserved', () => {
  forSeeds(2_000, (chance) => {
    const target = 1 + chance.below(chance.pick([3, 1_000, 4_000_000_000])) * 250
    const payments = chance.pick([1, 2, 3])
    const near = payments * target + chance.below(3) - 1
    const holding = givenExpense({
      ...bill,
      target,
      payments,
      building: chance.pick([near, chance.below(4_000_000_000)]),
    })
    const read = readHolding(holding, today)
    assert.equal(read.reserveShortfall === 0, read.paymentsReserved >= payments)
    assert.equal(read.balance, read.ordinaryBalance + read.extraReserve)
  })
})
