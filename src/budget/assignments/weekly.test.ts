import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { startProduct } from '../../../test/support/product.ts'

// Maria is paid 45.00 each Friday; pay comes on the 20th. On Sunday 22 November her four Fridays up to then are set aside.
const household = {
  household: { name: 'Ada', timezone: 'Europe/Madrid', currency: 'EUR' },
  members: [{ ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' as const }],
  accounts: [
    {
      ref: 'bank',
      name: 'Bank',
      type: 'depository' as const,
      subtype: 'checking' as const,
      balance: 100_000,
    },
  ],
  funding_schedules: [
    { ref: 'pay', name: 'Pay', frequency: 'monthly' as const, days: [20], anchor: '2026-12-01' },
  ],
}

test('a weekly bill paid each week leaves the number free to spend as it is on every evening', async () => {
  const product = await startProduct({ start: '2026-11-22T10:00:00Z', limited: false })
  const loaded = await product.household(household)
  const ada = await product.member(loaded.household_id, loaded.members['ada']!)
  await ada.client(expensesApp).createExpense({
    body: {
      name: 'Maria',
      payee: 'maria',
      target_amount: 4_500,
      recurrence_interval_days: 7,
      recurrence_anchor_date: toDay('2026-11-27'),
      funding_schedule_ids: [loaded.funding_schedules['pay']!],
      balance: 18_000,
    },
  })
  const evenings: (string | number)[][] = []
  const live = async (day: string, pays: boolean) => {
    const until = Temporal.Instant.from(`${day}T18:00:00Z`)
    product.runtime.advance(product.runtime.now().until(until))
    await runDueHouseholds(product.runtime)
    if (pays) {
      const body = {
        account_id: loaded.accounts['bank'],
        concept: 'Maria',
        amount: -4_500,
        booked_at: day,
      }
      await ada.request('POST', '/transactions', { body })
    }
    const { body: home } = await ada.request<{ money: { free_to_spend: number }[] }>('GET', '/home')
    const [maria] = await ada.client(expenses).listExpenses({})
    evenings.push([day, home.money[0]!.free_to_spend, maria!.balance, maria!.due_date ?? ''])
    await assertBooks(product.db, loaded.household_id)
  }
  await live('2026-11-26', false)
  await live('2026-11-27', true)
  // On Saturday instead of Friday.
  await live('2026-12-05', true)
  // Maria is away on the 11th.
  await live('2026-12-11', false)
  await live('2026-12-18', true)
  // The payday gives Christmas and the first three Fridays of January, less the Friday that was left out.
  await live('2026-12-20', false)
  await live('2026-12-25', true)
  assert.deepEqual(evenings, [
    ['2026-11-26', 82_000, 18_000, '2026-11-27'],
    ['2026-11-27', 82_000, 13_500, '2026-12-04'],
    ['2026-12-05', 82_000, 9_000, '2026-12-11'],
    ['2026-12-11', 82_000, 9_000, '2026-12-18'],
    ['2026-12-18', 82_000, 4_500, '2026-12-25'],
    ['2026-12-20', 68_500, 18_000, '2026-12-25'],
    ['2026-12-25', 68_500, 13_500, '2027-01-01'],
  ])
})
