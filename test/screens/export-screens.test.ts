import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startBrowser } from '../support/chromium.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-11-20T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

async function open(path: string) {
  const row = (amount: number, concept: string, booked_at: string) => {
    return { ref: booked_at + concept, account: 'checking', amount, concept, booked_at }
  }
  const { household_id, members } = await product.household({
    accounts: [{ ref: 'checking', name: 'Checking', type: 'depository', balance: 500_000 }],
    categories: [{ ref: 'treats', name: 'Treats' }],
    transactions: [
      row(-450, 'Bakery', '2026-11-20'),
      row(-3_057, 'Green Market', '2026-11-20'),
      { ...row(-400, 'Bakery', '2026-10-02'), category: 'treats' },
      row(-500, 'Bakery', '2026-10-01'),
    ],
  })
  const ada = await product.member(household_id, members['ada']!)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto(path)
  return page
}

test('what is shown is saved as a file, by the filters and the search of the screen', async () => {
  const page = await open('/transactions?search=bakery&from=2026-10-02')
  await page.getByRole('button', { name: 'Export what is shown' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export what is shown' })
  await dialog.getByText('clear every filter but account and days').waitFor()
  await page.assertUsable('the export of a list')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save file' }).click()
  const file = await saved
  assert.equal(file.suggestedFilename(), 'earmark-transactions-2026-11-20.csv')
  const [head, ...lines] = (await text(await file.createReadStream())).trim().split('\r\n')
  assert.match(head!, /^day,payee,category,set_aside,account,amount,currency,/)
  assert.deepEqual(
    lines.map((line) => line.split(',').slice(0, 7).join(',')),
    ['2026-11-20,Bakery,,,Checking,-4.50,EUR', '2026-10-02,Bakery,Treats,,Checking,-4.00,EUR'],
  )
  await dialog.waitFor({ state: 'detached' })
  page.assertQuiet()
})

test('an owner saves the archive of a year from the settings', async () => {
  const page = await open('/settings/data')
  const saved = page.waitForEvent('download')
  await page.getByLabel('Year', { exact: true }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Download archive' }).click()
  assert.match((await saved).suggestedFilename(), /^earmark-archive-\d{4}\.zip$/)
  page.assertQuiet()
})
