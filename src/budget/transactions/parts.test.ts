import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonOf, faultOf, largestOf, type Part, sharesOf } from './parts.ts'

const part = (amount: number, category: string | null, expense: string | null = null): Part => ({
  amount,
  category_id: category,
  expense_goal_id: expense,
  note: null,
})

test('a transaction that is not split is one share', () => {
  assert.deepEqual(sharesOf({ amount: -500, expenseId: 'rent', parts: null }), [
    { expenseId: 'rent', amount: -500 },
  ])
})

test('parts of one Expense are one share, in the order of their first part', () => {
  const parts = [part(-100, 'a', 'x'), part(-200, 'b'), part(-30, 'c', 'x'), part(-4, 'd', 'y')]
  assert.deepEqual(sharesOf({ amount: -334, expenseId: null, parts }), [
    { expenseId: 'x', amount: -130 },
    { expenseId: null, amount: -200 },
    { expenseId: 'y', amount: -4 },
  ])
})

test('the whole has the category and the Expense that all parts have', () => {
  const parts = [part(-1, 'a', 'x'), part(-2, 'a')]
  assert.equal(commonOf(parts, 'category_id'), 'a')
  assert.equal(commonOf(parts, 'expense_goal_id'), null)
})

test('the largest part is the first of equal ones, with either sign', () => {
  assert.equal(largestOf([part(-1, 'a'), part(-3, 'b'), part(-3, 'c')]).category_id, 'b')
  assert.equal(largestOf([part(2, 'a'), part(1, 'b')]).category_id, 'a')
})

test('parts that do not make up the whole are refused with the first fault', () => {
  const amounts = (...all: number[]) => all.map((amount) => ({ amount }))
  assert.equal(faultOf(amounts(-60, -40), -100), null)
  assert.equal(faultOf(amounts(60, 40), 100), null)
  assert.deepEqual(faultOf(amounts(-60, -41), -100), { name: 'parts_sum', position: null })
  assert.deepEqual(faultOf(amounts(-100, 0), -100), { name: 'part_zero', position: 1 })
  assert.deepEqual(faultOf(amounts(-150, 50), -100), { name: 'part_sign', position: 1 })
  assert.deepEqual(faultOf(amounts(1, -1), 0), { name: 'part_sign', position: 0 })
})
