import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caps } from '#/platform/contract/caps.ts'
import { startBrowser } from '../support/chromium.ts'
import { coffees } from '../support/given-files.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:20Z' })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

async function givenAda() {
  const { household_id, members, accounts } = await product.household(budget)
  const ada = await product.member(household_id, members['ada']!)
  return { householdId: household_id, ada, checking: accounts['checking']! }
}

for (const [locale, sentence, section, another] of [
  ['en-GB', 'Too many requests this minute. Try again in 40 seconds.', 'Transactions', 'Accounts'],
  [
    'es-ES',
    'Demasiadas peticiones en este minuto. Vuelve a intentarlo en 40 segundos.',
    'Movimientos',
    'Cuentas',
  ],
] as const) {
  test(`an empty budget is explained in ${locale}, and the page stops asking`, async () => {
    const { ada } = await givenAda()
    const page = await browser.open({ url, cookie: ada.cookie, locale })
    await page.goto('/')
    await page.getByRole('region').first().waitFor()
    await page.waitForLoadState('networkidle')
    while ((await ada.request('GET', '/export')).status === 200);
    while ((await ada.request('GET', '/session')).status === 200);
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/app/api')) asked += 1
    })
    await page.getByRole('link', { name: section }).first().click()
    await page.getByText(sentence).first().waitFor()
    const first = asked
    await page.getByRole('link', { name: another }).first().click()
    await page.waitForURL('**/accounts')
    await page.getByText(sentence.slice(0, 20)).first().waitFor()
    assert.ok(first > 0 && first <= 6, `${first} requests`)
    assert.equal(asked, first, 'reads are held back until the budget is full again')
  })
}

test('a large file without room is refused with a remedy', async () => {
  const { ada, householdId, checking } = await givenAda()
  const query = { file_name: 'coffees.csv', account_id: checking }
  await ada.request('POST', '/imports', { query, rawBody: coffees })
  const full = product.db.updateTable('imports').set({ bytes: caps.member_upload_bytes.max })
  await full.where('household_id', '=', householdId).execute()
  product.runtime.advance({ minutes: 1 })
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/accounts/import')
  const file = { name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.alloc(2_000_000, 'x') }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Your waiting files are too large together').waitFor()
})
