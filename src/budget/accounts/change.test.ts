import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactions } from '#/budget/transactions/contract.ts'
import { records } from '#/platform/audited/contract.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { accountsApp } from './app-contract.ts'
import { accounts } from './contract.ts'

const product = await startProduct({ limited: false })

async function ada() {
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const read = member.client(accounts)
  return {
    ...loaded,
    member,
    app: member.client(accountsApp),
    free: async () => (await read.summarizeAccounts({})).free_to_spend,
    find: async (id: string) => (await read.listAccounts({})).find((one) => one.id === id)!,
    refused: async (path: string, body: object, method = 'POST') => {
      const { status, body: answer } = await member.request(method, path, { body })
      return [status, answer.error.code, answer.error.param]
    },
  }
}

test('a manual account counts as cash by its type, unless the household chooses otherwise', async () => {
  const { app, free, find, member, household_id } = await ada()
  const before = await free()
  const { id } = await app.createAccount({
    body: { name: 'Jar', type: 'other', balance: 10_000 },
  })
  assert.equal(await free(), before)
  await app.changeAccount({ params: { id }, body: { spendable: true, name: 'Cash jar' } })
  assert.equal(await free(), before + 10_000)
  const { name, spendable, currency, provider } = await find(id)
  assert.deepEqual([name, spendable, currency, provider], ['Cash jar', true, 'EUR', 'manual'])
  await app.changeAccount({ params: { id }, body: { spendable: null } })
  assert.equal(await free(), before)
  const noted = await member.client(records).listChanges({ query: { subject_id: id } })
  assert.deepEqual(
    noted.map(({ action }) => action),
    ['account.change', 'account.change', 'account.create'],
  )
  await assertBooks(product.db, household_id)
})

test('an empty account is closed; its history stays and nothing more is booked on it', async () => {
  const { app, find, refused, member, household_id } = await ada()
  const { id } = await app.createAccount({
    body: { name: 'Wallet', type: 'wallet', balance: 500 },
  })
  const close = `/accounts/${id}/close`
  assert.deepEqual(await refused(close, {}), [409, 'still_in_use', 'id'])
  const body = { account_id: id, amount: -500, concept: 'Coffee', booked_at: '2026-01-05' }
  const spent = await member.client(transactions).recordTransaction({ body })
  await app.closeAccount({ params: { id }, body: {} })
  const closed = await find(id)
  assert.ok(closed.closed_at)
  assert.equal(closed.subscribed, false)
  const again = await member.request('POST', '/transactions', { body })
  assert.deepEqual([again.status, again.body.error.param], [404, 'account_id'])
  const kept = await member.client(transactions).showTransaction({ params: { id: spent.id } })
  assert.equal(kept.amount, -500)
  // Its past transactions can still be corrected, but its balance stays zero and counts nowhere.
  const free = async () => (await member.request('GET', '/accounts/summary', {})).body
  const before = await free()
  const put = { amount: -450, concept: 'Two coffees' }
  await member.client(transactions).editTransaction({ params: { id: spent.id }, body: put })
  assert.equal((await find(id)).balance, 0)
  assert.deepEqual(await free(), before)
  assert.deepEqual(await refused(close, {}), [404, 'resource_not_found', 'id'])
  await assertBooks(product.db, household_id)
})

test('a card that an Expense pays cannot be closed', async () => {
  const { refused, accounts: ids, member } = await ada()
  await member.client(transactions).recordTransaction({
    body: {
      account_id: ids['visa']!,
      amount: 50_000,
      concept: 'Payment',
      booked_at: '2026-01-05',
      type: 'transfer',
    },
  })
  assert.deepEqual(await refused(`/accounts/${ids['visa']}/close`, {}), [409, 'still_in_use', 'id'])
})

test('bad input names its parameter', async () => {
  const { refused } = await ada()
  const cases: [object, string][] = [
    [{ type: 'wallet' }, 'name'],
    [{ name: 'x', type: 'piggy' }, 'type'],
    [{ name: 'x', type: 'wallet', balance: 1_000_000_000_001 }, 'balance'],
    [{ name: 'x', type: 'wallet', currency: 'euro' }, 'currency'],
  ]
  for (const [body, param] of cases) {
    assert.deepEqual(await refused('/accounts', body), [400, 'invalid_parameter', param])
  }
})
