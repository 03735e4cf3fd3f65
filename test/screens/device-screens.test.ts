import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PHONE, startBrowser, type TestPage } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

async function given() {
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  await member.prove()
  return { member, page: await browser.open({ url, cookie: member.cookie }) }
}

/** Adds a device on the desk, and returns the token that it shows once. */
async function addDevice(page: TestPage): Promise<string> {
  await page.goto('/accounts')
  await page.getByRole('button', { name: 'Add a device' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  const shown = page.getByRole('dialog', { name: 'Scan with your phone' })
  await shown.waitFor()
  return shown.locator('code').filter({ hasText: 'em_wallet_' }).innerText()
}

/** Sends the payment as the screen says: each field as the list of step 4 shows it. */
async function pay(page: TestPage, token: string) {
  const step = page.getByRole('listitem').filter({ hasText: 'Request Body' })
  const names = await step.locator('dt').allInnerTexts()
  const values = await step.locator('dd').allInnerTexts()
  const parts: Readonly<Record<string, string>> = {
    Merchant: 'Corner Bakery',
    Amount: '€4.50',
    'Card or Pass': 'Checking',
  }
  const body = names.map((name, index) => {
    const value = values[index]!
    return [name, value.startsWith('Shortcut Input') ? parts[value.split(' → ')[1]!] : value]
  })
  const sent = await fetch(`${url}/ingest/wallet`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(body)),
  })
  assert.equal(sent.status, 200, await sent.text())
}

test('a device is handed over by code, and its first payment shows on both screens', async () => {
  const { page } = await given()
  const token = await addDevice(page)
  const dialog = page.getByRole('dialog', { name: 'Scan with your phone' })
  await dialog.getByText('Your phone cannot reach “localhost”').waitFor()
  assert.equal(await dialog.getByRole('img', { name: 'QR code' }).count(), 0)
  await page.assertUsable('the handing over of a device without an address')
  await dialog.getByLabel('Address of Earmark').fill('http://192.168.1.20:3000')
  await dialog.getByText('Without https').waitFor()
  await dialog.getByRole('img', { name: 'QR code' }).waitFor()
  await dialog.getByRole('button', { name: 'Open the steps here' }).click()
  await dialog.getByText('http://192.168.1.20:3000/ingest/wallet').waitFor()
  await page.assertUsable('the handing over of a device with its steps')

  // Nobody is signed in on the phone.
  const phone = await browser.open({ url, viewport: PHONE })
  await phone.goto(`/device#payments=${token}&digits=2`)
  await phone.getByText('Waiting for the first payment').waitFor()
  assert.equal(new URL(phone.url()).hash, '', 'the token stays in no history')
  await phone.reload()
  await phone.getByText(`${url}/ingest/wallet`).waitFor()
  await phone.getByText(`Bearer ${token}`).waitFor()
  await phone.assertUsable('the steps of an iPhone')
  for (const name of ['Android: Tasker', 'Android: HTTP Shortcuts', 'iPhone']) {
    await phone.getByRole('button', { name }).click()
    await phone.assertUsable(`the steps of ${name}`)
  }

  await pay(phone, token)
  await phone.getByText('First payment arrived').waitFor()
  await dialog.getByText('First payment arrived').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.goto('/transactions')
  await page.getByText('Corner Bakery').first().waitFor()
  await page.goto('/accounts')
  assert.equal(await page.getByText(token).count(), 0)
  page.assertQuiet()
  phone.assertQuiet()
})

test('a revoked token is reported on the phone', async () => {
  const { page, member } = await given()
  const token = await addDevice(page)
  const { body } = await member.request<{ id: string }[]>('GET', '/wallet/devices')
  await member.request('POST', `/wallet/devices/${body[0]!.id}/revoke`, { body: {} })
  const phone = await browser.open({ url, viewport: PHONE })
  await phone.goto(`/device#payments=${token}`)
  await phone.getByRole('alert').getByText('no longer accepts').waitFor()
})

test('the number is handed over with a key that can only read', async () => {
  const { page, member } = await given()
  await page.goto('/accounts')
  await page.getByRole('button', { name: 'Show number on phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your number on your phone' })
  const key = await dialog.locator('code').filter({ hasText: 'em_live_' }).innerText()
  const { body } = await member.request<{ name: string; scopes: string[] }[]>('GET', '/keys')
  assert.deepEqual(body.find(({ name }) => name.startsWith('Phone'))?.scopes, ['data.read'])

  const phone = await browser.open({ url, viewport: PHONE })
  await phone.goto(`/device#number=${key}&digits=2`)
  await phone.getByText(`${url}/v1/accounts/summary`).waitFor()
  await phone.getByText('÷ 100').waitFor()
  await phone.assertUsable('the steps of the number')
  phone.assertQuiet()
  page.assertQuiet()
})

test('a phone without a code is sent to where one is', async () => {
  const phone = await browser.open({ url, viewport: PHONE })
  await phone.goto('/device')
  await phone.getByText('scan the QR code with this phone').waitFor()
  await phone.assertUsable('the steps without a code')
  phone.assertQuiet()
})
