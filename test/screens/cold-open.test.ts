import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createServer } from 'vite'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { startBrowser, type TestPage } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

// Opens each address directly, as a bookmark, a reload or a new tab does: the router's first load takes another code path than
// a click inside the application.

const destinations = createOutbound({ allowCidrs: '127.0.0.0/8' })
after(() => destinations.close())
const product = await startProduct({ limited: false, destinations })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

const loaded = await product.household(budget)
const ada = await product.member(loaded.household_id, loaded.members['ada']!)
await ada.prove()
const webhook = await ada.request('POST', '/webhooks', {
  body: { name: 'Mine', url: 'http://127.0.0.1:4999/hook' },
})
assert.equal(webhook.status, 201, webhook.text)

/** Parameter values of routes that have one. */
const ids: Readonly<Record<string, unknown>> = {
  '/plan/$id': Object.values(loaded.expenses)[0],
  '/developers/webhooks/$id': webhook.body['id'],
}
/** Addresses that redirect. */
const leadsTo: Readonly<Record<string, string>> = {
  '/insights': '/insights/spending',
  '/paydays': '/calendar',
}
const entrances = new Set(['/sign-in', '/setup', '/invite', '/reset', '/demo', '/device'])

/** Reads every address from the application's own route table. */
async function listPaths(): Promise<readonly string[]> {
  const vite = await createServer({
    configFile: join(import.meta.dirname, '../../web/vite.config.ts'),
    root: join(import.meta.dirname, '../../web'),
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    appType: 'custom',
    logLevel: 'error',
  })
  try {
    const { router } = (await vite.ssrLoadModule('/routes.tsx')) as {
      router: { routesById: Record<string, { fullPath?: string; path?: string }> }
    }
    const paths = Object.values(router.routesById).flatMap(({ fullPath, path }) =>
      path === undefined || fullPath === undefined ? [] : [fullPath.replace(/(?<=.)\/$/, '')],
    )
    return [...new Set(paths)].toSorted()
  } finally {
    await vite.close()
  }
}

/** Fills in the id of a route that has one. */
function addressOf(path: string): string {
  if (!path.includes('$')) return path
  const id = ids[path]
  assert.ok(typeof id === 'string', `say in this test what the parameter of ${path} is`)
  return path.replace(/\$\w+/, id)
}

async function assertShown(page: TestPage, address: string): Promise<void> {
  await page.locator('h1').first().waitFor({ timeout: 20_000 })
  assert.equal(new URL(page.url()).pathname, address)
  page.assertQuiet()
}

/** Asserts that no internal code such as `synced_recently` is shown. Code samples may contain them. */
async function assertNoCodes(page: TestPage): Promise<void> {
  await page.waitForLoadState('networkidle')
  const codes = await page.evaluate<string[]>(`(() => {
    const shown = document.body.cloneNode(true)
    for (const part of shown.querySelectorAll('code, pre, script, style')) part.remove()
    return shown.textContent.match(/\\b[a-z]+(?:_[a-z]+)+\\b/g) ?? []
  })()`)
  assert.deepEqual(codes, [])
}

const paths = await listPaths()

test('the route table contains the known paths', () => {
  for (const path of ['/', '/insights', '/plan/$id', '/sign-in', '/settings/people']) {
    assert.ok(paths.includes(path), path)
  }
})

for (const path of paths.filter((each) => !entrances.has(each))) {
  test(`${path} shows its screen when opened directly and when reloaded`, async () => {
    const address = addressOf(path)
    const page = await browser.open({ url, cookie: ada.cookie })
    await page.goto(address)
    await assertShown(page, leadsTo[path] ?? address)
    await page.reload()
    await assertShown(page, leadsTo[path] ?? address)
    await assertNoCodes(page)
    await page.close()
  })

  test(`${path} leads to the sign-in without a session`, async () => {
    const page = await browser.open({ url })
    await page.goto(addressOf(path))
    await page.waitForURL((at) => at.pathname === '/sign-in')
    await assertShown(page, '/sign-in')
    await page.close()
  })
}

for (const path of entrances) {
  test(`${path} shows its screen when opened directly`, async () => {
    assert.ok(paths.includes(path))
    const page = await browser.open({ url })
    await page.goto(path)
    await page.locator('h1').first().waitFor({ timeout: 20_000 })
    page.assertQuiet()
    await page.close()
  })
}
