import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expenses } from '#/budget/expenses/contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { camt, camtEntry, coffees, givenFiles } from '../../../test/support/given-files.ts'
import { startProduct } from '../../../test/support/product.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })

test('a pending entry is booked under its own or another name, and an undo reverts that', async () => {
  const given = await givenFiles(product)
  await given.take(
    camt(
      camtEntry('A', '60.00', ['PDNG', '2026-03-02']) +
        camtEntry('B', '7.00', ['INFO', '2026-03-03']),
    ),
  )
  const pending = await given.list()
  assert.deepEqual(
    pending.map(({ status }) => status),
    ['pending', 'pending'],
  )
  const groceries = given.expenses['groceries']!
  const fuel = pending.find(({ amount }) => amount === -6000)!
  await given.member.client(transactions).assignTransaction({
    params: { id: fuel.id },
    body: { expense_goal_id: groceries },
  })
  const booked = await given.take(
    camt(
      camtEntry('A', '58.20', ['BOOK', '2026-03-04']) +
        camtEntry('C', '7.00', ['BOOK', '2026-03-04']),
    ),
  )
  assert.deepEqual([booked.added, booked.duplicates], [0, 2])
  const after = await given.list()
  assert.deepEqual(
    after.map(({ id, status, amount }) => [id, status, amount]).toSorted(byText),
    pending
      .map(({ id, amount }) => [id, 'booked', amount === -6000 ? -5820 : amount])
      .toSorted(byText),
  )
  await assertBooks(product.db, given.household_id)
  const second = (await given.imports.listImports({ query: {} })).find(({ added }) => added === 0)
  const undone = await given.imports.undoImport({ params: { id: second!.id } })
  assert.deepEqual([undone.status, undone.restored, undone.removed], ['undone', 2, 0])
  const back = await given.list()
  assert.deepEqual(
    back
      .map(({ id, status, amount, booked_at }) => [id, status, amount, booked_at])
      .toSorted(byText),
    pending
      .map(({ id, status, amount, booked_at }) => [id, status, amount, booked_at])
      .toSorted(byText),
  )
  await assertBooks(product.db, given.household_id)
  assert.equal(
    (await given.take(camt(camtEntry('A', '58.20', ['BOOK', '2026-03-04'])))).duplicates,
    1,
  )
})

test('a file that books a split payment keeps its parts, and an undo restores each', async () => {
  const given = await givenFiles(product)
  await given.take(camt(camtEntry('A', '60.00', ['PDNG', '2026-03-02'])))
  const [pending] = await given.list()
  const params = { id: pending!.id }
  const parts = [
    { amount: -3_500, expense_goal_id: given.expenses['groceries']! },
    { amount: -2_500 },
  ]
  await given.member.client(transactionsApp).splitTransaction({ params, body: { parts } })
  const amounts = async () => (await given.list())[0]!.splits.map(({ amount }) => amount)
  // The smaller part keeps as much of its 25.00 as 20.00 allow.
  await given.take(camt(camtEntry('A', '20.00', ['BOOK', '2026-03-04'])))
  assert.deepEqual(await amounts(), [0, -2_000])
  await assertBooks(product.db, given.household_id)
  const second = (await given.imports.listImports({ query: {} })).find(({ added }) => added === 0)
  await given.imports.undoImport({ params: { id: second!.id } })
  assert.deepEqual(await amounts(), [-3_500, -2_500])
  await assertBooks(product.db, given.household_id)
  const first = (await given.imports.listImports({ query: {} })).find(({ added }) => added === 1)
  await given.imports.undoImport({ params: { id: first!.id } })
  assert.deepEqual(await given.list(), [])
  await assertBooks(product.db, given.household_id)
})

test('a deleted payment whose booking was undone is restored with the money of its amount', async () => {
  const given = await givenFiles(product)
  await given.take(camt(camtEntry('A', '50.00', ['PDNG', '2026-03-02'])))
  const [pending] = await given.list()
  const params = { id: pending!.id }
  const groceries = given.expenses['groceries']!
  const { member } = given
  const held = async () =>
    (await member.client(expenses).listExpenses({})).find(({ id }) => id === groceries)!.balance
  const before = await held()
  await member
    .client(transactions)
    .assignTransaction({ params, body: { expense_goal_id: groceries } })
  await given.take(camt(camtEntry('A', '20.00', ['BOOK', '2026-03-04'])))
  assert.equal(await held(), before - 2_000)
  await member.client(transactionsApp).removeTransaction({ params })
  const second = (await given.imports.listImports({ query: {} })).find(({ added }) => added === 0)
  await given.imports.undoImport({ params: { id: second!.id } })
  await member.client(transactionsApp).restoreTransaction({ params })
  assert.equal((await given.list())[0]!.amount, -5_000)
  assert.equal(await held(), before - 5_000)
  await assertBooks(product.db, given.household_id)
})

test('an undo deletes edited and assigned rows, frees their money and allows the file again', async () => {
  const given = await givenFiles(product)
  const rent = given.expenses['groceries']!
  const held = async () =>
    (await given.member.client(expenses).listExpenses({})).find(({ id }) => id === rent)!.balance
  const before = await held()
  await given.take(coffees)
  const [coffee] = (await given.list()).filter(({ amount }) => amount === -450)
  const params = { id: coffee!.id }
  const edits = given.member.client(transactions)
  await edits.editTransaction({ params, body: { concept: 'Breakfast' } })
  await edits.assignTransaction({ params, body: { expense_goal_id: rent } })
  assert.equal(await held(), before - 450)
  const [made] = await given.imports.listImports({ query: {} })
  assert.equal((await given.imports.undoImport({ params: { id: made!.id } })).removed, 3)
  assert.deepEqual(await given.list(), [])
  assert.equal(await held(), before)
  await assertBooks(product.db, given.household_id)
  await assert.rejects(given.imports.undoImport({ params: { id: made!.id } }))
  assert.equal((await given.take(coffees)).added, 3)
})

function byText(a: readonly unknown[], b: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1
}
