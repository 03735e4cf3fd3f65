import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editedPayday } from './edited-payday.ts'

const pay = {
  name: 'Nimbus Works',
  payer: 'nimbus-works',
  frequency: 'monthly' as const,
  days: [31],
  anchor: '2026-11-30',
  weekend: 'before' as const,
  amount: 184_000,
  varies: false,
  next: '2026-11-30',
}

test('another next payday is the day of the month, or the day from which weeks count', () => {
  assert.deepEqual(editedPayday(pay).days, [31])
  const monthly = editedPayday(pay, { next: '2026-12-15' })
  assert.deepEqual([monthly.days, monthly.anchor], [[15], '2026-12-15'])
  const weekly = editedPayday({ ...pay, frequency: 'weekly', days: [] }, { next: '2026-12-04' })
  assert.deepEqual([weekly.days, weekly.anchor], [[], '2026-12-04'])
})

test('a payday is incomplete without a name, an amount or a day', () => {
  for (const edit of [{ name: '' }, { amount: null }, { next: '' }]) {
    assert.equal(editedPayday(pay, edit).isComplete, false)
  }
  const named = editedPayday(pay, { name: ' Pay ', amount: 190_000 })
  assert.deepEqual([named.name, named.amount, named.isComplete], ['Pay', 190_000, true])
})
