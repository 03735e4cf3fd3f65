import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFields } from './changed-fields.ts'
import { followRecord } from './follow-record.ts'

const rent = { name: 'Rent', amount: 900, days: [1, 15] }
const opened = { updated_at: '2026-01-01T10:00:00.000Z', stored: rent }
const form = { ...opened, draft: rent }
const typed = { ...form, draft: { ...rent, name: 'Flat' } }
const later = '2026-01-01T10:01:00.000Z'
const raised = { updated_at: later, stored: { ...rent, amount: 950 } }

test('a form in which nothing was typed shows a changed record at once', () => {
  assert.deepEqual(followRecord(form, raised, false), { ...raised, draft: raised.stored })
})

test('a form in which something was typed keeps what it shows until it is refused', () => {
  assert.equal(followRecord(typed, raised, false), typed)
  const draft = { name: 'Flat', amount: 950, days: [1, 15] }
  assert.deepEqual(followRecord(typed, raised, true), { ...raised, draft })
})

test('after a refusal, what the person typed wins over a change of the same field', () => {
  const renamed = { updated_at: later, stored: { ...rent, name: 'Home' } }
  assert.equal(followRecord(typed, renamed, true).draft.name, 'Flat')
})

test('after a refusal, a list has what either has added and lacks what either has taken out', () => {
  const longer = { ...form, draft: { ...rent, days: [1, 15, 20] } }
  const other = { updated_at: later, stored: { ...rent, days: [15, 28] } }
  assert.deepEqual(followRecord(longer, other, true).draft.days, [15, 28, 20])
  const shorter = { ...form, draft: { ...rent, days: [1] } }
  assert.deepEqual(followRecord(shorter, other, true).draft.days, [28])
})

test('a change that the form does not show replaces no field', () => {
  const moved = { updated_at: later, stored: { ...rent, days: [1, 15] } }
  assert.deepEqual(followRecord(typed, moved, false), { ...typed, updated_at: later })
})

test('a record that was read before the form was saved is not followed', () => {
  const saved = { ...raised, draft: raised.stored }
  assert.equal(followRecord(saved, opened, false), saved)
})

test('after a refusal, a record is followed though the clock of its machine is behind', () => {
  const behind = { ...raised, updated_at: '2026-01-01T09:59:00.000Z' }
  assert.deepEqual(followRecord(typed, behind, true).stored, raised.stored)
})

test('only changed fields are sent, and a list counts by its elements', () => {
  assert.deepEqual(changedFields(rent, { ...rent, days: [1, 15] }), {})
  assert.deepEqual(changedFields(rent, { ...rent, amount: 0, days: [] }), { amount: 0, days: [] })
})
