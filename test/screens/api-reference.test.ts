import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser, type TestPage } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const loaded = await product.household(budget)
const ada = await product.member(loaded.household_id, loaded.members['ada']!)
const open = () => browser.open({ url, cookie: ada.cookie })

for (const path of [
  '/docs',
  '/docs/guides',
  '/docs/api-guide',
  '/docs/operating',
  '/docs/verify-webhooks',
  '/docs/quick-start/debian',
  '/docs/recipes/apple-shortcuts',
]) {
  test(`${path} is accessible in both themes, on phones and desktops, and keeps its policy`, async () => {
    const page = await open()
    await page.goto(path)
    await page.locator('h1').waitFor()
    await page.assertUsable(path)
    page.assertQuiet()
  })
}

test('a language is chosen once for all examples, and remembered', async () => {
  const page = await open()
  await page.goto('/docs')
  const code = page.locator('article:has(#recordTransaction) .example')
  await code.getByText('curl -X POST').waitFor()
  assert.ok(await code.getByText(`${url}/v1/transactions`).first().isVisible())
  await code.getByRole('button', { name: 'Python' }).click()
  await code.getByText('requests.post').waitFor()
  await page.reload()
  await page.locator('article:has(#listAccounts) .example').getByText('requests.get').waitFor()
  page.assertQuiet()
})

test('a pasted key sends a read from the page, without the session', async () => {
  const page = await open()
  await page.goto('/docs')
  const read = page.locator('article:has(#listAccounts)')
  await read.getByRole('button', { name: 'Send' }).click()
  await page.until(`document.activeElement.id === 'key'`)
  await page.getByLabel('Your key').fill(loaded.keys['ro']!.api_key)
  await read.getByRole('button', { name: 'Send' }).click()
  await read.locator('.status', { hasText: '200' }).waitFor()
  await read
    .locator('.answer')
    .getByText(`"${loaded.accounts['checking'] ?? ''}`)
    .first()
    .waitFor()
  page.assertQuiet()
})

test('the theme that is chosen in the application applies to the reference', async () => {
  const page = await open()
  await page.goto('/docs')
  const ground = () => page.evaluate<string>(`getComputedStyle(document.body).backgroundColor`)
  const light = await ground()
  await page.evaluate(`localStorage.setItem('earmark.theme', 'dark')`)
  await page.reload()
  assert.notEqual(await ground(), light)
})

test('an example is copied, as often as its button is pressed', async () => {
  const page = await open()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto('/docs')
  const button = page.locator('article:has(#listAccounts) .copy')
  await button.click()
  await button.filter({ hasText: 'Copied' }).click()
  assert.match(await page.evaluate('navigator.clipboard.readText()'), /^curl 'http/)
  await page.clock.runFor(2000)
  assert.equal(await button.innerText(), 'Copy')
  page.assertQuiet()
})

test('over plain http, where browsers forbid copying, no button offers it', async () => {
  const page = await open()
  await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
  await page.goto('/docs')
  const panel = page.locator('article:has(#listAccounts) .example')
  await panel.getByRole('button', { name: 'Send' }).waitFor()
  assert.ok(await panel.locator('.copy').isHidden())
})

test('without scripts every example is shown in every language', async () => {
  const page = await open()
  await page.route('**/docs.js', (route) => route.abort())
  await page.goto('/docs')
  const code = page.locator('article:has(#recordTransaction) .example')
  for (const text of ['curl -X POST', 'await fetch', 'requests.post']) {
    assert.ok(await code.getByText(text).first().isVisible(), text)
  }
})

test('an endpoint is found by its words, and its link leads to it', async () => {
  const page = await open()
  await page.goto('/docs')
  await page.getByLabel('Find an endpoint').fill('net worth')
  const links = page.getByRole('navigation', { name: 'Contents' }).getByRole('link')
  await links.filter({ hasText: 'Net worth today' }).click()
  assert.equal(new URL(page.url()).hash, '#showNetWorth')
  assert.equal(await links.count(), 1)
  page.assertQuiet()
})

test('a guide leads to another, and back', async () => {
  const page = await open()
  await page.goto('/docs/api-guide')
  await page.getByRole('link', { name: 'Verify it' }).click()
  await page.getByRole('heading', { level: 1, name: 'Verifying webhooks' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'The API, in ten minutes' }).waitFor()
  page.assertQuiet()
})

test('a copied session has its commands alone', async () => {
  const page = await open()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/docs/api-guide')
  await page.locator('.block:has-text("market-20261120")').getByRole('button').click()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.match(copied, /^curl -s -X POST .* \\\n.*"Market".* \\\n.*\/v1\/transactions\n$/)
  page.assertQuiet()
})

async function openSearch(path = '/docs/api-guide'): Promise<TestPage> {
  const page = await open()
  await page.goto(path)
  await page.locator(':root[data-ready]').waitFor()
  await page.keyboard.press('/')
  await page.getByRole('dialog').waitFor()
  return page
}

/** Types the words, and returns the results as text once they stand. */
async function search(page: TestPage, words: string): Promise<readonly string[]> {
  await page.getByLabel('Search guides and operations').fill(words)
  await page.getByRole('status').filter({ hasText: /./ }).waitFor()
  return page.getByRole('dialog').getByRole('link').allInnerTexts()
}

test('the search asks for its index when it is first used, and for nothing elsewhere', async () => {
  const page = await open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/docs/api-guide')
  await page.locator(':root[data-ready]').waitFor()
  assert.ok(asked.every((one) => !/search/.test(one)))
  await page.keyboard.press('/')
  await page.getByRole('dialog').waitFor()
  assert.ok((await search(page, 'idempotency')).length > 3)
  assert.equal(asked.filter((one) => one.endsWith('/search.json')).length, 1)
  assert.ok(asked.every((one) => one.startsWith(`${url}/`)))
  page.assertQuiet()
})

test('a beginning of three letters, a wrong letter and a missing one find the section', async () => {
  const page = await openSearch()
  for (const words of ['ide', 'idempotensy', 'idmpotency key']) {
    const results = await search(page, words)
    assert.ok(
      results.some((one) => one.includes('Writing exactly once')),
      words,
    )
  }
  assert.deepEqual(await search(page, 'xylophone'), [])
  await page.getByText('Nothing found').waitFor()
  page.assertQuiet()
})

test('operations are found by path, operation id and summary', async () => {
  const page = await openSearch('/docs')
  for (const words of ['/v1/accounts/summary', 'summarizeAccounts', 'balance rollups']) {
    const [first = ''] = await search(page, words)
    assert.match(first, /^\/v1\/accounts\/summary\n/, words)
  }
  const fields = await search(page, 'spendable_balance')
  assert.ok(fields.some((one) => one.startsWith('/v1/accounts/summary\n')))
  assert.match((await search(page, 'insufficient_scope'))[0]!, /^API reference\ninsufficient_scope/)
  page.assertQuiet()
})

test('a result shows the words around what was found, and the keyboard leads to it', async () => {
  const page = await openSearch('/docs/guides')
  await search(page, 'exact retry-after')
  const result = page.getByRole('link').filter({ hasText: 'Limits' }).first()
  await result.locator('mark').first().waitFor()
  assert.match(await result.innerText(), /Retry-After/)
  await search(page, 'rate window aligned clock')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'The API, in ten minutes' }).waitFor()
  assert.equal(new URL(page.url()).hash, '#limits')
  page.assertQuiet()
})

test('the search is accessible on phones and desktops, and Escape closes it', async () => {
  const page = await openSearch()
  await search(page, 'webhook')
  await page.assertUsable('search')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  page.assertQuiet()
})
