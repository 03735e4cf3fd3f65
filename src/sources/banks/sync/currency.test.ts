import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankRow, noon } from '../../../../test/support/bank.ts'
import { givenBank } from '../../../../test/support/given-bank.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { connectedToPlaid, plaidAccount, plaidRow } from '../../../../test/support/plaid.ts'

// The bank reports an account in another currency: amounts of two currencies must not mix.

test('SimpleFIN: an account with rows ends at a new currency, and a new account is offered', async () => {
  const { bank, look, rows, accounts, connections, connectionId, select, product, householdId } =
    await givenBank([bankRow('1', { posted: noon('2026-01-02') })])
  const before = await rows()
  const [was] = (await accounts.listAccounts({})).filter(
    ({ provider }) => provider === 'provider_a',
  )
  Object.assign(bank.state.accounts[0]!, { currency: 'USD', balance: '70.00' })
  const usd = bankRow('2', { posted: noon('2026-01-04'), amount: '-5.00' })
  await look([usd])
  assert.deepEqual(await rows(), before, 'booked rows stay unchanged')
  const of = async () => (await accounts.listAccounts({})).find(({ id }) => id === was!.id)!
  const { currency, balance, subscribed } = await of()
  assert.deepEqual([currency, balance, subscribed], ['EUR', 0, false])
  const { accounts: offered } = await connections.listCatalog({ params: { id: connectionId } })
  const open = offered.filter(({ available }) => available)
  assert.deepEqual(
    open.map((one) => [one.currency, one.balance, one.subscribed]),
    [['USD', 7000, false]],
  )
  await select('A')
  await look([usd])
  assert.deepEqual(
    (await rows())
      .map(({ currency: of, amount }) => `${of} ${amount}`)
      .toSorted((a, b) => (a < b ? -1 : 1)),
    ['EUR -1234', 'USD -500'],
  )
  await assertBooks(product.db, householdId)
})

test('SimpleFIN: an account without rows takes the new currency', async () => {
  const { bank, look, accounts } = await givenBank()
  Object.assign(bank.state.accounts[0]!, { currency: 'USD', balance: '70.00' })
  await look([])
  const own = (await accounts.listAccounts({})).filter(({ provider }) => provider === 'provider_a')
  assert.deepEqual(
    own.map(({ currency, balance, subscribed }) => [currency, balance, subscribed]),
    [['USD', 7000, true]],
  )
})

test('Plaid: an account with rows ends at a new currency, and its amounts stay', async () => {
  const { plaid, tells, run, list, accounts } = await connectedToPlaid()
  tells(plaidRow('1'))
  await run()
  plaid.state.accounts = [plaidAccount('A', { currency: 'USD', current: 70 })]
  tells(plaidRow('2', { currency: 'USD', amount: 5 }))
  await run()
  assert.deepEqual(
    (await list()).map(({ currency, amount }) => [currency, amount]),
    [['EUR', -1234]],
  )
  const [was] = (await accounts.listAccounts({}))
    .filter(({ currency }) => currency === 'EUR')
    .filter(({ provider }) => provider === 'provider_b')
  assert.deepEqual([was!.balance, was!.subscribed], [0, false])
})
