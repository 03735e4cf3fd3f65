import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadDemo } from '#/demo/demo.ts'
import { PHONE, startBrowser, type TestPage } from './chromium.ts'
import { budget } from './given.ts'
import { startProduct } from './product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

const given = async () => {
  const { household_id, members } = await product.household({
    ...budget,
    transactions: [
      { ref: 'tea', account: 'checking', amount: -450, concept: 'Tea', booked_at: '2026-01-24' },
    ],
  })
  return product.member(household_id, members['ada']!)
}
const freeToSpend = (page: TestPage, amount: string) =>
  page.getByRole('link', { name: `Free to spend ${amount}` }).waitFor()

test('an Expense is created, money moved to it once, and free to spend follows', async () => {
  const ada = await given()
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/plan')
  await freeToSpend(page, '€1,240.00')
  await page.getByRole('button', { name: 'New Expense' }).click()
  await page.getByLabel('Name').fill('Dentist')
  await page.getByLabel('Amount of one payment').fill('120')
  await page.getByLabel('How often').selectOption('Once')
  await page.getByLabel('Next due date').fill('2026-06-15')
  await page.getByLabel('Set aside now').fill('40')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Dentist has been added').waitFor()
  await freeToSpend(page, '€1,200.00')

  await page.keyboard.press('x')
  const form = page.getByRole('dialog', { name: 'Move money' })
  await form.getByLabel('Amount').fill('25')
  await form.getByLabel('From').selectOption('Trip')
  await form.getByLabel('To', { exact: true }).selectOption('Dentist')
  await form.getByText('€65.00').waitFor()
  await form.getByRole('button', { name: 'Move it' }).dblclick()
  await page.getByText('€25.00 moved to Dentist').waitFor()
  await form.waitFor({ state: 'detached' })
  await freeToSpend(page, '€1,200.00')
  const { body } = await ada.request<{ name: string; balance: number }[]>('GET', '/expenses')
  const balances = new Map(body.map(({ name, balance }) => [name, balance]))
  assert.equal(balances.get('Dentist'), 6_500)
  assert.equal(balances.get('Trip'), 17_500)

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: €25.00 moved to Dentist').waitFor()
  await page.getByRole('link', { name: 'Dentist' }).click()
  const details = page.getByRole('dialog', { name: 'Dentist' })
  await details.getByText('€80.00 missing ÷').waitFor()
  await details.getByText('Payday sets aside €16.00', { exact: true }).waitFor()
  await details.getByRole('button', { name: 'Archive' }).click()
  await page
    .getByRole('dialog', { name: 'Archive Dentist?' })
    .getByRole('button', { name: 'Archive' })
    .click()
  await page.waitForURL(`${url}/plan`)
  await freeToSpend(page, '€1,240.00')
  page.assertQuiet()
})

test('another amount is tried out with a slider, changes nothing until it is kept, and is undone', async () => {
  const ada = await given()
  const amount = async () => {
    const { body } = await ada.request<{ name: string; target_amount: number }[]>(
      'GET',
      '/expenses',
    )
    return body.find(({ name }) => name === 'Trip')!.target_amount
  }
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/plan')
  await page.getByRole('link', { name: 'Trip' }).click()
  const details = page.getByRole('dialog', { name: 'Trip' })
  const slider = details.getByRole('slider', { name: 'Amount' })
  await details.getByRole('heading', { name: 'What comes next' }).waitFor()
  for (let step = 0; step < 10; step += 1) await slider.press('ArrowRight')
  assert.equal(await slider.getAttribute('aria-valuetext'), '€1,000.00')
  await details.getByRole('heading', { name: 'What would come next' }).waitFor()
  // Six paydays until July: (900.00 − 200.00) ÷ 6, and (1,000.00 − 200.00) ÷ 6.
  await details.getByText('€116.67 → €133.34').waitFor()
  await page.assertAccessible('what would be')
  assert.equal(await amount(), 90_000)
  await details.getByRole('button', { name: 'Keep it so' }).press('Enter')
  await page.getByText('Trip has been changed').waitFor()
  await details.getByRole('heading', { name: 'What comes next' }).waitFor()
  assert.equal(await amount(), 100_000)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: Trip has been changed').waitFor()
  assert.equal(await amount(), 90_000)
  page.assertQuiet()
})

test('the order of Expenses is changed without a mouse', async () => {
  const ada = await given()
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/plan')
  await page.getByRole('button', { name: 'What to do with Trip' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
  const loose = page.getByRole('region', { name: 'Without a group' })
  await loose.getByRole('listitem').first().getByText('Trip').waitFor()

  await page.getByRole('button', { name: 'What to do with Trip' }).click()
  await page.getByRole('menuitem', { name: 'Move to group' }).click()
  await page.assertAccessible('the groups to choose from')
  await page.getByRole('menuitemradio', { name: 'Home' }).click()
  const home = page.getByRole('region', { name: 'Home' })
  await home.getByRole('link', { name: 'Trip' }).waitFor()
  await page.getByText('Trip has been moved to Home').waitFor()

  // The handle: out of the group again, by keys, and once more without putting it down.
  const handle = page.getByRole('button', { name: 'Move Trip', exact: true })
  await handle.press('Space')
  await page.getByText('Trip is lifted. Home: place 2 of 2').waitFor()
  await handle.press('ArrowDown')
  await page.getByText('Without a group: place 1 of 3').waitFor()
  await handle.press('ArrowDown')
  await page.assertAccessible('something is lifted')
  await handle.press('Space')
  await page.getByText('Trip is in no group any more').waitFor()
  await loose.getByRole('listitem').nth(1).getByText('Trip').waitFor()
  await page.until(`document.activeElement.getAttribute('aria-label') === 'Move Trip'`)
  await handle.press('Enter')
  await handle.press('ArrowUp')
  await handle.press('Escape')
  await page.getByText('Trip stays where it was').waitFor()
  const order = async () => {
    const { body } = await ada.request<{ name: string; group_id: string | null }[]>(
      'GET',
      '/expenses',
    )
    return body.map(({ name, group_id }) => (group_id === null ? name : `${name} at home`))
  }
  assert.deepEqual(await order(), ['Rent at home', 'Groceries', 'Trip', 'Visa bill'])
  await page.keyboard.press('Control+z')
  await page.getByText('Undone: Trip is in no group any more').waitFor()
  await page.until(`document.querySelectorAll('[data-thing^="expense"]').length === 4`)
  assert.deepEqual((await order())[1], 'Trip at home')
  page.assertQuiet()
})

test('the order of Expenses and of groups is changed by dragging', async () => {
  const ada = await given()
  for (const name of ['Second', 'Third']) {
    await ada.request('POST', '/expense-groups', { body: { name } })
  }
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/plan')
  const loose = page.getByRole('region', { name: 'Without a group' })
  const row = (name: string) => loose.getByRole('listitem').filter({ hasText: name })
  await row('Visa bill').dragTo(row('Groceries'))
  await loose.getByRole('listitem').first().getByText('Visa bill').waitFor()
  const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 2 })
  await heading('Third').dragTo(heading('Home'))
  await page
    .getByRole('main')
    .getByRole('heading', { level: 2 })
    .first()
    .getByText('Third')
    .waitFor()
  await page.getByText('Third has been moved').waitFor()
  const { body: groups } = await ada.request<{ name: string }[]>('GET', '/expense-groups')
  assert.deepEqual(
    groups.map(({ name }) => name),
    ['Third', 'Home', 'Second'],
  )
  page.assertQuiet()
})

test('a finger that rests on a row drags it into another group; one that moves at once scrolls', async () => {
  const ada = await given()
  const page = await browser.open({ url, cookie: ada.cookie, viewport: PHONE, hasTouch: true })
  await page.goto('/plan')
  const home = page.getByRole('region', { name: 'Home' })
  const row = page.getByRole('listitem').filter({ hasText: 'Groceries' })
  const middleOf = async (place: typeof row) => {
    const { x, y, width, height } = (await place.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    })
  const from = await middleOf(row)
  const to = await middleOf(home.getByRole('heading'))
  await touch('touchStart', from.x, from.y)
  await page.locator('li[data-lifted]').filter({ hasText: 'Groceries' }).waitFor()
  await touch('touchMove', from.x, from.y - 20)
  await touch('touchMove', to.x, to.y)
  await touch('touchEnd')
  await home.getByRole('link', { name: 'Groceries' }).waitFor()
  await page.getByText('Groceries has been moved to Home').waitFor()
  assert.equal(new URL(page.url()).pathname, '/plan')
  assert.equal(await page.evaluate('window.scrollY'), 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('region', { name: 'Without a group' }).getByText('Groceries').waitFor()

  const { x, y } = await middleOf(row)
  await touch('touchStart', x, y)
  for (const up of [20, 60, 100, 140]) await touch('touchMove', x, y - up)
  await page.until('window.scrollY > 60')
  assert.equal(await page.locator('[data-lifted]').count(), 0)
  await touch('touchEnd')
  page.assertQuiet()
})

test('a payday is added, played through, and taken back; a schedule pauses', async () => {
  const ada = await given()
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/paydays')
  await page.getByRole('region', { name: 'What happens on Wednesday 28 January' }).waitFor()
  await page.getByRole('button', { name: 'What to do with Salary' }).click()
  await page.getByRole('menuitem', { name: 'Add one payday' }).click()
  await page.getByRole('textbox', { name: 'Day' }).fill('2026-02-10')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Payday, Tuesday 10 February' }).click()
  await page.getByRole('region', { name: 'What happens on Tuesday 10 February' }).waitFor()
  await page.getByRole('button', { name: 'Take back the payday of 10 Feb' }).click()
  await page
    .getByRole('button', { name: 'Payday, Tuesday 10 February' })
    .waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'What to do with Salary' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await page.getByText('every schedule is paused').waitFor()
  page.assertQuiet()
})

test('an Expense gets other terms, is archived and comes back with them, holding nothing', async () => {
  const ada = await given()
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/plan')
  await page.getByRole('button', { name: 'What to do with Trip' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Trip' })
  await form.getByLabel('Name').fill('Journey')
  await form.getByLabel('Amount to reach').fill('1200')
  await form.getByLabel('Group').selectOption('Home')
  await page.assertAccessible('the terms of an Expense')
  await form.getByRole('button', { name: 'Save' }).dblclick()
  await page.getByText('Journey has been changed').waitFor()
  const details = page.getByRole('dialog', { name: 'Journey' })
  await details.getByText('of €1,200.00', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  const home = page.getByRole('region', { name: 'Home' })
  await home.getByText('Journey').waitFor()

  await page.getByRole('button', { name: 'What to do with Journey' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page
    .getByRole('dialog', { name: 'Archive Journey?' })
    .getByRole('button', { name: 'Archive' })
    .click()
  await freeToSpend(page, '€1,440.00')
  await page.getByRole('button', { name: 'Archived' }).click()
  await page.getByRole('button', { name: 'Restore: Journey' }).click()
  await page.getByText('Journey is back, and holds nothing').waitFor()
  await page.getByText('Nothing has been archived.').waitFor()
  await page.assertAccessible('nothing archived')
  await page.keyboard.press('Escape')
  const row = home.getByRole('listitem').filter({ hasText: 'Journey' })
  await row.getByText('€0.00').waitFor()
  await row.getByText('of €1,200.00').waitFor()
  await freeToSpend(page, '€1,440.00')
  page.assertQuiet()
})

test('without an account net worth says how to begin; those in other currencies are only listed', async () => {
  const open = async (document: Parameters<typeof product.household>[0]) => {
    const { household_id, members } = await product.household(document)
    const { cookie } = await product.member(household_id, members['ada']!)
    const page = await browser.open({ url, cookie })
    await page.goto('/insights/net-worth')
    return page
  }
  const empty = await open({})
  await empty.getByRole('link', { name: 'Add an account' }).click()
  await empty.getByRole('dialog', { name: 'Manual account' }).waitFor()
  empty.assertQuiet()
  const other = await open({
    accounts: [{ ref: 'purse', name: 'Dollars', type: 'wallet', currency: 'USD', balance: 7_500 }],
  })
  await other.getByRole('link', { name: 'Dollars' }).waitFor()
  assert.equal(await other.getByRole('button', { name: 'Show as a table' }).count(), 0)
  await other.assertAccessible('net worth in another currency')
  other.assertQuiet()
})

test('every mark of a chart opens its transactions, by mouse and by keyboard', async () => {
  const ada = await given()
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/insights/net-worth')
  await page.getByRole('link', { name: '25 January 2026: ' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/transactions?from=2025-12-01&to=2025-12-31')
  await page.goto('/insights/spending?by=merchant')
  await page.getByRole('link', { name: 'Tea' }).click()
  await page.waitForURL('**/transactions?type=expense&search=Tea&from=2026-01-01&to=2026-01-25')
  await page.goto('/insights/spending?by=month')
  await page.getByRole('button', { name: 'Show as a table' }).click()
  await page.getByRole('row', { name: 'January 2026 1 100% €4.50' }).waitFor()
  page.assertQuiet()
})

test('the screens of planning can be used by everybody, in both themes, on phones and desks', async () => {
  const { loaded: demo } = await loadDemo(product.world, {
    seed: 'earmark',
    transactionCount: null,
  })
  const alex = await product.member(demo.household_id, demo.members['alex']!)
  const { body } = await alex.request<{ id: string; name: string }[]>('GET', '/expenses')
  const rent = body.find(({ name }) => name === 'Rent')!.id
  const empty = await product.household()
  const nobody = await product.member(empty.household_id, empty.members['ada']!)
  const screens = ['/plan', '/paydays', '/insights/net-worth', '/insights/spending']
  const over = [
    `/plan/${rent}`,
    '/plan?do=new',
    '/plan?do=transfer',
    '/paydays?new=1',
    '/insights/spending?by=month',
  ]
  const paths = { alex: [...screens, ...over], nobody: screens }
  for (const [who, { cookie }] of Object.entries({ alex, nobody })) {
    const page = await browser.open({ url, cookie })
    for (const path of paths[who as keyof typeof paths]) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await page.assertUsable(`${path} of ${who}`)
    }
    page.assertQuiet()
  }
})
