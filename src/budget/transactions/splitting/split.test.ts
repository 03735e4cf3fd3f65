import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Ada, balanceOf, givenSplits } from '../../../../test/support/given-splits.ts'
import { refusal } from '../../../../test/support/managed.ts'
import { startProduct } from '../../../../test/support/product.ts'

const product = await startProduct({ limited: false })
const ada = () => givenSplits(product)

test('each part is paid by its own Expense, the rest from free to spend', async () => {
  const home = await ada()
  const before = await home.free()
  const id = await home.record(-10_000)
  // 60.00 of groceries, which hold 60.00; 15.00 of the trip, which holds 200.00; 25.00 free.
  await home.split(
    id,
    home.part(-6_000, 'food', 'groceries'),
    home.part(-1_500, 'fun', 'trip'),
    home.part(-2_500, 'fun'),
  )
  assert.equal(await balanceOf(home, 'groceries'), 0)
  assert.equal(await balanceOf(home, 'trip'), 18_500)
  assert.equal(await home.free(), before - 2_500)
  const { amount, category_id, expense_goal_id, splits } = await home.show(id)
  assert.deepEqual([amount, category_id, expense_goal_id], [-10_000, null, null])
  assert.deepEqual(
    splits.map((one) => [one.amount, one.category_id, one.expense_goal_id, one.note]),
    [
      [-6_000, home.categories['food'], home.expenses['groceries'], null],
      [-1_500, home.categories['fun'], home.expenses['trip'], null],
      [-2_500, home.categories['fun'], null, null],
    ],
  )
  await home.books()
})

test('a transaction that is not split has no parts', async () => {
  const home = await ada()
  assert.deepEqual((await home.show(await home.record(-100))).splits, [])
})

test('categories and Expenses count the parts once, everything else the whole once', async () => {
  const home = await ada()
  const { categories, expenses: ids, api } = home
  const id = await home.record(-10_000)
  const plain = await home.record(-300, { category_id: categories['food'] })
  await home.split(
    id,
    home.part(-6_000, 'food', 'groceries'),
    home.part(-1_000, 'food', 'trip'),
    home.part(-3_000, null),
  )
  const totals = async (query: object) => {
    const { data, total } = await api.listTransactions({ query })
    const { expense, count } = await api.summarizeTransactions({ query })
    assert.equal(data.length, total)
    assert.equal(count, total)
    return [data.map((row) => row.id).toSorted(), expense]
  }
  const both = [id, plain].toSorted()
  const [food, groceries] = [categories['food']!, ids['groceries']!]
  assert.deepEqual(await totals({}), [both, -10_300])
  assert.deepEqual(await totals({ category_id: food }), [both, -7_300])
  assert.deepEqual(await totals({ category_id: categories['fun'] }), [[], 0])
  assert.deepEqual(await totals({ without_category: 'true' }), [[id], -3_000])
  assert.deepEqual(await totals({ expense_goal_id: groceries }), [[id], -6_000])
  assert.deepEqual(await totals({ expense_goal_id: ids['trip'] }), [[id], -1_000])
  // Counted row by row: a part must match both.
  assert.deepEqual(await totals({ category_id: food, search: 'market' }), [both, -7_300])
  const of = { category_id: food, expense_goal_id: groceries }
  assert.deepEqual(await totals(of), [[id], -6_000])
  assert.deepEqual(await totals({ without_category: 'true', expense_goal_id: groceries }), [[], 0])
  const { groups, spent, transaction_count } = await api.showSpending({ query: {} })
  assert.deepEqual([spent, transaction_count], [10_300, 2])
  assert.deepEqual(
    groups.map((group) => [group.category_id, group.spent, group.transaction_count]),
    [
      [food, 7_300, 2],
      [null, 3_000, 1],
    ],
  )
  const rows = await home.app.listRows({ query: of })
  assert.deepEqual(
    rows.data.map((row) => row.id),
    [id],
  )
})

test('a split by category alone moves no money and keeps the Expense of the whole', async () => {
  const home = await ada()
  const id = await home.record(-4_000, { expense_goal_id: home.expenses['groceries'] })
  const before = await home.lanes()
  const entries = await countEntries(home)
  await home.split(
    id,
    home.part(-1_000, 'food', 'groceries'),
    home.part(-3_000, 'fun', 'groceries'),
  )
  assert.deepEqual(await home.lanes(), before)
  assert.equal(await countEntries(home), entries)
  assert.equal((await home.show(id)).expense_goal_id, home.expenses['groceries'])
  await home.books()
})

async function countEntries({ household_id }: Ada): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ledger_entries where household_id = ${household_id}`.execute(
    product.db,
  )
  return rows[0]!.n
}

test('a purchase on a card reserves its whole amount once, however it is split', async () => {
  const home = await ada()
  const before = await balanceOf(home, 'card')
  const id = await home.record(-5_000, { account_id: home.accounts['visa'] })
  assert.equal(await balanceOf(home, 'card'), before + 5_000)
  await home.split(id, home.part(-2_000, null, 'groceries'), home.part(-3_000, null, 'trip'))
  assert.equal(await balanceOf(home, 'card'), before + 5_000)
  assert.equal(await balanceOf(home, 'groceries'), 4_000)
  await home.books()
  await home.app.removeTransaction({ params: { id } })
  assert.equal(await balanceOf(home, 'card'), before)
  assert.equal(await balanceOf(home, 'groceries'), 6_000)
  await home.books()
})

test('parts that do not make up the whole are refused, naming the part', async () => {
  const home = await ada()
  const id = await home.record(-5_000)
  const other = await ada()
  const refused = (
    param: string,
    ...parts: Parameters<Ada['split']> extends [string, ...infer P] ? P : never
  ) => assert.rejects(home.split(id, ...parts), refusal(400, 'invalid_parameter', param))
  await refused('parts', home.part(-2_000), home.part(-2_999))
  await refused('parts[1].amount', home.part(-5_000), home.part(0))
  await refused('parts[1].amount', home.part(-6_000), home.part(1_000))
  await refused('parts', home.part(-5_000))
  await refused('parts', ...Array.from({ length: 21 }, () => home.part(-1)))
  const unknown = (
    param: string,
    ...parts: Parameters<typeof refused> extends [string, ...infer P] ? P : never
  ) => assert.rejects(home.split(id, ...parts), refusal(404, 'resource_not_found', param))
  await unknown('category_id', other.part(-2_000, 'food'), home.part(-3_000))
  await unknown('expense_goal_id', other.part(-2_000, null, 'trip'), home.part(-3_000))
  await home.app.archiveExpense({ params: { id: home.expenses['trip']! }, body: {} })
  await unknown('expense_goal_id', home.part(-2_000, null, 'trip'), home.part(-3_000))
  assert.deepEqual((await home.show(id)).splits, [])
  await home.books()
})

test('a category or an Expense for the whole is refused', async () => {
  const home = await ada()
  const id = await home.record(-5_000)
  await home.split(id, home.part(-2_000, 'fun', 'trip'), home.part(-3_000, 'food'))
  const { api, categories, expenses: ids } = home
  const file = (category_id: string | null) =>
    api.editTransaction({ params: { id }, body: { category_id } })
  const assign = (expense_goal_id: string | null) =>
    api.assignTransaction({ params: { id }, body: { expense_goal_id } })
  await assert.rejects(file(categories['fun']!), refusal(400, 'invalid_parameter', 'category_id'))
  await assert.rejects(assign(ids['rent']!), refusal(400, 'invalid_parameter', 'expense_goal_id'))
  await file(null)
  await assign(null)
  assert.equal((await home.show(id)).splits.length, 2)
})

test('parts made from an older state of the payment are refused; without one, the last wins', async () => {
  const home = await ada()
  const id = await home.record(-5_000)
  const { updated_at: before } = await home.show(id)
  product.runtime.advance({ minutes: 1 })
  await home.split(id, home.part(-2_000), home.part(-3_000))
  const { updated_at: after } = await home.show(id)
  const body = { parts: [home.part(-1_000), home.part(-4_000)] }
  const params = { id }
  const conflict = refusal(409, 'edit_conflict', 'expected_updated_at')
  const split = (expected_updated_at?: string) =>
    home.app.splitTransaction({ params, body: { ...body, expected_updated_at } })
  const join = (expected_updated_at?: string) =>
    home.app.joinTransaction({ params, query: { expected_updated_at } })
  await assert.rejects(split(before), conflict)
  await assert.rejects(join(before), conflict)
  const amounts = async () => (await home.show(id)).splits.map(({ amount }) => amount)
  assert.deepEqual(await amounts(), [-2_000, -3_000])
  await split(after)
  assert.deepEqual(await amounts(), [-1_000, -4_000])
  await join()
  assert.deepEqual(await amounts(), [])
  await home.books()
})

test('the largest part takes the difference of a new amount, and no part changes its sign', async () => {
  const home = await ada()
  const id = await home.record(-10_000)
  await home.split(id, home.part(-3_000, 'fun', 'trip'), home.part(-7_000, 'food', 'groceries'))
  const amounts = async (amount: number) => {
    await home.api.editTransaction({ params: { id }, body: { amount } })
    await home.books()
    return (await home.show(id)).splits.map((one) => one.amount)
  }
  assert.deepEqual(await amounts(-9_000), [-3_000, -6_000])
  assert.equal(await balanceOf(home, 'groceries'), 0)
  assert.deepEqual(await amounts(-8_000), [-3_000, -5_000])
  assert.equal(await balanceOf(home, 'groceries'), 1_000)
  assert.deepEqual(await amounts(-2_000), [-2_000, 0])
  assert.deepEqual(await amounts(0), [0, 0])
  assert.deepEqual(await amounts(-500), [-500, 0])
  assert.deepEqual(await amounts(600), [600, 0])
})

test('a deleted split gives its money back', async () => {
  const home = await ada()
  const [free, lanes] = [await home.free(), await home.lanes()]
  const id = await home.record(-10_000)
  await home.split(id, home.part(-3_000, 'fun', 'trip'), home.part(-7_000, 'food', 'groceries'))
  await home.app.removeTransaction({ params: { id } })
  assert.deepEqual([await home.free(), await home.lanes()], [free, lanes])
  const { total } = await home.api.listTransactions({
    query: { category_id: home.categories['fun']! },
  })
  assert.equal(total, 0)
  await home.books()
})

test('a category that a part has stays in use', async () => {
  const home = await ada()
  const id = await home.record(-1_000)
  await home.split(id, home.part(-300, 'fun'), home.part(-700, 'food'))
  const remove = async () => {
    const { updated_at } = await categoryOf(home)
    await home.app.removeCategory({
      params: { id: home.categories['fun']! },
      query: { expected_updated_at: updated_at },
    })
  }
  await assert.rejects(remove(), refusal(409, 'still_in_use', 'id'))
  await home.app.removeTransaction({ params: { id } })
  await remove()
  await home.books()
})

async function categoryOf({ household_id, categories }: Ada): Promise<{ updated_at: string }> {
  const { rows } = await sql<{ updated_at: string }>`
    select to_char(updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at from categories
    where household_id = ${household_id} and id = ${categories['fun']}`.execute(product.db)
  return rows[0]!
}

test('the audit log shows the parts before and after', async () => {
  const home = await ada()
  const id = await home.record(-1_000)
  await home.split(id, home.part(-300, 'fun'), home.part(-700, 'food'))
  await home.app.joinTransaction({ params: { id }, query: {} })
  const { rows } = await sql<{ action: string; before: number | null; after: number | null }>`
    select action, jsonb_array_length(nullif(before -> 'splits', 'null')) as before,
      jsonb_array_length(nullif(after -> 'splits', 'null')) as after
    from audit_entries where household_id = ${home.household_id} and subject_id = ${id} order by action`.execute(
    product.db,
  )
  assert.deepEqual(
    rows.map(({ action, before, after }) => [action, before, after]),
    [
      ['transaction.join', 2, null],
      ['transaction.split', null, 2],
    ],
  )
})
