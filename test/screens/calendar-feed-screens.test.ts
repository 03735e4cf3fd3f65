import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'
import { readCalendar } from '../support/read-calendar.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

test('an address is created, shown once, read by a calendar program and revoked', async () => {
  const { household_id: id, members } = await product.household(budget)
  const member = await product.member(id, members['ada']!)
  await member.prove()
  const page = await browser.open({ url, cookie: member.cookie })
  await page.goto('/calendar')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('No address yet.').waitFor()
  await page.getByRole('button', { name: 'New address' }).click()
  const form = page.getByRole('dialog', { name: 'New address' })
  await form.getByLabel('Name of the calendar').fill('At work')
  await form.getByLabel('With amounts').uncheck()
  await page.assertUsable('the choice of a calendar')
  await form.getByRole('button', { name: 'Create address' }).click()
  const shown = page.getByRole('dialog', { name: 'Your calendar address' })
  const address = await shown.locator('code').filter({ hasText: 'em_feed_' }).innerText()
  const link = await shown.getByRole('link').getAttribute('href')
  assert.equal(link, address.replace('http://', 'webcal://'))
  await page.assertUsable('the address of a calendar')
  const { name, events } = readCalendar(await (await fetch(address)).text())
  assert.equal(name, 'At work')
  assert.ok(events.length > 0 && events.every(({ title }) => !title.includes('€')))
  await shown.getByRole('button', { name: 'I have added it' }).click()
  const listed = page.getByRole('dialog', { name: 'In your own calendar' })
  await listed.getByText('without amounts').waitFor()
  assert.equal(await page.getByText('em_feed_').count(), 0)
  await listed.getByRole('button', { name: 'Revoke At work' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await listed.getByText('Revoked').waitFor()
  assert.equal((await fetch(address)).status, 410)
  page.assertQuiet()
})
