import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { funding } from '#/budget/funding/contract.ts'
import { categories } from '#/budget/categories/contract.ts'
import { settings } from '#/budget/settings/contract.ts'
import { expenses } from './contract.ts'

const product = await startProduct({ limited: false })
const loaded = await product.household(budget)
const key = loaded.keys['ro']!.api_key
const client = product.client(expenses, key)

test('an Expense is listed with its reserve, contributions and next dates', async () => {
  const [rent] = await client.listExpenses({})
  const { created_at, updated_at, ...fields } = rent!
  assert.equal(created_at, updated_at)
  assert.deepEqual(fields, {
    id: loaded.expenses['rent'],
    name: 'Rent',
    type: 'expense',
    target_amount: 100_000,
    balance: 150_000,
    funding_priority: 'high',
    recurrence_interval_months: 1,
    recurrence_anchor_date: '2026-02-01',
    fund_ahead_payment_count: 2,
    fund_ahead_build_by: null,
    ordinaryBalance: 100_000,
    extraReserve: 50_000,
    reserveGoal: 200_000,
    reserveShortfall: 50_000,
    ordinaryContribution: 0,
    fundAheadContribution: 50_000,
    paymentsReserved: 1.5,
    group_id: loaded.expense_groups['home'],
    card_account_id: null,
    funding_schedule_ids: [loaded.funding_schedules['pay']],
    currency: 'EUR',
    due_date: '2026-02-01',
    next_payment_amount: 100_000,
    ready_amount: 0,
    spent_amount: 0,
    next_contribution_date: '2026-01-28',
    next_contribution_amount: 50_000,
    on_track: true,
    is_behind: false,
    is_paused: false,
    look: { hue: 'teal', icon: 'key-round' },
  })
})

test('a goal shares its missing amount over its paydays', async () => {
  const [, groceries, trip] = await client.listExpenses({})
  // Six paydays from 28 January to 28 June: ⌈70,000 ÷ 6⌉.
  assert.deepEqual([trip!.ordinaryContribution, trip!.due_date], [11_667, '2026-07-01'])
  assert.ok(!('recurrence_interval_months' in trip!))
  assert.equal(groceries!.ordinaryContribution, 34_000)
})

test('paydays build up a card’s debt from before it was linked', async () => {
  const [, , , card] = await client.listExpenses({})
  // The Visa owes 500.00. No payday comes before its due date on the 20th, so it is behind.
  assert.deepEqual(
    [card!.type, card!.card_account_id, card!.reserveGoal],
    ['credit_card', loaded.accounts['visa'], 50_000],
  )
  assert.deepEqual([card!.is_behind, card!.paymentsReserved], [true, 0])
})

test('the fields of every Expense agree with each other', async () => {
  for (const one of await client.listExpenses({})) {
    assert.equal(one.balance, one.ordinaryBalance + one.extraReserve)
    assert.equal(one.ordinaryBalance, one.ready_amount + one.next_payment_amount)
    assert.equal(one.next_contribution_amount, one.ordinaryContribution + one.fundAheadContribution)
    if (one.type === 'expense') {
      assert.equal(one.reserveShortfall === 0, one.paymentsReserved >= one.fund_ahead_payment_count)
    }
  }
})

test('the summary adds the Expenses up and counts the reserve once', async () => {
  assert.deepEqual(await client.summarizeExpenses({}), {
    currency: 'EUR',
    expense_count: 4,
    total_set_aside: 176_000,
    total_target: 230_000,
    total_remaining: 104_000,
    total_reserve: 50_000,
    total_shortfall: 50_000 + 34_000 + 70_000 + 50_000,
    next_contribution: { date: '2026-01-28', amount: 50_000 + 34_000 + 11_667 + 50_000 },
    by_type: [
      { type: 'expense', count: 2, set_aside: 156_000, target: 140_000 },
      { type: 'goal', count: 1, set_aside: 20_000, target: 90_000 },
      { type: 'credit_card', count: 1, set_aside: 0, target: 0 },
    ],
  })
})

test('a group is listed with its Expenses and their total', async () => {
  const [home] = await client.listExpenseGroups({})
  const { created_at: _created, updated_at: _updated, ...fields } = home!
  assert.deepEqual(fields, {
    id: loaded.expense_groups['home'],
    name: 'Home',
    position: 0,
    expense_ids: [loaded.expenses['rent']],
    balance: 150_000,
    target_amount: 100_000,
  })
})

test('a schedule shows its next payday and the contributions of that day', async () => {
  const [pay] = await product.client(funding, key).listFundingSchedules({})
  const { created_at: _created, updated_at: _updated, ...fields } = pay!
  assert.deepEqual(fields, {
    id: loaded.funding_schedules['pay'],
    name: 'Salary',
    frequency: 'monthly',
    days: [28],
    anchor: '2025-11-28',
    weekend: 'none',
    extra_days: [],
    rrule: 'FREQ=MONTHLY;BYMONTHDAY=28',
    timezone: 'Europe/Madrid',
    next_run_date: '2026-01-28',
    last_run_date: null,
    exclude_weekends: false,
    wait_for_deposit: false,
    account_id: null,
    estimated_deposit: null,
    estimated_contribution: 50_000 + 34_000 + 11_667 + 50_000,
    enabled: true,
    currency: 'EUR',
  })
})

test('a payday moved off a weekend is listed by the day on which it pays', async () => {
  const { keys } = await product.household({
    funding_schedules: [
      {
        ref: 'before',
        name: 'Before',
        frequency: 'monthly',
        days: [31],
        anchor: '2026-01-01',
        weekend: 'before',
      },
      {
        ref: 'after',
        name: 'After',
        frequency: 'monthly',
        days: [31],
        anchor: '2026-01-01',
        weekend: 'after',
      },
      { ref: 'weekly', name: 'Weekly', frequency: 'weekly', anchor: '2026-01-10' },
    ],
  })
  const list = await product.client(funding, keys['ro']!.api_key).listFundingSchedules({})
  assert.deepEqual(
    list.map(({ next_run_date, rrule }) => [next_run_date, rrule]),
    [
      ['2026-01-30', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
      ['2026-02-02', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
      ['2026-01-10', 'FREQ=WEEKLY'],
    ],
  )
})

test('the list of categories is flat and includes parents', async () => {
  const { keys, categories: ids } = await product.household({
    categories: [
      { ref: 'food', name: 'Food', icon: 'utensils', color: '#4CAF50' },
      { ref: 'out', name: 'Eating out', parent: 'food' },
    ],
  })
  const list = await product.client(categories, keys['ro']!.api_key).listCategories({})
  assert.deepEqual(
    list.map(({ id, name, parent_id, group_name, icon, kind }) => [
      id,
      name,
      parent_id,
      group_name,
      icon,
      kind,
    ]),
    [
      [ids['food'], 'Food', null, null, 'utensils', 'expense'],
      [ids['out'], 'Eating out', ids['food'], 'Food', null, 'expense'],
    ],
  )
})

test('settings contain the names of members, never their addresses', async () => {
  const answer = await product.client(settings, key).showSettings({})
  assert.deepEqual(answer, {
    name: 'Ada',
    kind: 'personal',
    currency: 'EUR',
    timezone: 'Europe/Madrid',
    locale: null,
    week_starts_on: 'monday',
    month_starts_on_day: 1,
    date_format: null,
    free_to_spend: {
      floor: 0,
      account_ids: [loaded.accounts['checking']],
      account_types: ['depository', 'wallet'],
      include_pending: true,
    },
    plan: {
      code: 'premium',
      status: 'active',
      api_access: true,
      trial_ends_at: null,
      renews_at: null,
    },
    updated_at: answer.updated_at,
    members: [{ id: loaded.members['ada'], name: 'Ada', role: 'owner' }],
  })
})
