import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from '../support/chromium.ts'
import { startProduct } from '../support/product.ts'

// On a slow line, a screen says nothing false about what it has not read yet. `EARMARK_SLOW_LINE` does the same to all screens.

const product = await startProduct({ start: '2026-11-20T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const { household_id, members } = await product.household({
  accounts: [{ ref: 'checking', name: 'Checking', type: 'depository', balance: 500_000 }],
  categories: [{ ref: 'food', name: 'Groceries' }],
  expenses: [{ ref: 'fun', name: 'Fun money', target_amount: 20_000, balance: 10_000 }],
  transactions: [
    {
      ref: 'market',
      account: 'checking',
      amount: -3_057,
      concept: 'Green Market',
      booked_at: '2026-11-20',
      category: 'food',
      expense: 'fun',
    },
  ],
})
const { cookie } = await product.member(household_id, members['ada']!)

/** Opens a page whose reads of these paths wait until `release`. */
async function openHolding(...held: readonly string[]) {
  const page = await browser.open({ url, cookie })
  const { promise, resolve: release } = Promise.withResolvers<void>()
  for (const path of held) {
    await page.route(`**/app/api${path}`, async (route) => {
      await promise
      await route.continue()
    })
  }
  return { page, release }
}

test('a payment is called neither uncategorised nor free before the names are read', async () => {
  const { page, release } = await openHolding('/categories', '/expenses')
  await page.goto('/transactions')
  const row = page.locator('[role=row][data-index]').filter({ hasText: 'Green Market' })
  await row.waitFor()
  const names = async () => {
    const buttons = await row.getByRole('button').all()
    return Promise.all(buttons.map((button) => button.getAttribute('aria-label')))
  }
  assert.deepEqual(await names(), ['Category: ', 'Set-aside: '])
  release()
  await row.getByRole('button', { name: 'Category: Groceries' }).waitFor()
  assert.deepEqual(await names(), ['Category: Groceries', 'Set-aside: Fun money'])
  page.assertQuiet()
})

test('spending is drawn once its categories have their names', async () => {
  const { page, release } = await openHolding('/categories')
  await page.addInitScript(`new MutationObserver(() => {
    if (document.querySelector('[aria-label^="No category"]')) window.isWrong = true
  }).observe(document, { childList: true, subtree: true })`)
  const months = page.waitForResponse('**/app/api/insights/months*')
  await page.goto('/insights/spending')
  await (await months).finished()
  release()
  await page.getByRole('link', { name: /^Groceries, November 2026: €30\.57/ }).waitFor()
  assert.equal(await page.evaluate('window.isWrong'), undefined)
  page.assertQuiet()
})
