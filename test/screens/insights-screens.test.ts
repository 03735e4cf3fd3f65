import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { addMonths, toDay } from '#/core/values/day.ts'
import { startBrowser } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

type Document = NonNullable<Parameters<typeof product.household>[0]>

/** Ada's budget with a year of one subscription that has become dearer, and some days. */
const lived: Document = {
  ...budget,
  transactions: [
    ...Array.from({ length: 13 }, (_, index) => ({
      ref: `s${index}`,
      account: 'checking',
      amount: index < 9 ? -1_299 : -1_599,
      concept: 'Streamly',
      booked_at: addMonths(toDay('2025-01-04'), index),
      category: 'fun',
    })),
    { ref: 'pay', account: 'checking', amount: 200_000, concept: 'Pay', booked_at: '2026-01-05' },
    { ref: 'tea', account: 'checking', amount: -450, concept: 'Tea', booked_at: '2026-01-24' },
    {
      ref: 'rent',
      account: 'checking',
      amount: -100_000,
      concept: 'Landlord',
      booked_at: '2026-01-02',
      expense: 'rent',
    },
  ],
}

async function open(path: string, document: Document = lived) {
  const loaded = await product.household(document)
  const { cookie } = await product.member(loaded.household_id, loaded.members['ada']!)
  const page = await browser.open({ url, cookie })
  await page.goto(path)
  return { page, ...loaded }
}

test('a band of a month leads to its transactions, by keyboard too', async () => {
  const { page, categories } = await open('/insights')
  await page.waitForURL('**/insights/spending')
  await page.getByRole('link', { name: /^No category, January 2026: €1,004\.50/ }).focus()
  await page.keyboard.press('ArrowUp')
  const said = await page.evaluate<string>(`document.activeElement.getAttribute('aria-label')`)
  assert.match(said, /^Fun, January 2026: €15\.99/)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.waitForURL(
    `**/transactions?type=expense&category_id=${categories['fun']}&from=2025-12-01&to=2025-12-31`,
  )
  page.assertQuiet()
})

test('a category stands beside its averages, as a chart, a table and a file', async () => {
  const { page } = await open('/insights/spending')
  const means = page.getByRole('region', { name: 'Categories against their average' })
  // (12.99 × 9 + 15.99 × 3) ÷ 12 in a year, 15.99 in three months.
  await means.getByRole('link', { name: 'Fun As usual €15.99' }).waitFor()
  await means.getByRole('button', { name: 'Show as a table' }).click()
  await means.getByRole('row', { name: 'Fun €15.99 €15.99 €13.74' }).waitFor()
  const downloading = page.waitForEvent('download')
  await means.getByRole('button', { name: 'Download as CSV' }).click()
  const text = readFileSync(await (await downloading).path(), 'utf8')
  assert.deepEqual(text.split('\r\n').slice(0, 3), [
    'Category,January 2026,3-month average,12-month average,Currency',
    'No category,1004.50,0.00,0.00,EUR',
    'Fun,15.99,15.99,13.74,EUR',
  ])
  page.assertQuiet()
})

test('the flow leads from income to what stays free, and its table adds up', async () => {
  const { page } = await open('/insights/cash-flow?range=3m')
  const flow = page.getByRole('region', { name: 'Where the money went' })
  await flow.getByRole('link', { name: /^Other income €2,000/ }).waitFor()
  await flow.getByRole('link', { name: /^Rent €1,000/ }).waitFor()
  await page.assertUsable('a flow')
  await flow.getByRole('button', { name: 'Show as a table' }).click()
  // 2,000.00 − 1,000.00 − 4.50 − 3 × 15.99.
  await flow.getByRole('row', { name: 'Free Use €947.53' }).waitFor()
  await flow.getByRole('row', { name: 'Bills Use €1,000.00' }).waitFor()
  const months = page.getByRole('region', { name: 'In and out by month' })
  await months.getByRole('link', { name: /^Money in, January 2026: €2,000\.00/ }).click()
  await page.waitForURL('**/transactions?type=income&from=2026-01-01&to=2026-01-25')
  page.assertQuiet()
})

test('a subscription says what it cost, what it costs and since when, and opens its payments', async () => {
  const { page } = await open('/insights/subscriptions')
  const row = page.getByRole('link', { name: /^Streamly/ })
  await row.getByText('€12.99 → €15.99').waitFor()
  await row.getByText('since 4 Oct 2025 · +€36.00 a year').waitFor()
  await row.getByText('€191.88').waitFor()
  await row.click()
  await page.waitForURL('**/transactions?type=expense&search=Streamly&from=2025-01-04')
  page.assertQuiet()
})

test('net worth without accounts leads to adding one', async () => {
  const { page } = await open('/insights/net-worth', {})
  await page.getByRole('link', { name: 'Add an account' }).click()
  await page.getByRole('dialog', { name: 'Manual account' }).waitFor()
  page.assertQuiet()
})

test('net worth is read by arrow keys, and Enter opens the transactions of that time', async () => {
  const { page } = await open('/insights/net-worth')
  const chart = page.getByRole('slider', { name: 'Net worth over time' })
  await chart.focus()
  assert.match((await chart.getAttribute('aria-valuetext'))!, /^25 January 2026: €2,500\.00\./)
  await page.keyboard.press('ArrowLeft')
  assert.match((await chart.getAttribute('aria-valuetext'))!, /^31 December 2025: €2,020\.49\./)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/transactions?from=2025-12-01&to=2025-12-31')
  page.assertQuiet()
})

test('net worth that cannot be asked for says so, and comes by trying again', async () => {
  const { page } = await open('/settings')
  await page.route('**/app/api/home', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({ error: { code: 'forbidden', message: 'No.' } }),
    }),
  )
  await page.goto('/insights/net-worth')
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/app/api/home')
  await again.click()
  await page.getByRole('slider', { name: 'Net worth over time' }).waitFor()
})

test('a second currency is drawn by itself, said plainly and never added', async () => {
  const { page } = await open('/insights/net-worth', {
    ...lived,
    accounts: [
      ...budget.accounts,
      { ref: 'purse', name: 'Dollars', type: 'wallet', currency: 'USD', balance: 7_500 },
    ],
    transactions: [
      ...lived.transactions!,
      { ref: 'd', account: 'purse', amount: -2_500, concept: 'Taxi', booked_at: '2025-11-03' },
    ],
  })
  const dollars = page.getByRole('region', { name: 'Net worth over time (USD)' })
  await dollars.getByText('$75.00').first().waitFor()
  await dollars.getByText('never added up').waitFor()
  await page.getByText('€2,500.00').first().waitFor()
  await page.getByRole('link', { name: 'Spending' }).click()
  await page.getByRole('link', { name: 'USD' }).click()
  await page.getByText('$25.00').first().waitFor()
  assert.equal(await page.getByText('€').count(), 1)
  await page.assertAccessible('spending in another currency')
  page.assertQuiet()
})

test('days of one’s own take the place of a range and stay in the address', async () => {
  const { page } = await open('/insights/spending?range=6m')
  await page.getByRole('link', { name: 'Custom' }).click()
  await page.getByLabel('From').fill('2026-01-20')
  await page.waitForURL('**/insights/spending?from=2026-01-20&to=2026-01-25')
  await page.getByText('€4.50').first().waitFor()
  await page.getByRole('link', { name: 'Cash flow' }).click()
  await page.waitForURL('**/insights/cash-flow?from=2026-01-20&to=2026-01-25')
  page.assertQuiet()
})
