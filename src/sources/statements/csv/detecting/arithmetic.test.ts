import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createArithmetic } from './arithmetic.ts'

type Row = readonly [amount: number, balance: number | null]

function fitOf(rows: readonly Row[], change: number | null = null) {
  const arithmetic = createArithmetic()
  for (const [amount, balance] of rows) arithmetic.push({ amount, balance })
  return arithmetic.end(change)
}

// 100.00, then −10.00, −20.00, +5.00 and −1.00.
const rows: readonly Row[] = [
  [-1000, 9000],
  [-2000, 7000],
  [500, 7500],
  [-100, 7400],
]

test('balances prove the amounts in the order of time and against it', () => {
  assert.deepEqual(fitOf(rows), { checks: 3, hits: 3, opposed: 0, sign: 1 })
  assert.deepEqual(fitOf(rows.toReversed()), { checks: 3, hits: 3, opposed: 0, sign: 1 })
})

test('balances that fall with positive amounts prove the opposite sign', () => {
  const turned = rows.map(([amount, balance]): Row => [0 - amount, balance])
  assert.deepEqual(fitOf(turned), { checks: 3, hits: 3, opposed: 0, sign: -1 })
})

test('balances on only some rows prove the amounts between them', () => {
  assert.deepEqual(
    fitOf([
      [-1000, 9000],
      [-2000, null],
      [500, 7500],
    ]),
    { checks: 1, hits: 1, opposed: 0, sign: 1 },
  )
})

test('wrong amounts are not proved', () => {
  const { hits } = fitOf(rows.map(([amount, balance]): Row => [amount + 11, balance]))
  assert.equal(hits, 0)
})

test('rows that are in no order still prove their amounts', () => {
  const mixed = [...rows, [-700, 6700], [-333, 6367], [-41, 6326]] as const
  const order = [3, 0, 5, 2, 6, 1, 4]
  const { checks, hits, sign } = fitOf(order.map((at) => mixed[at]!))
  assert.deepEqual([checks, sign], [6, 1])
  assert.ok(hits >= 5)
})

test('without balances of rows, an opening and a closing balance prove the sum', () => {
  const plain = rows.map(([amount]): Row => [amount, null])
  assert.deepEqual(fitOf(plain, -2600), { checks: 1, hits: 1, opposed: 0, sign: 1 })
  assert.deepEqual(fitOf(plain, 2600), { checks: 1, hits: 1, opposed: 0, sign: -1 })
  assert.equal(fitOf(plain, -2500).hits, 0)
})

test('balances that move against their row say that its sign is wrong, in any order', () => {
  // A file that writes all amounts without a sign, and their side in words that nobody knows.
  const bare = [...rows, [-700, 6700], [900, 7600], [-41, 7559], [-52, 7507]] as const
  const unsigned = bare.map(([amount, balance]): Row => [Math.abs(amount), balance])
  for (const some of [
    unsigned,
    unsigned.toReversed(),
    [6, 2, 0, 5, 1, 3, 7, 4].map((at) => unsigned[at]!),
  ]) {
    const { sign, opposed } = fitOf(some)
    assert.deepEqual([sign, opposed], [-1, 2])
  }
  assert.equal(fitOf(bare).opposed, 0)
})
