import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { accountsApp } from '#/budget/accounts/app-contract.ts'
import { categories } from '#/budget/categories/contract.ts'
import { categoriesApp } from '#/budget/categories/app-contract.ts'
import { proposals } from '#/budget/proposals/contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { givenMoves } from '../../../test/support/given-moves.ts'
import { ynab, ynabBalances } from '../../../test/support/moved-files.ts'
import { startProduct } from '../../../test/support/product.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })

async function givenMoved() {
  const given = await givenMoves(product)
  const { move_id: id } = await given.take('ynab', ynab())
  return {
    ...given,
    undo: (body: { changed?: 'keep' | 'remove' } = {}) =>
      given.moves.takeBackMove({ params: { id: id! }, body }),
    names: async () => {
      const found = await given.member.client(categories).listCategories()
      return found.map(({ name }) => name).toSorted()
    },
    proposed: async () => (await given.member.client(proposals).listProposals()).bills.length,
  }
}

test('undo takes back accounts, categories, payments and proposals', async () => {
  const given = await givenMoved()
  assert.deepEqual(await given.names(), ['Books', 'Cleaning', 'Food', 'Fun', 'Groceries', 'Home'])
  assert.equal(await given.proposed(), 1)
  const { status, kept } = await given.undo()
  assert.deepEqual([status, kept], ['undone', []])
  assert.deepEqual(await given.balances(), {})
  assert.deepEqual(await given.rows(), [])
  assert.deepEqual(await given.names(), [])
  assert.equal(await given.proposed(), 0)
  await assertBooks(product.db, given.household_id)
})

test('after an undo the same files can be moved in again', async () => {
  const given = await givenMoved()
  await given.undo()
  const { counts } = await given.take('ynab', ynab())
  assert.equal(counts.added, 6)
  assert.deepEqual(await given.balances(), ynabBalances)
})

test('a payment that a person has changed stays with its account, and is named', async () => {
  const given = await givenMoved()
  const rows = await given.rows()
  const books = rows.find(({ concept }) => concept === 'Tram Stop Books')!
  await given.member.client(transactions).editTransaction({
    params: { id: books.id },
    body: { notes: 'a present' },
  })
  const { kept } = await given.undo()
  assert.deepEqual(kept, [
    { kind: 'payment', reason: 'changed', count: 1, names: ['Tram Stop Books (2026-03-18)'] },
    { kind: 'account', reason: 'in_use', count: 1, names: ['Visa'] },
    { kind: 'category', reason: 'in_use', count: 2, names: ['Books', 'Fun'] },
  ])
  assert.deepEqual(await given.balances(), { Visa: -15_000 })
  const again = await given.undo({ changed: 'remove' })
  assert.deepEqual(again.kept, [])
  assert.deepEqual(await given.balances(), {})
  assert.deepEqual(await given.names(), [])
})

test('an account and a category that people use otherwise stay, and are named', async () => {
  const given = await givenMoved()
  const { rows: found } = await sql<{ id: string }>`
    select id from accounts where household_id = ${given.household_id} and name = 'Everyday'`.execute(
    product.db,
  )
  const accountId = found[0]!.id
  await given.member.client(transactions).recordTransaction({
    body: { account_id: accountId, amount: -500, concept: 'Ice', booked_at: '2026-03-20' as never },
  })
  const all = await given.member.client(categories).listCategories()
  const home = all.find(({ name }) => name === 'Home')!
  await given.member.client(categoriesApp).changeCategory({
    params: { id: home.id },
    body: { name: 'Household', expected_updated_at: home.updated_at },
  })
  const { kept } = await given.undo()
  assert.deepEqual(kept, [
    { kind: 'account', reason: 'in_use', count: 1, names: ['Everyday'] },
    { kind: 'category', reason: 'changed', count: 1, names: ['Household'] },
  ])
  // The opening balance and the ice: the payments of the move are gone.
  assert.deepEqual(await given.balances(), { Everyday: 99_500 })
  await assertBooks(product.db, given.household_id)
})

test('a move that is undone cannot be undone again', async () => {
  const given = await givenMoved()
  await given.undo()
  await assert.rejects(given.undo(), /edit_conflict/)
})

test('money that was moved in changes free to spend by the balances of cash accounts alone', async () => {
  const given = await givenMoves(product)
  const free = async () => {
    const { body } = await given.member.request<{ money: { free_to_spend: number }[] }>(
      'GET',
      '/home',
    )
    return body.money[0]?.free_to_spend ?? 0
  }
  const before = await free()
  await given.take('ynab', ynab())
  assert.equal((await free()) - before, ynabBalances.Everyday + ynabBalances['Rainy day'])
  await given.member.client(accountsApp).createAccount({
    body: { name: 'Cash', type: 'wallet', subtype: null, balance: 0, spendable: null },
  })
  assert.equal((await free()) - before, ynabBalances.Everyday + ynabBalances['Rainy day'])
})
