import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forecasting } from '#/budget/funding/forecast-contract.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { calendar } from './contract.ts'

const product = await startProduct({ limited: false, start: '2026-01-25T10:00:00Z' })

async function open(
  transactions: NonNullable<Parameters<typeof product.household>[0]>['transactions'],
) {
  const loaded = await product.household({ ...budget, ...(transactions && { transactions }) })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  return { ...loaded, app: member.client({ ...calendar, ...forecasting }) }
}

test('past days say what was paid and came in, and coming days what is due', async () => {
  const { app, expenses } = await open([
    {
      ref: 'rent',
      account: 'checking',
      amount: -100_000,
      concept: 'Landlord',
      booked_at: '2026-01-02',
      expense: 'rent',
    },
    {
      ref: 'pay',
      account: 'checking',
      amount: 200_000,
      concept: 'Nimbus',
      booked_at: '2026-01-05',
    },
    {
      ref: 'rent back',
      account: 'checking',
      amount: 3_000,
      concept: 'Landlord',
      booked_at: '2026-01-05',
      type: 'expense',
      expense: 'rent',
    },
    { ref: 'tea', account: 'checking', amount: -450, concept: 'Tea', booked_at: '2026-01-05' },
  ])
  const answer = await app.showCalendar({ query: { from: '2026-01-01', to: '2026-02-01' } })
  const on = (day: string) => answer.days.find(({ date }) => date === day)!
  assert.deepEqual([answer.today, answer.first_day], ['2026-01-25', '2026-01-02'])
  const [rent] = on('2026-01-02').paid
  assert.deepEqual(
    [rent?.expense_id, rent?.name, rent?.amount],
    [expenses['rent'], 'Rent', -100_000],
  )
  const fifth = on('2026-01-05')
  assert.deepEqual([fifth.spent, fifth.received, fifth.free], [450, 203_000, null])
  assert.deepEqual(
    fifth.paid.map(({ name }) => name),
    ['Nimbus'],
  )
  assert.deepEqual(
    on('2026-02-01').due.map(({ name, payment, state }) => [name, payment, state]),
    [['Rent', 100_000, 'funded']],
  )
})

test('free to spend and paydays of each coming day are those of the forecast', async () => {
  const { app } = await open(undefined)
  const forecast = await app.showForecast({ query: { months: 3 } })
  const shown = await app.showCalendar({ query: { from: '2026-02-01', to: '2026-03-31' } })
  let free = forecast.free_to_spend
  for (const day of shown.days) {
    const payday = forecast.paydays.find(({ date }) => date === day.date)
    free = forecast.paydays.findLast(({ date }) => date <= day.date)?.free_to_spend ?? free
    assert.equal(day.free, free, day.date)
    assert.equal(day.payday?.funded, payday?.funded)
  }
  assert.ok(shown.days.some(({ payday }) => payday !== null))
})

test('days after the forecast are left out, and those long ago are empty', async () => {
  const { app } = await open(undefined)
  const far = await app.showCalendar({ query: { from: '2999-01-01', to: '2999-01-31' } })
  assert.deepEqual([far.days, far.last_day], [[], '2027-01-31'])
  const past = await app.showCalendar({ query: { from: '1990-01-01', to: '1990-01-31' } })
  assert.ok(past.days.every(({ free, paid, due }) => free === null && !paid.length && !due.length))
  assert.equal(past.days.length, 31)
})
