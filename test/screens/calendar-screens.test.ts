import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths, toDay } from '#/core/values/day.ts'
import { PHONE, startBrowser } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

async function open(path: string, more: Parameters<typeof browser.open>[0] | object = {}) {
  const { household_id, members } = await product.household({
    ...budget,
    transactions: [
      {
        ref: 'rent',
        account: 'checking',
        amount: -100_000,
        concept: 'Landlord',
        booked_at: '2025-12-30',
        expense: 'rent',
      },
      { ref: 'tea', account: 'checking', amount: -450, concept: 'Tea', booked_at: '2026-01-24' },
    ],
  })
  const { cookie } = await product.member(household_id, members['ada']!)
  const page = await browser.open({ url, cookie, ...more })
  await page.goto(path)
  return page
}

test('a payday is added, simulated and removed in the calendar; a schedule pauses', async () => {
  const page = await open('/paydays')
  await page.waitForURL(`${url}/calendar`)
  await page.getByRole('button', { name: 'Payday, Wednesday 28 January' }).click()
  await page.getByRole('region', { name: 'What happens on Wednesday 28 January' }).waitFor()
  await page.getByRole('button', { name: 'Actions for Salary' }).click()
  await page.getByRole('menuitem', { name: 'Add one payday' }).click()
  await page.getByRole('textbox', { name: 'Day' }).fill('2026-02-10')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: 'Payday, Tuesday 10 February' }).click()
  await page.getByRole('region', { name: 'What happens on Tuesday 10 February' }).waitFor()
  await page.getByRole('button', { name: 'Remove the payday of 10 Feb' }).click()
  await page
    .getByRole('button', { name: 'Payday, Tuesday 10 February' })
    .waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions for Salary' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  page.assertQuiet()
})

test('arrow keys walk over the days and months, and each day says what it holds', async () => {
  const page = await open('/calendar?day=2026-01-31')
  const grid = page.getByRole('grid', { name: 'Bills and paydays in January 2026' })
  await grid.getByRole('button', { name: 'Saturday 31 January' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('**/calendar?day=2026-02-01')
  await page.until(`document.activeElement?.dataset.day === '2026-02-01'`)
  await page
    .getByRole('button', { name: /^Sunday 1 February\. Rent €1,000\.00, Funded\. Free to spend €/ })
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.until(`document.activeElement?.dataset.day === '2026-02-08'`)
  // Further than the forecast reaches, and before the first transaction, there is nothing to go to.
  for (let month = 1; month <= 12; month += 1) {
    await page.keyboard.press('PageDown')
    const day = month === 12 ? '2027-01-31' : addMonths(toDay('2026-02-08'), month)
    await page.until(`document.activeElement?.dataset.day === '${day}'`)
  }
  assert.equal(await page.getByRole('button', { name: 'Next month' }).isDisabled(), true)
  page.assertQuiet()
})

test('the past shows what was paid, and a day opens its transactions', async () => {
  const page = await open('/calendar?month=2025-12')
  await page.getByRole('button', { name: /^Tuesday 30 December\. Rent −€1,000\.00/ }).click()
  const day = page.getByRole('region', { name: 'Tuesday 30 December' })
  await day.getByRole('link', { name: 'Rent Paid −€1,000.00' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Previous month' }).isDisabled(), true)
  await day.getByRole('link', { name: 'Show this day’s transactions' }).click()
  await page.waitForURL('**/transactions?from=2025-12-30&to=2025-12-30')
  page.assertQuiet()
})

test('money in another currency stands in its own currency', async () => {
  const { household_id, members } = await product.household({
    ...budget,
    accounts: [
      ...budget.accounts,
      { ref: 'usd', name: 'Dollars', type: 'depository', currency: 'USD', balance: 50_000 },
    ],
    transactions: [
      {
        ref: 'pay',
        account: 'usd',
        amount: 50_000,
        concept: 'Nimbus',
        booked_at: '2026-01-20',
      },
    ],
  })
  const { cookie } = await product.member(household_id, members['ada']!)
  const page = await browser.open({ url, cookie })
  await page.goto('/calendar?day=2026-01-20')
  const cell = page.locator('[data-day="2026-01-20"]')
  assert.match(await cell.innerText(), /\+(US)?\$500/)
  page.assertQuiet()
})

test('a month whose days are still loading shows no sums of another month', async () => {
  const page = await open('/calendar?month=2026-01')
  const expected = page.locator('dt', { hasText: 'Spent' }).first()
  await expected.waitFor()
  const loaded = Promise.withResolvers<void>()
  await page.route('**/app/api/calendar?from=2026-02-01*', async (route) => {
    await loaded.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('heading', { name: 'February 2026' }).waitFor()
  assert.equal(await page.locator('dt').count(), 0)
  loaded.resolve()
  await page.locator('dt', { hasText: 'Free to spend' }).first().waitFor()
  page.assertQuiet()
})

test('on a phone the day stands below a small grid, and both fit', async () => {
  const page = await open('/calendar?day=2026-02-01', { viewport: PHONE })
  const day = page.getByRole('region', { name: 'Sunday 1 February' })
  await day.getByRole('link', { name: 'Rent Funded €1,000.00' }).waitFor()
  await page.assertUsable('a month on a phone')
  page.assertQuiet()
})
