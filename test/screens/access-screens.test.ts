import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { makeLink } from '#/people/links.ts'
import { type Browser, startBrowser as startAsking } from '../support/browser.ts'
import { DESKTOP, startBrowser, type TestPage } from '../support/chromium.ts'
import { account, givenAccount, outcome, PASSWORD, type Who } from '../support/given-account.ts'
import { givenConnection } from '../support/given-connection.ts'
import { startProduct } from '../support/product.ts'

const destinations = createOutbound({ allowCidrs: '' })
after(() => destinations.close())
const product = await startProduct({
  start: '2026-11-20T10:00:00Z',
  limited: false,
  destinations,
})
const { runtime, db } = product
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const ada = await givenAccount(product)
const home = ada.who.household!.id

const open = (locale = 'en-GB') =>
  browser.open({ url, locale, cookie: `earmark_session=${ada.cookie()}` })

const expiry = () =>
  runtime
    .now()
    .add({ hours: 24 * 30 })
    .toString()

async function makeKey(by: Browser, name: string): Promise<string> {
  const { body } = await by.request<{ api_key: string }>('POST', '/keys', {
    body: { name, scopes: ['data.read'], expires_at: expiry() },
  })
  return body.api_key
}

const opens = async (key: string) => (await product.request('GET', '/me', { key })).status

/** Adds Bo, a member with one of everything that grants access. */
async function joined(): Promise<{ bo: Browser; memberId: string; key: string }> {
  const { body } = await ada.request<{ token: string }>('POST', '/invitations', { body: {} })
  const bo = startAsking(product)
  const { body: who } = await bo.request<Who>('POST', '/invitations/accept', {
    body: {
      token: body.token,
      account: { name: 'Bo', email: 'bo@example.com', password: PASSWORD },
    },
  })
  const memberId = who.household!.member_id
  const key = await makeKey(bo, 'Bo’s sheet')
  await bo.request('POST', '/wallet/devices', { body: { name: 'Bo’s phone' } })
  const hook = { name: 'Bo’s hook', url: 'https://93.184.216.34/secret-path' }
  assert.equal((await bo.request('POST', '/webhooks', { body: hook })).status, 201)
  const bank = { householdId: home, memberId, accounts: 1 }
  const { id } = await givenConnection(runtime, bank)
  const secret = runtime.seal.seal('https://u:p@bridge.example', `connections.secret:${id}`)
  await db.updateTable('connections').set({ secret }).where('id', '=', id).execute()
  return { bo, memberId, key }
}

const bo = await joined()

async function prove(page: TestPage): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

test('the access page lists every key, device, invitation and webhook', async () => {
  await makeKey(ada, 'Spreadsheet')
  await ada.request('POST', '/invitations', { body: { email: 'cleo@example.com' } })
  const page = await open()
  await page.goto('/settings/access')
  const own = page.getByRole('list', { name: 'Yours in Home' })
  await own.getByText('Spreadsheet').first().waitFor()
  await own.getByText('cleo@example.com').first().waitFor()
  const all = page.getByRole('list', { name: 'Everyone in this household' })
  await all.getByText('Bo’s phone').first().waitFor()
  const hooks = page.getByRole('list', { name: 'Webhooks of all members' })
  await hooks.getByText('93.184.216.34').waitFor()
  assert.equal(await page.getByText('secret-path').count(), 0)
  await page.assertUsable('access')
  const spanish = await open('es-ES')
  await spanish.goto('/settings/access')
  await spanish.getByRole('list', { name: 'Lo tuyo en Home' }).waitFor()
  await spanish.getByRole('button', { name: 'Revocar todo', exact: true }).waitFor()
  await spanish.assertUsable('accesos')
  page.assertQuiet()
  spanish.assertQuiet()
})

test('an owner pauses a member’s webhook and revokes a member’s device', async () => {
  const page = await open()
  await page.goto('/settings/access')
  await page.getByRole('button', { name: 'Pause Bo’s hook' }).click()
  const hooks = page.getByRole('list', { name: 'Webhooks of all members' })
  await hooks.getByText('Paused').waitFor()
  const all = page.getByRole('list', { name: 'Everyone in this household' })
  await all.getByRole('button', { name: 'Revoke Bo’s phone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke Bo’s phone?' })
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await all.getByText('Bo’s phone').first().waitFor({ state: 'detached' })
  page.assertQuiet()
})

test('removing a member lists what ends, and an owner ends the bank that stays', async () => {
  const page = await open()
  await page.goto('/settings/people')
  await page.getByRole('button', { name: 'Remove Bo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Bo?' })
  await dialog.getByText('API key: Bo’s sheet').waitFor()
  await dialog.getByText('These stop working too:').waitFor()
  await dialog.getByText(/These bank connections stay/).waitFor()
  await page.assertUsable('what ends with a member')
  await page.setViewportSize(DESKTOP)
  runtime.advance({ minutes: 6 })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await prove(page)
  await page.getByText('bo@example.com').waitFor({ state: 'detached' })
  assert.equal(await opens(bo.key), 401)
  await page.goto('/settings/access')
  runtime.advance({ minutes: 6 })
  const left = page.getByRole('list', { name: 'Bank connections of former members' })
  await left.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await prove(page)
  await page.getByText('Bank connections of former members').waitFor({ state: 'detached' })
  page.assertQuiet()
})

test('a new password leads to the access page, where all but this browser is revoked', async () => {
  await ada.request('POST', '/sudo', { body: { password: PASSWORD } })
  const key = await makeKey(ada, 'Old script')
  const other = startAsking(product)
  await other.request('POST', '/sign-in', { body: { email: account.email, password: PASSWORD } })
  const page = await open()
  await page.goto('/settings/you')
  await page.getByLabel('New password').fill(`${PASSWORD} again`)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Review access' }).waitFor()
  await page.assertUsable('after a new password')
  await page.setViewportSize(DESKTOP)
  assert.deepEqual(outcome(await other.request('GET', '/session')), [401, 'session_required'])
  assert.equal(await opens(key), 200)
  await page.getByRole('link', { name: 'Review access' }).click()
  await page.getByRole('button', { name: 'Revoke everything', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke everything except this browser?' })
  await page.assertUsable('revoking everything')
  await page.setViewportSize(DESKTOP)
  await dialog.getByRole('button', { name: 'Revoke everything' }).click()
  await page.getByText(/Revoked \d+ items?/).waitFor()
  assert.equal(await opens(key), 401)
  await page.reload()
  await page.getByText('This browser').waitFor()
  page.assertQuiet()
})

test('a reset link can revoke every other access', async () => {
  const signedIn = startAsking(product)
  const password = `${PASSWORD} again`
  await signedIn.request('POST', '/sign-in', { body: { email: account.email, password } })
  const key = await makeKey(signedIn, 'Left over')
  assert.equal(await opens(key), 200)
  const { token } = await makeLink(runtime, { purpose: 'reset', personId: ada.who.person.id })
  const page = await browser.open({ url })
  await page.goto(`/reset#k=${token}`)
  await page.getByLabel('Password').fill('seven tired otters')
  await page.getByLabel(/Also revoke my passkeys/).check()
  await page.assertUsable('a reset')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForURL(`${url}/`)
  assert.equal(await opens(key), 401)
  page.assertQuiet()
})
