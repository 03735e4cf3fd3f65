import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importNextFile } from '#/sources/files/import-next-file.ts'
import { bankAccount, bankRow, noon, openBank } from '../support/bank.ts'
import { startBrowser, type TestPage } from '../support/chromium.ts'
import { givenBank } from '../support/given-bank.ts'
import { regular } from '../support/given-regular.ts'
import { startProduct } from '../support/product.ts'

// The story of a household's first month: it accepts what is proposed, and then the bills are paid.

const product = await startProduct({ start: '2026-11-22T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

const freeToSpend = (page: TestPage, amount: string) =>
  page.getByRole('region', { name: 'Free to spend' }).getByText(amount).first().waitFor()

/** Accepts the pay and, of the bills, the rent and the insurance. */
async function acceptProposals(page: TestPage): Promise<void> {
  const steps = page.getByRole('region', { name: 'Your first steps' })
  await steps.getByRole('button', { name: 'Yes, add Nimbus Works' }).click()
  const bills = steps.getByRole('list', { name: 'Regular bills' })
  await bills.getByRole('checkbox', { name: 'Lumina Energia' }).press('Space')
  await steps.getByRole('button', { name: 'Set aside for 2 bills' }).click()
  await page.getByRole('heading', { name: /Here is your number/ }).waitFor()
}

const december = `Date,Payee,Amount
2026-12-01,Rent,-900.00
2026-12-01,Green Grocer,-40.00
`

test('the bill of an accepted proposal is paid by a file, and only new spending counts', async () => {
  const { household_id, members } = await product.household(regular)
  const ada = await product.member(household_id, members['ada']!)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/')
  await acceptProposals(page)
  // 2,500.00 less 900.00 for the rent and 285.57 for the insurance.
  await freeToSpend(page, '€1,314.43')

  product.runtime.advance({ hours: 10 * 24 })
  await page.goto('/accounts')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import a file' }).click()
  const file = { name: 'december.csv', mimeType: 'text/csv', buffer: Buffer.from(december) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Import 2 transactions' }).click()
  await page.getByText('Waiting to begin…').first().waitFor()
  await importNextFile(product.runtime)
  await page.getByRole('heading', { name: '2 transactions imported' }).waitFor()

  await page.goto('/')
  // Only the 40.00 of new spending: the rent was set aside.
  await freeToSpend(page, '€1,274.43')
  await page.getByText('paid from Rent').first().waitFor()
  await page.assertUsable('Home after the first paid bill')
  const { body } = await ada.request<{ name: string; balance: number }[]>('GET', '/expenses')
  assert.equal(body.find(({ name }) => name === 'Rent')!.balance, 0)
  page.assertQuiet()
})

test('a bank reports the paid bill and the card’s payment, and only new spending counts', async () => {
  const bank = await openBank([
    bankAccount('A', { name: 'Everyday Checking A', balance: '2500.00' }),
    bankAccount('C', { name: 'River Visa Credit Card', balance: '-362.38' }),
  ])
  const home = await givenBank([], { bank, document: { document: {} } })
  const address = `http://localhost:${(await home.product.listen()).port}`
  const page = await browser.open({ url: address, cookie: home.member.cookie })
  const { status } = await home.member.request('POST', '/expenses', {
    body: {
      name: 'Rent',
      payee: 'alameda-property',
      target_amount: 145_000,
      recurrence_interval_months: 1,
      recurrence_anchor_date: '2026-01-06',
      balance: 145_000,
    },
  })
  assert.equal(status, 200)
  await home.member.request('POST', '/home/first-steps/dismiss', { body: {} })
  await page.goto('/')
  await freeToSpend(page, '€1,050.00')
  // The card's debt is asked about, and covered by one answer.
  await page.getByRole('button', { name: /River Visa.* owes €362.38/ }).click()
  await page.getByText('€1,050.00 → €687.62').waitFor()
  await page.getByRole('button', { name: 'Set it aside' }).press('Enter')
  await freeToSpend(page, '€687.62')

  const [checking, card] = bank.state.accounts
  const row = (id: string, amount: string, description: string) =>
    bankRow(id, { posted: noon('2026-01-05'), amount, description, payee: '' })
  checking!.balance = '647.62'
  await home.look(
    [
      row('1', '-1450.00', 'ALAMEDA PROPERTY 4417'),
      row('2', '-362.38', 'River Visa payment'),
      row('3', '-40.00', 'GREEN GROCER'),
    ],
    { account: checking! },
  )
  card!.balance = '0.00'
  await home.look([row('4', '362.38', 'Payment thank you')], { account: card! })
  await page.reload()
  // 687.62 less the 40.00 of new spending: 647.62 in the bank, and nothing set aside any more.
  await freeToSpend(page, '€647.62')
  await page.getByText('paid from Rent').first().waitFor()
  page.assertQuiet()
})
