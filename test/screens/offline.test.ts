import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const loaded = await product.household(budget)
const ada = await product.member(loaded.household_id, loaded.members['ada']!)
const open = (cookie?: string) =>
  browser.open({ url, serviceWorkers: 'allow', ...(cookie !== undefined && { cookie }) })

/** Reads everything that the application has stored in the browser. */
const kept = `(async () => {
  const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)))
  const requests = await Promise.all(caches.map((cache) => cache.keys()))
  return {
    files: requests.flat().map(({ url }) => new URL(url).pathname),
    settings: Object.keys(localStorage),
    databases: await indexedDB.databases(),
  }
})()`
type Kept = { files: string[]; settings: string[]; databases: unknown[] }

test('after one visit the application opens offline and says so', async () => {
  const page = await open(ada.cookie)
  await page.goto('/')
  await page.getByRole('region', { name: 'Free to spend' }).waitFor()
  await page.until(`(async () => (await ${kept}).files.some((path) => path.includes('english')))()`)
  page.assertQuiet()
  await page.context().setOffline(true)
  await page.reload()
  // Some versions of Chromium do not report the offline state to a reloaded page.
  await page.context().setOffline(false)
  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await page.getByText('Earmark cannot be reached').first().waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByRole('region', { name: 'Free to spend' }).waitFor()
})

test('only the application is stored in the browser, never personal data', async () => {
  const page = await open(ada.cookie)
  await page.goto('/plan')
  await page.getByText('Rent').first().waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
  await page.goto('/transactions')
  await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(`localStorage.setItem('earmark.plan.collapsed', 'a-group'); 0`)
  const { files, databases } = await page.evaluate<Kept>(kept)
  assert.ok(files.length > 5)
  for (const path of files) {
    assert.match(path, /^\/(assets\/.+|boot\.js|icon\.svg|manifest\.webmanifest)?$/)
  }
  assert.deepEqual(databases, [])

  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  const after = await page.evaluate<Kept>(kept)
  assert.deepEqual(after.settings, [])
  assert.deepEqual(await page.context().cookies(), [])
  page.assertQuiet()
})

test('the application works in a browser without service workers', async () => {
  const page = await open()
  await page.addInitScript(
    `Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })`,
  )
  await page.goto('/sign-in')
  await page.getByRole('heading', { level: 1 }).waitFor()
  page.assertQuiet()
})
