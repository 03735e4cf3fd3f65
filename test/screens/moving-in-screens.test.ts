import { test } from 'node:test'
import assert from 'node:assert/strict'
import { moveNext } from '#/sources/moving-in/move-next.ts'
import { PHONE, startBrowser } from '../support/chromium.ts'
import { ynabPlan, ynabRegister } from '../support/moved-files.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

async function givenPage(options: Partial<Parameters<typeof browser.open>[0]> = {}) {
  const loaded = await product.household({})
  const member = await product.member(loaded.household_id, Object.values(loaded.members)[0]!)
  return { page: await browser.open({ url, cookie: member.cookie, ...options }) }
}

const file = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

const both = [file('Plan.csv', ynabPlan), file('Register.csv', ynabRegister)]

test('somebody moves in from YNAB in the first steps, sees the report, and undoes it', async () => {
  const { page } = await givenPage()
  await page.goto('/')
  await page.getByRole('link', { name: 'Move from another app' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Choose a file first.').waitFor()
  await page.assertUsable('the choice of an application')
  await page.locator('input[type=file]').setInputFiles(both)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('6 new categories').waitFor()
  await page.getByText('1 bill or budget and 0 paydays to suggest').waitFor()
  await page.getByText('1 budget of earlier months').waitFor()
  await page.getByRole('combobox', { name: 'Kind of Rainy day' }).selectOption('investment')
  await page.getByRole('checkbox', { name: 'Import Visa' }).uncheck()
  await page.getByText('1 account that you ignored').waitFor()
  await page.assertUsable('a move that is looked at')
  await page.getByRole('button', { name: 'Move in 5 transactions' }).click()
  await page.getByText('You can leave this page.').waitFor()
  assert.equal(await moveNext(product.runtime), 1)
  await page.getByText('You have moved in with 5 transactions').waitFor()
  await page.getByRole('list', { name: 'Accounts' }).getByText('€2,497.90').waitFor()
  await page.assertUsable('the report of a move')
  await page.getByRole('button', { name: 'Undo the move' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the move' }).click()
  await page.getByRole('heading', { name: 'Move undone' }).waitFor()
  await page.goto('/accounts')
  await page.getByText('No accounts yet').waitFor()
})

test('the last of several choices counts, however slowly the server answers', async () => {
  const { page } = await givenPage()
  await page.goto('/accounts/move-in')
  await page.locator('input[type=file]').setInputFiles(both)
  await page.getByRole('button', { name: 'Preview' }).click()
  const first = Promise.withResolvers<void>()
  await page.route(
    '**/preview',
    async (route) => {
      await first.promise
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByRole('combobox', { name: 'Kind of Rainy day' }).selectOption('investment')
  await page.getByRole('checkbox', { name: 'Import Visa' }).uncheck()
  first.resolve()
  await page.getByText('1 account that you ignored').waitFor()
})

test('a phone in Spanish and darkness shows the review and names a file that cannot be read', async () => {
  const { page } = await givenPage({ viewport: PHONE, locale: 'es', colorScheme: 'dark' })
  await page.goto('/accounts/move-in')
  await page.locator('input[type=file]').setInputFiles([file('Otra.csv', 'a,b\n1,2\n')])
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await page
    .getByText('Otra.csv: Este archivo no es una exportación de la aplicación que has elegido.')
    .waitFor()
  await page.locator('input[type=file]').setInputFiles(both)
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await page.getByText('6 categorías nuevas').waitFor()
  await page.assertUsable('la revisión de una mudanza')
})
