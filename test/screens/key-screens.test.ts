import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from '../support/chromium.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({
  start: '2026-01-25T10:00:00Z',
  limited: false,
  trustedProxies: ['127.0.0.1'],
})
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const loaded = await product.household()
const ada = await product.member(loaded.household_id, loaded.members['ada']!)
const get = (path: string, key: string, address: string) =>
  fetch(`${url}/v1${path}`, {
    headers: {
      authorization: `Bearer ${key}`,
      'x-forwarded-for': address,
      'user-agent': 'sensor/2',
    },
  })
const statusOf = async (...given: Parameters<typeof get>) => (await get(...given)).status

test('a restricted key is created, edited and refused networks are explained', async () => {
  const page = await browser.open({ url, cookie: ada.cookie })
  await ada.prove()
  await page.goto('/developers/keys?new=1')
  const form = page.getByRole('dialog', { name: 'Create key' })
  await form.getByLabel('Name').fill('Kitchen screen')
  await form.getByLabel('Access').selectOption('Restricted')
  await form.getByRole('radio', { name: 'Transactions: Write' }).check()
  await form.getByRole('radio', { name: 'Webhooks: Write' }).check()
  assert.equal(await form.getByRole('radio', { name: 'Insights: Write' }).count(), 0)
  await form.getByRole('radio', { name: 'Webhooks: Nothing' }).check()
  await form.getByLabel('Only from these addresses').fill('203.0.113.7/24')
  await form.getByRole('button', { name: 'Create key' }).click()
  await form.getByText('Write the network 203.0.113.0/24, or the address alone.').first().waitFor()
  await form.getByLabel('Only from these addresses').fill('203.0.113.0/24\n2001:db8::/32')
  await form.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  const key = await shown.locator('code').first().innerText()
  await shown.getByRole('button', { name: 'Done' }).click()
  assert.equal(await statusOf('/accounts', key, '203.0.113.9'), 200)
  assert.equal(await statusOf('/categories', key, '203.0.113.9'), 403)
  assert.equal(await statusOf('/accounts', key, '192.0.2.1'), 401)
  const row = page.getByRole('listitem').filter({ hasText: 'Kitchen screen' })
  await row.getByText('Restricted').waitFor()
  await row.getByText('only from 203.0.113.0/24, 2001:db8::/32').waitFor()
  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Kitchen screen' })
  assert.ok(await edit.getByRole('radio', { name: 'Transactions: Write' }).isChecked())
  await edit.getByRole('radio', { name: 'Accounts: Nothing' }).check()
  await edit.getByRole('radio', { name: 'Categories: Read' }).check()
  await edit.getByLabel('Only from these addresses').fill('')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'detached' })
  assert.equal(await statusOf('/accounts', key, '192.0.2.1'), 403)
  assert.equal(await statusOf('/categories', key, '192.0.2.1'), 200)
  page.assertQuiet()
})

test('a key used from a new place is announced on every screen until it is dismissed', async () => {
  await product.journal.flush()
  await ada.request('POST', '/keys/places/dismiss', { body: {} })
  await get('/me', loaded.keys['rw']!.api_key, '198.51.100.44')
  await product.journal.flush()
  const page = await browser.open({ url, cookie: ada.cookie, locale: 'de-DE' })
  await page.goto('/')
  await page.getByText('Deine API-Schlüssel wurden von einem neuen Ort aus verwendet.').waitFor()
  await page.getByRole('link', { name: 'Schlüssel zeigen' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Reads and writes' })
  await row.getByText('Neu: 198.51.100.44').waitFor()
  await row.getByText('sensor/2').waitFor()
  await row.getByRole('button', { name: 'Bearbeiten' }).click()
  const edit = page.getByRole('dialog')
  await edit.getByRole('listitem').filter({ hasText: '198.51.100.44' }).getByText('Neu').waitFor()
  await edit.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Das war ich' }).click()
  await row.getByText('Neu:').waitFor({ state: 'detached' })
  await page.getByText('von einem neuen Ort aus verwendet').waitFor({ state: 'detached' })
  await page.goto('/settings/sessions')
  await page.getByText('API-Schlüssel an neuem Ort verwendet').first().waitFor()
  page.assertQuiet()
})
