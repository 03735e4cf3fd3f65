import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accounts } from '#/budget/accounts/contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { records } from '#/platform/audited/contract.ts'
import type { WrittenDocument } from '#/documents/document.ts'
import { readExport } from '../../../../test/support/exported.ts'
import { budget } from '../../../../test/support/given.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { startProduct } from '../../../../test/support/product.ts'

// Checking holds 3,000.00. Rent holds 1,000.00 for the next payment and 500.00 in reserve, Groceries 60.00, Trip 200.00.

const product = await startProduct({ limited: false })

async function ada() {
  const loaded = await product.household(budget)
  const { household_id: householdId, accounts: ids, expenses } = loaded
  const member = await product.member(householdId, loaded.members['ada']!)
  const client = member.client(transactions)
  const app = member.client(transactionsApp)
  const lanes = async (ref: string) =>
    product.db
      .selectFrom('expenses')
      .select(['ready', 'building', 'reserve', 'prepaid', 'spent'])
      .where('household_id', '=', householdId)
      .where('id', '=', expenses[ref]!)
      .executeTakeFirstOrThrow()
  return {
    ...loaded,
    householdId,
    member,
    client,
    app,
    lanes,
    spend: async (amount: number, expense: string | null, account = 'checking') => {
      const { id } = await client.recordTransaction({
        body: {
          account_id: ids[account]!,
          amount,
          concept: `Payment of ${amount}`,
          booked_at: '2026-01-05',
          expense_goal_id: expense === null ? null : expenses[expense]!,
        },
      })
      return id
    },
    remove: (id: string) => app.removeTransaction({ params: { id } }),
    restore: async (id: string) => (await app.restoreTransaction({ params: { id } })).differences,
    sums: async () => {
      const { free_to_spend, total_balance } = await member.client(accounts).summarizeAccounts({})
      return { free_to_spend, total_balance }
    },
    /** The household as a document, without what says only when and in which order things happened. */
    document: async () => withoutTimes(await readExport(product.runtime, householdId)),
    books: () => assertBooks(product.db, householdId),
  }
}

const passing = ['updated_at', 'revision', 'balance_at', 'ledger', 'changes']

function withoutTimes(document: WrittenDocument): unknown {
  return JSON.parse(
    JSON.stringify(document, (name, value) => (passing.includes(name) ? undefined : value)),
  )
}

test('restoring a purchase takes its money from the same lanes again', async () => {
  const { spend, remove, restore, lanes, sums, document, books } = await ada()
  const id = await spend(-30_000, 'rent')
  const before = await document()
  const spent = await sums()
  // Not shortly before its due date, so the reserve pays: 500.00 − 300.00.
  const paid = { ready: 0, building: 100_000, reserve: 20_000, prepaid: 0, spent: 0 }
  assert.deepEqual(await lanes('rent'), paid)
  await remove(id)
  assert.deepEqual(await lanes('rent'), { ...paid, reserve: 50_000 })
  assert.equal((await sums()).total_balance, spent.total_balance + 30_000)
  assert.deepEqual(await restore(id), [])
  assert.deepEqual(await lanes('rent'), paid)
  assert.deepEqual(await sums(), spent)
  assert.deepEqual(await document(), before)
  await books()
})

test('restoring a card purchase sets its money aside for the bill again', async () => {
  const { spend, remove, restore, lanes, document, books } = await ada()
  const id = await spend(-4_000, 'groceries', 'visa')
  const before = await document()
  assert.equal((await lanes('card')).building, 4_000)
  await remove(id)
  assert.deepEqual(
    [(await lanes('card')).building, (await lanes('groceries')).building],
    [0, 6_000],
  )
  assert.deepEqual(await restore(id), [])
  assert.deepEqual(
    [(await lanes('card')).building, (await lanes('groceries')).building],
    [4_000, 2_000],
  )
  assert.deepEqual(await document(), before)
  await books()
})

test('a deletion that is undone after a payday loses no cent', async () => {
  const { spend, remove, restore, lanes, sums, books } = await ada()
  const id = await spend(-5_000, 'groceries')
  await remove(id)
  product.runtime.advance({ hours: 24 * 24 })
  while ((await runDueHouseholds(product.runtime)) > 0);
  const { free_to_spend: free } = await sums()
  // The payday of 28 January has filled the envelope up to 400.00.
  assert.equal((await lanes('groceries')).building, 40_000)
  assert.deepEqual(await restore(id), [])
  assert.equal((await lanes('groceries')).building, 35_000)
  assert.equal((await sums()).free_to_spend, free)
  await books()
})

test('an undo after the money was spent otherwise says what the Expense gives now', async () => {
  const { spend, remove, restore, lanes, sums, expenses, books } = await ada()
  const id = await spend(-5_000, 'groceries')
  const { free_to_spend: free } = await sums()
  await remove(id)
  await spend(-5_500, 'groceries')
  // 60.00 − 55.00 are left of what the deletion had returned; the other 45.00 come from free to spend.
  assert.deepEqual(await restore(id), [
    {
      transaction_id: id,
      kind: 'expense',
      expense: { id: expenses['groceries'], name: 'Groceries' },
      given: 5_000,
      taken: 500,
    },
  ])
  assert.equal((await lanes('groceries')).building, 0)
  // Both payments cost 105.00 in all, of which the envelope held 60.00.
  assert.equal((await sums()).free_to_spend, free - 4_500)
  await books()
})

test('a payment whose Expense was archived since is restored outside of it, and says so', async () => {
  const { spend, remove, restore, member, expenses, client, sums, books } = await ada()
  const id = await spend(-5_000, 'groceries')
  await remove(id)
  await member
    .client(expensesApp)
    .archiveExpense({ params: { id: expenses['groceries']! }, body: {} })
  const { free_to_spend: free } = await sums()
  const differences = await restore(id)
  assert.deepEqual(
    differences.map(({ kind, given, taken }) => [kind, given, taken]),
    [
      ['expense', 5_000, 0],
      ['unassigned', null, null],
    ],
  )
  assert.equal((await client.showTransaction({ params: { id } })).expense_goal_id, null)
  assert.equal((await sums()).free_to_spend, free - 5_000)
  await books()
})

test('a payment restored outside of its archived Expense keeps no reason for that Expense', async () => {
  const { spend, remove, restore, member, expenses, app } = await ada()
  const id = await spend(-5_000, 'groceries')
  await product.db
    .updateTable('transactions')
    .set({ expense_why: JSON.stringify({ by: 'name' }) })
    .where('id', '=', id)
    .execute()
  await remove(id)
  await member
    .client(expensesApp)
    .archiveExpense({ params: { id: expenses['groceries']! }, body: {} })
  await restore(id)
  const [row] = (await app.listRows({ query: {} })).data
  assert.deepEqual([row!.id, row!.expense_goal_id, row!.expense_why], [id, null, null])
})

test('several transactions are deleted together, and one undo restores them all', async () => {
  const { spend, app, client, document, books } = await ada()
  const ids = [
    await spend(-5_000, 'groceries'),
    await spend(-3_000, 'groceries'),
    await spend(2_000, 'groceries'),
    await spend(-1_000, null),
  ]
  const before = await document()
  assert.deepEqual(await app.removeTransactions({ body: { ids } }), { removed: 4 })
  assert.equal((await client.listTransactions({ query: {} })).total, 0)
  await books()
  assert.deepEqual(await app.restoreTransactions({ body: { ids } }), {
    restored: 4,
    differences: [],
  })
  assert.deepEqual(await document(), before)
  await books()
})

test('of several transactions with an unknown one, none is deleted or restored', async () => {
  const { spend, remove, member, client } = await ada()
  const id = await spend(-5_000, 'groceries')
  const unknown = product.runtime.newId()
  const ask = (path: string) => member.request('POST', path, { body: { ids: [id, unknown] } })
  assert.equal((await ask('/transactions/remove')).status, 404)
  assert.equal((await client.listTransactions({ query: {} })).total, 1)
  await remove(id)
  assert.equal((await ask('/transactions/restore')).status, 404)
  assert.equal((await client.listTransactions({ query: {} })).total, 0)
})

test('deletions and undos of one transaction at the same moment count once each', async () => {
  const { spend, member, document, remove, books } = await ada()
  const id = await spend(-5_000, 'groceries')
  const before = await document()
  const all = (method: string, path: string) =>
    Promise.all(Array.from({ length: 4 }, () => member.request(method, path, {})))
  const removed = await all('DELETE', `/transactions/${id}`)
  assert.deepEqual(
    removed.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404, 404, 404],
  )
  await Promise.all([
    all('POST', `/transactions/${id}/restore`),
    all('DELETE', `/transactions/${id}`),
  ])
  await books()
  const { status } = await member.request('GET', `/transactions/${id}`, {})
  if (status === 200) await remove(id)
  const restored = await all('POST', `/transactions/${id}/restore`)
  assert.deepEqual(
    restored.map((one) => one.status).toSorted((a, b) => a - b),
    [200, 404, 404, 404],
  )
  assert.deepEqual(await document(), before)
  await books()
})

test('the audit log names the deletion and the undo', async () => {
  const { spend, remove, restore, member } = await ada()
  const id = await spend(-5_000, 'groceries')
  await remove(id)
  // Entries of one instant have no order.
  product.runtime.advance({ seconds: 1 })
  await restore(id)
  const entries = await member.client(records).listChanges({ query: { subject_id: id } })
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['transaction.restore', 'transaction.remove'],
  )
})

test('a transaction that exists, or that nobody has deleted, cannot be restored', async () => {
  const { spend, member } = await ada()
  const id = await spend(-5_000, null)
  for (const one of [id, product.runtime.newId()]) {
    const { status, body } = await member.request('POST', `/transactions/${one}/restore`, {})
    assert.deepEqual([status, body.error.code], [404, 'resource_not_found'])
  }
})

/** Numbers from 0 to below `n`, always the same for a seed. */
function randomOf(seed: number) {
  let state = seed
  return (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * n)
  }
}

for (const seed of [1, 2, 8]) {
  test(`deletions undone one by one, the last first, leave the household as it was (${seed})`, async () => {
    const { spend, remove, restore, document, books } = await ada()
    const random = randomOf(seed)
    const refs = ['rent', 'groceries', 'trip', 'card', null]
    const ids: string[] = []
    for (let n = 0; n < 14; n += 1) {
      const amount = (random(4) === 0 ? 1 : -1) * (1 + random(40_000))
      ids.push(await spend(amount, refs[random(5)]!, random(3) === 0 ? 'visa' : 'checking'))
    }
    const before = await document()
    const deleted: string[] = []
    for (let n = 0; n < 30; n += 1) {
      const left = ids.filter((id) => !deleted.includes(id))
      if (deleted.length > 0 && (left.length === 0 || random(5) < 2)) {
        assert.deepEqual(await restore(deleted.pop()!), [])
      } else {
        const id = left[random(left.length)]!
        await remove(id)
        deleted.push(id)
      }
    }
    await books()
    while (deleted.length > 0) assert.deepEqual(await restore(deleted.pop()!), [])
    assert.deepEqual(await document(), before)
    await books()
  })

  test(`deletions undone in any order leave the household as it was (${seed})`, async () => {
    const { spend, remove, restore, document, books } = await ada()
    const random = randomOf(seed + 100)
    const refs = ['rent', 'groceries', 'trip', 'card', null]
    const ids: string[] = []
    for (let n = 0; n < 10; n += 1) {
      const amount = (random(4) === 0 ? 1 : -1) * (1 + random(20_000))
      ids.push(await spend(amount, refs[random(5)]!, random(3) === 0 ? 'visa' : 'checking'))
    }
    const before = await document()
    for (const id of ids) await remove(id)
    const rest = [...ids]
    while (rest.length > 0) {
      assert.deepEqual(await restore(rest.splice(random(rest.length), 1)[0]!), [])
      await books()
    }
    assert.deepEqual(await document(), before)
  })
}
