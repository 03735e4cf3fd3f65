import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barOf, type Expense, stateOf } from './expense.ts'

const rent: Expense = {
  id: '0',
  name: 'Rent',
  type: 'expense',
  target_amount: 1_000,
  balance: 1_500,
  funding_priority: 'normal',
  recurrence_anchor_date: '2026-02-01',
  fund_ahead_payment_count: 2,
  fund_ahead_build_by: null,
  ordinaryBalance: 1_000,
  extraReserve: 500,
  reserveGoal: 2_000,
  reserveShortfall: 500,
  ordinaryContribution: 0,
  fundAheadContribution: 100,
  paymentsReserved: 1.5,
  group_id: null,
  card_account_id: null,
  funding_schedule_ids: [],
  currency: 'EUR',
  due_date: '2026-02-01',
  next_payment_amount: 1_000,
  ready_amount: 0,
  spent_amount: 0,
  next_contribution_date: null,
  next_contribution_amount: 100,
  on_track: true,
  is_behind: false,
  is_paused: false,
  look: { hue: 'teal', icon: 'key-round' },
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}

test('an Expense has one state, and the most urgent one wins', () => {
  const none = { extraReserve: 0, ordinaryBalance: 200, balance: 200, reserveShortfall: 800 }
  assert.equal(stateOf(rent), 'ahead')
  assert.equal(stateOf({ ...rent, ...none }), 'on_track')
  assert.equal(stateOf({ ...rent, reserveShortfall: 0 }), 'funded')
  assert.equal(stateOf({ ...rent, is_behind: true }), 'behind')
  assert.equal(stateOf({ ...rent, is_behind: true, is_paused: true }), 'paused')
  assert.equal(stateOf({ ...rent, reserveGoal: 0 }), 'open')
  assert.equal(stateOf({ ...rent, reserveGoal: 0, type: 'credit_card' }), 'funded')
})

test('the bar marks one payment within the whole goal', () => {
  assert.deepEqual(barOf(rent), {
    spent: 0,
    ordinary: 0.5,
    ahead: 0.25,
    payment: 0.5,
    goal: null,
  })
})

test('the bar marks the goal if more than it is held', () => {
  const full = { ...rent, fund_ahead_payment_count: 1, reserveGoal: 1_000, extraReserve: 0 }
  const { goal, ordinary } = barOf({ ...full, balance: 1_250, ordinaryBalance: 1_250 })
  assert.deepEqual({ goal, ordinary }, { goal: 0.8, ordinary: 1 })
})
