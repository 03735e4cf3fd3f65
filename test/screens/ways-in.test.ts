import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLink } from '#/people/links.ts'
import { startBrowser } from '../support/chromium.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const PASSWORD = 'seven quiet herons'

test('the setup link leads through the demo to an account that can sign in', async () => {
  const { token } = await makeLink(product.runtime, { purpose: 'setup', personId: null })
  const page = await browser.open({ url })
  await page.goto('/sign-in')
  await page.getByRole('heading', { name: 'Earmark is not set up yet' }).waitFor()
  await page.goto(`/setup#k=${token}`)
  await page.getByLabel('Your name').waitFor()
  await page.assertAccessible('/setup')

  await page.getByRole('button', { name: 'Look around with demo data' }).click()
  await page.getByText('Demo household').waitFor()
  await page.getByRole('region', { name: 'Free to spend' }).waitFor()
  await page.assertAccessible('/ of a guest')

  await page.getByRole('link', { name: 'Use my own data' }).click()
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill('password123')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('This password is too common').first().waitFor()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${url}/`)
  await page.getByRole('heading', { name: 'Your first steps' }).waitFor()
  const offer = page.getByRole('region', { name: 'Sign in without a password next time' })
  // It waits until the first steps are over.
  await page.settled()
  assert.equal(await offer.count(), 0)
  await page.getByRole('button', { name: 'Hide these steps' }).click()
  await offer.waitFor()
  await page.assertUsable('the offer of a passkey')
  await offer.getByRole('button', { name: 'Not now' }).click()
  await offer.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill('something else')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await page.assertAccessible('/sign-in with a fault')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The demo household is kept, and the person's own household comes first.
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  await page.getByRole('button', { name: /Ada’s household/ }).waitFor()
  // The offer of a passkey does not appear again.
  await page.waitForLoadState('networkidle')
  assert.equal(await offer.count(), 0)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('menuitemradio', { name: /Alameda/ }).click()
  await page.getByRole('region', { name: 'Free to spend' }).waitFor()
  page.assertQuiet()
})

test('a second household is created, switched to, and deleted', async () => {
  const page = await browser.open({ url })
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${url}/`)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('menuitem', { name: 'New household' }).click()
  const form = page.getByRole('dialog', { name: 'New household' })
  await form.getByLabel('Name').fill('The shop')
  await form.getByLabel('Time zone').selectOption('America/New_York')
  await form.getByLabel('Currency').selectOption('USD')
  await page.assertUsable('a new household')
  await form.getByRole('button', { name: 'Create household' }).dblclick()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /The shop/ }).waitFor()
  await page.getByRole('heading', { name: 'Your first steps' }).waitFor()
  const made = await product.db
    .selectFrom('households')
    .select(['name', 'timezone', 'currency'])
    .where('name', '=', 'The shop')
    .execute()
  assert.deepEqual(made, [{ name: 'The shop', timezone: 'America/New_York', currency: 'USD' }])

  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Preferences' }).click()
    await page.getByRole('menuitemradio', { name }).click()
    await page.getByRole('button', { name: new RegExp(name) }).waitFor()
  }
  await choose('Ada’s household')
  await choose('The shop')
  await page.goto('/settings/data')
  await page.getByRole('button', { name: 'Leave household' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave The shop?' })
  await leaving.getByRole('button', { name: 'Leave household' }).click()
  await leaving.getByText('You are the only owner').waitFor()
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete household' }).click()
  const question = page.getByRole('dialog', { name: 'Delete The shop?' })
  await question.getByLabel(/Type/).fill('The shop')
  await question.getByRole('button', { name: 'Delete household' }).click()
  await page
    .getByRole('button', { name: /Ada’s household/ })
    .first()
    .waitFor()
  page.assertQuiet()
})

test('an invalid link is refused with an explanation', async () => {
  const page = await browser.open({ url })
  for (const path of ['/setup', '/reset', '/invite']) {
    await page.goto('about:blank')
    await page.goto(`${path}#k=nothing`)
    await page.getByRole('alert').waitFor()
    await page.assertAccessible(path)
  }
  page.assertQuiet()
})
