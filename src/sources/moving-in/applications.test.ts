import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBooks } from '../../../test/support/ledger.ts'
import { givenMoves } from '../../../test/support/given-moves.ts'
import {
  copilot,
  firefly,
  fireflyBalances,
  lunchMoney,
  mint,
  monarch,
  monarchBalances,
  quicken,
  quickenBalances,
} from '../../../test/support/moved-exports.ts'
import { startProduct } from '../../../test/support/product.ts'
import type { Report } from './app-contract.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })

/** Counts of payments added, transfers, splits and tagged payments. */
const countsOf = ({ counts }: Report) => [
  counts.added,
  counts.transfers,
  counts.splits,
  counts.tagged,
]

test('Firefly III arrives with two currencies, groups as splits, and bills as proposals', async () => {
  const given = await givenMoves(product)
  const report = await given.take('firefly', firefly())
  assert.deepEqual(await given.balances(), fireflyBalances)
  assert.deepEqual(countsOf(report), [8, 1, 1, 8])
  assert.deepEqual(
    report.accounts.map(({ name, subtype, currency }) => [name, subtype, currency]),
    [
      ['Giro', 'checking', 'EUR'],
      ['Sparbuch', 'savings', 'EUR'],
      ['Dollars', 'cash', 'USD'],
    ],
  )
  assert.deepEqual([report.counts.bills, report.counts.paydays], [2, 1])
  assert.deepEqual(
    report.left.map(({ reason, count }) => [reason, count]),
    [
      ['schedule_irregular', 1],
      ['schedule_ended', 1],
      ['earlier_budgets', 1],
      ['transfer_alone', 2],
    ],
  )
  await assertBooks(product.db, given.household_id)
})

test('Monarch arrives with the balances of its second file, and accounts without payments', async () => {
  const given = await givenMoves(product)
  const report = await given.take('monarch', monarch())
  assert.deepEqual(await given.balances(), monarchBalances)
  assert.deepEqual(countsOf(report), [5, 1, 0, 1])
  const shop = (await given.rows()).find(({ amount }) => amount === -4550)!
  assert.deepEqual([shop.concept, shop.original_concept], ['Fresh Foods', 'FRESH FOODS #12'])
  assert.equal(shop.notes, 'for, the party #Party, #Shared')
  await assertBooks(product.db, given.household_id)
})

test('Lunch Money arrives with the sign that its income shows', async () => {
  const given = await givenMoves(product)
  const report = await given.take('lunchmoney', lunchMoney())
  assert.deepEqual(await given.balances(), { Bank: 188_750 })
  assert.deepEqual(countsOf(report), [2, 0, 0, 1])
})

test('a balance that a person states is the one after the last payment', async () => {
  const given = await givenMoves(product)
  const stated = { key: 'Bank', take: true, type: null, subtype: null, balance: 500_000 }
  const { accounts } = await given.take('lunchmoney', lunchMoney(), { accounts: [stated] })
  assert.equal(accounts[0]!.opening, 500_000 - 188_750)
  assert.deepEqual(await given.balances(), { Bank: 500_000 })
})

test('Mint arrives with signs from its own column, and its transfers are paired', async () => {
  const given = await givenMoves(product)
  const report = await given.take('mint', mint())
  assert.deepEqual(await given.balances(), { 'My Checking': 127_990, 'My Savings': 20_000 })
  assert.deepEqual(countsOf(report), [4, 1, 0, 1])
})

test('Copilot arrives with accounts separated by their digits, and pending payments', async () => {
  const given = await givenMoves(product)
  const report = await given.take('copilot', copilot())
  assert.deepEqual(await given.balances(), {
    'Everyday 1111': -4000,
    'Everyday 2222': 4000,
    'Everyday 7788': 89_037,
  })
  assert.deepEqual(countsOf(report), [4, 1, 0, 0])
  assert.equal(report.counts.pending, 1)
})

test('Quicken arrives with opening balances, classes as words, and a split that holds a transfer', async () => {
  const given = await givenMoves(product)
  const report = await given.take('quicken', quicken())
  assert.deepEqual(await given.balances(), quickenBalances)
  assert.deepEqual(countsOf(report), [6, 1, 0, 1])
  assert.deepEqual(report.left, [
    { reason: 'split_apart', count: 1, examples: ['Department Store'] },
  ])
})

test('each application moved in twice adds nothing', async () => {
  const given = await givenMoves(product)
  for (const [app, files] of [
    ['firefly', firefly],
    ['monarch', monarch],
    ['lunchmoney', lunchMoney],
    ['mint', mint],
    ['copilot', copilot],
    ['quicken', quicken],
  ] as const) {
    await given.take(app, files())
    const before = await given.balances()
    assert.equal((await given.take(app, files())).counts.added, 0, app)
    assert.deepEqual(await given.balances(), before, app)
  }
})
