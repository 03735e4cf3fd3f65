import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PHONE, startBrowser } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

const loaded = await product.household({
  ...budget,
  transactions: [
    {
      ref: 'lunch',
      account: 'checking',
      amount: -1_250,
      concept: 'Lunch',
      booked_at: '2026-01-24',
    },
    { ref: 'taxi', account: 'visa', amount: -2_000, concept: 'Taxi', booked_at: '2026-01-25' },
  ],
})
const ada = await product.member(loaded.household_id, loaded.members['ada']!)
const open = (options: Partial<Parameters<typeof browser.open>[0]> = {}) =>
  browser.open({ url, cookie: ada.cookie, ...options })

test('Home shows Free-to-spend and its equation', async () => {
  const page = await open()
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Free to spend' })
  // 3,000.00 in the bank − rent 1,500.00 and groceries 60.00 − trip 200.00 = 1,240.00; 28 January is three days away.
  await hero.getByText('€1,240.00').first().waitFor()
  await hero.getByText('About €413.33 a day until Wednesday 28 January').waitFor()
  const terms = await hero.locator('dl').innerText()
  assert.match(
    terms.replaceAll(/\s+/g, ' '),
    /In the bank €3,000.00 Bills and envelopes −€1,560.00/,
  )
  await page.getByText('Lunch').waitFor()
  page.assertQuiet()
})

test('each term of the sum on Home opens the part of the plan that it adds up', async () => {
  const page = await open()
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Free to spend' })
  await hero.getByRole('link', { name: 'Goals' }).click()
  await page.getByRole('heading', { name: 'Goals', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Trip' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Rent' }).count(), 0)
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.getByRole('link', { name: 'Rent' }).waitFor()
  await page.getByRole('link', { name: 'Trip' }).waitFor()
})

test('Home needs two round trips: the page, then everything else in parallel', async () => {
  const page = await open()
  await page.goto('/')
  await page.getByRole('region', { name: 'Free to spend' }).waitFor()
  await page.getByText('Lunch').waitFor()
  await page.waitForLoadState('networkidle')
  const asked = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').toSorted((a, b) => a.startTime - b.startTime)
      .map(({ name }) => new URL(name).pathname.replace(/-[\\w-]{8}\\./, '.'))`,
  )
  // Nothing waits for the typeface, so it is requested at any time.
  const font = '/assets/geist.woff2'
  assert.equal(asked.filter((path) => path === font).length, 1)
  const others = asked.filter((path) => path !== font)
  // The page's headers name these files, so browsers request them before any script runs.
  assert.deepEqual(others.slice(0, 5).toSorted(), [
    '/app/api/home',
    '/assets/begin.css',
    '/assets/begin.js',
    '/assets/english.js',
    '/boot.js',
  ])
  // Nothing else is loaded for the first render, and nothing twice. Browsers request their icon at any time, and what keeps
  // answers on the device comes a second and a half later with all that it imports, which a slow machine reaches.
  const device = ['device', 'pages', 'use-debounced', 'waiting'].map((name) => `/assets/${name}.js`)
  const later = ['/icon.svg', ...(others.includes('/assets/device.js') ? device : [])]
  const rest = others.slice(5).filter((path) => !later.includes(path))
  assert.deepEqual(rest.toSorted(), [
    '/app/api/accounts',
    '/app/api/categories',
    '/app/api/expenses',
    '/app/api/session',
    '/assets/first.css',
    '/assets/first.js',
    '/assets/react.js',
    '/assets/rolldown-runtime.js',
  ])
  page.assertQuiet()
})

test('a person who is not signed in is asked to, and the address is remembered', async () => {
  const page = await browser.open({ url })
  await page.goto('/transactions?search=tea')
  await page.waitForURL('**/sign-in?to=%2Ftransactions%3Fsearch%3Dtea')
  page.assertQuiet()
})

test('shortcuts and the palette navigate by keyboard alone', async () => {
  const page = await open()
  await page.goto('/')
  await page.getByText('Lunch').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL('**/transactions')
  await page.keyboard.press('Shift+?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  // The dialog itself has the focus, not its close button.
  await page.until(`document.activeElement?.getAttribute('role') === 'dialog'`)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).pressSequentially('hom')
  await page.getByRole('option', { name: 'Home', exact: false }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/`)
  page.assertQuiet()
})

test('on a phone, rows without a category are found, selected and filed together', async () => {
  const { household_id, members } = await product.household({
    ...budget,
    transactions: ['Bakery', 'Cinema', 'Bookshop'].map((concept, index) => ({
      ref: concept,
      account: 'checking',
      amount: -900 - index,
      concept,
      booked_at: '2026-01-24',
      category: concept === 'Cinema' ? 'fun' : null,
    })),
  })
  const member = await product.member(household_id, members['ada']!)
  const page = await browser.open({ url, cookie: member.cookie, viewport: PHONE, hasTouch: true })
  await page.goto('/transactions')
  const rows = page.locator('[role=row][data-index]')
  const row = (name: string) => rows.filter({ hasText: name })
  await row('Cinema').waitFor()
  await page.getByLabel('Filter by category').selectOption('No category')
  await page.waitForURL('**/transactions?without_category=true')
  await row('Cinema').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  await row('Bakery').tap()
  await row('Bookshop').tap()
  await page.assertAccessible('two rows selected on a phone')
  const bar = page.getByRole('region', { name: 'Selected transactions' })
  await bar.getByText('2 selected').waitFor()
  await bar.getByRole('button', { name: 'Category' }).tap()
  await page.getByRole('option', { name: 'Food' }).tap()
  await page.getByText('No transactions match this filter').waitFor()
  const { body } = await member.request<{ total: number }>(
    'GET',
    '/transactions?without_category=true',
  )
  assert.equal(body.total, 0)
  page.assertQuiet()
})

test('a payment added with a double click is recorded and announced once', async () => {
  const { household_id, members } = await product.household(budget)
  const { cookie } = await product.member(household_id, members['ada']!)
  const page = await open({ cookie })
  await page.goto('/transactions?new=1')
  const form = page.getByRole('dialog', { name: 'New transaction' })
  await form.getByLabel('Amount').fill('-3')
  await form.getByLabel('Payee').fill('Peaches')
  await form.getByRole('button', { name: 'Add', exact: true }).dblclick()
  await form.waitFor({ state: 'detached' })
  // Fails if the payment was recorded twice, because the locator must match one element.
  await page.getByText('Peaches recorded').waitFor()
  await page.locator('[role=row][data-index]').filter({ hasText: 'Peaches' }).waitFor()
  page.assertQuiet()
})

test('the application is in Spanish if the browser is', async () => {
  const page = await open({ locale: 'es-ES' })
  await page.goto('/')
  await page.getByText('Libre para gastar').first().waitFor()
  await page.getByText('1240,00 €').first().waitFor()
  assert.equal(await page.evaluate('document.documentElement.lang'), 'es')
  page.assertQuiet()
})

test('a wrong address leads a signed-in person home, in their language', async () => {
  const somebody = await open({ locale: 'es-ES', viewport: PHONE })
  const answer = await somebody.goto('/blog/2019')
  assert.equal(answer?.status(), 404)
  await somebody.getByText('Página no encontrada.').waitFor()
  await somebody.assertAccessible('an address that leads nowhere')
  await somebody.getByRole('link', { name: 'Ir a Inicio' }).click()
  await somebody.getByText('1240,00 €').locator('visible=true').first().waitFor()
  somebody.assertQuiet()
})

test('a wrong address is explained to a person who is not signed in', async () => {
  const nobody = await browser.open({ url, colorScheme: 'dark' })
  await nobody.goto('/blog/2019')
  await nobody.getByText('Page not found.').waitFor()
  await nobody.assertAccessible('an address that leads nowhere, dark')
  nobody.assertQuiet()
})

test('the chosen theme is applied before the first paint and survives a reload', async () => {
  const page = await open({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.reload({ waitUntil: 'commit' })
  await page.until('document.documentElement.dataset.theme === "dark"')
  page.assertQuiet()
})
