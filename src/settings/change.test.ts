import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDueHouseholds } from '#/funding/run-due.ts'
import { records } from '#/records/contract.ts'
import { assertBooks } from '../../test/ledger.ts'
import { budget } from '../../test/given.ts'
import { startProduct } from '../../test/product.ts'
import { settingsApp } from './app-contract.ts'
import { expenses } from '#/expenses/contract.ts'
import { funding } from '#/funding/contract.ts'
import { forecasting } from '#/funding/forecast-contract.ts'
import { settings } from './contract.ts'

async function ada(start?: string, timezone = 'Europe/Madrid') {
  const product = await startProduct({ limited: false, ...(start && { start }) })
  const loaded = await product.household({
    ...budget,
    household: { name: 'Ada', timezone, currency: 'EUR' },
    funding_schedules: [
      { ref: 'pay', name: 'Daily bread', frequency: 'weekly', anchor: '2026-01-01' },
    ],
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  return {
    product,
    member,
    id: loaded.household_id,
    app: member.client(settingsApp),
    show: () => member.client(settings).showSettings({}),
    refused: async (body: object) => {
      const { status, body: answer } = await member.request('PATCH', '/settings', { body })
      return [status, answer.error.code, answer.error.param]
    },
    through: async () =>
      (
        await product.db
          .selectFrom('households')
          .select('processed_through')
          .executeTakeFirstOrThrow()
      ).processed_through,
    /** Every day that is said to be the next payday. */
    upcoming: async () => {
      const funded = await member.client(expenses).listExpenses({})
      const schedules = await member.client(funding).listFundingSchedules({})
      const { next_contribution } = await member.client(expenses).summarizeExpenses({})
      const { payday } = await member.client(forecasting).explainExpense({
        params: { id: funded.find(({ next_contribution_date }) => next_contribution_date)!.id },
      })
      return new Set([
        ...funded.flatMap(({ next_contribution_date }) => next_contribution_date ?? []),
        ...schedules.map(({ next_run_date }) => next_run_date),
        next_contribution!.date,
        payday,
      ])
    },
    ran: async () =>
      (await product.db.selectFrom('paydays').select('nominal').orderBy('nominal').execute()).map(
        ({ nominal }) => nominal,
      ),
  }
}

test('settings say which accounts free-to-spend counts: cash in the household’s currency', async () => {
  const { product } = await ada()
  const { accounts, keys } = await product.household({
    accounts: [
      { ref: 'checking', name: 'Checking', type: 'depository', subtype: 'checking' },
      { ref: 'broker', name: 'Broker', type: 'investment', spendable: true },
      { ref: 'hidden', name: 'Put away', type: 'depository', subtype: 'savings', spendable: false },
      { ref: 'abroad', name: 'Abroad', type: 'depository', subtype: 'checking', currency: 'USD' },
    ],
  })
  const read = product.client(settings, keys['ro']!.api_key)
  const { free_to_spend } = await read.showSettings({})
  assert.deepEqual(free_to_spend.account_ids, [accounts['checking'], accounts['broker']])
})

test('settings are changed with a trace; what is already so leaves none', async () => {
  const { app, show, member, id, refused } = await ada()
  const first = await show()
  await app.changeSettings({ body: { name: 'Ada & Bo', floor: 5000 } })
  await app.changeSettings({ body: { name: 'Ada & Bo' } })
  const { name, free_to_spend } = await show()
  assert.deepEqual([name, free_to_spend.floor], ['Ada & Bo', 5000])
  const [change, ...more] = await member.client(records).listChanges({ query: {} })
  assert.deepEqual(more, [])
  assert.deepEqual(
    [change!.action, change!.subject_id, change!.before, change!.after],
    ['household.change', id, { name: 'Ada', floor: 0 }, { name: 'Ada & Bo', floor: 5000 }],
  )
  assert.deepEqual(await refused({ name: 'Bo', expected_updated_at: first.updated_at }), [
    409,
    'edit_conflict',
    'expected_updated_at',
  ])
  const { updated_at } = await show()
  await app.changeSettings({ body: { name: 'Bo', expected_updated_at: updated_at } })
})

test('across the date line no day is worked off twice and none is left out', async () => {
  // Every Thursday is a payday: 1, 8 and 15 January.
  const { product, app, through, ran, id, upcoming } = await ada(
    '2026-01-07T09:00:00Z',
    'Pacific/Honolulu',
  )
  await runDueHouseholds(product.world)
  assert.deepEqual([await through(), await ran()], ['2026-01-06', []])
  product.world.advance({ hours: 14 })
  // 23:00 UTC: 7 January in Honolulu, 8 January on Tongatapu.
  await app.changeSettings({ body: { timezone: 'Pacific/Tongatapu' } })
  await runDueHouseholds(product.world)
  assert.deepEqual([await through(), await ran()], ['2026-01-08', ['2026-01-08']])
  await app.changeSettings({ body: { timezone: 'Pacific/Honolulu' } })
  await runDueHouseholds(product.world)
  assert.deepEqual([await through(), await ran()], ['2026-01-08', ['2026-01-08']])
  // It is 7 January once more, but the next payday is the 15th, wherever one looks.
  assert.deepEqual(await upcoming(), new Set(['2026-01-15']))
  // 8 January comes in Honolulu too, and pays nothing any more.
  product.world.advance({ hours: 24 })
  await runDueHouseholds(product.world)
  assert.deepEqual([await through(), await ran()], ['2026-01-08', ['2026-01-08']])
  product.world.advance({ hours: 24 * 7 })
  await runDueHouseholds(product.world)
  assert.deepEqual(await ran(), ['2026-01-08', '2026-01-15'])
  await assertBooks(product.db, id)
})

test('a currency can be corrected only while nothing counts in another one', async () => {
  const { refused } = await ada()
  assert.deepEqual(await refused({ currency: 'USD' }), [409, 'still_in_use', 'currency'])
  const product = await startProduct({ limited: false })
  const loaded = await product.household({})
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  await member.client(settingsApp).changeSettings({ body: { currency: 'USD' } })
  assert.equal((await member.client(settings).showSettings({})).currency, 'USD')
})

test('bad input names its parameter', async () => {
  const { refused } = await ada()
  const cases: [object, string][] = [
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: '+02:00' }, 'timezone'],
    [{ currency: 'euro' }, 'currency'],
    [{ floor: -1 }, 'floor'],
    [{ floor: 1_000_000_000_001 }, 'floor'],
    [{ name: ' ' }, 'name'],
    [{ plan: 'premium' }, 'plan'],
  ]
  for (const [body, param] of cases) {
    assert.deepEqual(await refused(body), [400, 'invalid_parameter', param])
  }
})
