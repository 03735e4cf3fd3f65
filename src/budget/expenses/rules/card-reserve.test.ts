import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  paymentTarget,
  reservePurchase,
  returnRefund,
  takeBackPurchase,
  undoReturnRefund,
} from './card-reserve.ts'
import { givenExpense, withLanes } from './given.ts'
import { balanceOf } from './holding.ts'

const visa = givenExpense({ type: 'credit_card', card: { owed: 9_000 }, building: 4_000 })

test('the next payment is the lesser of debt and target', () => {
  const target = (amount: number | null) => paymentTarget({ ...visa.terms, target: amount })
  assert.deepEqual([null, 0, 4_000, 9_000, 20_000].map(target), [9_000, 0, 4_000, 9_000, 9_000])
})

test('undoing a purchase lowers the reserve, never below zero', () => {
  const bought = withLanes(visa, reservePurchase(visa, 2_500))
  assert.equal(balanceOf(bought.lanes), 6_500)
  assert.deepEqual(takeBackPurchase(bought, 2_500), visa.lanes)
  assert.equal(balanceOf(takeBackPurchase(visa, 5_000)), 0)
})

test('a refund returns no more than the reserve holds, and undoing it reserves that again', () => {
  const { lanes, returned } = returnRefund(visa, 5_000)
  assert.deepEqual([balanceOf(lanes), returned], [0, 4_000])
  assert.deepEqual(undoReturnRefund(withLanes(visa, lanes), returned), visa.lanes)
})
