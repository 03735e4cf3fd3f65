import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PHONE, startBrowser } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

const given = async () => {
  const { household_id, members } = await product.household(budget)
  return product.member(household_id, members['ada']!)
}

test('the order of Expenses is changed by keyboard', async () => {
  const ada = await given()
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/plan')
  await page.getByRole('button', { name: 'Actions for Trip' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
  const loose = page.getByRole('region', { name: 'No group' })
  await loose.getByRole('listitem').first().getByText('Trip').waitFor()

  await page.getByRole('button', { name: 'Actions for Trip' }).click()
  await page.getByRole('menuitem', { name: 'Move to group' }).click()
  await page.assertAccessible('the groups to choose from')
  await page.getByRole('menuitemradio', { name: 'Home' }).click()
  const home = page.getByRole('region', { name: 'Home' })
  await home.getByRole('link', { name: 'Trip' }).waitFor()
  await page.getByText('Trip moved to Home').waitFor()

  // The handle moves it out of the group by keys; a second move is cancelled.
  const handle = page.getByRole('button', { name: 'Move Trip', exact: true })
  await handle.press('Space')
  await page.getByText('Trip picked up. Home: position 2 of 2').waitFor()
  await handle.press('ArrowDown')
  await page.getByText('No group: position 1 of 3').waitFor()
  await handle.press('ArrowDown')
  await page.assertAccessible('something is picked up')
  await handle.press('Space')
  await page.getByText('Trip moved out of its group').waitFor()
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
  await page.getByText('Undone: Trip moved out of its group').waitFor()
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
  const loose = page.getByRole('region', { name: 'No group' })
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
  await page.getByText('Third moved').waitFor()
  const { body: groups } = await ada.request<{ name: string }[]>('GET', '/expense-groups')
  assert.deepEqual(
    groups.map(({ name }) => name),
    ['Third', 'Home', 'Second'],
  )
  page.assertQuiet()
})

test('a resting finger drags a row into another group; a moving finger scrolls', async () => {
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
  await page.getByText('Groceries moved to Home').waitFor()
  assert.equal(new URL(page.url()).pathname, '/plan')
  assert.equal(await page.evaluate('window.scrollY'), 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('region', { name: 'No group' }).getByText('Groceries').waitFor()

  const { x, y } = await middleOf(row)
  await touch('touchStart', x, y)
  for (const up of [20, 60, 100, 140]) await touch('touchMove', x, y - up)
  await page.until('window.scrollY > 60')
  assert.equal(await page.locator('[data-lifted]').count(), 0)
  await touch('touchEnd')
  page.assertQuiet()
})
