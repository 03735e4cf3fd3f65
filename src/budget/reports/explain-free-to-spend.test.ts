import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { accountsApp } from '#/budget/accounts/app-contract.ts'
import { updateBalances } from '#/budget/accounts/update-balances.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { settingsApp } from '#/budget/settings/app-contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { home } from '#/app/home/contract.ts'
import type { WireAnswer } from '#/platform/contract/endpoint.ts'
import type { ApiError } from '#/platform/contract/client.ts'
import type { WrittenDocument } from '#/documents/document.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { startProduct } from '../../../test/support/product.ts'
import { freeToSpendChanges } from './changes-contract.ts'

const product = await startProduct({ start: '2026-01-05T09:00:00Z', limited: false })

const contracts = {
  ...accountsApp,
  ...expensesApp,
  ...freeToSpendChanges,
  ...home,
  ...settingsApp,
  ...transactions,
  ...transactionsApp,
}

const madrid = {
  household: { name: 'Home', timezone: 'Europe/Madrid', currency: 'EUR' },
  accounts: [
    {
      ref: 'checking',
      name: 'Checking',
      type: 'depository',
      subtype: 'checking',
      balance: 300_000,
    },
    { ref: 'savings', name: 'Savings', type: 'depository', subtype: 'savings', balance: 50_000 },
  ],
  funding_schedules: [
    { ref: 'pay', name: 'Salary', frequency: 'monthly', days: [8], anchor: '2026-01-08' },
  ],
  expenses: [
    {
      ref: 'rent',
      name: 'Rent',
      target_amount: 100_000,
      recurrence_interval_months: 1,
      recurrence_anchor_date: '2026-02-01',
      funding_schedules: ['pay'],
    },
  ],
} satisfies Partial<WrittenDocument>

async function open(document: Partial<WrittenDocument> = madrid, at = '2026-01-05T09:00:00Z') {
  product.runtime.advance(product.runtime.now().until(Temporal.Instant.from(at)))
  const loaded = await product.household(document)
  const app = async () => {
    const member = await product.member(loaded.household_id, loaded.members['ada']!)
    return member.client(contracts)
  }
  const { checking, savings } = loaded.accounts as { checking: string; savings: string }
  return {
    ...loaded,
    app,
    checking,
    savings,
    /** Goes on to a day at ten o'clock in Madrid. */
    goTo: async (day: string) => {
      const moment = Temporal.Instant.from(`${day}T09:00:00Z`)
      product.runtime.advance(product.runtime.now().until(moment))
      while ((await runDueHouseholds(product.runtime)) > 0);
    },
    pay: async (amount: number, concept: string, more: object = {}) => {
      const { body } = await product.request<{ id: string }>('POST', '/transactions', {
        key: loaded.keys['rw']!.api_key,
        body: { account_id: checking, amount, concept, booked_at: '2026-01-05', ...more },
      })
      return body.id
    },
    /** The bank says another balance. */
    correct: (by: number) =>
      updateBalances({
        householdId: loaded.household_id,
        balance: sql`a.balance + ${by}`,
        at: product.runtime.now(),
        now: product.runtime.now(),
        where: sql`a.id = ${checking}`,
      }).execute(product.db),
    why: async (from?: string, to?: string) => {
      const answer = await (await app()).explainChange({ query: { from, to } })
      return { ...answer, short: answer.lines.map(shorten) }
    },
  }
}

type Line = WireAnswer<typeof freeToSpendChanges.explainChange>['lines'][number]

/** Writes a line as a person would note it down. */
function shorten(line: Line): string {
  const amount = (line.amount / 100).toFixed(2)
  switch (line.kind) {
    case 'payment': {
      const parts = line.parts.map(({ name, amount: given }) => ` ${name} ${given / 100}`)
      return `${amount} ${line.change} ${line.transaction.concept}${parts.join('')}`
    }
    case 'payday':
      return `${amount} payday ${line.day} ${line.parts.map(({ name }) => name).join()}`
    case 'expense':
      return `${amount} ${line.reason} ${line.name}`
    case 'account':
      return `${amount} ${line.change} ${line.name}`
    case 'others':
      return `${amount} others ${line.of} ${line.count}`
  }
}

test('each day of an eventful week is explained to the cent, as worked out by hand', async () => {
  const { goTo, pay, correct, why, app, savings, expenses, household_id: id } = await open()
  await goTo('2026-01-06')
  const groceries = await pay(-4_210, 'Groceries')
  await pay(200_000, 'Salary')
  await goTo('2026-01-08')
  await goTo('2026-01-09')
  await pay(-105_000, 'Landlord', {
    expense_goal_id: expenses['rent'],
    booked_at: '2026-01-09',
  })
  await goTo('2026-01-10')
  await correct(1_234)
  await goTo('2026-01-11')
  await (await app()).changeAccount({ params: { id: savings }, body: { spendable: false } })
  await goTo('2026-01-12')
  await (await app()).removeTransaction({ params: { id: groceries } })
  await pay(-2_000, 'Late', { booked_at: '2026-01-02' })
  await goTo('2026-01-13')
  // 3,000.00 + 500.00; + 2,000.00 − 42.10; − 1,000.00 for the rent; it cost 50.00 more; + 12.34; − 500.00; + 42.10 − 20.00.
  const days: [string, number, string[]][] = [
    ['2026-01-05', 350_000, ['2000.00 recorded Salary', '-42.10 recorded Groceries']],
    ['2026-01-06', 545_790, []],
    ['2026-01-07', 545_790, ['-1000.00 payday 2026-01-08 Rent']],
    ['2026-01-08', 445_790, ['-50.00 recorded Landlord Rent 1000']],
    ['2026-01-09', 440_790, ['12.34 corrected Checking']],
    ['2026-01-10', 442_024, ['-500.00 uncounted Savings']],
    ['2026-01-11', 392_024, ['42.10 deleted Groceries', '-20.00 recorded Late']],
    ['2026-01-12', 394_234, []],
  ]
  for (const [index, [from, before, lines]] of days.entries()) {
    const next = days[index + 1]?.[0]
    const answer = await why(from, next)
    assert.deepEqual([answer.before, answer.short], [before, lines], from)
    assert.equal(answer.after, next === undefined ? 394_234 : days[index + 1]![1])
  }
  // The groceries came and went within the week.
  assert.deepEqual((await why('2026-01-05')).short, [
    '2000.00 recorded Salary',
    '-1000.00 payday 2026-01-08 Rent',
    '-500.00 uncounted Savings',
    '-50.00 recorded Landlord Rent 1000',
    '-20.00 recorded Late',
    '12.34 corrected Checking',
  ])
  await assertBooks(product.db, id)
})

test('home says the change since the end of yesterday, and nothing on the first day', async () => {
  const { goTo, pay, app } = await open(madrid, '2026-02-05T09:00:00Z')
  await pay(-900, 'Tea')
  assert.equal((await (await app()).showHome({})).change, null)
  // A quarter of an hour before midnight in Madrid, and then a quarter after it.
  product.runtime.advance({ hours: 13, minutes: 45 })
  await pay(-700, 'Late tea')
  product.runtime.advance({ minutes: 30 })
  await pay(-4_210, 'Groceries')
  const shown = await (await app()).showHome({})
  assert.deepEqual(shown.change, { from: '2026-02-05', amount: -4_210 })
  await goTo('2026-02-07')
  assert.deepEqual((await (await app()).showHome({})).change, { from: '2026-02-06', amount: 0 })
})

test('a payment that was edited later counts on both days as it was then', async () => {
  const { goTo, pay, why, app } = await open(madrid, '2026-03-05T09:00:00Z')
  await goTo('2026-03-06')
  const id = await pay(-1_000, 'Dinner')
  await goTo('2026-03-07')
  await (await app()).editTransaction({ params: { id }, body: { amount: -1_500 } })
  assert.deepEqual((await why('2026-03-05', '2026-03-06')).short, ['-10.00 recorded Dinner'])
  assert.deepEqual((await why('2026-03-06', '2026-03-07')).short, ['-5.00 edited Dinner'])
  assert.deepEqual((await why('2026-03-05')).short, ['-15.00 recorded Dinner'])
})

test('a payment that an Expense pays in full is a line of zero with its Expense', async () => {
  const opened = { ...madrid, expenses: [{ ...madrid.expenses[0]!, balance: 100_000 }] }
  const { goTo, pay, why, expenses } = await open(opened, '2026-04-05T09:00:00Z')
  await goTo('2026-04-06')
  await pay(-100_000, 'Landlord', { expense_goal_id: expenses['rent'] })
  const { change, lines } = await why('2026-04-05')
  assert.equal(change, 0)
  const [line] = lines
  assert.ok(line?.kind === 'payment')
  assert.deepEqual([line.amount, line.cash, line.released], [0, -100_000, 100_000])
  assert.deepEqual(line.parts, [{ expense_id: expenses['rent'], name: 'Rent', amount: 100_000 }])
})

test('an account that comes is one line; its payments from then on are their own', async () => {
  const { goTo, pay, why, app } = await open(madrid, '2026-05-05T09:00:00Z')
  await goTo('2026-05-06')
  const { id } = await (
    await app()
  ).createAccount({ body: { name: 'Purse', type: 'wallet', balance: 8_000 } })
  product.runtime.advance({ minutes: 1 })
  await pay(-500, 'Bread', { account_id: id })
  assert.deepEqual((await why('2026-05-05')).short, ['80.00 counted Purse', '-5.00 recorded Bread'])
})

test('an archived Expense gives back what it held, by name', async () => {
  const opened = { ...madrid, expenses: [{ ...madrid.expenses[0]!, balance: 30_000 }] }
  const { goTo, why, app, expenses } = await open(opened, '2026-06-05T09:00:00Z')
  await goTo('2026-06-06')
  await (await app()).archiveExpense({ params: { id: expenses['rent']! }, body: {} })
  assert.deepEqual((await why('2026-06-05')).short, ['300.00 archive Rent'])
})

test('other rules of what counts as cash are explained by the accounts that they concern', async () => {
  const { goTo, why, app } = await open(madrid, '2026-07-05T09:00:00Z')
  await goTo('2026-07-06')
  await (await app()).changeSettings({ body: { account_types: ['wallet'] } })
  assert.deepEqual((await why('2026-07-05', '2026-07-06')).short, [
    '-3000.00 uncounted Checking',
    '-500.00 uncounted Savings',
  ])
})

test('many payments are the largest ones and one exact sum of the others', async () => {
  const { goTo, pay, why } = await open(madrid, '2026-08-03T09:00:00Z')
  await goTo('2026-08-04')
  for (let cents = 1; cents <= 45; cents += 1) await pay(-cents, `Nr ${cents}`)
  const { lines, change } = await why('2026-08-03')
  // 1 + 2 + … + 45 = 1,035; the five smallest are 1 + 2 + 3 + 4 + 5 = 15.
  assert.equal(change, -1_035)
  assert.deepEqual(lines.at(-1), { kind: 'others', of: 'payments', amount: -15, count: 5 })
  assert.equal(lines.length, 41)
})

test('days that are swapped, in the future, before the household or too far apart are refused', async () => {
  const { goTo, app } = await open(madrid, '2026-09-05T09:00:00Z')
  await goTo('2026-09-08')
  const refusals: [object, string, RegExp][] = [
    [{ from: '2026-09-08', to: '2026-09-06' }, 'from', /after/],
    [{ to: '2026-09-09' }, 'to', /from 2026-09-05 to 2026-09-08/],
    [{ from: '2026-09-04' }, 'from', /from 2026-09-05 to 2026-09-08/],
    [{ from: '2026-09-04', to: '2026-09-04' }, 'to', /from 2026-09-05/],
    [{ from: 'yesterday' }, 'from', /day that exists/],
  ]
  for (const [query, param, message] of refusals) {
    await assert.rejects(
      (await app()).explainChange({ query }),
      (failure: ApiError) => {
        assert.deepEqual([failure.error?.code, failure.error?.param], ['invalid_parameter', param])
        assert.match(failure.message, message)
        return true
      },
      JSON.stringify(query),
    )
  }
  await goTo('2027-10-01')
  await assert.rejects((await app()).explainChange({ query: { from: '2026-09-05' } }), {
    message: /from 2026-09-30 to 2027-10-01/,
  })
})

test('a day ends by the present zone, also when its clocks change', async () => {
  const { goTo, pay, why, app } = await open(madrid, '2026-10-20T09:00:00Z')
  await goTo('2026-10-24')
  // On 25 October, Madrid's day has 25 hours and ends at 23:00 UTC.
  product.runtime.advance({ hours: 37, minutes: 30 })
  await pay(-100, 'Half past eleven')
  product.runtime.advance({ minutes: 45 })
  await pay(-30, 'A quarter past midnight')
  assert.deepEqual((await why('2026-10-24', '2026-10-25')).short, [
    '-1.00 recorded Half past eleven',
  ])
  await (await app()).changeSettings({ body: { timezone: 'America/New_York' } })
  await goTo('2026-10-27')
  // In New York both were paid on the evening of the 25th.
  assert.equal((await why('2026-10-24', '2026-10-25')).change, -130)
})

test('the answer costs two statements beside the session, however long the period', async () => {
  const { goTo, pay, why } = await open(madrid, '2026-11-05T09:00:00Z')
  await goTo('2026-11-06')
  await pay(-100, 'Tea')
  product.takeStatements()
  await why('2026-11-05')
  const own = product.takeStatements().filter((text) => text.includes('cash_l'))
  assert.equal(own.length, 2)
})
