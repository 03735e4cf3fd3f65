import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Ada, balanceOf, givenSplits } from '../../../../test/support/given-splits.ts'
import { startProduct } from '../../../../test/support/product.ts'

// Groceries holds 60.00, Trip 200.00, and the Visa owes money.

const product = await startProduct({ limited: false })
const ada = () => givenSplits(product)

const remove = (home: Ada, id: string) => home.app.removeTransaction({ params: { id } })
const restore = async (home: Ada, id: string) =>
  (await home.app.restoreTransaction({ params: { id } })).differences

/** The lanes of all Expenses, the parts of a payment and its settlements. */
async function stateOf(home: Ada, id: string) {
  const { rows } = await sql`
    select position, expense_id, card_expense_id, settlement from settlements
    where household_id = ${home.household_id} and transaction_id = ${id} order by position`.execute(
    product.db,
  )
  const { splits, category_id, expense_goal_id } = await home.show(id)
  return { lanes: await home.lanes(), rows, splits, category_id, expense_goal_id }
}

for (const account of ['checking', 'visa']) {
  test(`a split payment comes back from its deletion with parts and lanes (${account})`, async () => {
    const home = await ada()
    const untouched = await home.lanes()
    const id = await home.record(-9_000, { account_id: home.accounts[account]! })
    await home.split(
      id,
      home.part(-4_000, 'fun', 'trip'),
      home.part(-3_000, 'food', 'groceries'),
      home.part(-2_000),
    )
    const before = await stateOf(home, id)
    assert.equal(before.rows.length, 3)
    await remove(home, id)
    assert.deepEqual(await home.lanes(), untouched)
    await home.books()
    assert.deepEqual(await restore(home, id), [])
    assert.deepEqual(await stateOf(home, id), before)
    await home.books()
  })
}

test('deletions of a split payment and another are taken back in any order', async () => {
  const home = await ada()
  const id = await home.record(-9_000)
  await home.split(id, home.part(-4_000, null, 'trip'), home.part(-5_000, null, 'groceries'))
  const other = await home.record(-4_000, { expense_goal_id: home.expenses['groceries'] })
  const before = await stateOf(home, id)
  await remove(home, id)
  await remove(home, other)
  assert.deepEqual(await restore(home, id), [])
  assert.deepEqual(await restore(home, other), [])
  assert.deepEqual(await stateOf(home, id), before)
  await home.books()
})

test('a restored split payment leaves out an Expense that was archived meanwhile', async () => {
  const home = await ada()
  const id = await home.record(-5_000)
  await home.split(id, home.part(-2_000, 'fun', 'trip'), home.part(-3_000, 'food', 'groceries'))
  await remove(home, id)
  await home.app.archiveExpense({ params: { id: home.expenses['trip']! }, body: {} })
  const kinds = (await restore(home, id)).map(({ kind }) => kind)
  assert.ok(kinds.includes('unassigned'))
  const { splits } = await home.show(id)
  assert.deepEqual(
    splits.map((part) => [part.amount, part.category_id, part.expense_goal_id]),
    [
      [-2_000, home.categories['fun'], null],
      [-3_000, home.categories['food'], home.expenses['groceries']],
    ],
  )
  assert.equal(await balanceOf(home, 'groceries'), 3_000)
  await home.books()
})

test('splitting a purchase whose card has been paid sets nothing aside for the card again', async () => {
  const home = await ada()
  const id = await home.record(-9_000, { account_id: home.accounts['visa']! })
  assert.equal(await balanceOf(home, 'card'), 9_000)
  await home.record(-9_000, { expense_goal_id: home.expenses['card'] })
  const [lanes, free] = [await home.lanes(), await home.free()]
  assert.equal(await balanceOf(home, 'card'), 0)
  await home.split(id, home.part(-4_000, null, 'trip'), home.part(-5_000, null, 'groceries'))
  // Trip and Groceries give back what free-to-spend had paid.
  assert.deepEqual(
    [await balanceOf(home, 'card'), await balanceOf(home, 'trip'), await home.free()],
    [0, 16_000, free + 9_000],
  )
  await home.books()
  await home.split(id, home.part(-8_000), home.part(-1_000))
  assert.deepEqual(await home.lanes(), lanes)
  await home.books()
})
