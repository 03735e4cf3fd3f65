import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accounts as accountContract } from '#/accounts/contract.ts'
import { webhooks as webhookContract } from '#/webhooks/contract.ts'
import { bankAccount, bankRow, connected, noon, openBank } from '../../test/bank.ts'
import { createReceivers } from '../../test/receivers.ts'

/** A household that is told of new transactions, with its bank's history imported. */
async function listening() {
  const rows = [bankRow('old')]
  const bank = await openBank([
    bankAccount('A', { transactions: rows }),
    bankAccount('B', { transactions: [bankRow('old')] }),
  ])
  const { outbound: destinations } = createReceivers(() =>
    Temporal.Instant.fromEpochMilliseconds(0),
  )
  const given = await connected(bank, { destinations })
  const { product, key, householdId, run } = given
  await product
    .client(webhookContract, key)
    .createWebhook({ body: { name: 'Mine', url: 'https://receiver.example/hook' } })
  const accounts = product.client(accountContract, key)
  let seen = 0
  /** Asks the bank again, and tells what was announced since the last time. */
  const news = async (): Promise<string[]> => {
    product.world.advance({ hours: 1 })
    bank.state.accounts.forEach((account) => (account['balance-date'] += 3600))
    await run()
    const events = await product.db
      .selectFrom('webhook_events')
      .select('body')
      .where('household_id', '=', householdId)
      .orderBy('created_at')
      .execute()
    const since = events.slice(seen)
    seen = events.length
    return since.map(({ body }) => {
      const { transaction } = (JSON.parse(body!) as Told).data
      return `${transaction.status} ${transaction.amount} ${transaction.provider}`
    })
  }
  return { ...given, bank, accounts, news, rows }
}

type Told = {
  readonly data: {
    readonly transaction: {
      readonly status: string
      readonly amount: number
      readonly provider: string
    }
  }
}

const pending = (id: string, amount: string) =>
  bankRow(id, { posted: 0, transacted_at: noon('2026-01-05'), pending: true, amount })
const today = { posted: noon('2026-01-05') }

test('a live transaction is announced once, pending or booked; history, changes and bookings of known ones are not', async () => {
  const { news, rows } = await listening()
  assert.deepEqual(await news(), [], 'the first import is history')
  rows.push(bankRow('1', { ...today, amount: '-5.00' }), pending('2', '-7.00'))
  assert.deepEqual((await news()).toSorted(), ['booked -500 provider_a', 'pending -700 provider_a'])
  assert.deepEqual(await news(), [])
  // Told anew, and booked under another id.
  rows.find(({ id }) => id === '1')!.amount = '-5.50'
  rows.splice(
    rows.findIndex(({ id }) => id === '2'),
    1,
    bankRow('3', { ...today, amount: '-7.00' }),
  )
  assert.deepEqual(await news(), [])
})

test('what goes and comes back was announced before', async () => {
  const { news, rows, list } = await listening()
  await news()
  rows.push(pending('2', '-7.00'))
  assert.equal((await news()).length, 1)
  rows.pop()
  await news()
  assert.deepEqual(await news(), [])
  assert.ok(
    (await list()).every(({ amount }) => amount !== -700),
    'it is gone',
  )
  rows.push(bankRow('2', { ...today, amount: '-7.00' }))
  assert.deepEqual(await news(), [])
  assert.ok(
    (await list()).some(({ amount }) => amount === -700),
    'it is back',
  )
})

test('what a person wrote down is not news when the bank tells of it too', async () => {
  const { news, rows, product, key, accounts } = await listening()
  await news()
  const account = (await accounts.listAccounts({})).find(({ name }) => name.endsWith('A'))
  const wrote = { account_id: account!.id, amount: -900, concept: 'Lunch', booked_at: '2026-01-05' }
  await product.request('POST', '/transactions', { key, body: wrote })
  rows.push(bankRow('1', { ...today, amount: '-9.00', payee: 'Lunch' }))
  assert.deepEqual(await news(), ['booked -900 manual'])
})

test('an account that is followed again catches up in silence, and is live again after that', async () => {
  const { news, rows, accounts } = await listening()
  await news()
  const follow = async (subscribed: boolean) => {
    const account = (await accounts.listAccounts({})).find(({ name }) => name.endsWith('A'))
    await accounts.setSubscription({ params: { id: account!.id }, body: { subscribed } })
  }
  await follow(false)
  rows.push(bankRow('1', { ...today, amount: '-1.00' }))
  assert.deepEqual(await news(), [])
  await follow(true)
  rows.push(bankRow('2', { ...today, amount: '-2.00' }))
  assert.deepEqual(await news(), [])
  rows.push(bankRow('3', { ...today, amount: '-3.00' }))
  assert.deepEqual(await news(), ['booked -300 provider_a'])
})
