import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DESKTOP, PHONE, startBrowser } from '../support/chromium.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-05T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

/** 1,000.00 in the bank, 300.00 of it for a rent of 600.00; pay of 900.00 comes on the 9th and every two weeks. */
async function given() {
  const loaded = await product.household({
    accounts: [
      { ref: 'bank', name: 'Bank', type: 'depository', subtype: 'checking', balance: 100_000 },
    ],
    funding_schedules: [
      {
        ref: 'pay',
        name: 'Pay',
        frequency: 'biweekly',
        anchor: '2026-01-09',
        estimated_deposit: 90_000,
      },
    ],
    expenses: [
      {
        ref: 'rent',
        name: 'Rent',
        target_amount: 60_000,
        recurrence_interval_months: 1,
        recurrence_anchor_date: '2025-12-15',
        funding_schedules: ['pay'],
        balance: 30_000,
      },
    ],
  })
  const ada = await product.member(loaded.household_id, loaded.members['ada']!)
  return { ada, rent: loaded.expenses['rent']! }
}

test('arrow keys read each day to the payday after next, on a phone, too', async () => {
  const { ada } = await given()
  for (const viewport of [PHONE, DESKTOP]) {
    const page = await browser.open({ url, cookie: ada.cookie, viewport })
    await page.goto('/')
    const river = page.getByRole('slider', { name: 'Read a day' })
    assert.equal(
      await river.getAttribute('aria-valuetext'),
      'Monday 5 January: €700.00 free to spend',
    )
    await river.press('End')
    assert.match((await river.getAttribute('aria-valuetext'))!, /^Friday 23 January: /)
    await river.press('Home')
    for (let day = 5; day < 9; day += 1) await river.press('ArrowRight')
    // 700.00 + 900.00 pay − 300.00 that the rent still lacks.
    assert.equal(
      await river.getAttribute('aria-valuetext'),
      'Friday 9 January: €1,300.00 free to spend. €900.00 pay, €300.00 set aside',
    )
    await page.getByText('€1,300.00 free to spend').first().waitFor()
    await page.assertUsable('the river')
    page.assertQuiet()
  }
})

test('a tile leads to its payment, and says how much of it is set aside', async () => {
  const { ada, rent } = await given()
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/')
  await page
    .getByRole('link', { name: 'Rent, €600.00 due 15 Jan, €300.00 set aside' })
    .press('Enter')
  await page.waitForURL(new RegExp(`/plan/${rent}`))
  page.assertQuiet()
})

test('dragging a tile says what another day would change, saves it, and undoes it', async () => {
  const { ada } = await given()
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/')
  const tile = page.getByRole('link', { name: /^Rent, / })
  const rent = async () => {
    type Rent = { due_date: string; recurrence_anchor_date: string }
    const { body } = await ada.request<Rent[]>('GET', '/expenses')
    return body[0]!
  }
  const dayOf = async () => (await rent()).due_date
  const drag = async () => {
    const box = (await tile.boundingBox())!
    const slider = (await page.getByRole('slider', { name: 'Read a day' }).boundingBox())!
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width / 2, y)
    await page.mouse.down()
    // Five days of nineteen to the right: from the 15th to the 20th.
    await page.mouse.move(box.x + box.width / 2 + (slider.width * 5) / 19, y, { steps: 4 })
    await page.getByRole('dialog', { name: 'Rent on Tuesday 20 January?' }).waitFor()
    await page.mouse.up()
  }
  await drag()
  const dialog = page.getByRole('dialog', { name: 'Rent on Tuesday 20 January?' })
  await dialog.getByText('€300.00').first().waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await dayOf(), '2026-01-15')

  await drag()
  await page.assertUsable('a payment that is moved')
  await dialog.getByRole('button', { name: 'Move' }).press('Enter')
  await page.getByRole('link', { name: 'Rent, €600.00 due 20 Jan' }).waitFor()
  assert.equal(await dayOf(), '2026-01-20')
  // While the last day is read, somebody else brings the payday after next nearer, so that the river gets shorter.
  const river = (await page.getByRole('figure', { name: 'The days ahead' }).boundingBox())!
  await page.mouse.move(river.x + river.width - 2, river.y + 20)
  await page.getByText('Friday 23 January').first().waitFor()
  const { body: schedules } = await ada.request<{ id: string }[]>('GET', '/funding-schedules')
  const path = `/funding-schedules/${schedules[0]!.id}`
  const weekly = await ada.request('PATCH', path, { body: { frequency: 'weekly' } })
  assert.equal(weekly.status, 200, JSON.stringify(weekly.body))
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByRole('link', { name: 'Rent, €600.00 due 15 Jan' }).waitFor()
  assert.equal(await dayOf(), '2026-01-15')
  // The first due date comes back as it was, so that a bill of the 31st stays one after a short month.
  assert.equal((await rent()).recurrence_anchor_date, '2025-12-15')
  page.assertQuiet()
})
