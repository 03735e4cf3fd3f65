import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProduct } from '../../../test/support/product.ts'
import { transactionsApp } from './app-contract.ts'

const product = await startProduct({ start: '2026-11-20T10:00:00Z', limited: false })
const loaded = await product.household({
  accounts: [
    { ref: 'checking', name: 'Checking', type: 'depository', balance: 900_000 },
    { ref: 'yen', name: 'Tokyo', type: 'depository', balance: 50_000, currency: 'JPY' },
  ],
  categories: [
    { ref: 'home', name: 'Household' },
    { ref: 'food', name: 'Groceries', parent: 'home' },
    { ref: 'out', name: 'Eating out' },
  ],
  expenses: [{ ref: 'rent', name: 'Rent', target_amount: 90_000, balance: 0 }],
  transactions: [
    row('rent', -90_000, 'Landlord', '2026-11-02', { expense: 'rent' }),
    row('market', -3_057, 'Green Market', '2026-11-03', { category: 'food' }),
    row('kiosk', -450, 'Kiosk', '2026-11-03', { notes: 'cake for Sam' }),
    row('bistro', -3_057, 'Bistro', '2026-10-15', { category: 'out' }),
    row('pay', 250_000, 'Nimbus Works', '2026-10-30'),
    row('both', -6_000, 'Megastore', '2026-10-20'),
    row('ramen', -3_057, 'Ramen', '2026-10-05', { account: 'yen', category: 'out' }),
    row('old', -2_000, 'Greenery 30.57', '2025-01-05'),
    row('link', -100, 'https://shop.example', '2025-01-04'),
  ],
})

type Row = readonly [
  ref: string,
  amount: number,
  concept: string,
  booked_at: string,
  more?: { account?: string; category?: string; expense?: string; notes?: string },
]

function row(...[ref, amount, concept, booked_at, more]: Row) {
  return { ref, account: 'checking', amount, concept, booked_at, ...more }
}

const member = await product.member(loaded.household_id, loaded.members['ada']!)
const api = member.client(transactionsApp)
await member.request('PUT', `/transactions/${loaded.transactions['both']!}/splits`, {
  body: {
    parts: [
      { amount: -2_500, category_id: loaded.categories['food'] },
      { amount: -3_500, category_id: loaded.categories['out'] },
    ],
  },
})
const refs = new Map(Object.entries(loaded.transactions).map(([ref, id]) => [id, ref]))
const find = async (search: string) => {
  const { data } = await api.listRows({ query: { search } })
  return data.map(({ id }) => refs.get(id)!)
}

/** Each search and the rows that it finds, newest first. */
const searches: readonly (readonly [search: string, found: readonly string[]])[] = [
  ['green', ['market', 'old']],
  ['green market', ['market']],
  ['"green market"', ['market']],
  ['groceries', ['market', 'both']],
  ['groc', ['market', 'both']],
  ['30.57', ['market', 'bistro', 'old']],
  ['-30,57', ['market', 'bistro']],
  ['+2500', ['pay']],
  ['3057', ['ramen']],
  ['>50', ['rent', 'pay', 'both', 'ramen']],
  ['<5', ['kiosk', 'link']],
  ['20..60 -#split', ['market', 'bistro', 'old']],
  ['in:groceries', ['market', 'both']],
  ['in:household', ['market', 'both']],
  ['in:groc in:eating', ['market', 'both', 'bistro', 'ramen']],
  ['-in:groceries', ['rent', 'kiosk', 'pay', 'bistro', 'ramen', 'old', 'link']],
  ['in:none <10', ['kiosk', 'link']],
  ['#uncategorised before:2026', ['old', 'link']],
  ['#split', ['both']],
  ['is:income', ['pay']],
  ['-is:income from:tokyo', ['ramen']],
  ['from:check after:2026-11-01', ['rent', 'market', 'kiosk']],
  ['set-aside:rent', ['rent']],
  ['set-aside:none since:2026-11', ['market', 'kiosk']],
  ['note:cake', ['kiosk']],
  ['payee:kiosk', ['kiosk']],
  ['on:2026-11-03', ['market', 'kiosk']],
  ['2026-11-02', ['rent']],
  ['is:pending', []],
  ['https://shop.example', ['link']],
  ['after:2026-12 before:2026-01', []],
]

test('words, amounts, operators, days and states find rows, in every combination', async () => {
  for (const [search, found] of searches) {
    assert.deepEqual((await find(search)).toSorted(), found.toSorted(), search)
  }
})

test('pages, totals and days of a search speak of the same rows', async () => {
  for (const [search, found] of searches) {
    const paged: string[] = []
    for (let page = 1; page <= found.length + 1; page += 1) {
      const { data } = await api.listRows({ query: { search, page, limit: 1 } })
      paged.push(...data.map(({ id }) => refs.get(id)!))
    }
    assert.deepEqual(paged, await find(search), search)
    const { by_currency: totals } = await api.showTotals({ query: { search } })
    const count = totals.reduce((sum, one) => sum + one.count, 0)
    assert.equal(count, found.length, search)
    const { days } = await api.listDays({ query: { search } })
    assert.equal(
      days.reduce((sum, one) => sum + one.count, 0),
      found.length,
      search,
    )
    for (const { currency, net } of totals) {
      const sums = days.flatMap((one) => one.sums).filter((one) => one.currency === currency)
      assert.equal(
        sums.reduce((sum, one) => sum + one.sum, 0),
        net,
        `${search} ${currency}`,
      )
    }
  }
})

test('each day has its rows and a sum in each currency, newest first', async () => {
  const { days } = await api.listDays({ query: { from: '2026-10-05', to: '2026-11-03' } })
  assert.deepEqual(days.slice(0, 2), [
    { day: '2026-11-03', count: 2, sums: [{ currency: 'EUR', sum: -3_507 }] },
    { day: '2026-11-02', count: 1, sums: [{ currency: 'EUR', sum: -90_000 }] },
  ])
  assert.deepEqual(days.at(-1), {
    day: '2026-10-05',
    count: 1,
    sums: [{ currency: 'JPY', sum: -3_057 }],
  })
  // A part counts where only its category is looked at.
  const { days: food } = await api.listDays({
    query: { category_id: loaded.categories['food']!, to: '2026-10-31' },
  })
  assert.deepEqual(food, [
    { day: '2026-10-20', count: 1, sums: [{ currency: 'EUR', sum: -2_500 }] },
  ])
})

test('what a search does not understand, and names that nothing has, are said', async () => {
  const faults = [
    ['colour:red green', [{ part: 'colour:red', kind: 'operator' }]],
    ['>tea', [{ part: '>tea', kind: 'amount' }]],
    ['in:zebras', [{ part: 'zebras', kind: 'category' }]],
    ['from:nowhere', [{ part: 'nowhere', kind: 'account' }]],
    [
      'set-aside:boat -#purple',
      [
        { part: '-#purple', kind: 'state' },
        { part: 'boat', kind: 'expense' },
      ],
    ],
  ] as const
  for (const [search, said] of faults) {
    const { data, total, faults: found } = await api.listRows({ query: { search } })
    assert.deepEqual([data, total, found], [[], 0, said], search)
    assert.equal((await api.showTotals({ query: { search } })).count, 0)
    assert.deepEqual((await api.listDays({ query: { search } })).days, [])
  }
})

test('a payee is completed with its latest category and set-aside', async () => {
  const named = (search: string) => api.listPayees({ query: { search } })
  assert.deepEqual(await named('green m'), [
    {
      name: 'Green Market',
      category_id: loaded.categories['food'],
      expense_goal_id: null,
      amount: -3_057,
      currency: 'EUR',
      booked_at: '2026-11-03',
    },
  ])
  const [landlord] = await named('LANDL')
  assert.equal(landlord!.expense_goal_id, loaded.expenses['rent'])
  assert.deepEqual(
    (await named('green')).map(({ name }) => name),
    ['Green Market', 'Greenery 30.57'],
  )
  assert.deepEqual(await named('100%'), [])
})

test('choices for a payee are suggested for its next payment, the most frequent first', async () => {
  const given = await product.household({
    accounts: [{ ref: 'checking', name: 'Checking', type: 'depository', balance: 900_000 }],
    categories: [
      { ref: 'a', name: 'Treats' },
      { ref: 'b', name: 'Gifts' },
    ],
    expenses: [{ ref: 'fun', name: 'Fun', target_amount: 9_000, balance: 0 }],
    transactions: [
      row('1', -100, 'Bakery', '2026-11-01', { category: 'a', expense: 'fun' }),
      row('2', -100, 'Bakery', '2026-11-02', { category: 'b' }),
      row('3', -100, 'Bakery', '2026-11-03', { category: 'b' }),
      row('4', -100, 'Bakery', '2026-11-04'),
      row('5', -100, 'Unheard of', '2026-11-04'),
    ],
  })
  const ada = await product.member(given.household_id, given.members['ada']!)
  const suggest = (ref: string) =>
    ada.client(transactionsApp).suggestChoices({ params: { id: given.transactions[ref]! } })
  const { categories, expenses } = given
  assert.deepEqual(await suggest('4'), {
    category_ids: [categories['b'], categories['a']],
    expense_goal_ids: [expenses['fun']],
  })
  assert.deepEqual(await suggest('5'), { category_ids: [], expense_goal_ids: [] })
  const stranger = member.request('GET', `/transactions/${given.transactions['4']!}/suggestions`)
  assert.equal((await stranger).status, 404)
})
