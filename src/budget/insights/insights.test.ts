import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addDays, addMonths, type Day, startOfMonth, toDay } from '#/core/values/day.ts'
import { createChance } from '#/documents/demo/chance.ts'
import { accountsApp } from '#/budget/accounts/app-contract.ts'
import { reconcilingApp } from '#/budget/reconciling/app-contract.ts'
import { settingsApp } from '#/budget/settings/app-contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { insights } from './contract.ts'

const product = await startProduct({ limited: false, start: '2026-03-20T12:00:00Z' })
const TODAY = toDay('2026-03-20')
const FIRST = toDay('2024-01-09')

/** A transaction as its table has it. */
type Raw = {
  id: string
  account_id: string
  amount: number
  type: 'expense' | 'income' | 'transfer'
  currency: string
  booked_at: Day
  category_id: string | null
  expense_goal_id: string | null
  splits: { amount: number; category_id: string | null; expense_goal_id: string | null }[] | null
}

/** A household with random payments of every type, in two currencies, some split and some deleted. */
async function givenRandom(seed: string, monthBegins: number) {
  const chance = createChance(seed)
  const accounts = [
    ...budget.accounts,
    { ref: 'usd', name: 'Dollars', type: 'depository', currency: 'USD', balance: 12_300 } as const,
  ]
  const loaded = await product.household({
    ...budget,
    accounts,
    transactions: Array.from({ length: 160 }, (_, index) => {
      const type = chance.pick(['expense', 'expense', 'expense', 'income', 'transfer'] as const)
      const size = chance.between(1, 90_000)
      const isIn =
        type === 'income' || (type === 'expense' ? chance.happens(0.1) : chance.happens(0.5))
      const account = chance.pick(['checking', 'checking', 'visa', 'usd'])
      return {
        ref: `t${index}`,
        account,
        type,
        amount: isIn ? size : -size,
        concept: chance.pick(['Market', 'Cinema', 'Landlord', 'Nimbus']),
        booked_at: addDays(FIRST, chance.between(0, 800)),
        category: chance.pick(['food', 'fun', null]),
        expense:
          type === 'expense' && account !== 'usd' && chance.happens(0.3)
            ? chance.pick(['rent', 'groceries', 'trip'])
            : null,
      }
    }),
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const app = member.client({ ...insights, ...transactionsApp, ...settingsApp })
  await app.changeSettings({ body: { month_starts_on_day: monthBegins } })
  const splittable = (await rawOf(loaded.household_id)).filter(
    ({ type, amount, currency }) => type === 'expense' && amount < -10 && currency === 'EUR',
  )
  for (const { id, amount } of splittable.slice(0, 8)) {
    const half = Math.trunc(amount / 2)
    const parts = [half, amount - half].map((one) => ({
      amount: one,
      category_id: chance.pick([loaded.categories['food']!, loaded.categories['fun']!, null]),
      expense_goal_id: chance.pick([loaded.expenses['trip']!, null]),
    }))
    await app.splitTransaction({ params: { id }, body: { parts } })
  }
  for (const { id } of splittable.slice(8, 12)) await app.removeTransaction({ params: { id } })
  const raw = await rawOf(loaded.household_id)
  return { ...loaded, app, raw }
}

async function rawOf(householdId: string): Promise<Raw[]> {
  const { rows } = await sql<Raw>`
    select id, account_id, amount, type, currency, booked_at::text as booked_at, category_id, expense_goal_id, splits
    from transactions where household_id = ${householdId} and visible order by id`.execute(
    product.db,
  )
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

const sum = (some: readonly { readonly amount: number }[]) =>
  some.reduce((total, { amount }) => total + amount, 0)
/** The sum of money that went out, positive. */
const out = (some: readonly { readonly amount: number }[]) => 0 - sum(some)
const within = (from: string, to: string, currency: string) => (one: Raw) =>
  one.booked_at >= from && one.booked_at <= to && one.currency === currency

/** The parts of a transaction; one that is not split is its only part. */
const partsOf = ({ amount, category_id, expense_goal_id, splits }: Raw) =>
  splits ?? [{ amount, category_id, expense_goal_id }]

const periods = [
  { begins: 1, from: '2025-03-01', to: '2026-03-20', currency: 'EUR' },
  { begins: 1, from: '2025-11-17', to: '2026-02-11', currency: 'EUR' },
  { begins: 25, from: '2025-01-25', to: '2026-03-20', currency: 'EUR' },
  { begins: 7, from: '2025-06-30', to: '2025-09-02', currency: 'USD' },
]

for (const [index, { begins, ...period }] of periods.entries()) {
  test(`months and flow agree with the transactions themselves (household ${index})`, async () => {
    const { app, raw, expenses } = await givenRandom(`months ${index}`, begins)
    const answer = await app.showMonths({ query: period })
    const first = addMonths(startOfMonth(toDay(period.from), begins), -12)
    assert.equal(answer.months[0], first)
    assert.equal(answer.months[answer.shown_from], startOfMonth(toDay(period.from), begins))
    assert.deepEqual(answer.currencies, ['EUR', 'USD'])
    for (const [place, month] of answer.months.entries()) {
      const end = addDays(addMonths(toDay(month), 1), -1)
      const clips = place >= answer.shown_from
      const from = clips && month < period.from ? period.from : month
      const to = end > period.to ? period.to : end
      const some = raw.filter(within(from, to, period.currency))
      const spent = some.filter(({ type, amount }) => type === 'expense' && amount < 0)
      assert.equal(answer.spent[place], out(spent), `${month} spent`)
      assert.equal(answer.count[place], some.filter(({ type }) => type === 'expense').length)
      for (const { category_id: id, ...series } of answer.categories) {
        const parts = spent.flatMap(partsOf).filter(({ category_id }) => category_id === id)
        assert.equal(series.spent[place], out(parts), `${month} ${id}`)
      }
      // In less out, with transfers, is the change of all balances.
      const change =
        answer.income[place]! +
        answer.refunded[place]! -
        answer.spent[place]! +
        answer.transfers[place]!
      assert.equal(change, sum(some), `${month} change`)
      const byCategory = answer.categories.reduce((total, one) => total + one.spent[place]!, 0)
      assert.equal(byCategory, answer.spent[place])
    }

    const flow = await app.showFlow({ query: period })
    const some = raw.filter(within(period.from, period.to, period.currency))
    const income = some.filter(({ type }) => type === 'income')
    const spent = some.filter(({ type, amount }) => type === 'expense' && amount < 0)
    assert.equal(flow.spent, out(spent))
    assert.equal(sum(flow.income), sum(income))
    const ofTrip = spent
      .flatMap(partsOf)
      .filter(({ expense_goal_id: id }) => id === expenses['trip'])
    const trip = flow.set_aside.find(({ expense_id }) => expense_id === expenses['trip'])
    assert.equal(trip?.spent ?? 0, out(ofTrip))
    const unassigned = spent.flatMap(partsOf).filter(({ expense_goal_id: id }) => id === null)
    assert.equal(sum(flow.other), out(unassigned))
    const held = flow.set_aside.reduce((total, one) => total + one.held, 0)
    assert.equal(flow.free, sum(income) + flow.refunded + sum(spent) - held)
  })

  test(`net worth is what each account held on the day (household ${index})`, async () => {
    const { app, raw } = await givenRandom(`worth ${index}`, begins)
    const answer = await app.showWorth({ query: { from: period.from } })
    const earlier = await app.showWorth({ query: { from: '2024-06-01', to: '2025-11-11' } })
    assert.equal(earlier.step, 'month')
    for (const { currency, points } of [...answer.series, ...earlier.series]) {
      const accounts = answer.accounts.filter((one) => one.currency === currency)
      for (const { date, ...point } of points) {
        const held = accounts.flatMap(({ account_id: id, balance, known_from: known }) => {
          const later = raw.filter((one) => one.account_id === id && one.booked_at > date)
          return known !== null && known <= date
            ? [balance - (date === TODAY ? 0 : sum(later))]
            : []
        })
        const assets = held.filter((one) => one > 0).reduce((total, one) => total + one, 0)
        const debts = held.filter((one) => one < 0).reduce((total, one) => total + one, 0)
        assert.deepEqual(
          point,
          { assets, liabilities: debts, net_worth: assets + debts },
          `${currency} ${date}`,
        )
      }
    }
    assert.equal(answer.series[0]!.points.at(-1)!.date, TODAY)
  })
}

test('a payment of a card is neither income nor spending, and its purchases count once', async () => {
  const happenings = [
    ['visa', -5_000, 'expense'],
    ['checking', -5_000, 'transfer'],
    ['visa', 5_000, 'transfer'],
    ['checking', 90_000, 'income'],
  ] as const
  const loaded = await product.household({
    ...budget,
    transactions: happenings.map(([account, amount, type], index) => ({
      ref: `t${index}`,
      account,
      amount,
      type,
      concept: 'Anything',
      booked_at: '2026-03-02',
      category: type === 'expense' ? 'fun' : null,
    })),
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const flow = await member.client(insights).showFlow({ query: { from: '2026-03-01' } })
  assert.deepEqual([sum(flow.income), flow.spent, flow.free], [90_000, 5_000, 85_000])
  assert.deepEqual(flow.other, [{ category_id: loaded.categories['fun'], amount: 5_000 }])
})

test('net worth begins with the first known day, and a dated value counts from its day', async () => {
  const loaded = await product.household({
    accounts: [{ ref: 'cash', name: 'Cash', type: 'wallet', balance: 10_000 }],
    transactions: [
      { ref: 'a', account: 'cash', amount: -500, concept: 'Tea', booked_at: '2026-01-15' },
    ],
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const app = member.client({ ...insights, ...reconcilingApp, ...accountsApp })
  const { id } = await app.createAccount({
    body: { name: 'House', type: 'other', balance: 20_000_000 },
  })
  await app.setAccountValue({ params: { id }, body: { value: 18_000_000, day: '2026-02-10' } })
  const { series, from, step } = await app.showWorth({ query: { from: '2025-01-01' } })
  assert.deepEqual([from, step], ['2026-01-15', 'week'])
  const on = (date: string) => series[0]!.points.find((one) => one.date === date)?.net_worth
  assert.equal(series[0]!.points[0]!.date, '2026-01-16')
  assert.equal(on('2026-02-06'), 10_000)
  assert.equal(on('2026-02-13'), 18_010_000)
  assert.equal(on('2026-03-20'), 20_010_000)
})

test('today’s net worth counts an account whose first transaction is dated later', async () => {
  const loaded = await product.household({
    accounts: [{ ref: 'cash', name: 'Cash', type: 'wallet', balance: 10_000 }],
    transactions: [
      { ref: 'a', account: 'cash', amount: -500, concept: 'Tea', booked_at: '2026-03-22' },
    ],
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const { series } = await member.client(insights).showWorth({ query: {} })
  assert.deepEqual(
    series[0]!.points.map(({ date, net_worth }) => [date, net_worth]),
    [[TODAY, 10_000]],
  )
})

test('a period long before every transaction has an empty report', async () => {
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const app = member.client(insights)
  const query = { from: '1950-01-01', to: '1960-01-01' }
  const months = await app.showMonths({ query })
  assert.deepEqual(months.months.slice(months.shown_from), ['1970-01-01'])
  assert.deepEqual((await app.showFlow({ query })).income, [])
})

test('an empty household has a report without anything in it', async () => {
  const loaded = await product.household()
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const app = member.client(insights)
  const months = await app.showMonths({ query: {} })
  assert.deepEqual([months.first_day, months.categories, months.from], [null, [], '2026-03-01'])
  assert.deepEqual((await app.showWorth({ query: {} })).series, [])
  assert.deepEqual((await app.listRecurring({})).payments, [])
  assert.equal((await app.showFlow({ query: {} })).free, 0)
})

test('a subscription shows each price, since when, and what it costs in a year', async () => {
  const loaded = await product.household({
    ...budget,
    transactions: Array.from({ length: 14 }, (_, index) => ({
      ref: `n${index}`,
      account: 'checking',
      amount: index < 10 ? -1_299 : -1_599,
      concept: 'Streamly',
      booked_at: addMonths(toDay('2025-02-11'), index),
      type: 'expense' as const,
      category: 'fun',
    })),
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const { payments } = await member.client(insights).listRecurring({})
  const [one] = payments
  assert.equal(payments.length, 1)
  assert.deepEqual(one!.prices, [
    { since: '2025-02-11', amount: 1_299 },
    { since: '2025-12-11', amount: 1_599 },
  ])
  assert.deepEqual(one!.change, { since: '2025-12-11', before: 1_299, per_year: 3_600 })
  assert.deepEqual([one!.name, one!.per_year, one!.next], ['Streamly', 19_188, '2026-04-11'])
})
