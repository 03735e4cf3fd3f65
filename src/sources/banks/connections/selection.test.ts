import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importDue } from '#/sources/banks/sync/import-next-connection.ts'
import { connections as contract } from './contract.ts'
import {
  accountRequests,
  bankAccount,
  bankRow,
  connected,
  openBank,
} from '../../../../test/support/bank.ts'
import { budget } from '../../../../test/support/given.ts'
import { startProduct } from '../../../../test/support/product.ts'

test('only the owner of a connection selects, discovers and subscribes', async () => {
  const bank = await openBank([bankAccount('A')])
  const { product, otherKey, connectionId, accounts } = await connected(bank)
  const [account] = await accounts.listAccounts({})
  const calls: [string, string, object | undefined][] = [
    ['PUT', `/aggregator/items/${connectionId}/accounts`, { account_ids: [] }],
    ['POST', `/aggregator/items/${connectionId}/discover`, undefined],
    ['PUT', `/accounts/${account!.id}/subscription`, { subscribed: false }],
  ]
  const asked = accountRequests(bank)
  for (const [method, path, body] of calls) {
    const answer = await product.request(method, path, { key: otherKey, ...(body && { body }) })
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'not_connection_owner'], path)
  }
  assert.equal(accountRequests(bank), asked)
  const other = product.client(contract, otherKey)
  assert.equal((await other.listConnections({}))[0]!.is_owner, false)
  assert.equal((await other.listCatalog({ params: { id: connectionId } })).accounts.length, 1)
})

test('an account is unsubscribed and subscribed again', async (t) => {
  const bank = await openBank([bankAccount('A', { transactions: [bankRow('1')] })])
  const { run, list, accounts, product, connections, connectionId } = await connected(bank)
  await run()
  const [before] = await accounts.listAccounts({})
  const params = { id: before!.id }
  await t.test(
    'unsubscribing stops requests, and keeps the account with its balance and history',
    async () => {
      assert.deepEqual(await accounts.setSubscription({ params, body: { subscribed: false } }), {
        subscribed: false,
        history_retained: true,
      })
      const asked = accountRequests(bank)
      product.runtime.advance({ hours: 48 })
      assert.equal(await importDue(product.runtime), 0)
      await run()
      assert.equal(accountRequests(bank), asked)
      const [after] = await accounts.listAccounts({})
      assert.deepEqual(
        [after!.id, after!.balance, after!.subscribed],
        [before!.id, before!.balance, false],
      )
      assert.equal((await list()).length, 1)
      const selection = await connections.listCatalog({ params: { id: connectionId } })
      assert.equal(selection.selected_count, 0)
    },
  )
  await t.test('subscribing again imports new rows to the same account', async () => {
    await accounts.setSubscription({ params, body: { subscribed: true } })
    bank.state.accounts[0]!.transactions.push(bankRow('2'))
    assert.equal((await run()).added, 1)
    assert.equal((await list()).length, 2)
  })
})

test('a manual account cannot be subscribed', async () => {
  const product = await startProduct({ limited: false })
  const { keys, accounts } = await product.household(budget)
  const { status, body } = await product.request(
    'PUT',
    `/accounts/${accounts['checking']}/subscription`,
    {
      key: keys['rw']!.api_key,
      body: { subscribed: true },
    },
  )
  assert.deepEqual([status, body.error.code], [409, 'account_not_subscribable'])
})

test('a selection is a set, without regard to order and repeats', async () => {
  const bank = await openBank([bankAccount('A'), bankAccount('B')])
  const { connections, connectionId } = await connected(bank, { selectAll: false })
  const params = { id: connectionId }
  const { accounts } = await connections.listCatalog({ params })
  const b = accounts[1]?.id
  const chosen = await connections.replaceSelection({
    params,
    body: { account_ids: [b!, b!, b!.toUpperCase()] },
  })
  assert.deepEqual(
    [chosen.selected_count, chosen.accounts.map(({ subscribed }) => subscribed)],
    [1, [false, true]],
  )
})

test('an unknown account in a selection is refused by its index, and nothing changes', async () => {
  const bank = await openBank([bankAccount('A'), bankAccount('B')])
  const { connections, connectionId, product, key } = await connected(bank, { selectAll: false })
  const params = { id: connectionId }
  const { accounts } = await connections.listCatalog({ params })
  const [a, b] = accounts.map(({ id }) => id)
  await connections.replaceSelection({ params, body: { account_ids: [b!] } })
  const ghost = '01890000-0000-7000-8000-000000000000'
  const { status, body } = await product.request(
    'PUT',
    `/aggregator/items/${connectionId}/accounts`,
    {
      key,
      body: { account_ids: [a, ghost] },
    },
  )
  assert.deepEqual(
    [status, body.error.code, body.error.param],
    [404, 'resource_not_found', 'account_ids[1]'],
  )
  assert.equal((await connections.listCatalog({ params })).selected_count, 1)
})
