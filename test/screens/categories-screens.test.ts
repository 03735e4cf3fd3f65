import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PHONE, startBrowser } from '../support/chromium.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

/** A household as it is after its first import: payments, and no category. */
async function newHousehold() {
  const { household_id, members } = await product.household({
    accounts: [{ ref: 'checking', name: 'Checking', type: 'depository', balance: 100_000 }],
    transactions: [
      {
        ref: 'shop',
        account: 'checking',
        amount: -2_310,
        concept: 'Corner Shop',
        booked_at: '2026-01-24',
      },
    ],
  })
  return product.member(household_id, members['ada']!)
}

const rowsOf = async (ada: Awaited<ReturnType<typeof newHousehold>>) => {
  const { body } = await ada.request<{ data: { category_id: string | null }[] }>(
    'GET',
    '/transactions',
  )
  return body.data
}

test('a category is created where a payment needs it, by keyboard alone', async () => {
  const ada = await newHousehold()
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/transactions')
  await page.locator('[role=row][aria-rowindex="2"] time').waitFor()
  await page.keyboard.press('j')
  await page.until(`document.activeElement?.dataset.index === '0'`)
  await page.keyboard.press('c')
  const box = page.getByRole('combobox', { name: 'Category', exact: true })
  await box.pressSequentially('Groceries')
  await page.getByRole('option', { name: 'Create “Groceries”' }).waitFor()
  await page.assertUsable('creating a category')
  await page.keyboard.press('Enter')
  await page.locator('[data-index="0"]').getByText('Groceries').waitFor()
  const { body } = await ada.request<{ id: string; name: string }[]>('GET', '/categories')
  assert.deepEqual(
    body.map(({ name }) => name),
    ['Groceries'],
  )
  assert.deepEqual(
    (await rowsOf(ada)).map(({ category_id }) => category_id),
    [body[0]!.id],
  )
  page.assertQuiet()
})

test('a household without categories starts with the usual ones from the list itself', async () => {
  const ada = await newHousehold()
  const page = await browser.open({ url, cookie: ada.cookie, viewport: PHONE })
  await page.goto('/transactions')
  await page.getByText('Corner Shop').first().click()
  const sheet = page.getByRole('dialog', { name: 'Transaction' })
  await sheet.getByRole('button', { name: /^Category:/ }).click()
  await page.getByRole('option', { name: 'Start with the usual categories' }).click()
  await page.getByRole('option', { name: 'Groceries' }).click()
  await sheet.getByRole('button', { name: 'Category: Groceries' }).waitFor()
  page.assertQuiet()
})

test('the settings offer the usual categories while there are none', async () => {
  const ada = await newHousehold()
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/settings/categories')
  await page.getByRole('button', { name: 'Start with the usual categories' }).click()
  await page.getByText('Groceries').waitFor()
  page.assertQuiet()
})
