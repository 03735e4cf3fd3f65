import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProduct } from '../../../test/support/product.ts'
import { accounts } from './contract.ts'

const product = await startProduct({ limited: false })

test('totals cover the household’s currency; free-to-spend is cash less money set aside', async () => {
  const { keys } = await product.household({
    accounts: [
      { ref: 'a', name: 'Checking', type: 'depository', subtype: 'checking', balance: 300_000 },
      { ref: 'b', name: 'Savings', type: 'depository', subtype: 'savings', balance: 50_000 },
      {
        ref: 'c',
        name: 'Old savings',
        type: 'depository',
        subtype: 'savings',
        balance: 7,
        spendable: false,
      },
      { ref: 'd', name: 'Wallet', type: 'wallet', balance: 2_000 },
      { ref: 'e', name: 'Visa', type: 'credit', subtype: 'credit_card', balance: -40_000 },
      { ref: 'f', name: 'Fund', type: 'investment', balance: 900_000 },
      {
        ref: 'g',
        name: 'Dollars',
        type: 'depository',
        subtype: 'checking',
        currency: 'USD',
        balance: 123,
      },
    ],
    expenses: [
      { ref: 'x', name: 'Rent', target_amount: 100_000, balance: 60_000 },
      { ref: 'y', name: 'Trip', type: 'goal', target_amount: 10_000, balance: 5_000 },
    ],
  })
  const summary = await product.client(accounts, keys['ro']!.api_key).summarizeAccounts({})
  assert.deepEqual(summary, {
    currency: 'EUR',
    as_of: '2026-01-05T12:00:00.000Z',
    total_balance: 1_212_007,
    assets: 1_252_007,
    liabilities: -40_000,
    spendable_balance: 352_000,
    set_aside: 65_000,
    free_to_spend: 287_000,
    account_count: 7,
    by_type: [
      { type: 'credit', balance: -40_000, account_count: 1 },
      { type: 'depository', balance: 350_007, account_count: 3 },
      { type: 'investment', balance: 900_000, account_count: 1 },
      { type: 'wallet', balance: 2_000, account_count: 1 },
    ],
    by_currency: [
      { currency: 'EUR', balance: 1_212_007, account_count: 6 },
      { currency: 'USD', balance: 123, account_count: 1 },
    ],
  })
  assert.equal(summary.total_balance, summary.assets + summary.liabilities)
})

test('an empty household has zero totals in its own currency', async () => {
  const { keys } = await product.household({})
  const summary = await product.client(accounts, keys['ro']!.api_key).summarizeAccounts({})
  assert.deepEqual(
    [
      summary.currency,
      summary.free_to_spend,
      summary.account_count,
      summary.by_type,
      summary.by_currency,
    ],
    ['EUR', 0, 0, [], []],
  )
})

test('free-to-spend may be negative', async () => {
  const { keys } = await product.household({
    accounts: [
      { ref: 'a', name: 'Checking', type: 'depository', subtype: 'checking', balance: 100 },
    ],
    expenses: [{ ref: 'x', name: 'Rent', target_amount: 500, balance: 500 }],
  })
  const summary = await product.client(accounts, keys['ro']!.api_key).summarizeAccounts({})
  assert.equal(summary.free_to_spend, -400)
})
