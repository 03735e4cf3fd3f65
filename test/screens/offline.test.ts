import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser, type TestPage } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

async function given() {
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const open = (cookie = member.cookie) => {
    return browser.open({ url, serviceWorkers: 'allow', timezoneId: 'UTC', cookie })
  }
  const recorded = async (concept: string) => {
    const { body } = await member.request<{ data: { concept: string; amount: number }[] }>(
      'GET',
      '/transaction-rows',
    )
    return body.data.filter((row) => row.concept === concept).map(({ amount }) => amount)
  }
  return { loaded, member, open, recorded }
}

/** Reads everything that the application has stored in the browser. */
const stored = `(async () => {
  const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)))
  const requests = await Promise.all(caches.map((cache) => cache.keys()))
  const names = (await indexedDB.databases()).map(({ name }) => name)
  const records = {}
  if (names.includes('earmark')) {
    const database = await new Promise((resolve) => {
      const request = indexedDB.open('earmark')
      request.onsuccess = () => resolve(request.result)
    })
    for (const name of database.objectStoreNames) {
      records[name] = await new Promise((resolve) => {
        const request = database.transaction(name).objectStore(name).getAll()
        request.onsuccess = () => resolve(request.result)
      })
    }
    database.close()
  }
  return {
    files: requests.flat().map(({ url }) => new URL(url).pathname),
    settings: Object.keys(localStorage),
    records,
    reads: (records.answers ?? []).map(({ queryKey }) => queryKey[0]),
  }
})()`
type Stored = {
  files: string[]
  settings: string[]
  records: Record<string, unknown[]>
  reads: string[]
}

/** Opens Home, Plan and the list once, as a person does before a journey. */
async function visit(page: TestPage): Promise<void> {
  await page.goto('/')
  await page.getByRole('region', { name: 'Free to spend' }).waitFor()
  // The page is stored first, and the parts of the application after it.
  await page.until(`(async () => {
    const { files } = await ${stored}
    const parts = document.querySelector('meta[name=offline]').content.split(' ')
    return parts.every((path) => files.includes(path))
  })()`)
  await page.goto('/plan')
  await page.getByText('Rent').first().waitFor()
  await keeps(page, 'GET /expense-groups')
  await page.goto('/transactions')
  await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor()
  await keeps(page, 'GET /transaction-rows')
  // The form of a new transaction needs them too, and says that the server cannot be reached where they were never read.
  await keeps(page, 'GET /accounts')
}

async function keeps(page: TestPage, read: string): Promise<void> {
  await page.until(`(async () => (await ${stored}).reads.includes('${read}'))()`)
}

/** Some versions of Chromium do not report the offline state to a reloaded page. */
async function goOffline(page: TestPage): Promise<void> {
  await page.context().setOffline(false)
  await page.context().setOffline(true)
}

async function record(page: TestPage, concept: string, amount = '12,50'): Promise<void> {
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'New transaction' })
  await form.getByLabel('Amount').fill(amount)
  await form.getByLabel(PAYEE).fill(concept)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
}
const PAYEE = /^(Payee|Description)$/

const waitingRow = (page: TestPage, concept: string) =>
  page
    .getByRole('list', { name: 'Waiting to be sent' })
    .getByRole('listitem')
    .filter({ hasText: concept })

test('offline, the last number, list and plan stay readable with their time', async () => {
  const { open } = await given()
  const page = await open()
  await visit(page)
  page.assertQuiet()
  await page.context().setOffline(true)
  await page.goto('/')
  await goOffline(page)
  const number = page.getByRole('region', { name: 'Free to spend' })
  await number.getByText('1,240').first().waitFor()
  await page.getByText(/^You are offline\. As of \d\d:\d\d\./).waitFor()
  await page.getByRole('link', { name: 'Plan' }).first().click()
  await page.getByText('Rent').first().waitFor()
  await page.goto('/transactions')
  await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor()
  assert.equal(await page.getByText('cannot be reached').count(), 0)

  await page.context().setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
})

test('a server that does not answer is noticed, and its return too', async () => {
  const { open } = await given()
  const page = await open()
  await visit(page)
  await page.route('**/app/api/**', (route) => route.abort())
  await page.route('**/healthz', (route) => route.abort())
  await page.goto('/')
  await page.getByText(/^Earmark cannot be reached\. As of \d\d:\d\d\./).waitFor()
  await page.getByRole('region', { name: 'Free to spend' }).getByText('1,240').first().waitFor()
  await page.unroute('**/app/api/**')
  await page.unroute('**/healthz')
  await page.evaluate(`window.dispatchEvent(new Event('online')); 0`)
  await page.getByText('Earmark cannot be reached').waitFor({ state: 'detached' })
})

test('while a server is slow, the last answer is shown with its time', async () => {
  const { open } = await given()
  const page = await open()
  await visit(page)
  const released = Promise.withResolvers<void>()
  await page.route('**/app/api/**', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto('/')
  await page.getByText(/^Earmark is slow to answer\. As of \d\d:\d\d\./).waitFor()
  await page.getByRole('region', { name: 'Free to spend' }).getByText('1,240').first().waitFor()
  released.resolve()
  await page.getByText('Earmark is slow to answer').waitFor({ state: 'detached' })
})

test('a transaction recorded offline survives a reload and is sent once', async () => {
  const { open, recorded } = await given()
  const page = await open()
  await visit(page)
  await page.context().setOffline(true)
  await record(page, 'Kiosk')
  await waitingRow(page, 'Kiosk').getByText('Waiting', { exact: true }).waitFor()
  await page.reload()
  await goOffline(page)
  await waitingRow(page, 'Kiosk').waitFor()
  await page.getByText('1 transaction is waiting to be sent').waitFor()
  assert.deepEqual(await recorded('Kiosk'), [])
  await page.context().setOffline(false)
  await waitingRow(page, 'Kiosk').waitFor({ state: 'detached' })
  assert.deepEqual(await recorded('Kiosk'), [-1250])
  await page.getByText('Kiosk').first().waitFor()
})

test('a transaction whose answer was lost half-way counts once', async () => {
  const { open, recorded } = await given()
  const page = await open()
  await visit(page)
  let lost = 0
  await page.route('**/app/api/transactions', async (route) => {
    await route.fetch()
    lost += 1
    await route.abort()
  })
  await record(page, 'Bakery')
  await waitingRow(page, 'Bakery').waitFor()
  assert.deepEqual([lost, await recorded('Bakery')], [1, [-1250]])
  await page.unroute('**/app/api/transactions')
  await page.reload()
  await waitingRow(page, 'Bakery').waitFor({ state: 'detached' })
  assert.deepEqual(await recorded('Bakery'), [-1250])
})

test('two tabs that come back together send a transaction once', async () => {
  const { open, recorded } = await given()
  const page = await open()
  await visit(page)
  await page.context().setOffline(true)
  await record(page, 'Tram')
  await waitingRow(page, 'Tram').waitFor()
  const other = Object.assign(await page.context().newPage(), { until: page.until }) as TestPage
  await other.goto('/transactions')
  await waitingRow(other, 'Tram').waitFor()
  await page.context().setOffline(false)
  await waitingRow(page, 'Tram').waitFor({ state: 'detached' })
  await waitingRow(other, 'Tram').waitFor({ state: 'detached' })
  assert.deepEqual(await recorded('Tram'), [-1250])
})

test('a refused transaction shows the reason, and can be corrected or deleted', async () => {
  const { open, recorded, member, loaded } = await given()
  const own = await member.request<{ id: string }>('POST', '/accounts', {
    body: { name: 'Purse', type: 'wallet', balance: 0 },
  })
  const page = await open()
  await visit(page)
  await page.context().setOffline(true)
  for (const concept of ['Coffee', 'Cake']) {
    await page.keyboard.press('n')
    const form = page.getByRole('dialog', { name: 'New transaction' })
    await form.getByLabel('Amount').fill('3')
    await form.getByLabel(PAYEE).fill(concept)
    await form.getByLabel('Account').selectOption('Purse')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await waitingRow(page, concept).waitFor()
  }
  const closed = await member.request('POST', `/accounts/${own.body.id}/close`, { body: {} })
  assert.equal(closed.status, 200, closed.text)
  await page.context().setOffline(false)
  await waitingRow(page, 'Cake').getByText('Not accepted').waitFor()
  await page.getByText('2 transactions were not accepted').waitFor()
  await waitingRow(page, 'Coffee').getByText('account is closed').waitFor()
  await page.assertUsable('refused transactions')

  await waitingRow(page, 'Cake').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await waitingRow(page, 'Cake').waitFor({ state: 'detached' })
  await waitingRow(page, 'Coffee').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit transaction' })
  await form.getByLabel('Account').selectOption(loaded.accounts['checking']!)
  // Both clicks arrive before the form closes.
  await form.getByRole('button', { name: 'Save and send' }).dblclick()
  await form.waitFor({ state: 'detached' })
  await waitingRow(page, 'Coffee').waitFor({ state: 'detached' })
  assert.deepEqual([await recorded('Coffee'), await recorded('Cake')], [[-300], []])
})

test('a transaction that is deleted while an earlier one is sent is not sent', async () => {
  const { open, recorded } = await given()
  const page = await open()
  await visit(page)
  await page.context().setOffline(true)
  for (const concept of ['First', 'Second']) {
    await record(page, concept)
    await waitingRow(page, concept).waitFor()
  }
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/app/api/transactions', async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  await page.context().setOffline(false)
  await asked.promise
  await waitingRow(page, 'Second').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await waitingRow(page, 'Second').waitFor({ state: 'detached' })
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  released.resolve()
  await answered
  await waitingRow(page, 'First').waitFor({ state: 'detached' })
  assert.deepEqual([await recorded('First'), await recorded('Second')], [[-1250], []])
})

test('what waits survives an expired session, and only its own person sends it', async () => {
  const { open, recorded, member, loaded } = await given()
  const page = await open()
  await visit(page)
  await page.context().setOffline(true)
  await record(page, 'Museum')
  await waitingRow(page, 'Museum').waitFor()
  await member.request('POST', '/sign-out', { body: {} })
  await page.context().setOffline(false)
  await page.waitForURL('**/sign-in**')
  await page.until(`(async () => (await ${stored}).reads.length === 0)()`)

  const stranger = await given()
  await signInAs(page, stranger.member.cookie)
  await page.getByRole('region', { name: 'Free to spend' }).waitFor()
  await keeps(page, 'GET /home')
  await page.goto('/transactions')
  await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor()
  await keeps(page, 'GET /transaction-rows')
  assert.equal(await page.getByText('Museum').count(), 0)
  assert.deepEqual(await stranger.recorded('Museum'), [])

  const again = await product.member(loaded.household_id, loaded.members['ada']!)
  await signInAs(page, again.cookie)
  await page.until(`(async () => (await ${stored}).records.waiting.length === 0)()`)
  const { body } = await again.request<{ data: { concept: string }[] }>('GET', '/transaction-rows')
  assert.equal(body.data.filter(({ concept }) => concept === 'Museum').length, 1)
  assert.deepEqual(await recorded('Museum').catch(() => []), [])
})

async function signInAs(page: TestPage, cookie: string): Promise<void> {
  const [name, value] = cookie.split('=') as [string, string]
  await page.context().clearCookies()
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
  await page.goto('/')
}

test('signing out erases everything, and asks first if something was not sent', async () => {
  const { open } = await given()
  const page = await open()
  await visit(page)
  const { files, reads } = await page.evaluate<Stored>(stored)
  assert.ok(files.length > 5 && reads.length > 3)
  for (const path of files) {
    assert.match(path, /^\/(assets\/.+|[\w-]+\.(js|svg|png|webmanifest))?$/)
  }
  await page.context().setOffline(true)
  await record(page, 'Kiosk')
  await waitingRow(page, 'Kiosk').waitFor()
  await page.route('**/app/api/transactions', (route) => route.abort())
  await page.context().setOffline(false)
  await page.evaluate(`localStorage.setItem('earmark.plan.collapsed', 'a-group'); 0`)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  await page.until(`(async () => {
    const { records } = await ${stored}
    return Object.values(records).every((all) => all.length === 0)
  })()`)
  const after = await page.evaluate<Stored>(stored)
  assert.deepEqual(after.settings, [])
  assert.deepEqual(await page.context().cookies(), [])
})

test('a device that is asked to keep nothing keeps nothing', async () => {
  const { open } = await given()
  const page = await open()
  await visit(page)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('menuitemradio', { name: 'Do not keep' }).click()
  await page.until(`(async () => (await ${stored}).reads.length === 0)()`)
  await page.goto('/plan')
  await page.getByText('Rent').first().waitFor()
  await page.until('performance.now() > 4000')
  assert.deepEqual((await page.evaluate<Stored>(stored)).reads, [])
  await page.context().setOffline(true)
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByText('cannot be reached').waitFor()
})

test('nothing of a demo household is kept', async () => {
  const { open, loaded } = await given()
  await product.db
    .updateTable('households')
    .set({ demo_since: product.runtime.now() })
    .where('household_id', '=', loaded.household_id)
    .execute()
  const page = await open()
  await page.goto('/plan')
  await page.getByText('Rent').first().waitFor()
  await page.until('performance.now() > 4000')
  const { records } = await page.evaluate<Stored>(stored)
  assert.deepEqual(Object.values(records).flat(), [])
})

test('the application works in a browser without service workers', async () => {
  const { open } = await given()
  const page = await open()
  await page.addInitScript(
    `Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })`,
  )
  await page.goto('/sign-in')
  await page.getByRole('heading', { level: 1 }).waitFor()
  page.assertQuiet()
})
