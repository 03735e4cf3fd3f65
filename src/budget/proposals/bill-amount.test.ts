import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths, toDay } from '#/core/values/day.ts'
import { billAmount, type Paid } from './bill-amount.ts'

/** The cost of a year of heating, from January to December, in cents. */
const heating = [
  12_000, 11_600, 10_400, 9_000, 7_400, 6_400, 6_200, 6_200, 6_800, 8_000, 9_800, 11_400,
]

/** Payments on the 10th of the months up to `last`, the amount by the month of the year. */
function paidUntil(last: string, count: number, amount: (month: number, back: number) => number) {
  return Array.from({ length: count }, (_, back): Paid => {
    const day = addMonths(toDay(last), -back)
    return { day, amount: amount(Number(day.slice(5, 7)) - 1, back) }
  }).toReversed()
}

function due(payments: readonly Paid[], intervalMonths: 1 | 2 | 12 = 1) {
  return billAmount(payments, {
    interval: { intervalMonths, intervalDays: null },
    due: addMonths(payments.at(-1)!.day, intervalMonths),
    days: new Set(payments.map(({ day }) => day)),
    away: 0,
    isPart: false,
  })
}

test('a bill with seasons is proposed with the amount of the same season last year', () => {
  const seasonal = (month: number) => heating[month]!
  // November’s payment is the last one, so December is due, and July after June.
  assert.deepEqual(due(paidUntil('2026-11-10', 24, seasonal)), { amount: 11_400, varies: true })
  assert.deepEqual(due(paidUntil('2026-06-10', 24, seasonal)), { amount: 6_200, varies: true })
})

test('a higher price since last year raises the amount of the season by as much', () => {
  const payments = paidUntil(
    '2026-11-10',
    24,
    (month, back) => (heating[month]! * (back < 6 ? 11 : 10)) / 10,
  )
  assert.deepEqual(due(payments), { amount: 12_540, varies: true })
})

test('with less than two years the amount covers the largest payment of the year', () => {
  // From January to September: 120.00 in January, 68.00 in September.
  const payments = paidUntil('2026-09-10', 9, (month) => heating[month]!)
  assert.deepEqual(due(payments), { amount: 12_000, varies: true })
})

test('a bill that varies without seasons is proposed with an amount that covers it', () => {
  const amounts = [5_200, 6_900, 8_100, 6_100, 6_800, 7_400]
  const payments = paidUntil('2026-11-10', 24, (_, back) => amounts[(back * 5 + (back >> 3)) % 6]!)
  assert.deepEqual(due(payments), { amount: 8_100, varies: true })
})

test('two equal last payments are the price', () => {
  const payments = paidUntil('2026-11-10', 12, (_, back) => (back < 2 ? 1_299 : 999))
  assert.deepEqual(due(payments), { amount: 1_299, varies: false })
})

test('a yearly bill is proposed at its last price', () => {
  const payments = [
    { day: toDay('2025-03-14'), amount: 41_200 },
    { day: toDay('2026-03-16'), amount: 42_436 },
  ]
  assert.deepEqual(due(payments, 12), { amount: 42_436, varies: true })
})
