import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expenses } from '#/budget/expenses/contract.ts'
import { toDay } from '#/core/values/day.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { funding } from './contract.ts'
import { runDueHouseholds } from './run-due.ts'
import { runHousehold } from './run-household.ts'

async function ada(start = '2026-01-05T12:00:00Z') {
  const product = await startProduct({ limited: false, start })
  const loaded = await product.household(budget)
  const key = loaded.keys['rw']!.api_key
  const client = product.client(expenses, key)
  return {
    product,
    runtime: product.runtime,
    id: loaded.household_id,
    key,
    freeToSpend: async () =>
      (await product.request('GET', '/accounts/summary', { key })).body['free_to_spend'],
    balances: async () =>
      Object.fromEntries(
        (await client.listExpenses({})).map(({ name, balance }) => [name, balance]),
      ),
    rent: async () => (await client.listExpenses({})).find(({ name }) => name === 'Rent')!,
    schedule: async () => (await product.client(funding, key).listFundingSchedules({}))[0]!,
  }
}

test('a payday sets the announced contributions aside once, and not before its day', async () => {
  const { runtime, balances, schedule, id, product, freeToSpend } = await ada()
  await runDueHouseholds(runtime)
  const before = await balances()
  assert.deepEqual(before, { Rent: 150_000, Groceries: 6000, Trip: 20_000, 'Visa bill': 0 })
  const announced = await schedule()
  assert.deepEqual(
    [announced.next_run_date, announced.estimated_contribution],
    ['2026-01-28', 145_667],
  )
  // 27 January, 23:59 in Madrid, is not the payday yet.
  runtime.advance({ hours: 24 * 22 + 10, minutes: 59 })
  await runDueHouseholds(runtime)
  assert.deepEqual(await balances(), before)
  runtime.advance({ minutes: 1 })
  assert.equal(await runDueHouseholds(runtime), 1)
  // Of 124,000 free, the ordinary needs leave 28,333 of the 50,000 for rent's reserve.
  assert.deepEqual(await balances(), {
    Rent: 178_333,
    Groceries: 40_000,
    Trip: 31_667,
    'Visa bill': 50_000,
  })
  assert.equal(await freeToSpend(), 0)
  const ran = await schedule()
  assert.deepEqual([ran.last_run_date, ran.next_run_date], ['2026-01-28', '2026-02-28'])
  assert.equal(await runDueHouseholds(runtime), 0)
  assert.equal(await runHousehold(runtime, id), false, 'a household that is not due is left alone')
  await assertBooks(product.db, id)
})

test('on its due date a payment becomes ready, and the next one is funded', async () => {
  const { runtime, rent } = await ada()
  runtime.advance({ hours: 24 * 27 })
  await runDueHouseholds(runtime)
  const { ready_amount, next_payment_amount, due_date, extraReserve } = await rent()
  assert.deepEqual(
    [ready_amount, next_payment_amount, due_date, extraReserve],
    [100_000, 0, '2026-03-01', 78_333],
  )
})

test('several concurrent workers run a payday once', async () => {
  const { runtime, balances, product, id } = await ada()
  runtime.advance({ hours: 24 * 23 })
  await Promise.all(Array.from({ length: 6 }, () => runDueHouseholds(runtime)))
  assert.equal((await balances())['Groceries'], 40_000)
  const ran = await product.db
    .selectFrom('paydays')
    .select('nominal')
    .where('household_id', '=', id)
    .execute()
  assert.deepEqual(ran, [{ nominal: '2026-01-28' }])
})

const onOne = {
  skip: process.env['EARMARK_TEST_POSTGRES'] === 'citus' && 'loads 70 households at once',
}

test('households that are far behind or faulty do not hold up the others', onOne, async () => {
  const { runtime, product, id: behind } = await ada()
  const others = await Promise.all(
    Array.from({ length: 70 }, async () => (await product.household(budget)).household_id),
  )
  runtime.advance({ hours: 24 * 60 })
  // The others are processed up to the last payday and due now; `behind` has been due for long.
  await product.db
    .updateTable('households')
    .set({ processed_through: toDay('2026-02-27'), due_at: runtime.now() })
    .where('household_id', 'in', others)
    .execute()
  const broken = others[0]!
  await product.db
    .updateTable('households')
    .set({ timezone: 'Europe/Nowhere', due_at: runtime.now().subtract({ hours: 1 }) })
    .where('household_id', '=', broken)
    .execute()
  assert.equal(await runDueHouseholds(runtime), 63, 'one batch is bounded')
  assert.equal(await runDueHouseholds(runtime), 7)
  const late = await product.db
    .selectFrom('households')
    .select(['household_id', 'engine_rests_until'])
    .where('household_id', 'in', [behind, ...others])
    .where('processed_through', '<', toDay('2026-03-06'))
    .execute()
  assert.deepEqual(
    late.map(({ household_id, engine_rests_until }) => [household_id, String(engine_rests_until)]),
    [[broken, String(runtime.now().add({ minutes: 5 }))]],
    'the faulty household is skipped for five minutes',
  )
})

test('sixty days of downtime end in the same state as sixty days of service', async () => {
  const [on, off] = [await ada(), await ada()]
  for (let day = 0; day < 60; day += 1) {
    on.runtime.advance({ hours: 24 })
    await runDueHouseholds(on.runtime)
  }
  off.runtime.advance({ hours: 24 * 60 })
  await runDueHouseholds(off.runtime)
  const lanes = async ({ product, id }: typeof on) =>
    product.db
      .selectFrom('expenses')
      .select(['name', 'ready', 'building', 'reserve', 'prepaid', 'spent', 'cycle'])
      .where('household_id', '=', id)
      .orderBy('position')
      .execute()
  assert.deepEqual(await lanes(off), await lanes(on))
  const entries = async ({ product, id }: typeof on) =>
    product.db
      .selectFrom('ledger_entries')
      .select(['amount', 'from_lane', 'to_lane', 'reason', 'day'])
      .where('household_id', '=', id)
      .orderBy('day')
      .orderBy('reason')
      .orderBy('amount')
      .orderBy('to_lane')
      .execute()
  assert.deepEqual(await entries(off), await entries(on))
  await assertBooks(off.product.db, off.id)
})
