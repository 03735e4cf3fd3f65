import assert from 'node:assert/strict'
import { test } from 'node:test'
import { walletApp } from '#/sources/wallet/app-contract.ts'
import { type Answered, givenBank, pendingRow } from '../../../test/support/given-bank.ts'
import { bankAccount, bankRow, noon, openBank } from '../../../test/support/bank.ts'

// Tests when `transaction.created` is sent (Spec, Events).

const booked = (id: string, day: string, changes = {}) =>
  bankRow(id, { posted: noon(day), ...changes })

/** Reads status, amount and provider of the announced transactions. */
async function announced({ product, householdId }: Answered): Promise<string[]> {
  const events = await product.db
    .selectFrom('webhook_events')
    .select('body')
    .where('household_id', '=', householdId)
    .where('kind', '=', 'transaction')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return events.map(({ body }) => {
    const { transaction } = (JSON.parse(body!) as EventBody).data
    return `${transaction.status} ${transaction.amount} ${transaction.provider}`
  })
}

type EventBody = {
  readonly data: {
    readonly transaction: {
      readonly status: string
      readonly amount: number
      readonly provider: string
    }
  }
}

test('the first history is not announced; later transactions are announced once', async () => {
  const given = await givenBank([booked('1', '2026-01-02')])
  const { look, events, rows } = given
  assert.deepEqual(await events(), [], 'the first import is history')
  const answer = [
    booked('1', '2026-01-02'),
    booked('2', '2026-01-05', { amount: '-5.00' }),
    pendingRow('3', '2026-01-05', { amount: '-7.00' }),
  ]
  await look(answer)
  const added = (await rows()).filter(({ amount }) => amount !== -1234).map(({ id }) => id)
  assert.deepEqual((await events()).toSorted(), added.toSorted())
  const expected = ['booked -500 provider_a', 'pending -700 provider_a']
  assert.deepEqual((await announced(given)).toSorted(), expected)
  await look(answer)
  assert.equal((await events()).length, 2)
  // The bank corrects one and books the other under another id.
  await look([
    booked('1', '2026-01-02'),
    booked('2', '2026-01-05', { amount: '-5.50' }),
    booked('4', '2026-01-05', { amount: '-7.00' }),
  ])
  assert.deepEqual((await announced(given)).toSorted(), expected)
})

test('a booking, a change, a removal and a return are not announced', async () => {
  const { look, events, rows } = await givenBank()
  const pending = pendingRow('p', '2026-01-05')
  await look([pending])
  const [first] = await events()
  assert.equal((await events()).length, 1)
  for (const answer of [
    [],
    [],
    [pending],
    [booked('b', '2026-01-05')],
    [booked('b', '2026-01-05', { amount: '-12.99' })],
  ]) {
    await look(answer)
    assert.deepEqual(await events(), [first])
  }
  assert.deepEqual(
    (await rows()).map(({ id, amount, status }) => [id, amount, status]),
    [[first, -1299, 'booked']],
  )
})

test('a removed pending that comes back booked is not announced again', async () => {
  const { look, events, rows } = await givenBank()
  await look([pendingRow('2', '2026-01-05', { amount: '-7.00' })])
  const first = await events()
  assert.equal(first.length, 1)
  await look([])
  await look([])
  assert.deepEqual(await rows(), [], 'it is gone')
  await look([booked('2', '2026-01-05', { amount: '-7.00' })])
  assert.deepEqual(await events(), first)
  assert.deepEqual(
    (await rows()).map(({ id, status }) => [id, status]),
    [[first[0], 'booked']],
    'it is back',
  )
})

test('bookings from more than 14 days before the account went live are not announced', async () => {
  const { look, events, rows, bank } = await givenBank()
  const { connection, ...account } = bank.state.accounts[0]!
  const late = [
    booked('old', '2025-12-21', { amount: '-1.00' }),
    booked('edge', '2025-12-22', { amount: '-2.00' }),
  ]
  // This server ignores the requested window.
  const accounts = [{ ...account, conn_id: connection, transactions: late }]
  const body = JSON.stringify({ errlist: [], connections: bank.state.connections, accounts })
  bank.state.override = { status: 200, body }
  await look([])
  assert.equal((await rows()).length, 2)
  const edge = (await rows()).find(({ amount }) => amount === -200)!
  assert.deepEqual(await events(), [edge.id])
})

test('manual and wallet payments are announced once, not again when the bank lists them', async () => {
  const given = await givenBank()
  const { look, events, transactions, accounts, member, product, rows } = given
  const [account] = (await accounts.listAccounts({})).filter(
    ({ provider }) => provider === 'provider_a',
  )
  await transactions.recordTransaction({
    body: { account_id: account!.id, amount: -700, concept: 'Lunch', booked_at: '2026-01-05' },
  })
  await transactions.recordTransaction({
    body: { account_id: account!.id, amount: -600, concept: 'Dinner', booked_at: '2026-01-05' },
  })
  const { token } = await member.client(walletApp).createDevice({ body: { name: 'Phone' } })
  for (const [id, amount] of [
    ['unmatched', '1.00'],
    ['matched', '9.00'],
  ] as const) {
    await product.request('POST', '/ingest/wallet', {
      base: '',
      key: token!,
      body: { kind: 'payment', merchant: 'Corner Bakery', amount, card: account!.name, id },
    })
  }
  const before = await events()
  assert.deepEqual((await announced(given)).toSorted(), [
    'booked -600 manual',
    'booked -700 manual',
    'pending -100 wallet',
    'pending -900 wallet',
  ])
  await look([
    pendingRow('1', '2026-01-05', { amount: '-7.00' }),
    booked('2', '2026-01-05', { amount: '-9.00' }),
    booked('3', '2026-01-05', { amount: '-6.00', payee: 'Dinner' }),
  ])
  assert.deepEqual(await events(), before)
  assert.deepEqual(await rows(), [])
})

for (const [how, others] of [
  ['by selection, alone', []],
  ['by subscription, with another account', ['B']],
] as const) {
  test(`the first import after following again is not announced (${how})`, async () => {
    const bank = await openBank(
      ['A', ...others].map((id) => bankAccount(id, { transactions: [booked('1', '2026-01-02')] })),
    )
    const given = await givenBank([], { bank })
    const { look, events, select, rows, accounts } = given
    const account = (await accounts.listAccounts({})).find(({ name }) => name.endsWith(' A'))!
    const follow = (subscribed: boolean) =>
      others.length === 0
        ? select(...(subscribed ? ['A'] : []))
        : accounts.setSubscription({ params: { id: account.id }, body: { subscribed } })
    const ours = async () => (await rows()).filter(({ account_id }) => account_id === account.id)
    await follow(false)
    const missed = [booked('1', '2026-01-02'), booked('2', '2026-01-05', { amount: '-2.00' })]
    await look(missed)
    assert.equal((await ours()).length, 1)
    assert.deepEqual(await events(), [])
    await follow(true)
    const found = [...missed, pendingRow('3', '2026-01-05', { amount: '-3.00' })]
    await look(found)
    assert.equal((await ours()).length, 3)
    assert.deepEqual(await events(), [])
    await look([...found, booked('4', '2026-01-05', { amount: '-4.00' })])
    const fourth = (await ours()).find(({ amount }) => amount === -400)!
    assert.deepEqual(await events(), [fourth.id])
    assert.deepEqual(await announced(given), ['booked -400 provider_a'])
  })
}

test('an account that is not followed stores and announces nothing', async () => {
  const { look, events, bank, select, rows } = await givenBank()
  bank.state.accounts.push({ ...bank.state.accounts[0]!, id: 'B', name: 'Everyday Checking B' })
  await select('A')
  await look([booked('1', '2026-01-05')], { account: bank.state.accounts[1]! })
  assert.deepEqual([await rows(), await events()], [[], []])
})

test('a failed import announces nothing; the repeated import does', async () => {
  const { look, events, bank, product } = await givenBank()
  bank.state.override = { status: 200, body: '{' }
  await look([booked('1', '2026-01-05')])
  assert.deepEqual(await events(), [])
  bank.state.override = null
  product.runtime.advance({ hours: 1 })
  await look([booked('1', '2026-01-05')])
  assert.equal((await events()).length, 1)
})
