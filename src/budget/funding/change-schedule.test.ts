import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WrittenDocument } from '#/documents/document.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { records } from '#/platform/audited/contract.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { fundingApp } from './app-contract.ts'
import { funding } from './contract.ts'
import { forecastHousehold } from './forecast-household.ts'
import { runDueHouseholds } from './run-due.ts'

async function ada(document: Partial<WrittenDocument> = {}, start?: string) {
  const product = await startProduct({ limited: false, ...(start && { start }) })
  const loaded = await product.household({ ...budget, ...document })
  const member = await product.member(loaded.household_id, loaded.members['ada']!, 365)
  const read = member.client(funding)
  const id = loaded.funding_schedules['pay']!
  return {
    ...loaded,
    product,
    runtime: product.runtime,
    member,
    payId: id,
    householdId: loaded.household_id,
    app: member.client(fundingApp),
    expensesApp: member.client(expensesApp),
    schedule: async () => (await read.listFundingSchedules({})).find((one) => one.id === id)!,
    schedules: () => read.listFundingSchedules({}),
    rent: async () =>
      (await member.client(expenses).listExpenses({})).find(({ name }) => name === 'Rent')!,
    run: async () => {
      while ((await runDueHouseholds(product.runtime)) > 0);
    },
    ran: async () =>
      (await product.db.selectFrom('paydays').select('nominal').orderBy('nominal').execute()).map(
        ({ nominal }) => nominal,
      ),
    refused: async (method: string, path: string, body?: object) => {
      const { status, body: answer } = await member.request(method, path, { ...(body && { body }) })
      return [status, answer.error?.code, answer.error?.param]
    },
  }
}

const days = (count: number) => ({ hours: 24 * count })

test('an extra payday counts in contributions, forecast and list, and runs once', async () => {
  const { app, runtime, payId, schedule, rent, run, ran, householdId, product } = await ada()
  await run()
  const asked = (await rent()).fundAheadContribution
  await app.addPayday({ params: { id: payId }, body: { day: '2026-01-10' } })
  await app.addPayday({ params: { id: payId }, body: { day: '2026-01-10' } })
  const before = await schedule()
  assert.deepEqual([before.next_run_date, before.extra_days], ['2026-01-10', ['2026-01-10']])
  // Two paydays instead of one now share the reserve of 50,000.
  assert.deepEqual([asked, (await rent()).fundAheadContribution], [50_000, 25_000])
  const { paydays } = await forecastHousehold(runtime, householdId, 1)
  assert.deepEqual(
    paydays.map(({ date }) => date),
    ['2026-01-10', '2026-01-28'],
  )
  runtime.advance(days(5))
  await run()
  assert.deepEqual(await ran(), ['2026-01-10'])
  assert.equal((await rent()).extraReserve, 75_000)
  assert.equal((await schedule()).next_run_date, '2026-01-28')
  runtime.advance(days(18))
  await run()
  assert.deepEqual(await ran(), ['2026-01-10', '2026-01-28'])
  await assertBooks(product.db, householdId)
})

test('an extra payday must lie ahead, and can be removed until it has run', async () => {
  const { app, payId, schedule, run, refused } = await ada()
  await run()
  const path = `/funding-schedules/${payId}/extra-paydays`
  const day = [400, 'invalid_parameter', 'day']
  assert.deepEqual(await refused('POST', path, { day: '2026-01-05' }), day)
  assert.deepEqual(await refused('POST', path, { day: '2026-02-30' }), day)
  assert.deepEqual(await refused('POST', path, {}), day)
  await app.addPayday({ params: { id: payId }, body: { day: '2026-01-20' } })
  await app.removePayday({ params: { id: payId, day: '2026-01-20' }, query: {} })
  assert.deepEqual((await schedule()).extra_days, [])
  assert.deepEqual(await refused('DELETE', `${path}/2026-01-20`), [
    404,
    'resource_not_found',
    'day',
  ])
})

test('an extra payday on the date of a moved payday replaces it', async () => {
  // 28 February 2026 is a Saturday.
  const { app, runtime, payId, schedule, run, ran, refused } = await ada()
  await run()
  const path = `/funding-schedules/${payId}/extra-paydays`
  await app.changeFundingSchedule({ params: { id: payId }, body: { weekend: 'after' } })
  runtime.advance(days(30))
  await run()
  assert.equal((await schedule()).next_run_date, '2026-03-02')
  await app.addPayday({ params: { id: payId }, body: { day: '2026-02-28' } })
  assert.equal((await schedule()).next_run_date, '2026-02-28')
  runtime.advance(days(30))
  await run()
  assert.deepEqual(await ran(), ['2026-01-28', '2026-02-28'])
  assert.deepEqual(await refused('DELETE', `${path}/2026-02-28`), [
    404,
    'resource_not_found',
    'day',
  ])
})

test('a payday that has run does not run again if a change moves it', async () => {
  const { app, runtime, payId, run, ran, householdId, product } = await ada({
    funding_schedules: [
      {
        ref: 'pay',
        name: 'Salary',
        frequency: 'monthly',
        days: [28],
        anchor: '2025-11-28',
        weekend: 'before',
      },
    ],
  })
  // The payday of Saturday, 28 February pays on Friday.
  runtime.advance(days(53))
  await run()
  assert.deepEqual(await ran(), ['2026-01-28', '2026-02-28'])
  await app.changeFundingSchedule({ params: { id: payId }, body: { weekend: 'after' } })
  runtime.advance(days(10))
  await run()
  assert.deepEqual(await ran(), ['2026-01-28', '2026-02-28'])
  await assertBooks(product.db, householdId)
})

test('a paused schedule pays nothing, and missed paydays are not made up for', async () => {
  const { app, runtime, payId, run, ran, schedule, member } = await ada()
  await app.changeFundingSchedule({ params: { id: payId }, body: { paused: true } })
  const paused = await schedule()
  assert.deepEqual([paused.enabled, paused.next_run_date], [false, null])
  runtime.advance(days(30))
  await run()
  await app.changeFundingSchedule({ params: { id: payId }, body: { paused: false } })
  await run()
  assert.deepEqual(await ran(), [])
  assert.equal((await schedule()).next_run_date, '2026-02-28')
  runtime.advance(days(30))
  await run()
  assert.deepEqual(await ran(), ['2026-02-28'])
  const changes = await member.client(records).listChanges({ query: { subject_id: payId } })
  assert.deepEqual(
    changes.map(({ after }) => after),
    [{ paused: false }, { paused: true }],
  )
})

test('a new frequency has its own days, and an Expense’s only schedule cannot be removed', async () => {
  const { app, payId, schedule, schedules, refused, expensesApp: e, expenses: ids } = await ada()
  await app.changeFundingSchedule({
    params: { id: payId },
    body: { frequency: 'weekly', anchor: '2026-01-09' },
  })
  const weekly = await schedule()
  assert.deepEqual([weekly.days, weekly.next_run_date], [[], '2026-01-09'])
  const path = `/funding-schedules/${payId}`
  assert.deepEqual(await refused('DELETE', path), [409, 'still_in_use', 'id'])
  const { id } = await app.createFundingSchedule({
    body: { name: 'Side job', frequency: 'monthly', days: [31], anchor: '2026-01-01' },
  })
  for (const name of ['rent', 'groceries', 'trip', 'card']) {
    await e.changeExpense({
      params: { id: ids[name]! },
      body: { funding_schedule_ids: [payId, id] },
    })
  }
  await app.orderFundingSchedules({ body: { ids: [id, payId] } })
  assert.deepEqual(
    (await schedules()).map(({ name }) => name),
    ['Side job', 'Salary'],
  )
  await app.removeFundingSchedule({ params: { id: payId }, query: {} })
  assert.deepEqual(
    (await schedules()).map(({ name }) => name),
    ['Side job'],
  )
})

test('bad input names its parameter', async () => {
  const { refused, payId, schedule } = await ada()
  const good = { name: 'x', frequency: 'monthly', days: [1], anchor: '2026-01-01' }
  const cases: [object, string][] = [
    [{ ...good, days: [] }, 'days'],
    [{ ...good, days: [0] }, 'days[0]'],
    [{ ...good, days: [32] }, 'days[0]'],
    [{ ...good, days: [1, 2] }, 'days'],
    [{ ...good, frequency: 'semimonthly', days: [5, 5] }, 'days'],
    [{ ...good, frequency: 'weekly' }, 'days'],
    [{ ...good, frequency: 'never' }, 'frequency'],
    [{ ...good, anchor: '2026-02-29' }, 'anchor'],
    [{ ...good, anchor: '9999-12-31' }, 'anchor'],
    [{ ...good, estimated_deposit: -1 }, 'estimated_deposit'],
    [{ ...good, estimated_deposit: 1_000_000_000_001 }, 'estimated_deposit'],
  ]
  for (const [body, param] of cases) {
    assert.deepEqual(
      await refused('POST', '/funding-schedules', body),
      [400, 'invalid_parameter', param],
      JSON.stringify(body),
    )
  }
  const path = `/funding-schedules/${payId}`
  assert.deepEqual(await refused('PATCH', path, { days: [] }), [400, 'invalid_parameter', 'days'])
  const { updated_at: expected_updated_at } = await schedule()
  await refused('PATCH', path, { name: 'Pay' })
  assert.deepEqual(await refused('PATCH', path, { name: 'Wage', expected_updated_at }), [
    409,
    'edit_conflict',
    'expected_updated_at',
  ])
})
