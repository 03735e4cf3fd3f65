import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categoryRulesApp } from '#/budget/categories/app-contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { bankRow, noon } from '../../../test/support/bank.ts'
import { givenBank } from '../../../test/support/given-bank.ts'
import { givenFiles } from '../../../test/support/given-files.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { startProduct } from '../../../test/support/product.ts'
import { assignmentsApp } from './app-contract.ts'

// Groceries hold 60.00 in the households of these tests.

const shop = (id: string, amount: string, payee = 'Corner Bakery') =>
  bankRow(id, { posted: noon('2026-01-08'), amount, payee, description: `POS ${payee}` })

async function givenRule(rule: object = {}) {
  const given = await givenBank()
  const rules = given.member.client(categoryRulesApp)
  const { id: expense_id } = await given.groceries()
  const { id } = await rules.createCategoryRule({ body: { text: 'bakery', expense_id, ...rule } })
  given.product.runtime.advance({ hours: 72 })
  return {
    ...given,
    rules,
    ruleId: id,
    expenseId: expense_id,
    shown: async () =>
      (await given.app.listRows({ query: {} })).data
        .filter(({ provider }) => provider === 'provider_a')
        .map(({ concept, expense_goal_id, expense_why }) => [
          concept,
          expense_goal_id === expense_id,
          expense_why,
        ]),
    held: async () => (await given.groceries()).balance,
  }
}

test('a payment from a bank is spent from the Expense that a rule names', async () => {
  const { look, shown, held, ruleId, product, householdId } = await givenRule()
  await look([shop('a', '-12.50'), shop('b', '-3.00', 'Kiosk')])
  assert.deepEqual(
    new Set(await shown()),
    new Set([
      ['Corner Bakery', true, { by: 'rule', rule_id: ruleId }],
      ['Kiosk', false, null],
    ]),
  )
  assert.equal(await held(), 6_000 - 1_250)
  await assertBooks(product.db, householdId)
})

test('a rule for a whole name names the Expense of the payments that it renames', async () => {
  const { look, shown, held } = await givenRule({
    match: 'is',
    text: 'Corner Bakery',
    concept: 'Bread',
  })
  await look([shop('a', '-12.50')])
  assert.deepEqual(
    (await shown()).map(([concept, isFound]) => [concept, isFound]),
    [['Bread', true]],
  )
  assert.equal(await held(), 4_750)
})

test('a rule whose Expense is archived still names the category, and no Expense', async () => {
  const { look, shown, member, expenseId } = await givenRule({ concept: 'Bread' })
  await member.client(expensesApp).archiveExpense({ params: { id: expenseId }, body: {} })
  await look([shop('a', '-12.50')])
  assert.deepEqual(await shown(), [['Bread', false, null]])
})

test('a payment that a person took back is not spent by the rule again when the bank changes it', async () => {
  const { look, shown, held, key, product, list } = await givenRule()
  await look([shop('a', '-12.50')])
  const row = (await list()).find(({ concept }) => concept === 'Corner Bakery')!
  const body = { expense_goal_id: null }
  await product.request('POST', `/transactions/${row.id}/expense`, { key, body })
  assert.equal(await held(), 6_000)
  await look([shop('a', '-12.90')])
  assert.deepEqual(await shown(), [['Corner Bakery', false, null]])
  assert.equal(await held(), 6_000)
})

test('a payment that is recorded through the API follows the rule, too', async () => {
  const { product, key, accounts, ruleId, held, app } = await givenRule()
  const [account] = await accounts.listAccounts({})
  const { body } = await product.request<{ id: string }>('POST', '/transactions', {
    key,
    body: {
      account_id: account!.id,
      concept: 'Bakery',
      amount: -700,
      booked_at: '2026-01-08',
    },
  })
  const rows = (await app.listRows({ query: {} })).data
  assert.deepEqual(rows.find(({ id }) => id === body.id)?.expense_why, {
    by: 'rule',
    rule_id: ruleId,
  })
  assert.equal(await held(), 5_300)
})

test('a file’s payments follow the rule; those from before the Expense wait for a person', async () => {
  const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })
  const { member, take, expenses, household_id } = await givenFiles(product)
  const expense_id = expenses['groceries']!
  await member.client(categoryRulesApp).createCategoryRule({ body: { text: 'bakery', expense_id } })
  product.runtime.advance({ hours: 48 })
  await take(`Date,Description,Amount
2026-03-01,Bakery A,-1.00
2026-03-15,Bakery B,-2.00
2026-03-21,Bakery C,-4.00
2026-03-21,Kiosk,-8.00
`)
  const rows = (await member.client(transactionsApp).listRows({ query: {} })).data
  assert.deepEqual(
    rows
      .filter(({ expense_goal_id }) => expense_goal_id === expense_id)
      .map(({ concept }) => concept),
    ['Bakery C'],
  )
  const open = await member.client(assignmentsApp).listAssignmentSuggestions({})
  assert.deepEqual(
    open.map(({ transaction, why }) => [transaction.concept, why.by]),
    [['Bakery B', 'rule']],
  )
  const held = await product.db
    .selectFrom('expenses')
    .select('balance')
    .where('household_id', '=', household_id)
    .where('id', '=', expense_id)
    .executeTakeFirstOrThrow()
  assert.equal(held.balance, 6_000 - 400)
  await assertBooks(product.db, household_id)
})
