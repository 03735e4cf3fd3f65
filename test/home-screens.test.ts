import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from './chromium.ts'
import { budget } from './given.ts'
import { regular } from './given-regular.ts'
import { startProduct } from './product.ts'

const product = await startProduct({ start: '2026-11-22T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

async function given(document: Parameters<typeof product.household>[0]) {
  const { household_id, members } = await product.household(document)
  return product.member(household_id, members['ada']!)
}

test('from an imported history to what is free in two answers', async () => {
  const ada = await given(regular)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Free to spend' })
  await hero.getByText('€2,500.00').first().waitFor()
  const steps = page.getByRole('region', { name: 'Your first steps' })
  await steps.getByText('Every second Friday, €1,840.00?').waitFor()
  await page.assertUsable('the first steps')
  await steps.getByRole('button', { name: 'Yes, add Nimbus Works' }).dblclick()

  const bills = steps.getByRole('list', { name: 'Bills that come back' })
  await bills.getByText('every year · next on 14 Mar').waitFor()
  await bills.getByText('about €74.00').waitFor()
  await bills.getByRole('checkbox', { name: 'Lumina Energia' }).press('Space')
  // Rent is due on 1 December, before the pay of the 4th; of the insurance, 253 of 365 days have passed.
  await steps.getByText('€1,185.57 of what is free is set aside at once.').waitFor()
  await page.assertUsable('the proposed bills')
  await steps.getByRole('button', { name: 'Set aside for 2 bills' }).dblclick()
  await page.getByText('2 Expenses have been added').waitFor()
  await steps.waitFor({ state: 'detached' })
  await hero.getByText('€1,314.43').first().waitFor()
  const { body: schedules } = await ada.request<{ name: string }[]>('GET', '/funding-schedules')
  assert.equal(schedules.length, 1)
  const { body: made } = await ada.request<Record<string, unknown>[]>('GET', '/expenses')
  assert.deepEqual(
    made.map(({ name, balance, due_date: due }) => [name, balance, due]),
    [
      ['Rent', 90_000, '2026-12-01'],
      ['Atalaya Seguros', 28_557, '2027-03-14'],
    ],
  )
  page.assertQuiet()
})

test('with nothing yet, the first steps lead to an account, and can be put away', async () => {
  const ada = await given({})
  const page = await browser.open({ url, cookie: ada.cookie, locale: 'es-ES' })
  await page.goto('/')
  const steps = page.getByRole('region', { name: 'Tus primeros pasos' })
  await steps.getByRole('link', { name: 'Escribirlo a mano' }).click()
  await page.waitForURL('**/accounts?add=manual')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL('**/accounts')
  await page.goto('/')
  await page.assertUsable('the first steps with nothing')
  await steps.getByRole('button', { name: 'Quitar esta lista' }).press('Enter')
  await page.getByRole('heading', { name: 'Todavía no hay nada' }).waitFor()
  page.assertQuiet()
})

test('what is missing is covered by those who can give, after a look at who does, and taken back', async () => {
  const ada = await given({
    ...budget,
    // 50.00 less than is set aside.
    accounts: budget.accounts.map((account) =>
      account.ref === 'checking' ? { ...account, balance: 171_000 } : account,
    ),
  })
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Free to spend' })
  await hero.getByText('More is set aside than is in the bank.').waitFor()
  await hero.getByRole('button', { name: 'Cover it' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cover what is missing' })
  const trip = dialog.getByRole('listitem').filter({ hasText: 'Trip' })
  await trip.getByText('A goal can wait').waitFor()
  await trip.getByText('€150.00').waitFor()
  await page.assertUsable('the cover')
  await dialog.getByRole('button', { name: 'Cover it' }).dblclick()
  await dialog.waitFor({ state: 'detached' })
  await hero.getByText('Everything is set aside.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await hero.getByText('More is set aside than is in the bank.').waitFor()
  page.assertQuiet()
})
