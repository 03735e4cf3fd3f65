import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeKinds } from '#/core/values/notice-kinds.ts'
import { wants } from './kinds.ts'

const wishes = { kinds: noticeKinds, free_below: 10_000, large_from: 50_000 }

test('a kind that was switched off is not wanted', () => {
  assert.equal(wants({ ...wishes, kinds: [] }, { kind: 'payday_ran', facts: {} }), false)
  assert.equal(wants(wishes, { kind: 'payday_ran', facts: {} }), true)
})

test('free money below an amount is wanted by those who chose that amount', () => {
  assert.equal(wants(wishes, { kind: 'free_low', facts: { before: 10_000 } }), true)
  assert.equal(wants(wishes, { kind: 'free_low', facts: { before: 20_000 } }), false)
  assert.equal(wants({ ...wishes, free_below: null }, { kind: 'free_low', facts: {} }), false)
})

test('a payment is wanted from the amount on, or if it is unusual', () => {
  const payment = (amount: number, unusual: boolean, large = wishes.large_from) =>
    wants({ ...wishes, large_from: large }, { kind: 'large_payment', facts: { amount, unusual } })
  assert.equal(payment(50_000, false), true)
  assert.equal(payment(49_999, false), false)
  assert.equal(payment(49_999, true), true)
})
