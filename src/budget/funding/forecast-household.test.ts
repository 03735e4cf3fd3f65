import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadExpenses } from '#/budget/expenses/holdings.ts'
import { balanceOf } from '#/budget/expenses/rules/holding.ts'
import { toHoldings } from '#/budget/expenses/holdings.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { explainExpense } from './explain-expense.ts'
import { forecastHousehold } from './forecast-household.ts'
import { runDueHouseholds } from './run-due.ts'

const product = await startProduct({ limited: false })

async function ada(change: Partial<typeof budget> = {}) {
  const loaded = await product.household({ ...budget, ...change })
  return { id: loaded.household_id, expenses: loaded.expenses, loaded }
}

test('a forecast lists months, paydays and payments, and changes nothing', async () => {
  const { id, expenses } = await ada()
  product.takeStatements()
  const forecast = await forecastHousehold(product.runtime, id, 12)
  assert.equal(product.takeStatements().length, 2)
  assert.deepEqual(
    [forecast.from, forecast.through, forecast.free_to_spend, forecast.set_aside],
    ['2026-01-05', '2027-01-05', 124_000, 176_000],
  )
  assert.deepEqual(forecast.paydays[0], {
    date: '2026-01-28',
    deposit: 0,
    planned: 145_667,
    funded: 124_000,
    free_to_spend: 0,
  })
  assert.equal(forecast.paydays.length, 12)
  assert.equal(forecast.months.length, 13)
  assert.deepEqual(forecast.months[0], {
    month: '2026-01',
    deposits: 0,
    planned: 145_667,
    funded: 124_000,
    due: 50_000,
    covered: 0,
    set_aside: 300_000,
    free_to_spend: 0,
  })
  const rent = forecast.expenses.find(({ expense_id }) => expense_id === expenses['rent'])!
  assert.deepEqual(rent.events.slice(0, 2), [
    { kind: 'payday', date: '2026-01-28', planned: 50_000, funded: 28_333, balance: 178_333 },
    { kind: 'due', date: '2026-02-01', payment: 100_000, covered: 100_000, balance: 78_333 },
  ])
  assert.deepEqual(await forecastHousehold(product.runtime, id, 12), forecast)
})

test('the estimated deposit of a schedule is part of the forecast', async () => {
  const [schedule] = budget.funding_schedules
  const funding_schedules = [{ ...schedule!, estimated_deposit: 200_000 }]
  const { id } = await ada({ funding_schedules } as Partial<typeof budget>)
  const { paydays, months } = await forecastHousehold(product.runtime, id, 2)
  // In January, rent's reserve, groceries, trip and the card ask for 145,667 of 324,000.
  assert.deepEqual(
    paydays.map(({ deposit, planned, free_to_spend }) => [deposit, planned, free_to_spend]),
    [
      [200_000, 145_667, 178_333],
      [200_000, 111_667, 266_666],
    ],
  )
  assert.deepEqual(
    months.map(({ deposits }) => deposits),
    [200_000, 200_000, 0],
  )
})

test('forecast and explanation of the first payday equal what the engine then does', async () => {
  const { id, expenses } = await ada()
  const { db, runtime } = product
  const forecast = await forecastHousehold(runtime, id, 1)
  const explained = await Promise.all(
    Object.values(expenses).map((one) => explainExpense(runtime, id, one)),
  )
  runtime.advance({ hours: 24 * 23 })
  await runDueHouseholds(runtime)
  runtime.advance({ hours: -24 * 23 })
  const ran = await db
    .selectFrom('payday_fundings')
    .selectAll()
    .where('household_id', '=', id)
    .execute()
  assert.equal(ran.length, 4)
  for (const funding of ran) {
    const { events } = forecast.expenses.find((one) => one.expense_id === funding.expense_id)!
    const event = events.find(({ kind }) => kind === 'payday')
    assert.ok(event?.kind === 'payday')
    assert.deepEqual(
      [event.date, event.planned, event.funded],
      [
        funding.day,
        funding.ordinary_planned + funding.ahead_planned,
        funding.ordinary_funded + funding.ahead_funded,
      ],
    )
    const { ordinary, fund_ahead } = explained.find((one) => one.expense_id === funding.expense_id)!
    assert.deepEqual(
      [ordinary.asked, ordinary.funded, fund_ahead.asked, fund_ahead.funded],
      [
        funding.ordinary_planned,
        funding.ordinary_funded,
        funding.ahead_planned,
        funding.ahead_funded,
      ],
    )
  }
  const held = toHoldings(await loadExpenses(db, id)).reduce(
    (sum, { lanes }) => sum + balanceOf(lanes),
    0,
  )
  assert.equal(held, forecast.set_aside + forecast.paydays[0]!.funded)
})

test('an explanation contains the formula’s inputs and the Expenses served earlier', async () => {
  const { id, expenses } = await ada()
  const trip = await explainExpense(product.runtime, id, expenses['trip']!)
  assert.deepEqual(
    [trip.kind, trip.payday, trip.due_date, trip.target_amount, trip.available],
    ['goal', '2026-01-28', '2026-07-01', 90_000, 124_000],
  )
  assert.deepEqual(trip.ordinary, {
    reason: 'shared',
    asked: 11_667,
    needed: 90_000,
    held: 20_000,
    missing: 70_000,
    until: '2026-07-01',
    paydays: 6,
    dates: ['2026-01-28', '2026-02-28', '2026-03-28', '2026-04-28', '2026-05-28', '2026-06-28'],
    funded: 11_667,
    before: [
      { expense_id: expenses['card'], name: 'Visa bill', asked: 50_000, funded: 50_000 },
      { expense_id: expenses['groceries'], name: 'Groceries', asked: 34_000, funded: 34_000 },
    ],
  })
  assert.equal(trip.fund_ahead.reason, 'not_wanted')
  const rent = await explainExpense(product.runtime, id, expenses['rent']!)
  assert.deepEqual([rent.ordinary.reason, rent.fund_ahead.reason], ['complete', 'by_interval'])
  assert.deepEqual([rent.fund_ahead.asked, rent.fund_ahead.funded], [50_000, 28_333])
})

test('the application gets both, and another household’s Expense is not found', async () => {
  const { id, loaded, expenses } = await ada()
  const other = await ada()
  const member = await product.member(id, loaded.members['ada']!)
  const ask = (path: string) =>
    product.request('GET', path, { base: '/app/api', headers: { cookie: member.cookie } })
  const forecast = await ask('/forecast')
  assert.equal(forecast.status, 200, forecast.text)
  assert.deepEqual(forecast.body, await forecastHousehold(product.runtime, id, 12))
  assert.equal((await ask('/forecast?months=37')).status, 400)
  const explanation = await ask(`/expenses/${expenses['rent']}/explanation`)
  assert.deepEqual(explanation.body, await explainExpense(product.runtime, id, expenses['rent']!))
  assert.equal((await ask(`/expenses/${other.expenses['rent']}/explanation`)).status, 404)
})
