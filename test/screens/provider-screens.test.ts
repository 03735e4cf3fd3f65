import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from '../support/chromium.ts'
import { account, givenAccount, PASSWORD } from '../support/given-account.ts'
import { givenOutbound, providerAt } from '../support/oidc/given-oidc.ts'
import { startRealProvider } from '../support/oidc/real-provider.ts'
import { startProduct } from '../support/product.ts'

const settings = { providers: [providerAt('http://127.0.0.1:9')], only: false, autoRedirect: false }
const product = await startProduct({
  start: '2026-11-20T10:00:00Z',
  limited: false,
  oidc: settings,
  outbound: givenOutbound(),
})
const url = `http://localhost:${(await product.listen()).port}`
const provider = await startRealProvider({ redirectUris: [`${url}/oidc/1`], origin: url })
settings.providers = [providerAt(provider.issuer, { name: 'Home ID' })]
const browser = await startBrowser()
const ada = await givenAccount(product)

test('a person links a login, signs out and in with it, and proves with it in a window', async () => {
  const page = await browser.open({ url, cookie: `earmark_session=${ada.cookie()}` })
  await page.goto('/settings/you')
  await page.getByRole('button', { name: 'Link Home ID' }).click()
  await page.getByText('Login linked').waitFor()
  await page.getByRole('list', { name: 'Logins' }).getByText('Home ID').waitFor()
  await page.assertAccessible('linked logins')

  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  await page.assertAccessible('the sign-in with a provider')
  settings.autoRedirect = true
  await page.reload()
  await page.getByRole('button', { name: 'Continue with Home ID' }).waitFor()
  await page.goto('/sign-in?to=%2Fsettings%2Fyou')
  await page.getByRole('button', { name: 'Continue with Home ID' }).click()
  await page.waitForURL('**/settings/you')
  settings.autoRedirect = false

  product.runtime.advance({ minutes: 6 })
  await page.getByRole('list', { name: 'Logins' }).getByRole('button', { name: 'Unlink' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Use Home ID' }).click()
  await popup
  await page.getByText('Login unlinked').waitFor()
  await page.getByText('None is linked yet.').waitFor()
  page.assertQuiet()
})

test('a stranger, a cancelled login and a wrong way back are explained, and nobody is signed in', async () => {
  const page = await browser.open({ url })
  provider.signInAs('stranger')
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with Home ID' }).click()
  await page.getByText('No account here is linked to this login.').waitFor()
  assert.doesNotMatch(page.url(), /code=|state=/)
  await page.assertAccessible('a refused login')
  const shown = provider.forms()
  // The text is there already: only the way back from the provider shows that it was asked again.
  const back = page.waitForEvent('framenavigated', (frame) => frame.url().includes('/oidc/1?'))
  await page.getByRole('button', { name: 'Use another account' }).click()
  await back
  await page.getByText('No account here is linked to this login.').waitFor()
  assert.equal(provider.forms(), shown + 1)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.goto('/oidc/1?state=invented&code=x')
  await page.getByText('The sign-in at your provider did not work.').waitFor()
  await page.goto('/oidc/1')
  await page.waitForURL('**/sign-in')
  await page.goto('/sign-in?to=https%3A%2F%2Fevil.example')
  await page.getByRole('button', { name: 'Continue with Home ID' }).waitFor()
})

test('an invited person joins with the provider in place of a password', async () => {
  // The first person signed out of this browser's session.
  await ada.request('POST', '/sign-in', { body: { email: account.email, password: PASSWORD } })
  const { body } = await ada.request<{ token: string }>('POST', '/invitations', { body: {} })
  provider.signInAs('bo')
  const page = await browser.open({ url })
  await page.goto(`/invite#k=${body.token}`)
  await page.getByLabel('Your name').fill('Bo')
  await page.getByLabel('Email').fill('bo@example.com')
  await page.getByRole('button', { name: 'Continue with Home ID' }).click()
  await page.waitForURL((at) => at.pathname === '/')
  const members = await ada.request<{ name: string }[]>('GET', '/members')
  assert.ok(members.body.some(({ name }) => name === 'Bo'))
})
