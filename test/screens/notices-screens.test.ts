import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PHONE, startBrowser } from '../support/chromium.ts'
import { givenNotices } from '../support/given-notices.ts'

const given = await givenNotices()
const url = `http://localhost:${(await given.product.listen()).port}`
const browser = await startBrowser()

test('a member chooses notices, adds a way, tries it, and reads what was sent', async () => {
  const page = await browser.open({ url, cookie: given.member.cookie })
  await page.goto('/settings/notices')
  await page.getByLabel('Payments from').fill('100')
  await page.getByLabel('You sign in with a new browser').uncheck()
  await page.getByLabel('No messages during these hours').uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add a way' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a way' })
  await dialog.getByLabel('Name', { exact: true }).fill('My phone')
  await dialog.getByLabel('Address').fill('https://10.0.0.1')
  await dialog.getByLabel('Topic').fill('ada')
  await dialog.getByRole('button', { name: 'Add a way' }).click()
  await dialog
    .getByText(/public internet/)
    .first()
    .waitFor()
  await dialog.getByLabel('Address').fill(given.url)
  await dialog.getByRole('button', { name: 'Add a way' }).click()
  await page.getByRole('button', { name: 'Test My phone' }).click()
  await page.getByText('Test sent').waitFor()
  assert.deepEqual(given.titles(), ['Earmark'])
  await given.pay(25_000, { concept: 'Roof' })
  await given.after({ minutes: 1 })
  assert.ok(given.titles().some((title) => /250/.test(title)))
  await page.reload()
  await page.getByText(/Large payment: €250\.00/).waitFor()
  await page.getByText('sent by My phone').first().waitFor()
  assert.equal(await page.getByLabel('You sign in with a new browser').isChecked(), false)
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  await page.getByText('Way removed').waitFor()
})

test('a long list of notices leaves room for the ways, and opens whole', async () => {
  for (let count = 0; count < 9; count += 1) await given.pay(25_000, { concept: `Roof ${count}` })
  await given.after({ minutes: 1 })
  const page = await browser.open({ url, cookie: given.member.cookie, viewport: PHONE })
  await page.goto('/settings/notices')
  const all = page.getByRole('button', { name: /^Show all \(\d+ more\)$/ })
  await all.waitFor()
  const rows = page.getByRole('list', { name: 'Notices' }).getByRole('listitem')
  assert.equal(await rows.count(), 8)
  await page.settled()
  await page.assertAccessible('the newest notices')
  await all.click()
  assert.ok((await rows.count()) > 8)
  assert.equal(await all.count(), 0)
})

test('the notices are usable on a phone and at a desk, with long names', async () => {
  await given.addNtfy('a-topic-with-a-very-long-name-that-nobody-could-ever-guess-1234')
  const page = await browser.open({ url, cookie: given.member.cookie })
  await page.goto('/settings/notices')
  await page.settled()
  await page.assertUsable('/settings/notices')
  page.assertQuiet()
})
