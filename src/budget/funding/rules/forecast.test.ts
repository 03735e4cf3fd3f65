import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenExpense, givenPaydays } from '#/budget/expenses/rules/given.ts'
import type { Holding } from '#/budget/expenses/rules/holding.ts'
import { addMonths, toDay } from '#/core/values/day.ts'
import { forecast } from './forecast.ts'
import type { ForecastQuestion } from './forecast.ts'
import { planPayday } from './plan.ts'

const twiceAMonth = givenPaydays({ frequency: 'semimonthly', days: [14, 28], anchor: '2026-01-01' })
const fridays = givenPaydays({ frequency: 'weekly', anchor: '2026-01-02' })
const bill = {
  target: 10_000,
  intervalMonths: 1,
  anchor: '2026-02-01',
  paydays: twiceAMonth,
} as const

function ask(
  holdings: readonly Holding[],
  { months = 12, ...question }: Partial<ForecastQuestion> & { months?: number } = {},
) {
  const processedThrough = toDay('2026-01-10')
  return forecast({
    holdings,
    processedThrough,
    through: addMonths(processedThrough, months),
    freeToSpend: null,
    floor: 0,
    deposits: [],
    ...question,
  })
}

test('paydays and payments are listed in order, with the balance after each', () => {
  const { expenses } = ask([givenExpense(bill)], { months: 1 })
  assert.deepEqual(expenses, [
    {
      id: 'e',
      funded: 10_000,
      events: [
        { kind: 'payday', day: '2026-01-14', planned: 5_000, funded: 5_000, balance: 5_000 },
        { kind: 'payday', day: '2026-01-28', planned: 5_000, funded: 5_000, balance: 10_000 },
        { kind: 'due', day: '2026-02-01', payment: 10_000, covered: 10_000, balance: 0 },
      ],
    },
  ])
})

test('a year of a bill is twelve payments, every one covered', () => {
  const { paydays, expenses } = ask([givenExpense(bill), givenExpense({ ...bill, id: 'f' })])
  const due = expenses[0]?.events.filter((event) => event.kind === 'due') ?? []
  assert.equal(due.length, 12)
  assert.ok(due.every((event) => event.covered === 10_000 && event.balance === 0))
  assert.equal(paydays.length, 24)
  assert.deepEqual(paydays[0], {
    day: '2026-01-14',
    deposit: 0,
    planned: 10_000,
    funded: 10_000,
    freeToSpend: null,
  })
})

test('money that runs out leaves payments uncovered; expected pay covers them again', () => {
  const short = ask([givenExpense(bill)], { months: 2, freeToSpend: 7_000 })
  assert.deepEqual(
    short.paydays.map(({ planned, funded, freeToSpend }) => [planned, funded, freeToSpend]),
    [
      [5_000, 5_000, 2_000],
      [5_000, 2_000, 0],
      [5_000, 0, 0],
      [10_000, 0, 0],
    ],
  )
  const due = short.expenses[0]?.events.filter((event) => event.kind === 'due') ?? []
  assert.deepEqual(
    due.map(({ payment, covered }) => [payment, covered]),
    [
      [10_000, 7_000],
      [10_000, 0],
    ],
  )
  const paid = ask([givenExpense(bill)], {
    months: 2,
    freeToSpend: 7_000,
    deposits: [{ paydays: twiceAMonth, amount: 6_000 }],
  })
  assert.deepEqual(
    paid.paydays.map((payday) => payday.freeToSpend),
    [8_000, 9_000, 10_000, 11_000],
  )
})

test('a payday on the due date comes before the payment', () => {
  const { expenses } = ask([givenExpense({ ...bill, anchor: '2026-01-14' })], { months: 1 })
  assert.deepEqual(
    expenses[0]?.events.map(({ kind, balance }) => [kind, balance]),
    [
      ['payday', 10_000],
      ['due', 0],
      ['payday', 5_000],
    ],
  )
})

test('a card pays off its debt, a target at a time', () => {
  const card = givenExpense({
    ...bill,
    type: 'credit_card',
    target: 4_000,
    card: { owed: 10_000 },
  })
  const due = ask([card], { months: 5 }).expenses[0]?.events.filter(({ kind }) => kind === 'due')
  assert.deepEqual(
    due?.map((event) => event.kind === 'due' && event.covered),
    [4_000, 4_000, 2_000, 0, 0],
  )
})

test('a goal is complete on its day and asks for nothing afterwards', () => {
  const goal = givenExpense({ type: 'goal', target: 9_000, anchor: '2026-03-01', paydays: fridays })
  const { events, funded } = ask([goal]).expenses[0] ?? { events: [], funded: 0 }
  assert.equal(funded, 9_000)
  assert.equal(events.find(({ day }) => day === '2026-02-27')?.balance, 9_000)
})

test('the first payday of the forecast equals what that payday then does', () => {
  const holdings = [
    givenExpense({ ...bill, id: 'a', payments: 2, building: 3_000 }),
    givenExpense({ ...bill, id: 'b', anchor: '2026-01-12', ready: 2_000, building: 9_000 }),
    givenExpense({ ...bill, id: 'c', type: 'goal', anchor: '2026-06-01' }),
  ]
  const first = ask(holdings, { freeToSpend: 9_999, floor: 500 })
  const payday = toDay('2026-01-14')
  const plan = planPayday({ payday, holdings, freeToSpend: 9_999, floor: 500 })
  for (const [index, given] of plan.entries()) {
    const event = first.expenses[index]?.events.find(({ day }) => day === payday)
    assert.ok(event?.kind === 'payday')
    assert.equal(event.planned, given.ordinaryPlanned + given.aheadPlanned)
    assert.equal(event.funded, given.ordinaryFunded + given.aheadFunded)
  }
})

test('a year of 200 Expenses takes at most 30 ms', () => {
  const holdings = Array.from({ length: 200 }, (_, index) =>
    givenExpense({
      id: `expense-${index}`,
      type: index % 5 === 0 ? 'goal' : 'expense',
      target: 5_000 + index * 100,
      intervalMonths: [1, 3, 6, 12][index % 4] ?? 1,
      anchor: index % 5 === 0 ? '2046-03-15' : `2012-0${1 + (index % 9)}-28`,
      payments: 1 + (index % 3),
      paydays: index % 2 === 0 ? fridays : givenPaydays({ anchor: '2001-01-05' }),
    }),
  )
  const took = Array.from({ length: 20 }, () => {
    const before = process.cpuUsage()
    ask(holdings, { freeToSpend: 400_000, deposits: [{ paydays: fridays, amount: 40_000 }] })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  assert.ok(Math.min(...took) <= 30, `${took.join(', ')} ms`)
})
