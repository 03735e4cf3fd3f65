import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { addDays, toDay } from '#/core/values/day.ts'
import { transactionsApp } from './app-contract.ts'
import { transactions } from './contract.ts'

const product = await startProduct({ limited: false })
const loaded = await product.household({
  ...budget,
  transactions: Array.from({ length: 130 }, (_, index) => ({
    ref: `t${index}`,
    account: index % 5 === 0 ? 'visa' : 'checking',
    amount: -index - 1,
    concept: index % 3 === 0 ? `Coffee ${index}` : `Shop ${index}`,
    booked_at: addDays(toDay('2026-01-01'), (index * 37) % 20),
    category: index % 4 === 0 ? 'food' : null,
  })),
})
const member = await product.member(loaded.household_id, loaded.members['ada']!)
const rows = member.client(transactionsApp)
const list = product.client(transactions, loaded.keys['rw']!.api_key)
type Query = Parameters<typeof list.listTransactions>[0]['query']

/** One query that the rollups count, and two that they do not. */
const lists: readonly (readonly [Query, counted: boolean])[] = [
  [{}, true],
  [{ account_id: loaded.accounts['visa']! }, true],
  [{ search: 'coffee' }, false],
  [{ search: 'no such thing' }, false],
  [{ account_id: loaded.accounts['visa']!, category_id: loaded.categories['food']! }, false],
]

test('the pages have the rows of the public list, and only the last has no more', async () => {
  for (const [query, counted] of lists) {
    for (const limit of [10, 44, 200]) {
      const { pages, total } = await list.listTransactions({ query: { ...query, limit } })
      for (let page = 1; page <= pages + 1; page += 1) {
        const asked = { query: { ...query, limit, page } }
        const expected = await list.listTransactions(asked)
        assert.deepEqual(await rows.listRows(asked), {
          data: expected.data.map((one) => ({ ...one, expense_why: null })),
          total: counted ? total : null,
          has_more: expected.has_more,
          faults: [],
        })
      }
    }
  }
})
