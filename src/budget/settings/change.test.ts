import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { records } from '#/platform/audited/contract.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { settingsApp } from './app-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { funding } from '#/budget/funding/contract.ts'
import { forecasting } from '#/budget/funding/forecast-contract.ts'
import { settings } from './contract.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { home } from '#/app/home/contract.ts'

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
    /** Every date that some endpoint shows as the next payday. */
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

test('settings list the cash accounts in the household’s currency', async () => {
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

test('preferences are stored, and shown in the settings and in every session', async () => {
  const { app, show, member } = await ada()
  const fresh = {
    locale: null,
    date_format: null,
    week_starts_on: 'monday',
    month_starts_on_day: 1,
    include_pending: true,
    account_types: ['depository', 'wallet'],
  }
  const chosen = {
    locale: 'es-ES',
    date_format: 'DD/MM/YYYY',
    week_starts_on: 'sunday',
    month_starts_on_day: 28,
    include_pending: false,
    account_types: ['investment'],
  } as const
  const shown = async () => {
    const { free_to_spend, ...settings } = await show()
    const { locale, date_format, week_starts_on, month_starts_on_day } = settings
    const { include_pending, account_types } = free_to_spend
    const writing = { locale, date_format, week_starts_on, month_starts_on_day }
    const { body } = await member.request<object>('GET', '/session', {})
    const { household } = body as unknown as { household: typeof writing }
    assert.deepEqual({ ...household, ...writing }, household)
    return { ...writing, include_pending, account_types }
  }
  assert.deepEqual(await shown(), fresh)
  await app.changeSettings({ body: { ...chosen, account_types: [...chosen.account_types] } })
  assert.deepEqual(await shown(), chosen)
  await app.changeSettings({ body: { locale: null, date_format: null } })
  assert.deepEqual(await shown(), { ...chosen, locale: null, date_format: null })
})

test('free to spend counts the chosen account types on every screen', async () => {
  const { product, member, app } = await ada()
  const { body: made } = await member.request<{ id: string }>('POST', '/accounts', {
    body: { name: 'Broker', type: 'investment', balance: 70_000 },
  })
  const free = async () => {
    const { spendable_balance, free_to_spend } = await member.client(accounts).summarizeAccounts({})
    const { money } = await member.client(home).showHome({})
    assert.deepEqual([money[0]!.cash, money[0]!.free_to_spend], [spendable_balance, free_to_spend])
    const { free_to_spend: counted } = await member.client(settings).showSettings({})
    return [spendable_balance, counted.account_ids.includes(made.id)]
  }
  assert.deepEqual(await free(), [300_000, false])
  await app.changeSettings({ body: { account_types: ['depository', 'wallet', 'investment'] } })
  assert.deepEqual(await free(), [370_000, true])
  await app.changeSettings({ body: { account_types: ['investment'] } })
  assert.deepEqual(await free(), [70_000, true])
  await app.changeSettings({ body: { account_types: [] } })
  assert.deepEqual(await free(), [0, false])
  for (const { household_id } of await product.db
    .selectFrom('households')
    .select('household_id')
    .execute())
    await assertBooks(product.db, household_id)
})

test('free to spend subtracts pending payments, unless the household excludes them', async () => {
  const { product } = await ada()
  const { household_id, members, keys } = await product.household({
    accounts: [
      {
        ref: 'bank',
        name: 'Bank',
        type: 'depository',
        subtype: 'checking',
        provider: 'provider_a',
        balance: 10_000,
      },
    ],
    transactions: [
      {
        ref: 'coffee',
        account: 'bank',
        amount: -450,
        concept: 'Coffee',
        booked_at: '2026-01-05',
        status: 'pending',
      },
    ],
  })
  const bo = await product.member(household_id, members['ada']!)
  const free = async () =>
    (await product.client(accounts, keys['ro']!.api_key).summarizeAccounts({})).free_to_spend
  assert.equal(await free(), 9550)
  await bo.client(settingsApp).changeSettings({ body: { include_pending: false } })
  assert.equal(await free(), 10_000)
  await assertBooks(product.db, household_id)
})

test('a change of settings is audited, an unchanged value is not', async () => {
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

test('across the date line no day is processed twice or skipped', async () => {
  // Every Thursday is a payday: 1, 8 and 15 January.
  const { product, app, through, ran, id, upcoming } = await ada(
    '2026-01-07T09:00:00Z',
    'Pacific/Honolulu',
  )
  await runDueHouseholds(product.runtime)
  assert.deepEqual([await through(), await ran()], ['2026-01-06', []])
  product.runtime.advance({ hours: 14 })
  // 23:00 UTC: 7 January in Honolulu, 8 January on Tongatapu.
  await app.changeSettings({ body: { timezone: 'Pacific/Tongatapu' } })
  await runDueHouseholds(product.runtime)
  assert.deepEqual([await through(), await ran()], ['2026-01-08', ['2026-01-08']])
  await app.changeSettings({ body: { timezone: 'Pacific/Honolulu' } })
  await runDueHouseholds(product.runtime)
  assert.deepEqual([await through(), await ran()], ['2026-01-08', ['2026-01-08']])
  // It is 7 January again, but every endpoint shows the 15th as the next payday.
  assert.deepEqual(await upcoming(), new Set(['2026-01-15']))
  // 8 January in Honolulu is already processed and pays nothing.
  product.runtime.advance({ hours: 24 })
  await runDueHouseholds(product.runtime)
  assert.deepEqual([await through(), await ran()], ['2026-01-08', ['2026-01-08']])
  product.runtime.advance({ hours: 24 * 7 })
  await runDueHouseholds(product.runtime)
  assert.deepEqual(await ran(), ['2026-01-08', '2026-01-15'])
  await assertBooks(product.db, id)
})

test('a currency can be corrected only while no money is held in another one', async () => {
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
    [{ locale: 'English' }, 'locale'],
    [{ locale: 'xx-XX' }, 'locale'],
    [{ locale: 'en-GB-u-nu-arab' }, 'locale'],
    [{ date_format: 'YY-MM-DD' }, 'date_format'],
    [{ week_starts_on: 'friday' }, 'week_starts_on'],
    [{ week_starts_on: null }, 'week_starts_on'],
    [{ month_starts_on_day: 0 }, 'month_starts_on_day'],
    [{ month_starts_on_day: 29 }, 'month_starts_on_day'],
    [{ include_pending: 'no' }, 'include_pending'],
    [{ account_types: ['credit'] }, 'account_types[0]'],
    [{ account_types: ['wallet', 'wallet'] }, 'account_types'],
  ]
  for (const [body, param] of cases) {
    assert.deepEqual(await refused(body), [400, 'invalid_parameter', param])
  }
})
