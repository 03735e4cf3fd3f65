import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expenses } from '#/budget/expenses/contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { loadDocument } from '#/documents/load.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { budget } from '../../../../test/support/given.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { readExport } from '../../../../test/support/exported.ts'
import { fundingApp } from '#/budget/funding/app-contract.ts'
import { funding } from '#/budget/funding/contract.ts'
import { forecasting } from '#/budget/funding/forecast-contract.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'

/** Builds a payday on 8 January that asks for 30,000 (rent), 10,000 (food) and 5,000 (ahead) and finds 12,000. */
async function ada({ waits = true, account }: { waits?: boolean; account?: string } = {}) {
  const product = await startProduct({ limited: false })
  const fund = { funding_schedules: ['pay'] }
  const loaded = await product.household({
    accounts: [
      { ref: 'cash', name: 'Cash', type: 'depository', subtype: 'checking', balance: 12_000 },
      { ref: 'fund', name: 'Fund', type: 'investment' },
      { ref: 'other', name: 'Other', type: 'depository', subtype: 'checking' },
      ...budget.accounts.slice(1),
    ],
    funding_schedules: [
      {
        ref: 'pay',
        name: 'Salary',
        frequency: 'monthly',
        days: [8],
        anchor: '2026-01-08',
        wait_for_deposit: waits,
        ...(account && { account }),
      },
    ],
    expenses: [
      { ref: 'food', name: 'Food', target_amount: 10_000, funding_priority: 'low', ...fund },
      {
        ref: 'rent',
        name: 'Rent',
        target_amount: 30_000,
        funding_priority: 'high',
        recurrence_interval_months: 1,
        recurrence_anchor_date: '2026-01-10',
        ...fund,
      },
    ],
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const client = member.client(transactions)
  return {
    ...loaded,
    product,
    runtime: product.runtime,
    id: loaded.household_id,
    client,
    app: member.client(fundingApp),
    list: () => member.client(funding).listFundingSchedules({}),
    run: async () => {
      let looked = 0
      for (let some = 1; some > 0; looked += some) some = await runDueHouseholds(product.runtime)
      return looked
    },
    pay: (
      amount: number,
      given: { account?: string; booked_at?: string; type?: 'transfer' } = {},
    ) =>
      client.recordTransaction({
        body: {
          account_id: loaded.accounts[given.account ?? 'cash']!,
          amount,
          concept: 'Salary',
          booked_at: given.booked_at ?? product.runtime.now().toString().slice(0, 10),
          ...(given.type && { type: given.type }),
        },
      }),
    held: async () => {
      const all = await member.client(expenses).listExpenses({})
      return Object.fromEntries(all.map(({ name, balance }) => [name, balance]))
    },
    funded: () =>
      product.db
        .selectFrom('payday_fundings')
        .select(['ordinary_planned', 'ordinary_funded'])
        .orderBy('ordinary_planned')
        .execute(),
    waits: () => product.db.selectFrom('payday_waits').select(['day', 'until']).execute(),
    check: () => assertBooks(product.db, loaded.household_id),
  }
}

const days = (count: number) => ({ hours: 24 * count })
const UNKNOWN_ACCOUNT = /resource_not_found: `account_id`/

test('a waiting payday continues on income, in the same order, up to its requests', async () => {
  const { runtime, run, pay, held, funded, waits, check } = await ada()
  runtime.advance(days(3))
  await run()
  assert.deepEqual(await held(), { Food: 0, Rent: 12_000 })
  assert.deepEqual(await waits(), [{ day: '2026-01-08', until: '2026-01-13' }])
  runtime.advance(days(1))
  await pay(20_000)
  await Promise.all([run(), run(), run()])
  // Rent comes first with 18,000 open; 2,000 are left for food.
  assert.deepEqual(await held(), { Food: 2000, Rent: 30_000 })
  assert.equal(await run(), 0)
  await pay(50_000)
  await run()
  assert.deepEqual(await held(), { Food: 10_000, Rent: 30_000 })
  assert.deepEqual(await funded(), [
    { ordinary_planned: 10_000, ordinary_funded: 10_000 },
    { ordinary_planned: 30_000, ordinary_funded: 30_000 },
  ])
  assert.deepEqual(await waits(), [])
  await pay(50_000)
  assert.equal(await run(), 0)
  await check()
})

test('a schedule with a deposit account waits for income on that account', async () => {
  const { runtime, run, pay, held, check, accounts, funding_schedules, app } = await ada({
    account: 'cash',
  })
  runtime.advance(days(3))
  await run()
  await pay(100_000, { account: 'other' })
  await run()
  assert.deepEqual(await held(), { Food: 0, Rent: 12_000 })
  const params = { id: funding_schedules['pay']! }
  const change = (account_id: string | null) =>
    app.changeFundingSchedule({ params, body: { account_id } })
  await assert.rejects(change(params.id), UNKNOWN_ACCOUNT)
  await change(accounts['other']!)
  await pay(1000)
  await run()
  assert.deepEqual(await held(), { Food: 0, Rent: 12_000 })
  await pay(1000, { account: 'other' })
  await run()
  assert.deepEqual(await held(), { Food: 10_000, Rent: 30_000 })
  await check()
})

test('a schedule lists its deposit account and accepts only the household’s accounts', async () => {
  const { app, list, accounts, funding_schedules } = await ada({ account: 'cash' })
  assert.deepEqual(
    (await list()).map(({ account_id }) => account_id),
    [accounts['cash']],
  )
  const body = { name: 'Side job', frequency: 'weekly', anchor: '2026-01-09' } as const
  const made = await app.createFundingSchedule({
    body: { ...body, account_id: accounts['other']! },
  })
  assert.equal((await list()).find(({ id }) => id === made.id)!.account_id, accounts['other'])
  const nobodys = { ...body, account_id: made.id }
  await assert.rejects(app.createFundingSchedule({ body: nobodys }), UNKNOWN_ACCOUNT)
  await app.changeFundingSchedule({
    params: { id: funding_schedules['pay']! },
    body: { account_id: null },
  })
  assert.equal((await list())[0]!.account_id, null)
})

test('a payday waits up to and including the fifth day', async () => {
  for (const [after, expected] of [
    [5, 10_000],
    [6, 0],
  ] as const) {
    const { runtime, run, pay, held, check } = await ada()
    runtime.advance(days(3))
    await run()
    runtime.advance(days(after))
    await pay(100_000)
    await run()
    assert.equal((await held())['Food'], expected, `${after} days`)
    await check()
  }
})

test('income that arrives in time counts even if the engine runs later', async () => {
  const { runtime, run, pay, held, check } = await ada()
  runtime.advance(days(3))
  await run()
  runtime.advance(days(2))
  await pay(100_000)
  runtime.advance(days(20))
  await run()
  assert.deepEqual(await held(), { Food: 10_000, Rent: 30_000 })
  await check()
})

test('only income on cash accounts counts, booked on the payday or later', async () => {
  const { runtime, run, pay, held, client } = await ada()
  runtime.advance(days(3))
  await run()
  await pay(90_000, { account: 'fund' })
  await pay(90_000, { booked_at: '2026-01-07' })
  await pay(90_000, { type: 'transfer' })
  await pay(-1)
  assert.equal(await run(), 0)
  const gift = await pay(90_000, { type: 'transfer' })
  await client.editTransaction({ params: { id: gift.id }, body: { type: 'income' } })
  await run()
  assert.deepEqual(await held(), { Food: 10_000, Rent: 30_000 })
})

test('a schedule that does not wait leaves the open amount to the next payday', async () => {
  const { runtime, run, pay, held, waits } = await ada({ waits: false })
  runtime.advance(days(3))
  await run()
  await pay(100_000)
  assert.equal(await run(), 0)
  assert.deepEqual([await held(), await waits()], [{ Food: 0, Rent: 12_000 }, []])
})

test('money set aside by other means meanwhile is not given twice', async () => {
  const { runtime, run, pay, held, product, id, expenses: ids, members, check } = await ada()
  runtime.advance(days(3))
  await run()
  const member = await product.member(id, members['ada']!)
  await member.client(expenses).transferBetweenExpenses({
    body: { from_expense_id: ids['rent']!, to_expense_id: ids['food']!, amount: 9000 },
  })
  await pay(100_000)
  await run()
  // Food asked for 10,000 and holds 9,000 now; rent gets its open amount.
  assert.deepEqual(await held(), { Food: 10_000, Rent: 21_000 })
  await check()
})

test('forecast and explanation show a waiting payday’s open amounts and last day', async () => {
  const { runtime, run, pay, product, id, members, expenses: ids } = await ada()
  const { client } = await product.member(id, members['ada']!)
  const asked = async () => {
    const { waiting } = await client(forecasting).showForecast({ query: { months: 1 } })
    const explained = await Promise.all(
      ['rent', 'food'].map(async (ref) => {
        const params = { id: ids[ref]! }
        return (await client(forecasting).explainExpense({ params })).waiting
      }),
    )
    return [waiting, ...explained].map(([wait, ...others]) => {
      assert.deepEqual(others, [])
      return wait && [wait.payday, wait.until, wait.open]
    })
  }
  const wait = ['2026-01-08', '2026-01-13']
  assert.deepEqual(await asked(), [undefined, undefined, undefined])
  runtime.advance(days(3))
  await run()
  assert.deepEqual(await asked(), [
    [...wait, 28_000],
    [...wait, 18_000],
    [...wait, 10_000],
  ])
  await pay(20_000)
  await run()
  assert.deepEqual(await asked(), [[...wait, 8000], undefined, [...wait, 8000]])
  runtime.advance(days(6))
  assert.deepEqual(await asked(), [undefined, undefined, undefined])
})

test('a household document includes its waiting paydays', async () => {
  const { runtime, run, product, id } = await ada()
  runtime.advance(days(3))
  await run()
  const document = await readExport(runtime, id)
  const copy = await loadDocument(runtime, document)
  const again = await readExport(runtime, copy.household_id)
  assert.deepEqual(again, document)
  assert.deepEqual(document.state!.payday_waits, [
    { day: '2026-01-08', until: '2026-01-13', arrived: false },
  ])
  await assertBooks(product.db, copy.household_id)
})
