import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editedBill, termsOfBill } from './edited-bill.ts'

const rent = {
  payee: 'rent',
  name: 'Rent',
  amount: 90_000,
  varies: false,
  own_transfer: false,
  interval_months: 1 as const,
  interval_days: null,
  due: '2026-12-01',
  collected: 63_000,
}
const dates = { today: '2026-11-22', next_payday: '2026-11-27' }

test('another amount is set aside in proportion', () => {
  assert.equal(editedBill(rent, undefined, dates).collected, 63_000)
  assert.equal(editedBill(rent, { amount: 100_000 }, dates).collected, 70_000)
})

test('another due date is set aside by the days since the one before, or in full before a payday', () => {
  // 12 of the 30 days since 10 November.
  assert.equal(editedBill(rent, { due: '2026-12-10' }, dates).collected, 36_000)
  assert.equal(editedBill(rent, { due: '2026-11-25' }, dates).collected, 90_000)
  const weekly = { ...rent, interval_months: null, interval_days: 7 as const }
  const late = { ...dates, next_payday: '2026-12-11' }
  // Due on 25 November, 2 and 9 December.
  assert.equal(editedBill(weekly, { due: '2026-11-25' }, late).collected, 270_000)
})

test('a proposal is incomplete without a name, an amount or a day', () => {
  const edits = [{ name: ' ' }, { amount: null }, { amount: 0 }, { due: '' }]
  for (const edit of edits) {
    const { isComplete, collected } = editedBill(rent, edit, dates)
    assert.deepEqual([isComplete, collected], [false, 0])
  }
})

test('an envelope is sent without a date', () => {
  const terms = termsOfBill(editedBill(rent, { name: ' Home ', kind: 'envelope' }, dates))
  assert.deepEqual(terms, {
    name: 'Home',
    target_amount: 90_000,
    recurrence_interval_months: null,
    recurrence_interval_days: null,
    recurrence_anchor_date: null,
    payee: 'rent',
  })
})
