import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { addDays, toDay } from '#/core/values/day.ts'
import { transactions } from './contract.ts'

type Query = Parameters<ReturnType<typeof client>['listTransactions']>[0]['query']

const product = await startProduct({ limited: false })
const client = (key: string) => product.client(transactions, key)

/** 1,300 transactions over 500 days: enough for pages that are found through the rollups. */
const many = Array.from({ length: 1300 }, (_, index) => ({
  ref: `t${index}`,
  account: index % 5 === 0 ? 'visa' : 'checking',
  amount: index % 7 === 0 ? 1000 + index : -index - 1,
  concept: `Shop ${index}${index % 100 === 0 ? ' Zebra_50%' : ''}`,
  booked_at: addDays(toDay('2024-09-01'), (index * 37) % 500),
  type: (['expense', 'income', 'transfer'] as const)[index % 3]!,
  category: index % 4 === 0 ? 'food' : null,
  expense: index % 6 === 0 ? 'groceries' : null,
  notes: index % 250 === 0 ? 'Birthday of Zoë' : null,
}))

const loaded = await product.household({ ...budget, transactions: many })
const key = loaded.keys['rw']!.api_key
const api = client(key)
const list = (query: Query = {}) => api.listTransactions({ query })

/** All pages of a query, one after the other. */
async function walk(query: Query, limit: number) {
  const found: string[] = []
  const first = await list({ ...query, limit })
  for (let page = 1; page <= first.pages; page += 1) {
    const answer = page === 1 ? first : await list({ ...query, limit, page })
    assert.deepEqual([answer.page, answer.total, answer.limit], [page, first.total, limit])
    assert.equal(answer.has_more, page < first.pages)
    found.push(...answer.data.map(({ id }) => id))
  }
  assert.equal(found.length, first.total)
  return found
}

/** Computes the expected list the simple way, from the largest pages. */
const everything = await (async () => {
  const pages = await Promise.all(
    Array.from({ length: 7 }, (_, index) => list({ limit: 200, page: index + 1 })),
  )
  return pages.flatMap(({ data }) => data)
})()
type Row = (typeof everything)[number]

test('without a query the list has the newest fifty, newest first, and the total', async () => {
  const answer = await list()
  assert.deepEqual(
    { ...answer, data: answer.data.length },
    { data: 50, total: 1300, page: 1, pages: 26, limit: 50, has_more: true, next_cursor: null },
  )
  assert.equal(new Set(everything.map(({ id }) => id)).size, 1300)
  const days = everything.map(({ booked_at }) => booked_at)
  assert.deepEqual(days, days.toSorted().toReversed())
})

const filters: [string, Query, (row: Row) => boolean][] = [
  ['the whole list', {}, () => true],
  [
    'an account',
    { account_id: loaded.accounts['visa']! },
    (row) => row.account_id === loaded.accounts['visa'],
  ],
  [
    'a category',
    { category_id: loaded.categories['food']! },
    (row) => row.category_id === loaded.categories['food'],
  ],
  ['no category', { without_category: 'true' }, (row) => row.category_id === null],
  [
    'an Expense',
    { expense_goal_id: loaded.expenses['groceries']! },
    (row) => row.expense_goal_id === loaded.expenses['groceries'],
  ],
  ['a type', { type: 'transfer' }, (row) => row.type === 'transfer'],
  [
    'an account and a type',
    { account_id: loaded.accounts['checking']!, type: 'income' },
    (row) => row.account_id === loaded.accounts['checking'] && row.type === 'income',
  ],
  [
    'an account and a category',
    { account_id: loaded.accounts['checking']!, category_id: loaded.categories['food']! },
    (row) =>
      row.account_id === loaded.accounts['checking'] &&
      row.category_id === loaded.categories['food'],
  ],
  [
    'days',
    { from: '2024-10-10', to: '2025-07-31' },
    (row) => row.booked_at >= '2024-10-10' && row.booked_at <= '2025-07-31',
  ],
  ['days from', { from: '2024-11-02' }, (row) => row.booked_at >= '2024-11-02'],
  [
    'days until, of a type',
    { to: '2025-11-20', type: 'expense' },
    (row) => row.booked_at <= '2025-11-20' && row.type === 'expense',
  ],
  ['one day', { from: '2025-03-03', to: '2025-03-03' }, (row) => row.booked_at === '2025-03-03'],
  ['a search', { search: 'zebra_50%' }, (row) => row.concept.includes('Zebra_50%')],
  ['a search in notes', { search: 'ZOË' }, (row) => row.notes !== null],
]

for (const [name, query, fits] of filters) {
  test(`${name}: every page is the right slice of the list`, async () => {
    const expected = everything.filter(fits).map(({ id }) => id)
    assert.ok(expected.length > 0)
    for (const limit of [7, 50, 200]) assert.deepEqual(await walk(query, limit), expected)
  })

  test(`${name}: the summary adds up the whole list, for any page and limit`, async () => {
    const rows = everything.filter(fits)
    const sum = (type: Row['type']) =>
      rows.filter((row) => row.type === type).reduce((total, row) => total + row.amount, 0)
    const { page: _page, limit: _limit, ...rest } = { page: 3, limit: 9, ...query }
    const answer = await api.summarizeTransactions({ query: { ...rest, page: 3, limit: 9 } })
    assert.deepEqual(
      [answer.count, answer.income, answer.expense, answer.transfer, answer.net],
      [rows.length, sum('income'), sum('expense'), sum('transfer'), sum('income') + sum('expense')],
    )
    assert.deepEqual([answer.from, answer.to], [query?.from ?? null, query?.to ?? null])
  })
}

test('sorted by `created_at`, the newest record is first', async () => {
  product.runtime.advance({ minutes: 1 })
  const { id } = await api.recordTransaction({
    body: {
      account_id: loaded.accounts['checking']!,
      amount: -1,
      concept: 'Old',
      booked_at: '1999-01-01',
    },
  })
  assert.equal((await list({ sort: 'created_at', limit: 1 })).data[0]!.id, id)
  assert.equal((await list({ page: 1301, limit: 1 })).data[0]!.id, id)
  await api.editTransaction({ params: { id }, body: { type: 'transfer' } })
})

test('a page after the last and a filter by an unknown id are empty', async () => {
  for (const page of [27, 10_000, 2 ** 53 - 1]) {
    assert.deepEqual((await list({ page })).data.length, 0 + (page === 27 ? 1 : 0))
  }
  const ghost = '01890000-0000-7000-8000-000000000000'
  for (const name of ['account_id', 'category_id', 'expense_goal_id']) {
    const { total, pages, data } = await list({ [name]: ghost })
    assert.deepEqual({ total, pages, data }, { total: 0, pages: 0, data: [] })
  }
})

test('ids are case-insensitive', async () => {
  const visa = loaded.accounts['visa']!
  const [lower, upper] = await Promise.all([
    list({ account_id: visa }),
    list({ account_id: visa.toUpperCase() }),
  ])
  assert.deepEqual(lower, upper)
})

test('a search ignores case, in every alphabet', async () => {
  const concepts = ['İŞ BANKASI', 'ΑΓΟΡΕΣ', 'STRAẞE', 'ÅNGSTRÖM', '日本語']
  const own = await product.household({
    ...budget,
    transactions: concepts.map((concept, index) => ({ ...many[index]!, notes: null, concept })),
  })
  const { listTransactions } = client(own.keys['rw']!.api_key)
  for (const search of [...concepts, 'straße', 'ångström', 'bankasi', 'αγορ']) {
    assert.equal((await listTransactions({ query: { search } })).total, 1, search)
  }
})

const refused: [string, string][] = [
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1e3', 'page'],
  ['page=1.0', 'page'],
  ['page=%2B1', 'page'],
  ['limit=201', 'limit'],
  ['limit=0', 'limit'],
  ['limit=', 'limit'],
  ['limit', 'limit'],
  ['type=Expense', 'type'],
  ['account_id=1', 'account_id'],
  ['from=2026-02-30', 'from'],
  ['from=2026-02-02&to=2026-02-01', 'from'],
  ['sort=amount', 'sort'],
  [`search=${'x'.repeat(121)}`, 'search'],
  ['search=%00', 'search'],
  ['search=%ff', 'search'],
  ['page=1&page=2', 'page'],
  ['colour=red', 'colour'],
  ['updated_since=yesterday', 'updated_since'],
  ['cursor=x', 'cursor'],
]

test('an invalid query names the parameter at fault', async () => {
  for (const [query, param] of refused) {
    const { status, body } = await product.request('GET', '/transactions', { key, query })
    assert.deepEqual(
      [status, body.error.code, body.error.param],
      [400, 'invalid_parameter', param],
      query,
    )
  }
})
