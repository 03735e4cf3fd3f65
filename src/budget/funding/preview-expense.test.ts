import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import type { Day } from '#/core/values/day.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { forecasting } from './forecast-contract.ts'

const product = await startProduct({ limited: false })

async function ada() {
  const { household_id, members, expenses: ids } = await product.household(budget)
  const member = await product.member(household_id, members['ada']!)
  return { member, ids, app: member.client(forecasting), plan: member.client(expensesApp) }
}

test('a preview equals the effect of the change', async () => {
  const changes = [
    ['rent', { target_amount: 130_000 }],
    ['rent', { recurrence_anchor_date: '2026-03-15' as Day }],
    ['groceries', { target_amount: 5_000 }],
    ['trip', { target_amount: 60_000, recurrence_anchor_date: '2026-04-01' as Day }],
    ['card', { recurrence_anchor_date: '2026-02-03' as Day }],
  ] as const
  for (const [ref, change] of changes) {
    const { member, ids, app, plan } = await ada()
    const id = ids[ref]!
    const preview = await app.previewExpense({ params: { id }, query: change })
    await plan.changeExpense({ params: { id }, body: change })
    const all = await member.client(expenses).listExpenses({})
    const changed = all.find((one) => one.id === id)!
    assert.deepEqual(
      [
        preview.target_amount,
        preview.recurrence_anchor_date,
        preview.due_date,
        preview.next_contribution,
      ],
      [
        changed.target_amount,
        changed.recurrence_anchor_date,
        changed.due_date,
        { date: changed.next_contribution_date, amount: changed.next_contribution_amount },
      ],
      ref,
    )
    assert.equal(preview.behind_by > 0, changed.is_behind, ref)
    const forecast = await app.showForecast({ query: { months: 12 } })
    const course = forecast.expenses.find(({ expense_id }) => expense_id === id)!
    assert.deepEqual(preview.events, course.events, ref)
  }
})

test('a preview changes nothing, and without fields shows the present state', async () => {
  const { member, ids, app } = await ada()
  const list = () => member.client(expenses).listExpenses({})
  const before = await list()
  const params = { id: ids['rent']! }
  const now = await app.previewExpense({ params, query: {} })
  assert.equal(now.target_amount, 100_000)
  await app.previewExpense({ params, query: { target_amount: 1 } })
  assert.deepEqual(await list(), before)
  const dearer = await app.previewExpense({ params, query: { target_amount: 500_000 } })
  assert.ok(dearer.uncovered > now.uncovered)
})

test('a refused preview names the parameter', async () => {
  const { member, ids } = await ada()
  const refused = async (id: string, query: string) => {
    const { status, body } = await member.request('GET', `/expenses/${id}/preview?${query}`)
    return [status, body.error.code, body.error.param]
  }
  const rent = ids['rent']!
  assert.deepEqual(await refused(rent, 'target_amount=0'), [
    400,
    'invalid_parameter',
    'target_amount',
  ])
  assert.deepEqual(await refused(rent, 'recurrence_anchor_date=soon'), [
    400,
    'invalid_parameter',
    'recurrence_anchor_date',
  ])
  assert.deepEqual(await refused('00000000-0000-4000-8000-000000000000', ''), [
    404,
    'resource_not_found',
    'id',
  ])
})
