import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountsApp } from '#/budget/accounts/app-contract.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { records } from '#/platform/audited/contract.ts'
import { loadDocument } from '#/documents/load.ts'
import { readExport } from '../../../test/support/exported.ts'
import { budget } from '../../../test/support/given.ts'
import { givenBank } from '../../../test/support/given-bank.ts'
import { bankRow, noon } from '../../../test/support/bank.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { startProduct } from '../../../test/support/product.ts'
import { reconcilingApp } from './app-contract.ts'

// On 5 January Checking holds 3,000.00, and the Visa, whose Expense holds nothing yet, owes 500.00.

const product = await startProduct({ limited: false, start: '2026-01-05T10:00:00.000Z' })

async function ada(document: Parameters<typeof product.household>[0] = budget) {
  const loaded = await product.household(document)
  const { household_id: householdId, accounts: ids } = loaded
  const member = await product.member(householdId, loaded.members['ada']!)
  const read = member.client(accounts)
  const app = member.client(reconcilingApp)
  const checking = { id: ids['checking']! }
  return {
    ...loaded,
    householdId,
    member,
    app,
    checking,
    client: member.client(transactions),
    free: async () => (await read.summarizeAccounts({})).free_to_spend,
    balance: async (id = checking.id) =>
      (await read.listAccounts({})).find((one) => one.id === id)!.balance,
    spend: async (amount: number, booked_at: string, account = 'checking') => {
      const { id } = await member.client(transactions).recordTransaction({
        body: {
          account_id: ids[account]!,
          amount,
          concept: 'Payment',
          booked_at: booked_at as never,
        },
      })
      return id
    },
    reconcile: (balance: number, day?: string, account = 'checking') =>
      app.reconcileAccount({
        params: { id: ids[account]! },
        body: { balance, ...(day !== undefined && { day: day as never }) },
      }),
    refused: async (path: string, body: object, method = 'POST') => {
      const { status, body: answer } = await member.request(method, path, { body })
      const { code, param, detail } = answer.error
      return [status, code, param, (detail as { name: string } | undefined)?.name]
    },
    books: () => assertBooks(product.db, householdId),
  }
}

test('one correcting transaction makes free to spend what the bank says', async () => {
  const { spend, reconcile, balance, free, client, checking, app, member, books } = await ada()
  await spend(-1_250, '2026-01-04')
  const before = await free()
  // 3,000.00 − 12.50 = 2,987.50 here; the bank says 2,980.00.
  const shown = await app.showReconciliation({ params: checking, query: { balance: 298_000 } })
  assert.deepEqual(
    [shown.way, shown.own_balance, shown.difference, shown.current_balance, shown.free_to_spend],
    [
      'reconcile',
      298_750,
      -750,
      { before: 298_750, after: 298_000 },
      { before, after: before - 750 },
    ],
  )
  const { difference, transaction_id: id } = await reconcile(298_000)
  assert.equal(difference, -750)
  assert.equal(await balance(), 298_000)
  assert.equal(await free(), before - 750)
  const correction = await client.showTransaction({ params: { id: id! } })
  assert.deepEqual(
    [correction.amount, correction.type, correction.booked_at, correction.concept],
    [-750, 'expense', '2026-01-05', 'Balance correction'],
  )
  const [entry] = await member.client(records).listChanges({ query: { subject_id: checking.id } })
  assert.deepEqual(
    [entry!.action, entry!.before, entry!.after],
    ['account.reconcile', { balance: 298_750 }, { balance: 298_000, day: '2026-01-05' }],
  )
  await books()
})

test('an account that agrees is reconciled without a transaction, and the day is remembered', async () => {
  const { reconcile, app, checking, client } = await ada()
  const { transaction_id: id, difference } = await reconcile(300_000)
  assert.deepEqual([id, difference], [null, 0])
  assert.equal((await client.listTransactions({ query: {} })).total, 0)
  const checks = await app.listAccountChecks({})
  const { way, day, balance } = checks.find((one) => one.account_id === checking.id)!
  assert.deepEqual([way, day, balance], ['reconcile', '2026-01-05', 300_000])
})

test('rows of later days stay on top of the balance of an earlier day', async () => {
  const { spend, reconcile, balance, books } = await ada()
  await spend(-1_000, '2026-01-02')
  await spend(-2_000, '2026-01-05')
  // At the end of 3 January: 3,000.00 − 10.00 = 2,990.00. The bank says 3,000.00: a payment of 10.00 was never made.
  const { difference } = await reconcile(300_000, '2026-01-03')
  assert.equal(difference, 1_000)
  // 3,000.00 − 20.00
  assert.equal(await balance(), 298_000)
  await books()
})

test('a correction of a card is set aside for its bill, as the comparison says', async () => {
  const { app, accounts: ids, reconcile, free, books } = await ada()
  const before = await free()
  const params = { id: ids['visa']! }
  const shown = await app.showReconciliation({ params, query: { balance: -52_000 } })
  assert.deepEqual(shown.free_to_spend, { before, after: before - 2_000 })
  await reconcile(-52_000, undefined, 'visa')
  assert.equal(await free(), before - 2_000)
  // A refund of 30.00: the Expense holds 20.00 and gives those back.
  const again = await app.showReconciliation({ params, query: { balance: -49_000 } })
  assert.deepEqual(again.free_to_spend, { before: before - 2_000, after: before })
  await reconcile(-49_000, undefined, 'visa')
  assert.equal(await free(), before)
  await books()
})

test('an undo takes the correction and the remembered day back', async () => {
  const { reconcile, app, checking, balance, free, refused, books } = await ada()
  const before = await free()
  const first = await reconcile(300_000, '2026-01-04')
  const { id } = await reconcile(290_000)
  const path = `/accounts/${checking.id}/reconciliation/undo`
  const notFound = [404, 'resource_not_found', 'reconciliation_id', undefined]
  assert.deepEqual(await refused(path, { reconciliation_id: first.id }), notFound)
  await app.undoReconciliation({ params: checking, body: { reconciliation_id: id } })
  assert.deepEqual([await balance(), await free()], [300_000, before])
  const checks = await app.listAccountChecks({})
  assert.equal(checks.find((one) => one.account_id === checking.id)!.day, '2026-01-04')
  assert.deepEqual(await refused(path, { reconciliation_id: id }), notFound)
  await books()
})

test('two members who reconcile at once make one correction', async () => {
  const { member, checking, client, balance, books } = await ada()
  const body = { balance: 299_000, expected_difference: -1_000 }
  const path = `/accounts/${checking.id}/reconciliation`
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => member.request('POST', path, { body })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.equal((await client.listTransactions({ query: {} })).total, 1)
  assert.equal(await balance(), 299_000)
  await books()
})

test('a difference that has changed since it was shown is not corrected', async () => {
  const { spend, checking, refused, balance } = await ada()
  await spend(-400, '2026-01-05')
  const path = `/accounts/${checking.id}/reconciliation`
  assert.deepEqual(await refused(path, { balance: 299_000, expected_difference: -1_000 }), [
    409,
    'edit_conflict',
    undefined,
    'balance_moved',
  ])
  assert.equal(await balance(), 299_600)
})

test('the rows that explain a difference are named: doubled, deleted, swapped digits', async () => {
  const { spend, app, checking, member } = await ada()
  const likely = async (balance: number) => {
    const shown = await app.showReconciliation({ params: checking, query: { balance } })
    return shown.likely.map(({ kind, transactions: rows }) => [kind, ...rows.map(({ id }) => id)])
  }
  const first = await spend(-450, '2026-01-04')
  const second = await spend(-450, '2026-01-05')
  const gone = await spend(-2_100, '2026-01-03')
  await member.client(transactionsApp).removeTransaction({ params: { id: gone } })
  // 2,991.00 here.
  assert.deepEqual(await likely(299_100), [])
  assert.deepEqual(await likely(299_550), [['doubled', second, first]])
  assert.deepEqual(await likely(297_000), [['deleted', gone]])
  const digits = await spend(-7_300, '2026-01-05')
  // 2,918.00 here; with 37.00 instead of 73.00 it would be 2,954.00.
  assert.deepEqual(await likely(295_400), [['digits', digits]])
})

test('a correction is not pay: no payday continues because of it', async () => {
  const { reconcile, householdId, app, checking } = await ada({
    accounts: [{ ref: 'checking', name: 'C', type: 'depository', subtype: 'checking', balance: 0 }],
    funding_schedules: [
      {
        ref: 'pay',
        name: 'Salary',
        frequency: 'monthly',
        days: [6],
        anchor: '2026-01-06',
        wait_for_deposit: true,
      },
    ],
    expenses: [{ ref: 'food', name: 'Food', target_amount: 100_000, funding_schedules: ['pay'] }],
  })
  product.runtime.advance({ hours: 24 })
  while ((await runDueHouseholds(product.runtime)) > 0);
  await reconcile(50_000)
  while ((await runDueHouseholds(product.runtime)) > 0);
  const { free_to_spend: free } = await app.showReconciliation({
    params: checking,
    query: { balance: 50_000 },
  })
  assert.equal(free.before, 50_000)
  await assertBooks(product.db, householdId)
  product.runtime.advance({ hours: -24 })
})

test('impossible requests are refused clearly', async () => {
  const { checking, refused, reconcile, member, app, accounts: ids } = await ada()
  const path = `/accounts/${checking.id}/reconciliation`
  const invalid = (param: string, name?: string) => [400, 'invalid_parameter', param, name]
  assert.deepEqual(
    await refused(path, { balance: 1, day: '2026-01-06' }),
    invalid('day', 'day_outside'),
  )
  assert.deepEqual(
    await refused(path, { balance: 1, day: '1969-12-31' }),
    invalid('day', 'day_outside'),
  )
  assert.deepEqual(await refused(path, { balance: 10 ** 12 + 1 }), invalid('balance', 'too_high'))
  assert.deepEqual(
    await refused(path, { balance: -(10 ** 12) }),
    invalid('balance', 'sums_too_large'),
  )
  await reconcile(300_000, '2026-01-04')
  assert.deepEqual(
    await refused(path, { balance: 1, day: '2026-01-03' }),
    invalid('day', 'reconciled_later'),
  )
  const gone = product.runtime.newId()
  assert.equal((await refused(`/accounts/${gone}/reconciliation`, { balance: 1 }))[0], 404)
  assert.deepEqual(
    await refused(`/accounts/${checking.id}/value`, { value: 1 }),
    invalid('id', 'account_reconciled'),
  )
  const { id } = await member
    .client(accountsApp)
    .createAccount({ body: { name: 'Car', type: 'other' } })
  assert.deepEqual(
    await refused(`/accounts/${id}/reconciliation`, { balance: 1 }),
    invalid('id', 'account_valued'),
  )
  await member.client(accountsApp).closeAccount({ params: { id }, body: {} })
  assert.deepEqual(
    await refused(`/accounts/${id}/value`, { value: 1 }),
    invalid('id', 'account_shut'),
  )
  assert.ok((await app.listAccountChecks({})).every((one) => one.account_id !== id))
  assert.ok(ids['visa'])
})

test('an account whose balance a bank reports is explained, and its correction refused', async () => {
  const { member, rows, look, product: home, householdId } = await givenBank()
  await look([bankRow('1', { posted: noon('2026-01-05'), amount: '-4.50' })])
  const [row] = await rows()
  const app = member.client(reconcilingApp)
  const params = { id: row!.account_id }
  const checks = await app.listAccountChecks({})
  assert.equal(checks.find((one) => one.account_id === params.id)!.way, 'reported')
  const shown = await app.showReconciliation({ params, query: { balance: 0 } })
  assert.equal(shown.way, 'reported')
  const { status, body } = await member.request('POST', `/accounts/${params.id}/reconciliation`, {
    body: { balance: 0 },
  })
  assert.deepEqual(
    [status, body.error.param, (body.error.detail as { name: string }).name],
    [400, 'id', 'balance_reported'],
  )
  await assertBooks(home.db, householdId)
})

test('reconciliations and values survive an export', async () => {
  const { householdId, reconcile, member, app } = await ada()
  await reconcile(299_000)
  product.runtime.advance({ minutes: 1 })
  const { id } = await member
    .client(accountsApp)
    .createAccount({ body: { name: 'House', type: 'other', balance: 1_000 } })
  await app.setAccountValue({ params: { id }, body: { value: 700, day: '2025-06-01' } })
  const exported = await readExport(product.runtime, householdId)
  assert.deepEqual(
    exported.state?.stated_balances?.map(({ kind, day, balance }) => [kind, day, balance]),
    [
      ['value', '2025-06-01', 700],
      ['reconciliation', '2026-01-05', 299_000],
      ['opening', '2026-01-05', 1_000],
    ],
  )
  const loaded = await loadDocument(product.runtime, exported)
  assert.deepEqual(await readExport(product.runtime, loaded.household_id), exported)
})
