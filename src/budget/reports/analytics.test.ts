import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { settingsApp } from '#/budget/settings/app-contract.ts'
import { startProduct } from '../../../test/support/product.ts'
import { analytics } from './contract.ts'

const product = await startProduct({ limited: false, start: '2026-03-15T12:00:00Z' })

const loaded = await product.household({
  accounts: [
    {
      ref: 'checking',
      name: 'Checking',
      type: 'depository',
      subtype: 'checking',
      balance: 100_000,
    },
    { ref: 'visa', name: 'Visa', type: 'credit', subtype: 'credit_card', balance: -20_000 },
    {
      ref: 'dollars',
      name: 'Dollars',
      type: 'depository',
      subtype: 'savings',
      currency: 'USD',
      balance: 5,
    },
  ],
  categories: [
    { ref: 'food', name: 'Food' },
    { ref: 'fun', name: 'Fun' },
  ],
  transactions: [
    {
      ref: 'a',
      account: 'checking',
      amount: -3000,
      concept: 'Market 12',
      booked_at: '2026-03-02',
      category: 'food',
    },
    {
      ref: 'b',
      account: 'checking',
      amount: -1000,
      concept: 'MARKET 99',
      booked_at: '2026-03-10',
      category: 'food',
    },
    {
      ref: 'c',
      account: 'visa',
      amount: -2000,
      concept: 'Cinema',
      booked_at: '2026-03-11',
      category: 'fun',
    },
    {
      ref: 'd',
      account: 'checking',
      amount: 500,
      concept: 'Market',
      booked_at: '2026-03-12',
      type: 'expense',
      category: 'food',
    },
    { ref: 'e', account: 'checking', amount: -700, concept: 'Kiosk', booked_at: '2026-03-15' },
    { ref: 'f', account: 'checking', amount: 50_000, concept: 'Salary', booked_at: '2026-03-01' },
    {
      ref: 'g',
      account: 'checking',
      amount: -4000,
      concept: 'To the card',
      booked_at: '2026-03-05',
      type: 'transfer',
    },
    {
      ref: 'h',
      account: 'checking',
      amount: -9000,
      concept: 'Market',
      booked_at: '2026-01-20',
      category: 'food',
    },
    { ref: 'i', account: 'dollars', amount: -5, concept: 'Kiosk', booked_at: '2026-03-03' },
    { ref: 'j', account: 'checking', amount: -100, concept: 'Tomorrow', booked_at: '2026-03-16' },
  ],
})
const client = product.client(analytics, loaded.keys['ro']!.api_key)

test('by default spending is this month to today by category, largest first', async () => {
  const food = loaded.categories['food']!
  const fun = loaded.categories['fun']!
  assert.deepEqual(await client.showSpending({ query: {} }), {
    currency: 'EUR',
    from: '2026-03-01',
    to: '2026-03-15',
    group_by: 'category',
    spent: 6700,
    refunded: 500,
    net: -6200,
    transaction_count: 5,
    groups: [
      {
        key: food,
        label: 'Food',
        category_id: food,
        spent: 4000,
        refunded: 500,
        net: -3500,
        transaction_count: 3,
        share_bps: 5970,
      },
      {
        key: fun,
        label: 'Fun',
        category_id: fun,
        spent: 2000,
        refunded: 0,
        net: -2000,
        transaction_count: 1,
        share_bps: 2985,
      },
      {
        key: 'uncategorized',
        label: 'Uncategorized',
        category_id: null,
        spent: 700,
        refunded: 0,
        net: -700,
        transaction_count: 1,
        share_bps: 1045,
      },
    ],
  })
})

test('different spellings of a merchant are one group', async () => {
  const { groups } = await client.showSpending({ query: { group_by: 'merchant' } })
  assert.deepEqual(
    groups.map(({ key, label, spent, refunded }) => [key, label, spent, refunded]),
    [
      ['market', 'Market', 4000, 500],
      ['cinema', 'Cinema', 2000, 0],
      ['kiosk', 'Kiosk', 700, 0],
    ],
  )
})

test('months without spending are listed with zero', async () => {
  const { groups } = await client.showSpending({
    query: { group_by: 'month', from: '2025-12-15', to: '2026-03-31' },
  })
  assert.deepEqual(
    groups.map(({ key, spent }) => [key, spent]),
    [
      ['2025-12', 0],
      ['2026-01', 9000],
      ['2026-02', 0],
      ['2026-03', 6800],
    ],
  )
})

test('a missing bound is today, or the start of the month of the other bound', async () => {
  const boundsOf = async (query: object) => {
    const { from, to } = await client.showSpending({ query })
    return [from, to]
  }
  assert.deepEqual(await boundsOf({ from: '2026-02-10' }), ['2026-02-10', '2026-03-15'])
  assert.deepEqual(await boundsOf({ to: '2026-02-10' }), ['2026-02-01', '2026-02-10'])
  assert.deepEqual(await boundsOf({ from: '2026-03-20' }), ['2026-03-20', '2026-03-20'])
  const key = loaded.keys['ro']!.api_key
  const { status, body } = await product.request('GET', '/analytics/spending', {
    key,
    query: { from: '2026-02-02', to: '2026-02-01' },
  })
  assert.deepEqual([status, body.error.param], [400, 'from'])
})

test('net worth at a month’s end is today’s balance less later transactions', async () => {
  const { series, by_account, ...now } = await client.showNetWorth({})
  assert.deepEqual(now, {
    currency: 'EUR',
    as_of: '2026-03-15',
    assets: 100_000,
    liabilities: -20_000,
    net_worth: 80_000,
  })
  assert.deepEqual(
    series.map(({ date }) => date),
    [
      '2025-03-31',
      '2025-04-30',
      '2025-05-31',
      '2025-06-30',
      '2025-07-31',
      '2025-08-31',
      '2025-09-30',
      '2025-10-31',
      '2025-11-30',
      '2025-12-31',
      '2026-01-31',
      '2026-02-28',
      '2026-03-15',
    ],
  )
  const march = -3000 - 1000 + 500 - 700 + 50_000 - 4000 - 100
  assert.deepEqual(series.at(-2), {
    date: '2026-02-28',
    assets: 100_000 - march,
    liabilities: -18_000,
    net_worth: 82_000 - march,
  })
  assert.equal(series[0]!.assets, 100_000 - march + 9000)
  assert.deepEqual(
    by_account.map(({ account_id, currency, balance }) => [account_id, currency, balance]),
    [
      [loaded.accounts['checking'], 'EUR', 100_000],
      [loaded.accounts['visa'], 'EUR', -20_000],
      [loaded.accounts['dollars'], 'USD', 5],
    ].toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
  )
})

test('months begin on the household’s chosen day, in spending and in net worth', async () => {
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const begin = (month_starts_on_day: number) =>
    member.client(settingsApp).changeSettings({ body: { month_starts_on_day } })
  const spending = (query: object) => client.showSpending({ query })
  await begin(11)
  // 11 March to today: the cinema, the kiosk, and the refund of the market.
  const { from, to, spent, refunded } = await spending({})
  assert.deepEqual([from, to, spent, refunded], ['2026-03-11', '2026-03-15', 2700, 500])
  assert.equal((await spending({ to: '2026-03-10' })).from, '2026-02-11')
  assert.equal((await spending({ to: '2026-03-10' })).spent, 4000)
  const months = await spending({ group_by: 'month', from: '2026-01-15', to: '2026-03-31' })
  assert.deepEqual(
    months.groups.map(({ key, spent: out }) => [key, out]),
    [
      ['2026-01', 9000],
      ['2026-02', 4000],
      ['2026-03', 2800],
    ],
  )
  assert.deepEqual([months.spent, months.transaction_count], [15_800, 7])
  const { series } = await client.showNetWorth({})
  assert.deepEqual(
    series.slice(-3).map(({ date }) => date),
    ['2026-02-10', '2026-03-10', '2026-03-15'],
  )
  const since = -2000 + 500 - 700 - 100
  assert.equal(series.at(-2)!.net_worth, 80_000 - since)
  // A month that has not begun yet is the last one.
  await begin(16)
  assert.equal((await spending({})).from, '2026-02-16')
  assert.equal((await spending({})).spent, 6700)
  assert.equal((await client.showNetWorth({})).series.at(-2)!.date, '2026-02-15')
  await begin(1)
  assert.equal((await spending({})).from, '2026-03-01')
})

for (const query of ['group_by=month&from=2024-01-01', 'group_by=month', 'group_by=category']) {
  test(`spending with ${query} uses an index on the household's rollups`, async () => {
    product.takeStatements()
    await product.request('GET', '/analytics/spending', { key: loaded.keys['ro']!.api_key, query })
    const statement = product.takeStatements().find((text) => text.includes('transaction_rollups'))!
    const count = Math.max(...[...statement.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)))
    const plan = await product.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
      await sql.raw(`prepare spending as ${statement}`).execute(tx)
      const nothing = Array.from({ length: count }, () => 'null').join(', ')
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain (costs off) execute spending (${sql.raw(nothing)})`.execute(tx)
      await sql`deallocate spending`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    const scans = plan.match(/on transaction_rollups.*\n.*/g) ?? []
    assert.ok(scans.length > 0, plan)
    for (const scan of scans) {
      assert.match(scan, /\n\s+(Recheck|Index) Cond: .*household_id = \$\d+\) AND \(facet = /)
    }
    assert.match(plan, /on rollup_tails tail\n\s+(Recheck|Index) Cond: \(household_id = /)
  })
}
