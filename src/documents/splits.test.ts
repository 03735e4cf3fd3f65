import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactions } from '#/budget/transactions/contract.ts'
import { budget } from '../../test/support/given.ts'
import { assertBooks } from '../../test/support/ledger.ts'
import { ada, startProduct } from '../../test/support/product.ts'
import { DocumentFault } from './document-fault.ts'
import { loadDocument } from './load.ts'

const product = await startProduct({ limited: false })

const withSplit = (splits: object[], more: object = {}) =>
  ({
    ...ada,
    ...budget,
    transactions: [
      {
        ref: 't',
        account: 'checking',
        amount: -5_000,
        concept: 'Market',
        booked_at: '2026-01-04',
        splits,
        ...more,
      },
    ],
  }) as unknown

test('a document may hold split transactions, whose links are history and move no money', async () => {
  const loaded = await loadDocument(
    product.runtime,
    withSplit([
      { amount: -2_000, category: 'food', expense: 'groceries' },
      { amount: -3_000, category: 'food', note: 'for Bo' },
    ]),
  )
  const client = product.client(transactions, loaded.keys['rw']!.api_key)
  const { data } = await client.listTransactions({
    query: { expense_goal_id: loaded.expenses['groceries']! },
  })
  assert.deepEqual(
    data.map(({ amount, category_id, expense_goal_id, splits }) => [
      amount,
      category_id,
      expense_goal_id,
      splits.map((part) => [part.amount, part.note]),
    ]),
    [
      [
        -5_000,
        loaded.categories['food'],
        null,
        [
          [-2_000, null],
          [-3_000, 'for Bo'],
        ],
      ],
    ],
  )
  await assertBooks(product.db, loaded.household_id)
})

test('parts that do not make up their transaction are faults that name the place', async () => {
  const faults = async (path: string, splits: object[], more?: object) => {
    await assert.rejects(loadDocument(product.runtime, withSplit(splits, more)), (error) => {
      assert.ok(error instanceof DocumentFault)
      assert.match(error.message, new RegExp(`^${path.replaceAll(/[[\].]/g, '\\$&')}`))
      return true
    })
  }
  const [two, three] = [{ amount: -2_000 }, { amount: -3_000 }]
  await faults('transactions[0].splits', [two, two])
  await faults('transactions[0].splits', [{ amount: -5_000 }])
  await faults('transactions[0].splits[1].amount', [{ amount: -6_000 }, { amount: 1_000 }])
  await faults('transactions[0].splits[0].category', [{ ...two, category: 'none' }, three])
  await faults('transactions[0].splits[1].expense', [two, { ...three, expense: 'none' }])
  await faults('transactions[0].category', [{ ...two, category: 'food' }, three], {
    category: 'food',
  })
})
