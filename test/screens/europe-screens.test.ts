import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { importDue } from '#/sources/banks/sync/import-next-connection.ts'
import {
  APPLICATION_ID,
  APPLICATION_KEY,
  createFakeEnableBanking,
} from '../fakes/enable-banking.ts'
import { startBrowser } from '../support/chromium.ts'
import { europeanAccount, europeanRow } from '../support/enable-banking.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const outbound = createOutbound({ allowCidrs: '127.0.0.0/8' })
const bank = await createFakeEnableBanking(() =>
  Math.floor(product.runtime.now().epochMilliseconds / 1000),
)
after(async () => {
  await outbound.close()
  await bank.close()
})
let url = ''
const product = await startProduct({
  limited: false,
  outbound,
  enableBanking: {
    url: bank.url,
    applicationId: APPLICATION_ID,
    key: APPLICATION_KEY,
    get returnUrl() {
      return `${url}/connections/enable-banking`
    },
  },
})
url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

test('a bank in Europe is chosen, consents on its own page, and leads back to its accounts', async () => {
  bank.state.accounts = [europeanAccount('A', { rows: [europeanRow()] }), europeanAccount('B')]
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  await member.prove()
  const page = await browser.open({ url, cookie: member.cookie })
  await page.goto('/accounts')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Connect a bank in Europe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a bank in Europe' })
  await dialog.getByLabel('Country').selectOption('ES')
  await dialog.getByLabel('Search banks').fill('sól')
  await dialog.getByLabel('Bank', { exact: true }).selectOption('Banco Sol')
  bank.state.declines = 'access_denied'
  await dialog.getByRole('button', { name: 'Continue at the bank' }).click()
  await page.getByText('You have not given your consent at the bank').waitFor()
  await page.getByRole('link', { name: 'Back to accounts' }).click()
  bank.state.declines = 'server_error'
  await page.goto('/accounts?add=europe')
  await dialog.getByLabel('Country').selectOption('ES')
  await dialog.getByLabel('Search banks').fill('luna')
  await dialog.getByRole('option', { name: 'Caja Luna' }).waitFor({ state: 'attached' })
  await dialog.getByRole('button', { name: 'Continue at the bank' }).click()
  await page.getByText('The bank could not finish').waitFor()
  bank.state.declines = null
  // The list of banks arrives after the person has typed: the only match is chosen all the same.
  const typed = Promise.withResolvers<void>()
  await page.route('**/connections/enable-banking/banks?*', async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.goto('/accounts?add=europe')
  await dialog.getByLabel('Country').selectOption('ES')
  await dialog.getByLabel('Search banks').fill('sol')
  typed.resolve()
  await dialog
    .getByLabel('Bank', { exact: true })
    .getByRole('option', { name: 'Banco Sol' })
    .waitFor({ state: 'attached' })
  await dialog.getByRole('button', { name: 'Continue at the bank' }).click()
  const choose = page.getByRole('dialog')
  await choose.getByLabel('Cuenta A').check()
  assert.doesNotMatch(page.url(), /code|state/)
  await choose.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`${url}/accounts`)
  assert.equal(await importDue(product.runtime), 1)
  await page.goto('/transactions')
  await page.getByText('Panadería del Sol').first().waitFor()
  const shown = await page.getByText('Panadería del Sol').count()
  bank.withdraw()
  product.runtime.advance({ hours: 25 })
  await member.prove()
  assert.equal(await importDue(product.runtime), 1)
  await page.goto('/')
  await page.getByRole('link', { name: /Banco Sol/ }).waitFor()
  await page.goto('/accounts')
  await page.getByText('The consent at the bank has ended').waitFor()
  await page.assertUsable('a consent that has ended')
  await page.getByRole('button', { name: 'Renew' }).click()
  await page.getByRole('button', { name: 'Continue at the bank' }).click()
  await page.getByText('The consent is renewed.').waitFor()
  product.runtime.advance({ hours: 25 })
  assert.equal(await importDue(product.runtime), 1)
  await page.goto('/transactions')
  await page.getByText('Panadería del Sol').first().waitFor()
  assert.equal(await page.getByText('Panadería del Sol').count(), shown)
  await page.close()
})
