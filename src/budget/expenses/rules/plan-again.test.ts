import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { givenExpense, givenPaydays } from './given.ts'
import { type PaydaySince, planAgain } from './plan-again.ts'
import { settle } from './settlement.ts'

/** Fridays from the 2nd of January on. */
const calendar = givenPaydays({})

/** A bill of 100.00, due on the 7th of February, of which the 9th of January set aside a fifth. */
const bill = { target: 10_000, intervalMonths: 1 as const, anchor: '2026-02-07' }

function payday(day: string, asked: number, more: Partial<PaydaySince> = {}): PaydaySince {
  return { day: toDay(day), asked, given: asked, isWhole: true, ...more }
}

/** Returns the cents that the bill holds for its next payment, and those that it gave, after a payment that found it late. */
function found(
  amount: number,
  { building, paydays }: { building: number; paydays: readonly PaydaySince[] },
  terms: Partial<typeof bill> & { paused?: boolean } = {},
) {
  const assigned = givenExpense({ ...bill, ...terms, building })
  const later = paydays.reduce((sum, { given }) => sum + given, 0)
  const payment = { amount: -amount, type: 'expense', booked: toDay('2026-01-10') } as const
  const done = settle(payment, { assigned, card: null }, later)
  const { settlement, after } = planAgain(done, { calendar, paydays })
  return [after.assigned!.lanes.building, settlement.building]
}

test('a payday gives what it would have been asked for without the payment’s money', () => {
  const one = [payday('2026-01-16', 2_000)]
  assert.deepEqual(found(1_000, { building: 4_000, paydays: one }), [3_250, 750])
  assert.deepEqual(found(9_000, { building: 4_000, paydays: one }), [2_500, 1_500])
  const two = [...one, payday('2026-01-23', 2_000)]
  assert.deepEqual(found(1_000, { building: 6_000, paydays: two }), [5_500, 500])
  const full = [payday('2026-01-16', 0)]
  assert.deepEqual(found(1_000, { building: 10_000, paydays: full }), [9_250, 750])
})

test('a payday that cannot be repeated as it was gives no more', () => {
  const kept = [3_000, 1_000]
  const paydays = [payday('2026-01-16', 2_000)]
  const given = { building: 4_000, paydays }
  assert.deepEqual(found(1_000, given, { target: 11_000 }), kept)
  assert.deepEqual(found(1_000, given, { paused: true }), kept)
  assert.deepEqual(found(1_000, { ...given, building: 4_500 }), [3_500, 1_000])
  const other = [payday('2026-01-15', 2_000)]
  assert.deepEqual(found(1_000, { building: 4_000, paydays: other }), kept)
})

test('a short payday gives no more, and the next one makes up for it', () => {
  const short = payday('2026-01-16', 2_000, { given: 500, isWhole: false })
  assert.deepEqual(found(1_000, { building: 2_500, paydays: [short] }), [1_500, 1_000])
  const paydays = [short, payday('2026-01-23', 2_500)]
  assert.deepEqual(found(1_000, { building: 5_000, paydays }), [4_334, 666])
})

test('a payment that takes nothing meant for the next one changes no payday', () => {
  const paydays = [payday('2026-01-16', 2_500)]
  assert.deepEqual(found(1_000, { building: 2_500, paydays }), [2_500, 0])
})
