import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importNextFile } from '#/sources/files/import-next-file.ts'
import { startBrowser, type TestPage } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-03-10T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

const march = `Date,Description,Amount
2026-03-01,MERCADONA 123 VALENCIA,-20.00
2026-03-02,NETFLIX.COM 866-579-7172,-12.99
2026-03-03,Zzyzx Parlour,-8.00
`
const april = `Date,Description,Amount
2026-03-08,Zzyzx Parlour,-9.00
`

async function takeIn(page: TestPage, name: string, text: string): Promise<void> {
  await page.goto('/accounts/import')
  await page.getByLabel('Account', { exact: true }).selectOption('Checking')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: /^Import \d/ }).click()
  await page.getByText('Waiting to begin…').first().waitFor()
  await importNextFile(product.runtime)
}

test('a newcomer’s file is filed into categories, and a new category files the next payment', async () => {
  const { household_id, members } = await product.household({
    accounts: [{ ref: 'checking', name: 'Checking', type: 'depository', balance: 100_000 }],
  })
  const ada = await product.member(household_id, members['ada']!)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/')
  await page.getByRole('button', { name: 'Sort payments' }).click()
  await page.getByRole('button', { name: 'Start without categories' }).click()
  await page.getByRole('button', { name: 'Sort payments' }).waitFor()
  await takeIn(page, 'march.csv', march)
  // Nobody has asked for categories yet, so the report offers them.
  await page.getByText('Sort these payments into categories?').waitFor()
  await page.assertUsable('an offer of categories')
  await page.getByRole('button', { name: 'Sort payments' }).click()
  await page.getByText('2 payments filed into categories').waitFor()
  await page.goto('/transactions')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Mercadona').getByRole('button', { name: 'Category: Groceries' }).waitFor()
  await row('Netflix').getByRole('button', { name: 'Category: Subscriptions' }).waitFor()
  // The picker shows what is used; the rest is a search or a click away.
  await row('Zzyzx').getByRole('button', { name: 'Category: Choose' }).click()
  const list = page.getByRole('dialog', { name: 'Category' })
  await list.getByRole('option', { name: 'Groceries' }).waitFor()
  assert.equal(await list.getByRole('option', { name: 'Insurance' }).count(), 0)
  await list.getByRole('option', { name: /^Show all/ }).click()
  await list.getByRole('option', { name: 'Insurance' }).waitFor()
  await page.assertUsable('all categories')
  await page.getByRole('combobox', { name: 'Category', exact: true }).fill('Ice cream')
  await page.getByRole('option', { name: 'Create “Ice cream”' }).click()
  await page.getByText('Category “Ice cream” created, and filed under it').waitFor()
  await row('Zzyzx').getByRole('button', { name: 'Category: Ice cream' }).waitFor()
  await takeIn(page, 'april.csv', april)
  await page.getByRole('heading', { name: '1 transaction imported' }).waitFor()
  await page.goto('/transactions?search=zzyzx')
  await page.getByRole('button', { name: 'Category: Ice cream' }).nth(1).waitFor()
  page.assertQuiet()
})

test('undoing a new category in the list takes back its payment and itself', async () => {
  const { household_id, members } = await product.household({
    accounts: [{ ref: 'checking', name: 'Checking', type: 'depository', balance: 100_000 }],
    categories: [{ ref: 'food', name: 'Food' }],
    transactions: [
      { ref: 'a', account: 'checking', amount: -500, concept: 'Shop', booked_at: '2026-03-01' },
    ],
  })
  const ada = await product.member(household_id, members['ada']!)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/transactions')
  await page.getByRole('button', { name: 'Category: Choose' }).click()
  await page.getByRole('combobox', { name: 'Category', exact: true }).fill('Pottery')
  await page.getByRole('option', { name: 'Create “Pottery”' }).click()
  await page.getByRole('button', { name: 'Category: Pottery' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/^Undone: Category “Pottery” created/).waitFor()
  await page.getByRole('button', { name: 'Category: Choose' }).waitFor()
  const { body } = await ada.request<{ name: string }[]>('GET', '/categories')
  assert.deepEqual(
    body.map(({ name }) => name),
    ['Food'],
  )
  // A rule is a place for a category too.
  await page.goto('/settings/categories')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('button', { name: 'Category: Food' }).click()
  await page.getByRole('combobox', { name: 'Category', exact: true }).fill('Clay')
  await page.getByRole('option', { name: 'Create “Clay”' }).click()
  await page.getByRole('button', { name: 'Category: Clay' }).waitFor()
  await page.getByText('Category “Clay” created').waitFor()
  await page.assertUsable('a rule with a new category')
  page.assertQuiet()
})

test('a category’s colour and icon are chosen by keyboard', async () => {
  const { household_id, members } = await product.household({
    categories: [{ ref: 'food', name: 'Food' }],
  })
  const ada = await product.member(household_id, members['ada']!)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/settings/categories')
  await page.getByRole('button', { name: 'Change Food' }).click()
  await page.getByText('Icon and colour').press('Enter')
  await page.getByRole('radio', { name: 'Orange', exact: true }).press('ArrowRight')
  await page.getByRole('radio', { name: 'pizza' }).click()
  await page.assertUsable('the look of a category')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { body } = await ada.request<{ look: object }[]>('GET', '/categories')
  assert.deepEqual(body[0]!.look, { hue: 'amber', icon: 'pizza' })
  page.assertQuiet()
})

test('a set-aside’s colour and icon are chosen in its form', async () => {
  const { household_id, members, expenses } = await product.household(budget)
  const ada = await product.member(household_id, members['ada']!)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto(`/plan/${expenses['rent']}?do=edit`)
  await page.getByText('Icon and colour').click()
  await page.getByRole('radio', { name: 'Orange', exact: true }).click()
  await page.getByRole('radio', { name: 'pizza' }).click()
  await page.assertUsable('the look of a set-aside')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog', { name: 'Edit' }).waitFor({ state: 'detached' })
  const { body } = await ada.request<{ id: string; look: object }[]>('GET', '/expenses')
  const rent = body.find(({ id }) => id === expenses['rent'])
  assert.deepEqual(rent!.look, { hue: 'orange', icon: 'pizza' })
  page.assertQuiet()
})
