import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { balanceOf, givenSplits } from '../../../../test/support/given-splits.ts'
import { refusal } from '../../../../test/support/managed.ts'
import { startProduct } from '../../../../test/support/product.ts'

const product = await startProduct({ limited: false })
const ada = () => givenSplits(product)

test('joining makes the whole like its largest part; an undo divides it again', async () => {
  const home = await ada()
  const id = await home.record(-5_000)
  await home.split(id, home.part(-2_000, 'fun', 'trip'), home.part(-3_000, 'food', 'groceries'))
  const split = await home.lanes()
  const { undo } = await home.app.joinTransaction({ params: { id }, query: {} })
  const whole = await home.show(id)
  assert.deepEqual(
    [whole.splits, whole.category_id, whole.expense_goal_id],
    [[], home.categories['food'], home.expenses['groceries']],
  )
  assert.equal(await balanceOf(home, 'groceries'), 1_000)
  await home.books()
  await home.app.undoSplit({ params: { id }, body: { change: undo } })
  assert.deepEqual(await home.lanes(), split)
  assert.equal((await home.show(id)).splits.length, 2)
  await home.books()
})

test('an undo restores category, reason and every lane; asked again, it splits again', async () => {
  const home = await ada()
  const { household_id: householdId } = home
  const id = await home.record(-9_000, { expense_goal_id: home.expenses['groceries'] })
  // Money that arrives after the payment: settled again, the whole would take it.
  await home.api.transferBetweenExpenses({
    body: {
      from_expense_id: home.expenses['trip']!,
      to_expense_id: home.expenses['groceries']!,
      amount: 8_000,
    },
  })
  await sql`update transactions set category_id = ${home.categories['food']}, category_why = '{"by":"merchant"}'
    where household_id = ${householdId} and id = ${id}`.execute(product.db)
  const stored = async () => {
    const { rows } =
      await sql`select category_id, category_why, expense_goal_id, edited, splits from transactions
      where household_id = ${householdId} and id = ${id}`.execute(product.db)
    return rows[0]
  }
  const [fields, lanes] = [await stored(), await home.lanes()]
  const undo = await home.split(id, home.part(-4_000, 'fun', 'rent'), home.part(-5_000, 'food'))
  const [after, split] = [await stored(), await home.lanes()]
  const back = await home.app.undoSplit({ params: { id }, body: { change: undo } })
  assert.deepEqual(await stored(), fields)
  assert.deepEqual(await home.lanes(), lanes)
  await home.books()
  await home.app.undoSplit({ params: { id }, body: { change: back.undo } })
  assert.deepEqual(await stored(), after)
  assert.deepEqual(await home.lanes(), split)
  await home.books()
})

test('an undo after other money has moved settles again by the rules, and loses no cent', async () => {
  const home = await ada()
  const id = await home.record(-5_000, { expense_goal_id: home.expenses['groceries'] })
  const undo = await home.split(id, home.part(-2_000, null, 'trip'), home.part(-3_000))
  await home.record(-1_500, { expense_goal_id: home.expenses['groceries'] })
  await home.app.undoSplit({ params: { id }, body: { change: undo } })
  // 60.00 less 15.00 left 45.00: the whole takes them, and 5.00 come from free to spend.
  assert.equal(await balanceOf(home, 'groceries'), 0)
  assert.equal(await balanceOf(home, 'trip'), 20_000)
  await home.books()
})

test('only the last change of the parts can be undone', async () => {
  const home = await ada()
  const id = await home.record(-5_000)
  const first = await home.split(id, home.part(-2_000), home.part(-3_000))
  await home.split(id, home.part(-1_000), home.part(-4_000))
  const undo = (change: string) => home.app.undoSplit({ params: { id }, body: { change } })
  await assert.rejects(undo(first), refusal(409, 'edit_conflict'))
  const { undo: joined } = await home.app.joinTransaction({ params: { id }, query: {} })
  await home.api.editTransaction({ params: { id }, body: { category_id: home.categories['fun']! } })
  await assert.rejects(undo(joined), refusal(409, 'edit_conflict'))
})

test('an undo leaves out an Expense that was archived meanwhile', async () => {
  const home = await ada()
  const id = await home.record(-5_000)
  await home.split(id, home.part(-2_000, null, 'trip'), home.part(-3_000, null, 'groceries'))
  const { undo } = await home.app.joinTransaction({ params: { id }, query: {} })
  await home.app.archiveExpense({ params: { id: home.expenses['trip']! }, body: {} })
  await home.app.undoSplit({ params: { id }, body: { change: undo } })
  const { splits } = await home.show(id)
  assert.deepEqual(
    splits.map((one) => one.expense_goal_id),
    [null, home.expenses['groceries']],
  )
  await home.books()
})
