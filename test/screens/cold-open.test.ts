import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { type OpenOptions, startBrowser, type TestPage } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { givenPassword, givenPerson } from '../support/given-person.ts'
import { startProduct } from '../support/product.ts'
import { listScreens } from '../support/routes.ts'

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
const schedules = await ada.request<{ id: string }[]>('GET', '/funding-schedules')
const PASSWORD = 'the river runs to payday'
const person = await givenPerson(product.runtime, loaded.household_id, loaded.members['ada']!)
await givenPassword(product.runtime, person, PASSWORD)
const { email } = await product.runtime.db
  .selectFrom('persons')
  .select('email')
  .where('id', '=', person)
  .executeTakeFirstOrThrow()

/** Parameter values of routes that have one. */
const ids: Readonly<Record<string, unknown>> = {
  '/plan/$id': Object.values(loaded.expenses)[0],
  '/developers/webhooks/$id': webhook.body['id'],
  '/oidc/$provider': '1',
}
/** Addresses that redirect. */
const leadsTo: Readonly<Record<string, string>> = {
  '/oidc/$provider': '/sign-in',
  '/insights': '/insights/spending',
  '/connections/enable-banking': '/accounts',
  '/paydays': '/calendar',
  '/setup': '/sign-in',
}
const entrances = new Set([
  '/sign-in',
  '/setup',
  '/invite',
  '/reset',
  '/demo',
  '/device',
  '/oidc/$provider',
])

/** A state that each screen with a state in its address is bookmarked in. */
const bookmarks: Readonly<Record<string, string>> = {
  '/accounts': '?add=manual',
  '/accounts/import': `?account=${loaded.accounts['checking']!}`,
  '/accounts/move-in': '',
  '/connections/enable-banking': '',
  '/developers/keys': '?new=1',
  '/developers/requests': '?outcome=failed',
  '/calendar': `?edit=${schedules.body[0]!.id}`,
  '/insights': '?range=6m',
  '/paydays': `?edit=${schedules.body[0]!.id}`,
  '/plan': '?do=transfer',
  '/plan/$id': '',
  '/transactions': '?search=tea&type=expense',
}

const screens = await listScreens()
const paths = screens.map(({ path }) => path)
const inside = screens.filter(({ path }) => !entrances.has(path))

/** Fills in the id of a route that has one. */
function addressOf(path: string): string {
  if (!path.includes('$')) return path
  const id = ids[path]
  assert.ok(typeof id === 'string', `say in this test what the parameter of ${path} is`)
  return path.replace(/\$\w+/, id)
}

/** The address with a state, if the screen has one, and the address that it leads to. */
function bookmarkOf({ path, hasSearch }: (typeof screens)[number]) {
  const search = bookmarks[path]
  assert.ok(!hasSearch || search !== undefined, `say in this test what ${path} is bookmarked with`)
  const address = addressOf(path)
  const shown = leadsTo[path] ?? address
  return { address: `${address}${search ?? ''}`, shown: `${shown}${search ?? ''}` }
}

async function assertShown(page: TestPage, address: string): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForURL(`${url}${address}`, { timeout: 10_000 })
  assert.equal(await page.locator('.arriving').count(), 0)
  page.assertQuiet()
}

/** Asserts that no internal code such as `synced_recently` is shown. Code samples may contain them. */
async function assertNoCodes(page: TestPage): Promise<void> {
  await page.settled()
  const codes = await page.evaluate<string[]>(`(() => {
    const shown = document.body.cloneNode(true)
    for (const part of shown.querySelectorAll('code, pre, script, style')) part.remove()
    return shown.textContent.match(/\\b[a-z]+(?:_[a-z]+)+\\b/g) ?? []
  })()`)
  assert.deepEqual(codes, [])
}

/** Tests that run at the same time: much of the time of each passes while it waits. */
const CONCURRENCY = 3
/** Pages by session. A test takes one that no other test has; every address is opened directly all the same. */
const [members, strangers] = await Promise.all([
  openPages('/settings/you', { url, cookie: ada.cookie }),
  openPages('/sign-in', { url }),
])

function openPages(path: string, options: OpenOptions): Promise<TestPage[]> {
  const pages = Array.from({ length: CONCURRENCY }, async () => {
    const page = await browser.open(options)
    await page.goto(path)
    await assertShown(page, path)
    return page
  })
  return Promise.all(pages)
}

async function withPage(pages: TestPage[], use: (page: TestPage) => Promise<void>): Promise<void> {
  const page = pages.pop()!
  try {
    await use(page)
  } finally {
    pages.push(page)
  }
}

test('the route table contains the known paths', () => {
  for (const path of ['/', '/insights', '/plan/$id', '/sign-in', '/settings/people']) {
    assert.ok(paths.includes(path), path)
  }
  for (const path of [...Object.keys(bookmarks), ...Object.keys(ids), ...entrances]) {
    assert.ok(paths.includes(path), path)
  }
})

void describe('each address', { concurrency: CONCURRENCY }, () => {
  // First, because it takes longest.
  test('offline, every address shows a screen that says so, never a splash or an empty page', async () => {
    const traveller = await browser.open({ url, cookie: ada.cookie, serviceWorkers: 'allow' })
    await traveller.goto('/')
    await traveller.getByRole('region', { name: 'Free to spend' }).waitFor()
    await traveller.evaluate('navigator.serviceWorker.ready.then(() => 0)')
    await traveller.until(
      `caches.keys().then((all) => Promise.all(all.map((one) => caches.open(one))))
        .then((all) => Promise.all(all.map((one) => one.keys())))
        .then((all) => all.flat().some(({ url }) => url.includes('english')))`,
    )
    await traveller.context().setOffline(true)
    for (const path of paths) {
      await traveller.goto(addressOf(path))
      await traveller.locator('h1').first().waitFor({ state: 'attached' })
      await traveller.until(`document.body.innerText.trim().length > 20`)
      assert.equal(await traveller.locator('.arriving').count(), 0, path)
    }
  })

  for (const { path } of inside) {
    test(`${path} opens directly, and when returned to, which loads it as a reload does`, () =>
      withPage(members, async (page) => {
        const address = addressOf(path)
        const shown = leadsTo[path] ?? address
        await page.goto(address)
        await assertShown(page, shown)
        await assertNoCodes(page)
        // Leaves the document for one that takes next to no time to load.
        await page.goto('/icon.svg')
        await page.goBack()
        await assertShown(page, shown)
      }))
  }

  for (const screen of inside.filter(({ hasSearch }) => hasSearch)) {
    test(`${screen.path} opens in the state that its bookmark has`, () =>
      withPage(members, async (page) => {
        const { address, shown } = bookmarkOf(screen)
        await page.goto(address)
        await assertShown(page, shown)
        await page.settled()
        await assertShown(page, shown)
      }))
  }

  for (const screen of inside) {
    test(`${screen.path} leads to the sign-in after the session has expired, and back`, () =>
      withPage(strangers, async (page) => {
        const { address, shown } = bookmarkOf(screen)
        await page.context().clearCookies()
        await page.context().addCookies([{ name: 'earmark_session', value: 'expired', url }])
        await page.goto(address)
        await page.waitForURL((at) => at.pathname === '/sign-in')
        await page.locator('input[type=email]').fill(email!)
        await page.locator('input[type=password]').fill(PASSWORD)
        await page.keyboard.press('Enter')
        await assertShown(page, shown)
      }))
  }

  for (const path of entrances) {
    test(`${path} shows its screen when opened directly and when reloaded`, () =>
      withPage(strangers, async (page) => {
        await page.context().clearCookies()
        for (const open of [() => page.goto(path), () => page.reload()]) {
          await open()
          await assertShown(page, leadsTo[path] ?? path)
        }
      }))
  }
})
