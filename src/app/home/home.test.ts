import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home } from './contract.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z' })

async function ada() {
  const loaded = await product.household({
    ...budget,
    accounts: [
      ...budget.accounts,
      { ref: 'dollars', name: 'Dollars', type: 'wallet', currency: 'USD', balance: 7_500 },
    ],
    transactions: [
      { ref: 'last', account: 'checking', amount: -3_000, concept: 'Tea', booked_at: '2025-12-02' },
      { ref: 'late', account: 'checking', amount: -900, concept: 'Tea', booked_at: '2025-12-31' },
      {
        ref: 'lunch',
        account: 'checking',
        amount: -1_250,
        concept: 'Lunch',
        booked_at: '2026-01-24',
        category: 'food',
      },
      { ref: 'taxi', account: 'visa', amount: -2_000, concept: 'Taxi', booked_at: '2026-01-25' },
    ],
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  return { ...loaded, show: () => member.client(home).showHome({}) }
}

const household = await ada()

test('free to spend is cash less money set aside, separately for each currency', async () => {
  const { money } = await household.show()
  // 3,000.00 in the bank − rent 1,500.00 and groceries 60.00 − trip 200.00 − the card's reserve 0.00 = 1,240.00.
  assert.deepEqual(money, [
    {
      currency: 'EUR',
      cash: 300_000,
      expenses: 156_000,
      goals: 20_000,
      cards: 0,
      reserve: 50_000,
      free_to_spend: 124_000,
    },
    {
      currency: 'USD',
      cash: 7_500,
      expenses: 0,
      goals: 0,
      cards: 0,
      reserve: 0,
      free_to_spend: 7_500,
    },
  ])
})

test('free to spend is divided by the days until the payday, rounded down', async () => {
  const { daily, next_payday } = await household.show()
  // Three days until the 28th: 1,240.00 ÷ 3 = 413.33 and a third of a cent.
  assert.deepEqual(daily, { amount: 41_333, days: 3, until: '2026-01-28' })
  assert.equal(next_payday?.date, '2026-01-28')
  const sum = next_payday.parts.reduce((total, part) => total + part.funded, 0)
  assert.equal(sum, next_payday.funded)
  assert.equal(next_payday.free_to_spend, 124_000 - next_payday.funded)
})

test('payments of the next two weeks show if they are funded', async () => {
  const { coming_up } = await household.show()
  assert.deepEqual(coming_up, [
    {
      expense_id: household.expenses['rent'],
      name: 'Rent',
      look: { hue: 'teal', icon: 'key-round' },
      kind: 'bill',
      date: '2026-02-01',
      payment: 100_000,
      held: 100_000,
      missing: 0,
      state: 'funded',
    },
  ])
})

test('payments after two weeks are not listed, even if the next payday is later', async () => {
  const bill = (name: string, day: string) => ({
    ref: name,
    name,
    target_amount: 1_000,
    recurrence_interval_months: 1 as const,
    recurrence_anchor_date: day,
    funding_schedules: ['pay'],
  })
  const { household_id: id, members } = await product.household({
    accounts: [{ ref: 'a', name: 'A', type: 'depository', balance: 500_000 }],
    funding_schedules: [
      { ref: 'pay', name: 'Pay', frequency: 'monthly', days: [25], anchor: '2026-02-25' },
    ],
    expenses: [bill('Soon', '2026-02-08'), bill('Later', '2026-02-09')],
  })
  const member = await product.member(id, members['ada']!)
  const { coming_up, next_payday } = await member.client(home).showHome({})
  assert.deepEqual(
    coming_up.map(({ name, date }) => [name, date]),
    [['Soon', '2026-02-08']],
  )
  // Both bills have come due before: the payday collects for March.
  assert.equal(next_payday?.date, '2026-02-25')
  assert.equal(next_payday.planned, 2_000)
})

test('a bill that was paid early is not due again, neither in the list nor on the river', async () => {
  const loaded = await product.household({
    accounts: [{ ref: 'a', name: 'A', type: 'depository', balance: 500_000 }],
    funding_schedules: [
      { ref: 'pay', name: 'Pay', frequency: 'monthly', days: [25], anchor: '2026-02-25' },
    ],
    expenses: [
      {
        ref: 'power',
        name: 'Power',
        target_amount: 8_500,
        recurrence_interval_months: 1,
        recurrence_anchor_date: '2026-01-28',
        funding_schedules: ['pay'],
        balance: 8_500,
      },
    ],
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const dueDays = async () => {
    const { coming_up, river } = await member.client(home).showHome({})
    return [coming_up.map(({ date }) => date), river.payments.map(({ date }) => date)]
  }
  assert.deepEqual(await dueDays(), [['2026-01-28'], ['2026-01-28', '2026-02-28']])
  const paid = await member.request('POST', '/transactions', {
    body: {
      account_id: loaded.accounts['a'],
      concept: 'Power',
      amount: -8_500,
      booked_at: '2026-01-25',
      expense_goal_id: loaded.expenses['power'],
    },
  })
  assert.equal(paid.status, 200)
  assert.deepEqual(await dueDays(), [[], ['2026-02-28']])
})

test('what is behind names the first payment that lacks money, not one that is covered', async () => {
  const cleaner = async (balance: number) => {
    const loaded = await product.household({
      accounts: [{ ref: 'a', name: 'A', type: 'depository', balance: 500_000 }],
      funding_schedules: [
        { ref: 'pay', name: 'Pay', frequency: 'monthly', days: [15], anchor: '2026-02-15' },
      ],
      expenses: [
        {
          ref: 'cleaner',
          name: 'Cleaner',
          target_amount: 4_500,
          recurrence_interval_days: 7,
          recurrence_anchor_date: '2026-02-01',
          funding_schedules: ['pay'],
          balance,
        },
      ],
    })
    const member = await product.member(loaded.household_id, loaded.members['ada']!)
    const { needs } = await member.client(home).showHome({})
    return needs.flatMap((need) => (need.kind === 'behind' ? [[need.missing, need.due]] : []))
  }
  assert.deepEqual(await cleaner(4_500), [[4_500, '2026-02-08']])
  assert.deepEqual(await cleaner(1_000), [[8_000, '2026-02-01']])
})

test('the river reaches to the payday after next, with what each leaves free to spend', async () => {
  const { river, next_payday, coming_up } = await household.show()
  // The pay comes on the 28th; the second payday ends the river.
  assert.deepEqual(river.paydays.map(({ date }) => date).slice(0, 1), [next_payday?.date])
  assert.equal(river.until, river.paydays[1]?.date)
  assert.equal(river.paydays[0]?.free_to_spend, next_payday?.free_to_spend)
  const { deposit, funded, free_to_spend: after } = river.paydays[1]!
  assert.equal(after, river.paydays[0]!.free_to_spend + deposit - funded)
  assert.deepEqual(river.payments[0]?.look, { hue: 'teal', icon: 'key-round' })
  const soon = river.payments.filter(({ date }) => date <= '2026-02-08')
  assert.deepEqual(
    soon.map(({ name, date, missing }) => [name, date, missing]),
    coming_up.map(({ name, date, missing }) => [name, date, missing]),
  )
})

test('without a payday the river shows thirty days', async () => {
  const { household_id: id, members } = await product.household({
    accounts: [{ ref: 'a', name: 'A', type: 'depository', balance: 500_000 }],
  })
  const { river } = await (await product.member(id, members['ada']!)).client(home).showHome({})
  assert.deepEqual(river, { until: '2026-02-24', paydays: [], payments: [] })
})

test('this month is compared with last month up to the same day', async () => {
  const { month, recent } = await household.show()
  assert.deepEqual([month.spent, month.last_spent], [3_250, 3_000])
  assert.deepEqual([month.days.length, month.last_days.length], [25, 31])
  assert.equal(month.last_days[30], 900)
  assert.deepEqual(
    recent.map(({ concept }) => concept),
    ['Taxi', 'Lunch', 'Tea', 'Tea'],
  )
})

test('payments without a category are listed as needs', async () => {
  const { needs } = await household.show()
  assert.deepEqual(
    needs.filter(({ kind }) => kind === 'unfiled'),
    [{ kind: 'unfiled', count: 2, from: '2025-12-27' }],
  )
})

test('the whole screen costs four statements, including the two of the session', async () => {
  product.takeStatements()
  await household.show()
  assert.equal(product.takeStatements().length, 4)
})

test('an empty household has zeros and nulls, not an error', async () => {
  const loaded = await product.household()
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const answer = await member.client(home).showHome({})
  assert.deepEqual(
    [answer.money[0]?.free_to_spend, answer.next_payday, answer.daily],
    [0, null, null],
  )
  assert.deepEqual(answer.counts, {
    accounts: 0,
    expenses: 0,
    cards: 0,
    transactions: 0,
    schedules: 0,
  })
})

async function shown(document: Parameters<typeof product.household>[0]) {
  const { household_id, members } = await product.household(document)
  const app = (await product.member(household_id, members['ada']!)).client(home)
  return { app, steps: async () => (await app.showHome({})).first_steps }
}

test('the first steps are shown until an account, a payday and an Expense exist', async () => {
  assert.equal(await (await shown(budget)).steps(), false)
  assert.equal(await (await shown({ accounts: budget.accounts })).steps(), true)
})

test('the first steps are hidden after somebody dismisses them', async () => {
  const empty = await shown({})
  assert.equal(await empty.steps(), true)
  await empty.app.dismissFirstSteps({ body: {} })
  assert.equal(await empty.steps(), false)
})
