import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { bankAccount, bankRow, noon, openBank } from '../../../test/support/bank.ts'
import { givenBank, pendingRow } from '../../../test/support/given-bank.ts'
import { givenFiles } from '../../../test/support/given-files.ts'
import { givenWallets } from '../../../test/support/given-wallet.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { startProduct } from '../../../test/support/product.ts'

// A payment that a person has deleted stays away from every source, until the person restores it.

const booked = (id: string, day: string, amount: string) =>
  bankRow(id, { posted: noon(day), amount })

test('a deleted payment of a bank stays away, and comes back once when it is restored', async () => {
  const given = await givenBank()
  const { look, rows, app, groceries, transactions, product, householdId } = given
  const listed = [booked('1', '2026-01-05', '-25.00')]
  await look(listed)
  const [row] = await rows()
  const params = { id: row!.id }
  await transactions.assignTransaction({
    params,
    body: { expense_goal_id: (await groceries()).id },
  })
  await app.removeTransaction({ params })
  assert.equal((await groceries()).balance, 6_000)
  await look(listed)
  assert.deepEqual(await rows(), [])
  assert.deepEqual((await app.restoreTransaction({ params })).differences, [])
  await look(listed)
  assert.deepEqual(
    (await rows()).map(({ id, amount }) => [id, amount]),
    [[row!.id, -2_500]],
  )
  assert.equal((await groceries()).balance, 3_500)
  await assertBooks(product.db, householdId)
})

test('a pending payment that was booked while it was deleted is restored as booked', async () => {
  const { look, rows, app, product, householdId } = await givenBank()
  await look([pendingRow('1', '2026-01-05', { amount: '-20.00' })])
  const [row] = await rows()
  const params = { id: row!.id }
  await app.removeTransaction({ params })
  await look([booked('1', '2026-01-06', '-22.00')])
  assert.deepEqual(await rows(), [])
  const { differences } = await app.restoreTransaction({ params })
  assert.deepEqual(
    differences.map(({ kind }) => kind),
    ['booked'],
  )
  const [restored] = await rows()
  assert.deepEqual([restored!.status, restored!.amount], ['booked', -2_200])
  await assertBooks(product.db, householdId)
})

test('a pending payment that its bank has withdrawn cannot be restored', async () => {
  const { look, rows, app, member, product, householdId } = await givenBank()
  await look([pendingRow('1', '2026-01-05', { amount: '-20.00' })])
  const [row] = await rows()
  await app.removeTransaction({ params: { id: row!.id } })
  for (const hours of [24, 24, 24, 24]) await look([], { hours })
  const { status, body } = await member.request('POST', `/transactions/${row!.id}/restore`, {})
  assert.deepEqual([status, body.error.code], [409, 'edit_conflict'])
  assert.deepEqual(await rows(), [])
  await assertBooks(product.db, householdId)
})

async function givenTransfer() {
  const bank = await openBank([
    bankAccount('A', { name: 'Everyday Checking A', transactions: [] }),
    bankAccount('B', { name: 'Savings B', transactions: [] }),
  ])
  const given = await givenBank([], { bank })
  bank.state.accounts[0]!.transactions = [booked('1', '2026-01-05', '-100.00')]
  bank.state.accounts[1]!.transactions = [booked('1', '2026-01-05', '100.00')]
  await given.look([booked('1', '2026-01-05', '-100.00')])
  const of = async (amount: number) => (await given.rows()).find((one) => one.amount === amount)
  return {
    ...given,
    of,
    types: async () => [(await of(-10_000))?.type, (await of(10_000))?.type],
    pairs: async () => {
      const found = await given.product.db
        .selectFrom('account_transfers')
        .select(['out_id', 'in_id', 'out_type', 'in_type'])
        .where('household_id', '=', given.householdId)
        .execute()
      return found
    },
  }
}

for (const amount of [-10_000, 10_000]) {
  test(`restoring one side of a transfer makes both a transfer again (${amount})`, async () => {
    const { app, of, types, pairs, product, householdId } = await givenTransfer()
    const before = await pairs()
    assert.equal(before.length, 1)
    const params = { id: (await of(amount))!.id }
    await app.removeTransaction({ params })
    assert.deepEqual(await types(), amount < 0 ? [undefined, 'income'] : ['expense', undefined])
    assert.deepEqual((await app.restoreTransaction({ params })).differences, [])
    assert.deepEqual(await types(), ['transfer', 'transfer'])
    assert.deepEqual(await pairs(), before)
    await assertBooks(product.db, householdId)
  })

  test(`both sides of a transfer are restored in any order (${amount} first)`, async () => {
    const { app, of, types, pairs, product, householdId } = await givenTransfer()
    const before = await pairs()
    const first = { id: (await of(amount))!.id }
    const second = { id: (await of(-amount))!.id }
    await app.removeTransaction({ params: first })
    await app.removeTransaction({ params: second })
    await app.restoreTransaction({ params: first })
    await app.restoreTransaction({ params: second })
    assert.deepEqual(await types(), ['transfer', 'transfer'])
    assert.deepEqual(await pairs(), before)
    await assertBooks(product.db, householdId)
  })
}

test('a side whose other side has changed since is restored as what it was, and says so', async () => {
  const { app, of, types, transactions, pairs, product, householdId } = await givenTransfer()
  const params = { id: (await of(-10_000))!.id }
  await app.removeTransaction({ params })
  await transactions.editTransaction({
    params: { id: (await of(10_000))!.id },
    body: { type: 'income' },
  })
  const { differences } = await app.restoreTransaction({ params })
  assert.deepEqual(
    differences.map(({ kind }) => kind),
    ['pair'],
  )
  assert.deepEqual(await types(), ['expense', 'income'])
  assert.deepEqual(await pairs(), [])
  await assertBooks(product.db, householdId)
})

const product = await startProduct({ limited: false, start: '2026-03-20T10:00:00.000Z' })

const text = `Date,Description,Amount
2026-03-02,Tram Stop Coffee,-4.50
2026-03-03,Salary,"2,100.00"
`

async function givenImported() {
  const given = await givenFiles(product)
  const { member, take, accountId, household_id } = given
  await take(text)
  const [taken] = await given.imports.listImports({ query: {} })
  const [coffee] = (await given.list()).filter(({ amount }) => amount === -450)
  return {
    ...given,
    importId: taken!.id,
    coffee: { id: coffee!.id },
    app: member.client(transactionsApp),
    balance: async () =>
      (await member.client(accounts).listAccounts({})).find((one) => one.id === accountId)!.balance,
    books: () => assertBooks(product.db, household_id),
  }
}

test('a deleted row of a file stays away from the same file, and is restored with its balance', async () => {
  const { coffee: params, app, take, list, balance, books } = await givenImported()
  // 3,000.00 − 4.50 + 2,100.00
  assert.equal(await balance(), 509_550)
  await app.removeTransaction({ params })
  await take(text)
  assert.equal((await list()).length, 1)
  assert.equal(await balance(), 510_000)
  assert.deepEqual((await app.restoreTransaction({ params })).differences, [])
  assert.equal(await balance(), 509_550)
  await take(text)
  assert.equal((await list()).length, 2)
  assert.equal(await balance(), 509_550)
  await books()
})

test('a deleted row of a file whose import was undone since cannot be restored', async () => {
  const { coffee: params, app, imports, importId, member, balance, books } = await givenImported()
  await app.removeTransaction({ params })
  await imports.undoImport({ params: { id: importId } })
  const { status } = await member.request('POST', `/transactions/${params.id}/restore`, {})
  assert.equal(status, 409)
  assert.equal(await balance(), 300_000)
  await books()
})

test('a deleted payment of a phone stays away when it is sent again, and comes back once', async () => {
  const home = await startProduct({ limited: false, start: '2026-11-20T10:00:00.000Z' })
  const { device, rows, member, householdId } = await givenWallets(home)
  const phone = await device()
  const paid = { kind: 'payment', merchant: 'Bakery', amount: '4,50', card: 'checking', id: 'a' }
  await phone.push(paid)
  const [first] = await rows()
  const app = member.client(transactionsApp)
  const params = { id: first!.id }
  await app.removeTransaction({ params })
  await phone.push(paid)
  assert.deepEqual(await rows(), [])
  await app.restoreTransaction({ params })
  await phone.push(paid)
  assert.deepEqual(
    (await rows()).map(({ id }) => id),
    [first!.id],
  )
  await assertBooks(home.db, householdId)
})
