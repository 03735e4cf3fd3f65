import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser, type TestPage } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

const given = async () => {
  const { household_id, members } = await product.household({
    ...budget,
    transactions: [
      { ref: 'tea', account: 'checking', amount: -450, concept: 'Tea', booked_at: '2026-01-24' },
    ],
  })
  return product.member(household_id, members['ada']!)
}
const freeToSpend = (page: TestPage, amount: string) =>
  page.getByRole('link', { name: `Free to spend ${amount}` }).waitFor()

test('an Expense is created, money moves to it once, and Free-to-spend follows', async () => {
  const ada = await given()
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/plan')
  await freeToSpend(page, '€1,240.00')
  await page.getByRole('button', { name: 'New set-aside' }).click()
  await page.getByLabel('Name').fill('Dentist')
  await page.getByLabel('Amount', { exact: true }).fill('120')
  await page.getByLabel('Repeats').selectOption('Once')
  await page.getByLabel('Next due date').fill('2026-06-15')
  await page.getByLabel('Set aside now').fill('40')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Dentist added').waitFor()
  await freeToSpend(page, '€1,200.00')

  await page.keyboard.press('x')
  const form = page.getByRole('dialog', { name: 'Move money' })
  await form.getByLabel('Amount').fill('25')
  await form.getByLabel('From').selectOption('Trip')
  await form.getByLabel('To', { exact: true }).selectOption('Dentist')
  await form.getByText('€65.00').waitFor()
  await form.getByRole('button', { name: 'Move' }).dblclick()
  await page.getByText('€25.00 moved to Dentist').waitFor()
  await form.waitFor({ state: 'detached' })
  await freeToSpend(page, '€1,200.00')
  const { body } = await ada.request<{ name: string; balance: number }[]>('GET', '/expenses')
  const balances = new Map(body.map(({ name, balance }) => [name, balance]))
  assert.equal(balances.get('Dentist'), 6_500)
  assert.equal(balances.get('Trip'), 17_500)

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: €25.00 moved to Dentist').waitFor()
  await page.getByRole('link', { name: 'Dentist' }).click()
  const details = page.getByRole('dialog', { name: 'Dentist' })
  await details.getByText('€80.00 left ÷').waitFor()
  await details.getByText('Payday sets aside €16.00', { exact: true }).waitFor()
  await details.getByRole('button', { name: 'Archive' }).click()
  await page
    .getByRole('dialog', { name: 'Archive Dentist?' })
    .getByRole('button', { name: 'Archive' })
    .click()
  await page.waitForURL(`${url}/plan`)
  await freeToSpend(page, '€1,240.00')
  page.assertQuiet()
})

test('a slider previews another amount; it applies once saved, and an undo takes only it back', async () => {
  const ada = await given()
  type Trip = { id: string; name: string; target_amount: number; recurrence_anchor_date: string }
  const trip = async () => {
    const { body } = await ada.request<Trip[]>('GET', '/expenses')
    return body.find(({ name }) => name === 'Trip')!
  }
  const amount = async () => (await trip()).target_amount
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/plan')
  await page.getByRole('link', { name: 'Trip' }).click()
  const details = page.getByRole('dialog', { name: 'Trip' })
  const slider = details.getByRole('slider', { name: 'Amount' })
  await details.getByRole('heading', { name: 'What comes next' }).waitFor()
  for (let step = 0; step < 10; step += 1) await slider.press('ArrowRight')
  assert.equal(await slider.getAttribute('aria-valuetext'), '€1,000.00')
  await details.getByRole('heading', { name: 'What would come next' }).waitFor()
  // Six paydays until July: (900.00 − 200.00) ÷ 6, and (1,000.00 − 200.00) ÷ 6.
  await details.getByText('€116.67 → €133.34').waitFor()
  await page.assertAccessible('what would be')
  assert.equal(await amount(), 90_000)
  await details.getByRole('button', { name: 'Save change' }).press('Enter')
  await page.getByText('Trip saved').waitFor()
  await details.getByRole('heading', { name: 'What comes next' }).waitFor()
  assert.equal(await amount(), 100_000)
  // Somebody else moves the date meanwhile.
  const { id } = await trip()
  const body = { recurrence_anchor_date: '2026-08-01' }
  assert.equal((await ada.request('PATCH', `/expenses/${id}`, { body })).status, 200)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: Trip saved').waitFor()
  const { target_amount, recurrence_anchor_date } = await trip()
  assert.deepEqual([target_amount, recurrence_anchor_date], [90_000, '2026-08-01'])

  // Somebody else chooses another amount: it is not replaced.
  const chosen = { target_amount: 95_000 }
  assert.equal((await ada.request('PATCH', `/expenses/${id}`, { body: chosen })).status, 200)
  await page.keyboard.press('Control+Shift+Z')
  await page.getByText('Someone else changed this in the meantime.').waitFor()
  assert.equal(await amount(), 95_000)
  page.assertQuiet()
})

test('an empty plan asks for the first Expense and offers nothing that needs one', async () => {
  const { household_id, members } = await product.household()
  const ada = await product.member(household_id, members['ada']!)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/plan')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Add your first set-aside' }).waitFor()
  assert.deepEqual(await main.getByRole('button').allTextContents(), ['Add your first set-aside'])
  await page.assertUsable('an empty plan')
  await main.getByRole('button').click()
  const form = page.getByRole('dialog', { name: 'New set-aside' })
  await form.getByLabel('Name').fill('Groceries')
  await form.getByLabel('Amount', { exact: true }).fill('400')
  await form.getByLabel('Kind').selectOption('Envelope')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await main.getByRole('link', { name: 'Groceries' }).waitFor()
  // Free to spend is the other side.
  await main.getByRole('button', { name: 'Move money' }).waitFor()
  await main.getByRole('button', { name: 'New group' }).waitFor()
  assert.equal(await main.getByRole('button', { name: 'Archived' }).count(), 0)
  page.assertQuiet()
})

test('long names and amounts fit into the plan', async () => {
  const long = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'
  const { household_id, members } = await product.household({
    ...budget,
    accounts: budget.accounts.map((account) => ({ ...account, balance: 900_000_000_000 })),
    expense_groups: [{ ref: 'home', name: `${long} and everything that has to do with it` }],
    expenses: budget.expenses.map((expense) => ({
      ...expense,
      name: `${expense.name} ${long}`,
      ...('target_amount' in expense && { target_amount: 987_654_321_098 }),
      balance: 123_456_789_012,
    })),
  })
  const ada = await product.member(household_id, members['ada']!)
  const page = await browser.open({ url, cookie: ada.cookie, locale: 'es-ES' })
  await page.goto('/plan')
  await page.getByRole('link', { name: `Trip ${long}` }).waitFor()
  await page.assertUsable('a plan of long names and huge amounts')
  page.assertQuiet()
})

test('an archived Expense is restored with its terms but without money', async () => {
  const ada = await given()
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/plan')
  await page.getByRole('button', { name: 'Actions for Trip' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Trip' })
  await form.getByLabel('Name').fill('Journey')
  await form.getByLabel('Target', { exact: true }).fill('1200')
  await form.getByLabel('Group').selectOption('Home')
  await page.assertAccessible('the terms of an Expense')
  await form.getByRole('button', { name: 'Save' }).dblclick()
  await page.getByText('Journey saved').waitFor()
  const details = page.getByRole('dialog', { name: 'Journey' })
  await details.getByText('of €1,200.00', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  const home = page.getByRole('region', { name: 'Home' })
  await home.getByText('Journey').waitFor()

  await page.getByRole('button', { name: 'Actions for Journey' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page
    .getByRole('dialog', { name: 'Archive Journey?' })
    .getByRole('button', { name: 'Archive' })
    .click()
  await freeToSpend(page, '€1,440.00')
  await page.getByRole('button', { name: 'Archived' }).click()
  await page.getByRole('button', { name: 'Restore: Journey' }).click()
  await page.getByText('Journey restored, without money').waitFor()
  await page.getByText('Nothing archived.').waitFor()
  await page.assertAccessible('nothing archived')
  await page.keyboard.press('Escape')
  const row = home.getByRole('listitem').filter({ hasText: 'Journey' })
  await row.getByText('€0.00').waitFor()
  await row.getByText('of €1,200.00').waitFor()
  await freeToSpend(page, '€1,440.00')
  page.assertQuiet()
})
