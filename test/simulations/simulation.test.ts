import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Chance, givenChance } from '#/budget/expenses/rules/given.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import { addDays, addMonths, dayAt, startOfMonth, toDay } from '#/core/values/day.ts'
import { watchDays } from '../support/explained-days.ts'
import { assertBooks } from '../support/ledger.ts'
import { type Product, startProduct } from '../support/product.ts'
import {
  chooseNew,
  chooseOperation,
  type Known,
  type KnownPart,
  recordAll,
  type Simulated,
  simulate,
} from './simulated-household.ts'

// Households are written to by chance, one request after the other and many at once. After each moment their books are
// checked, and what the API reads is held against an oracle that knows nothing but lists and loops.

const SEEDS = [1, 2, 3]
const MOMENTS = 40

for (const seed of SEEDS) {
  test(`after any writes the books agree and every reader sees the same (seed ${seed})`, async () => {
    const chance = givenChance(seed)
    const product = await startProduct({ seed: String(seed), limited: false })
    const homes = [await simulate(product, chance), await simulate(product, chance)]
    const days = homes.map(({ loaded, key, zone }) => {
      const [id, memberId] = [loaded.household_id, loaded.members['ada']!]
      return watchDays(product, { id, key, memberId, zone })
    })
    for (let moment = 1; moment <= MOMENTS; moment += 1) {
      let hours = 0
      const pass = () => product.runtime.advance({ milliseconds: chance.below(90_000), hours })
      // Days pass, and often no worker has looked when the next writes arrive, several at once.
      if (chance.below(3) === 0) hours = chance.below(24 * 6)
      await days[0]!.endDays(() => days[1]!.endDays(pass))
      if (chance.below(4) === 0) while ((await runDueHouseholds(product.runtime)) > 0);
      const width = moment % 4 === 0 ? 12 : 1 + chance.below(3)
      const taken = new Set<Known>()
      await Promise.all(
        Array.from({ length: width }, () => {
          const home = homes[chance.below(homes.length)]!
          return chooseOperation(chance, home, taken)(product, home)
        }),
      )
      const home = homes[moment % homes.length]!
      await assertBooks(product.db, home.loaded.household_id)
      await checkBalances(product, home)
      await days[moment % homes.length]!.check(chance)
      if (moment % 5 === 0) await checkReads(product, home, chance)
    }
    for (const home of homes) await assertBooks(product.db, home.loaded.household_id)
  })
}

test('a long list is paged to its end with every filter, and deep pages are exact', async () => {
  const chance = givenChance(99)
  const product = await startProduct({ limited: false })
  const home = await simulate(product, chance)
  for (let batch = 0; batch < 4; batch += 1) {
    product.runtime.advance({ seconds: 1 })
    const items = Array.from({ length: 400 }, () => {
      // Most on a few days, so that both single days and whole months decide the place of a page.
      const booked_at = addDays(toDay('2025-10-20'), chance.below(90))
      const { accounts, categories, expenses } = home.loaded
      const usual = {
        account_id: accounts['purse']!,
        category_id: categories['food']!,
        expense_goal_id: expenses['groceries']!,
      }
      return {
        ...chooseNew(chance, home),
        ...(chance.below(4) > 0 && { booked_at }),
        ...(chance.below(4) > 0 && usual),
      }
    })
    await recordAll(items)(product, home)
  }
  // Some are split, so that filters find them by their parts on every page.
  for (let change = 0; change < 80; change += 1) {
    await chooseOperation(chance, home, new Set())(product, home)
  }
  await assertBooks(product.db, home.loaded.household_id)
  const limit = 150 + chance.below(50)
  const all = await readPages(product, home, {
    limit,
    pages: range(Math.ceil(1600 / limit) + 1),
  })
  assert.deepEqual(
    all,
    home.transactions.toSorted(newest).map(({ id }) => id),
  )
  const { accounts, categories, expenses } = home.loaded
  for (const query of [
    {},
    { type: 'expense' },
    { account_id: accounts['purse']! },
    { category_id: categories['food']!, from: '2025-10-25' },
    { expense_goal_id: expenses['groceries']!, to: '2026-01-10' },
    { from: '2025-10-31', to: '2026-01-01' },
  ]) {
    await checkDeepPages(product, home, query)
  }
  for (let round = 0; round < 30; round += 1) await checkList(product, home, chance)
})

/** Pages of one record at every place behind the four hundredth where one day ends and another begins. */
async function checkDeepPages(product: Product, home: Simulated, query: Query): Promise<void> {
  const expected = matching(home, query).toSorted(newest)
  const edges = range(expected.length - 1).filter((index) => {
    return index > 400 && expected[index]!.booked_at !== expected[index - 1]!.booked_at
  })
  assert.ok(edges.length > 5, `${edges.length} ${JSON.stringify(query)}`)
  // The record at index `i` is on page `i + 1`.
  const pages = edges.flatMap((index) => [index, index + 1])
  const ids = await readPages(product, home, { ...query, limit: 1, pages })
  assert.deepEqual(
    ids,
    pages.map((page) => expected[page - 1]!.id),
    JSON.stringify(query),
  )
}

async function checkBalances(product: Product, { key, balances }: Simulated): Promise<void> {
  const { body } = await product.request<{ id: string; balance: number }[]>('GET', '/accounts', {
    key,
  })
  assert.deepEqual(new Map(body.map(({ id, balance }) => [id, balance])), balances)
}

async function checkReads(product: Product, home: Simulated, chance: Chance): Promise<void> {
  for (let round = 0; round < 4; round += 1) await checkList(product, home, chance)
  await checkSpending(product, home, chance)
  await checkNetWorth(product, home)
}

type Query = {
  type?: string
  account_id?: string
  category_id?: string
  expense_goal_id?: string
  search?: string
  from?: string
  to?: string
}

function chooseQuery(chance: Chance, { loaded }: Simulated): Query {
  const some = (ids: Readonly<Record<string, string>>) =>
    chance.pick(Object.values(ids) as [string, ...string[]])
  const edges = [
    '2024-02-29',
    '2025-11-01',
    '2025-11-15',
    '2025-11-30',
    '2026-01-01',
    '2026-01-05',
    '2026-12-31',
  ]
  const [one, other] = [chance.pick(edges as [string]), chance.pick(edges as [string])].toSorted()
  const often = (share: number) => chance.below(share) === 0
  return {
    ...(often(3) && { type: chance.pick(['expense', 'income', 'transfer']) }),
    ...(often(3) && { account_id: some(loaded.accounts) }),
    ...(often(4) && { category_id: some(loaded.categories) }),
    ...(often(4) && { expense_goal_id: some(loaded.expenses) }),
    ...(often(5) && {
      search: chance.pick(['coffee', 'COFFEE', '%', '_', '\\', 'ñ', 'ö', 'bo', '404']),
    }),
    ...(often(3) && { from: one! }),
    ...(often(3) && { to: other! }),
  }
}

function matching({ transactions }: Simulated, query: Query): Known[] {
  const found = transactions.filter(
    (one) =>
      (query.type === undefined || one.type === query.type) &&
      (query.account_id === undefined || one.account_id === query.account_id) &&
      partsOf(one, query).length > 0 &&
      (query.from === undefined || one.booked_at >= query.from) &&
      (query.to === undefined || one.booked_at <= query.to) &&
      (query.search === undefined ||
        `${one.concept}\n${one.notes ?? ''}`.toLowerCase().includes(query.search.toLowerCase())),
  )
  return found.map((one) => ({
    ...one,
    amount: sum(partsOf(one, query).map(({ amount }) => amount)),
  }))
}

/** The parts of a transaction that a query counts; one that is not split is a part of its own. */
function partsOf(one: Known, query: Query): KnownPart[] {
  return (one.parts ?? [one]).filter(
    (part) =>
      (query.category_id === undefined || part.category_id === query.category_id) &&
      (query.expense_goal_id === undefined || part.expense_goal_id === query.expense_goal_id),
  )
}

/** A record for each category of each transaction, with the sum of its parts there. */
function byCategory(one: Known): Known[] {
  const parts = Map.groupBy(partsOf(one, {}), ({ category_id }) => category_id)
  return [...parts].map(([category_id, some]) => {
    return { ...one, category_id, amount: sum(some.map(({ amount }) => amount)) }
  })
}

const descending = (a: string, b: string) => (a === b ? 0 : a < b ? 1 : -1)
const latest = (a: Known, b: Known) =>
  descending(a.created_at, b.created_at) || descending(a.id, b.id)
const newest = (a: Known, b: Known) => descending(a.booked_at, b.booked_at) || latest(a, b)
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** A list by chance: its first pages, its last, one in between and one behind the last; and its totals. */
async function checkList(product: Product, home: Simulated, chance: Chance): Promise<void> {
  const query = chooseQuery(chance, home)
  const sort = chance.pick(['booked_at', 'booked_at', 'created_at'])
  const limit = 1 + chance.below(chance.pick([5, 50, 200]))
  const expected = matching(home, query).toSorted(sort === 'created_at' ? latest : newest)
  const last = Math.ceil(expected.length / limit)
  const pages = new Set([1, 2, last - 1, last, last + 1, 1 + chance.below(last + 1)])
  for (const page of pages) {
    if (page < 1) continue
    const ids = await readPages(product, home, { ...query, sort, limit, pages: [page] })
    const slice = expected.slice((page - 1) * limit, page * limit).map(({ id }) => id)
    assert.deepEqual(ids, slice, JSON.stringify({ ...query, sort, limit, page }))
  }
  const { body } = await product.request('GET', '/transactions/summary', {
    key: home.key,
    query: { ...query },
  })
  const currencies = Map.groupBy(expected, ({ currency }) => currency)
  const totals = [...currencies].map(([currency, some]) => ({ currency, ...sumsOf(some) }))
  const own = { currency: 'EUR', ...sumsOf(currencies.get('EUR') ?? []) }
  const { by_currency, ...rest } = body
  const ends = { pending_count: 0, from: query.from ?? null, to: query.to ?? null }
  assert.deepEqual(rest, { ...own, ...ends }, JSON.stringify(query))
  assert.deepEqual(
    by_currency,
    totals.toSorted((a, b) => descending(b.currency, a.currency)),
  )
}

function sumsOf(some: readonly Known[]) {
  const of = (type: string) =>
    sum(some.filter((one) => one.type === type).map(({ amount }) => amount))
  const [income, expense, transfer] = [of('income'), of('expense'), of('transfer')]
  return { count: some.length, income, expense, transfer, net: income + expense }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

type Pages = Query & {
  readonly sort?: string
  readonly limit: number
  readonly pages: readonly number[]
}

/** The ids on some pages of a list, one page after the other. */
async function readPages(
  { request }: Product,
  { key }: Simulated,
  { pages, ...query }: Pages,
): Promise<string[]> {
  const ids: string[] = []
  for (const page of pages) {
    const { status, body, text } = await request<{ data: { id: string }[]; total: number }>(
      'GET',
      '/transactions',
      { key, query: { ...query, page } },
    )
    assert.equal(status, 200, text)
    ids.push(...body.data.map(({ id }) => id))
  }
  return ids
}

async function checkSpending(product: Product, home: Simulated, chance: Chance): Promise<void> {
  const [from, to] = ['2025-11-15', chance.pick(['2025-12-31', '2026-01-05', '2026-06-30'])]
  const spent = matching(home, { type: 'expense', from, to }).filter(
    ({ currency }) => currency === 'EUR',
  )
  const keys = {
    category: (one: Known) => one.category_id ?? 'uncategorized',
    merchant: (one: Known) => merchantOf(one.concept),
    month: (one: Known) => one.booked_at.slice(0, 7),
  }
  for (const [group_by, keyOf] of Object.entries(keys)) {
    const { body } = await product.request<Spending>('GET', '/analytics/spending', {
      key: home.key,
      query: { from, to, group_by },
    })
    const counted = group_by === 'category' ? spent.flatMap(byCategory) : spent
    const groups = [...Map.groupBy(counted, keyOf)].map(([key, some]) => ({
      key,
      ...spendingOf(some),
    }))
    const found = body.groups
      .filter(({ transaction_count }) => transaction_count > 0)
      .map(({ key, spent: out, refunded, transaction_count }) => ({
        key,
        spent: out,
        refunded,
        transaction_count,
      }))
    const byKey = (a: { key: string }, b: { key: string }) => descending(a.key, b.key)
    assert.deepEqual(found.toSorted(byKey), groups.toSorted(byKey), group_by)
    const { spent: out, refunded, transaction_count } = body
    assert.deepEqual({ spent: out, refunded, transaction_count }, spendingOf(spent))
  }
}

type Sums = { spent: number; refunded: number; transaction_count: number }
type Spending = Sums & { groups: (Sums & { key: string })[]; error: never }

function spendingOf(some: readonly Known[]): Sums {
  const amounts = some.map(({ amount }) => amount)
  return {
    spent: 0 - sum(amounts.filter((amount) => amount < 0)),
    refunded: sum(amounts.filter((amount) => amount > 0)),
    transaction_count: some.length,
  }
}

async function checkNetWorth(product: Product, home: Simulated): Promise<void> {
  const { body } = await product.request<{ net_worth: number; series: object[]; error: never }>(
    'GET',
    '/analytics/net-worth',
    { key: home.key },
  )
  const today = dayAt(product.runtime.now(), home.zone)
  const own = [...home.balances].filter(([id]) => home.currencies.get(id) === 'EUR')
  const worthOn = (day: string) => {
    const balances = own.map(([id, balance]) => {
      const later = home.transactions.filter((one) => one.account_id === id && one.booked_at > day)
      return balance - sum(later.map(({ amount }) => amount))
    })
    const assets = sum(balances.filter((balance) => balance > 0))
    const liabilities = sum(balances.filter((balance) => balance < 0))
    return { date: day, assets, liabilities, net_worth: assets + liabilities }
  }
  const monthEnds = range(12).map((index) =>
    addDays(addMonths(startOfMonth(today), index - 12), -1),
  )
  const now = sum(own.map(([, balance]) => balance))
  assert.equal(body.net_worth, now)
  assert.deepEqual(body.series.slice(0, 12), monthEnds.map(worthOn))
}
