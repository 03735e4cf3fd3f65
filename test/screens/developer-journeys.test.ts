import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startBrowser } from '../support/chromium.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const loaded = await product.household()
const ada = await product.member(loaded.household_id, loaded.members['ada']!)
const key = loaded.keys['rw']!.api_key
const works = async (one: string) =>
  (await product.request('GET', '/me', { key: one })).status === 200

test('the API reference sends requests with a key while the reader is signed in', async () => {
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/docs')
  const read = page.locator('article:has(#describeKey)')
  await page.getByLabel('Your key').fill(key)
  await read.getByRole('button', { name: 'Send' }).click()
  await read.locator('.status', { hasText: '200' }).waitFor()
  await read.locator('.answer').getByText(loaded.household_id).first().waitFor()
  page.assertQuiet()
})

test('a key is rolled and downloaded as .env, and the old one works until it ends', async () => {
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/developers/keys')
  const row = page.getByRole('listitem').filter({ hasText: 'Reads and writes' })
  await row.getByRole('button', { name: 'Roll' }).click()
  const form = page.getByRole('dialog', { name: 'Roll Reads and writes' })
  await form.waitFor()
  assert.deepEqual(await form.getByRole('option').allInnerTexts(), [
    'Not at all',
    '24 hours',
    '7 days',
  ])
  await form.getByLabel('Old key keeps working for').selectOption('24 hours')
  await form.getByRole('button', { name: 'Roll' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  const fresh = await shown.locator('code').first().innerText()
  const downloading = page.waitForEvent('download')
  await shown.getByRole('button', { name: 'Download .env' }).click()
  const file = await downloading
  assert.equal(file.suggestedFilename(), 'earmark.env')
  assert.equal(
    readFileSync(await file.path(), 'utf8'),
    `EARMARK_API_URL=${url}/v1\nEARMARK_API_KEY=${fresh}\n`,
  )
  await shown.getByRole('button', { name: 'Done' }).click()
  assert.deepEqual([await works(key), await works(fresh)], [true, true])
  product.runtime.advance({ hours: 24 })
  assert.deepEqual([await works(key), await works(fresh)], [false, true])
  page.assertQuiet()
})

test('the overview groups failed requests by error code', async () => {
  const asking = { key: loaded.keys['ro']!.api_key }
  await product.request('GET', '/nothing', asking)
  await product.request('GET', '/nothing', asking)
  await product.request('GET', '/transactions', { ...asking, query: { limit: 0 } })
  await product.journal.flush()
  const page = await browser.open({ url, cookie: ada.cookie, locale: 'es-ES' })
  await page.goto('/developers')
  const rows = page.getByRole('listitem').filter({ has: page.locator('code') })
  await rows.filter({ hasText: 'endpoint_not_found' }).getByText('2 veces').waitFor()
  await rows.filter({ hasText: 'invalid_parameter' }).getByText('1 vez').waitFor()
  await page.getByText(`${url}/mcp`).waitFor()
  page.assertQuiet()
})

test('testing a revoked key reports why it does not work', async () => {
  const page = await browser.open({ url, cookie: ada.cookie })
  await ada.prove()
  await page.goto('/developers/keys?new=1')
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Short-lived')
  await form.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  const test = shown.getByRole('button', { name: 'Test key' })
  await test.click()
  await shown.getByText(/^It works/).waitFor()
  const { body: keys } = await ada.request<{ id: string; name: string }[]>('GET', '/keys')
  const { id } = keys.find(({ name }) => name === 'Short-lived')!
  await ada.request('DELETE', `/keys/${id}`)
  await test.click()
  await shown.getByRole('status').filter({ hasText: 'was revoked' }).waitFor()
  await shown.getByRole('button', { name: 'Done' }).click()
  page.assertQuiet()
})

test('a key whose only answer was lost is created once and reported', async () => {
  const page = await browser.open({ url, cookie: ada.cookie })
  await ada.prove()
  // A proxy drops the first answer; the retry must not create a second key.
  let swallowed = 0
  await page.route('**/app/api/keys', async (route) => {
    if (route.request().method() !== 'POST' || swallowed > 0) return route.continue()
    swallowed += 1
    await route.fetch()
    return route.fulfill({ status: 502, body: 'Bad gateway' })
  })
  await page.goto('/developers/keys?new=1')
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Swallowed')
  await form.getByRole('button', { name: 'Create key' }).click()
  await form.getByRole('alert').waitFor()
  await form.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('its secret was lost on the way').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Swallowed' }).waitFor()
  const { body: after } = await ada.request<{ name: string }[]>('GET', '/keys')
  assert.equal(after.filter(({ name }) => name === 'Swallowed').length, 1)
  page.assertQuiet()
})
