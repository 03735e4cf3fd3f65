import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFields } from '#web/edits/changed-fields.ts'
import { emptyDraft, kindOfDraft, termsOf, withKind } from './draft.ts'

const rent = { ...emptyDraft(['pay']), name: ' Rent ', target: 1_000, due: '2026-02-01' }

test('fields that the type does not have are sent empty', () => {
  const chosen = { ...rent, ahead: 3, buildBy: '2026-06-01', card: 'visa' } as const
  const bill = termsOf(chosen)
  assert.equal(bill.name, 'Rent')
  assert.equal(bill.recurrence_interval_months, 1)
  assert.equal(bill.fund_ahead_payment_count, 3)
  assert.equal(bill.card_account_id, null)
  const goal = termsOf({ ...chosen, type: 'goal' })
  assert.equal(goal.recurrence_interval_months, null)
  assert.equal(goal.recurrence_anchor_date, '2026-02-01')
  assert.equal(goal.fund_ahead_payment_count, 1)
  assert.equal(goal.fund_ahead_build_by, null)
  assert.equal(termsOf({ ...chosen, type: 'credit_card' }).card_account_id, 'visa')
  assert.equal(termsOf({ ...chosen, rhythm: 'none' }).recurrence_anchor_date, null)
})

test('an interval is sent in months or in days, and the other one empty', () => {
  const sent = (rhythm: 'once' | '2' | '7d') => {
    const terms = termsOf({ ...rent, rhythm })
    return [terms.recurrence_interval_months, terms.recurrence_interval_days]
  }
  assert.deepEqual(
    [sent('2'), sent('7d'), sent('once')],
    [
      [2, null],
      [null, 7],
      [null, null],
    ],
  )
})

test('a change sends only the fields that differ', () => {
  const before = termsOf(rent)
  assert.deepEqual(changedFields(before, termsOf(rent)), {})
  assert.deepEqual(changedFields(before, termsOf({ ...rent, target: 1_100, schedules: [] })), {
    target_amount: 1_100,
    funding_schedule_ids: [],
  })
})

test('a bill has a date and an envelope none, however often the kind changes', () => {
  const envelope = withKind(rent, 'envelope')
  assert.deepEqual(
    [envelope.type, envelope.rhythm, kindOfDraft(envelope)],
    ['expense', 'none', 'envelope'],
  )
  const goal = withKind(envelope, 'goal')
  const bill = withKind(goal, 'bill')
  assert.deepEqual([bill.type, bill.rhythm, kindOfDraft(bill)], ['expense', '1', 'bill'])
  assert.equal(kindOfDraft(withKind(bill, 'card')), 'card')
})

test('another icon is sent without the colour', () => {
  const before = termsOf({ ...rent, hue: 'red', icon: 'home' })
  const after = termsOf({ ...rent, hue: 'red', icon: 'car' })
  assert.deepEqual(changedFields(before, after), { icon: 'car' })
})
