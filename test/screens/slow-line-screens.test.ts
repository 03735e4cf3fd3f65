import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser, type TestPage } from '../support/chromium.ts'
import { startProduct } from '../support/product.ts'

// On a slow line, a screen says nothing false about what it has not read yet. `EARMARK_SLOW_LINE` does the same to all screens.

const product = await startProduct({ start: '2026-11-20T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const { household_id, members, funding_schedules } = await product.household({
  accounts: [{ ref: 'checking', name: 'Checking', type: 'depository', balance: 500_000 }],
  categories: [{ ref: 'food', name: 'Groceries' }],
  funding_schedules: [
    { ref: 'pay', name: 'Salary', frequency: 'monthly', days: [28], anchor: '2026-10-28' },
  ],
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
const ada = await product.member(household_id, members['ada']!)
const { cookie } = ada

/** Holds back the reads of these paths until the function that it returns is called. */
async function hold(page: TestPage, ...paths: readonly string[]) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  for (const path of paths) {
    await page.route(`**/app/api${path}`, async (route) => {
      await promise
      await route.continue()
    })
  }
  return release
}

test('a payment is called neither uncategorised nor free before the names are read', async () => {
  const page = await browser.open({ url, cookie })
  const release = await hold(page, '/categories', '/expenses')
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

/** Notes if an element is ever there; `wasThere` asks for it. */
async function watchFor(page: TestPage, selector: string) {
  await page.addInitScript(`new MutationObserver(() => {
    if (document.querySelector('${selector}')) window.wasThere = true
  }).observe(document, { childList: true, subtree: true })`)
  return () => page.evaluate<boolean>('window.wasThere === true')
}

test('spending is drawn once its categories have their names', async () => {
  const page = await browser.open({ url, cookie })
  const release = await hold(page, '/categories')
  const wasThere = await watchFor(page, '[aria-label^="No category"]')
  const months = page.waitForResponse('**/app/api/insights/months*')
  await page.goto('/insights/spending')
  await (await months).finished()
  release()
  await page.getByRole('link', { name: /^Groceries, November 2026: €30\.57/ }).waitFor()
  assert.equal(await wasThere(), false)
  page.assertQuiet()
})

test('an invitation asks for no password before it is known that there are any', async () => {
  const { body } = await ada.request<{ token: string }>('POST', '/invitations', { body: {} })
  const page = await browser.open({ url })
  const release = await hold(page, '/entrance')
  const wasThere = await watchFor(page, 'input[type=password]')
  const checked = page.waitForResponse('**/app/api/invitations/check')
  await page.goto(`/invite#k=${body.token}`)
  await (await checked).finished()
  // The screen is drawn as soon as it may be.
  await page.evaluate(
    'new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))',
  )
  assert.equal(await wasThere(), false)
  release()
  await page.getByLabel('Password').waitFor()
  page.assertQuiet()
})

test('a second change is not taken for somebody else’s before the page has read the first', async () => {
  const salary = `/funding-schedules/${funding_schedules['pay']}`
  const body = { day: '2026-12-10' }
  assert.equal((await ada.request('POST', `${salary}/extra-paydays`, { body })).status, 200)
  const page = await browser.open({ url, cookie })
  await page.goto('/calendar?month=2026-12')
  const remove = page.getByRole('button', { name: 'Remove the payday of 10 Dec' })
  await remove.waitFor()
  const release = await hold(page, '/funding-schedules')
  await remove.click()
  await page.getByRole('button', { name: 'Actions for Salary' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await page.getByText('Salary is paused').waitFor()
  release()
  await page.getByText('Paused', { exact: true }).waitFor()
  await remove.waitFor({ state: 'detached' })
  page.assertQuiet()
})
