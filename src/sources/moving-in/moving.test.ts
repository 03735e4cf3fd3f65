import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expenses } from '#/budget/expenses/contract.ts'
import { proposals } from '#/budget/proposals/contract.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { fileOf, givenMoves } from '../../../test/support/given-moves.ts'
import {
  actual,
  actualBalances,
  actualDatabase,
  actualFill,
  ynab,
  ynabBalances,
} from '../../../test/support/moved-files.ts'
import { startProduct } from '../../../test/support/product.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })

test('a plan of YNAB arrives with its balances, pairs, splits and categories', async () => {
  const given = await givenMoves(product)
  const { counts, accounts } = await given.take('ynab', ynab())
  assert.deepEqual(await given.balances(), ynabBalances)
  assert.deepEqual(
    accounts.map(({ name, type }) => [name, type]),
    [
      ['Everyday', 'depository'],
      ['Rainy day', 'depository'],
      ['Visa', 'credit'],
    ],
  )
  assert.deepEqual(
    [counts.added, counts.known, counts.transfers, counts.splits, counts.pending, counts.tagged],
    [6, 0, 1, 1, 1, 1],
  )
  const rows = await given.rows()
  const books = rows.find(({ concept }) => concept === 'Tram Stop Books')!
  assert.deepEqual([books.status, books.notes], ['pending', 'For the trip #Red'])
  assert.equal(rows.filter(({ type }) => type === 'transfer').length, 2)
  const split = rows.find(({ splits }) => splits.length > 0)!
  assert.deepEqual(
    split.splits.map(({ amount, note }) => [amount, note]),
    [
      [-4000, 'bread'],
      [-2000, null],
    ],
  )
  await assertBooks(product.db, given.household_id)
})

test('a budget of Actual arrives with its balances, mapped names and categories', async () => {
  const given = await givenMoves(product)
  const { counts, left } = await given.take('actual', actual())
  assert.deepEqual(await given.balances(), actualBalances)
  assert.deepEqual([counts.added, counts.transfers, counts.splits], [4, 1, 1])
  assert.deepEqual([counts.bills, counts.paydays], [2, 1])
  const apples = (await given.rows()).find(({ amount }) => amount === -1234)!
  assert.deepEqual([apples.concept, apples.notes], ['Green Grocer', 'apples #fruit'])
  assert.deepEqual(
    left.map(({ reason, count }) => [reason, count]),
    [
      ['deleted', 1],
      ['earlier_budgets', 1],
      ['schedule_transfer', 1],
    ],
  )
  await assertBooks(product.db, given.household_id)
})

test('the same files moved in twice add nothing', async () => {
  const given = await givenMoves(product)
  for (const [app, files] of [
    ['ynab', ynab],
    ['actual', actual],
  ] as const) {
    await given.take(app, files())
    const before = await given.balances()
    const { counts } = await given.take(app, files())
    assert.equal(counts.added, 0)
    assert.equal(counts.new_categories, 0)
    assert.deepEqual([counts.bills, counts.paydays], [0, 0])
    assert.deepEqual(await given.balances(), before)
  }
})

test('a dry run reports the same as the move, and stores nothing', async () => {
  const given = await givenMoves(product)
  const looked = await given.look('ynab', ynab())
  assert.deepEqual(await given.balances(), {})
  const taken = await given.take('ynab', ynab())
  const nameless = (report: typeof looked) => ({
    ...report,
    move_id: null,
    accounts: report.accounts.map((account) => ({ ...account, account_id: null })),
  })
  assert.deepEqual(nameless(looked), nameless(taken))
})

test('targets and schedules are proposed, and nothing is planned unasked', async () => {
  const given = await givenMoves(product)
  await given.take('actual', actual())
  const proposed = given.member.client(proposals)
  const { bills, paydays } = await proposed.listProposals()
  assert.deepEqual(
    bills.map(({ name, amount, interval_months, due }) => [name, amount, interval_months, due]),
    [
      ['Electricity', 4500, 1, '2026-03-28'],
      ['Food', 32_000, 1, '2026-04-01'],
    ],
  )
  assert.deepEqual(
    paydays.map(({ name, amount, frequency, days, next }) => [name, amount, frequency, days, next]),
    [['Acme', 210_000, 'monthly', [15], '2026-04-15']],
  )
  assert.deepEqual((await given.member.client(expenses).listExpenses()).length, 0)
})

test('a proposal of a move that is dismissed does not come back', async () => {
  const given = await givenMoves(product)
  await given.take('actual', actual())
  const proposed = given.member.client(proposals)
  await proposed.dismissProposal({ body: { kind: 'bill', name: 'Food', amount: 32_000 } })
  await proposed.dismissProposal({ body: { kind: 'payday', name: 'Acme', amount: 210_000 } })
  const { bills, paydays } = await proposed.listProposals()
  assert.deepEqual([bills.map(({ name }) => name), paydays], [['Electricity'], []])
})

test('characters that no database stores are left out of names and notes', async () => {
  const given = await givenMoves(product)
  const odd = `update payees set name = 'Green' || char(0, 7) || ' Grocer' where id = 'p1';
    update transactions set notes = char(0) || 'apples' where id = 't1';
    update accounts set name = 'Main' || char(1) || ' account' where id = 'a1';`
  await given.take('actual', [fileOf('db.sqlite', actualDatabase(`${actualFill} ${odd}`))])
  assert.deepEqual(await given.balances(), actualBalances)
  const apples = (await given.rows()).find(({ amount }) => amount === -1234)!
  assert.deepEqual([apples.concept, apples.notes], ['Green Grocer', 'apples'])
})
