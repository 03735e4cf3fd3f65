import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBooks } from '../support/ledger.ts'
import { PHONE, startBrowser } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

async function ada() {
  const { household_id, members, accounts, keys } = await product.household(budget)
  const key = keys['rw']!.api_key
  const body = {
    account_id: accounts['checking'],
    amount: -10_000,
    concept: 'Market',
    booked_at: '2026-01-24',
  }
  const { body: made } = await product.request<{ id: string }>('POST', '/transactions', {
    key,
    body,
  })
  const member = await product.member(household_id, members['ada']!)
  return {
    cookie: member.cookie,
    check: () => assertBooks(product.db, household_id),
    /** Changes the amount, as somebody else or a program does. */
    change: (amount: number) =>
      product.request('PATCH', `/transactions/${made.id}`, { key, body: { amount } }),
    split: async (...parts: readonly number[]) => {
      const body = { parts: parts.map((amount) => ({ amount })) }
      const { status } = await member.request('PUT', `/transactions/${made.id}/splits`, { body })
      assert.equal(status, 200)
    },
    amounts: async () => {
      const { body: row } = await product.request('GET', `/transactions/${made.id}`, { key })
      return (row['splits'] as { amount: number }[]).map(({ amount }) => amount)
    },
  }
}

test('by keyboard, a payment is split into parts, and an undo and a redo follow', async () => {
  const { cookie, amounts, check } = await ada()
  const page = await browser.open({ url, cookie })
  await page.goto('/transactions')
  const row = page.locator('[role=row][data-index]').filter({ hasText: 'Market' })
  await row.focus()
  await page.keyboard.press('s')
  const form = page.getByRole('dialog', { name: 'Split Market' })
  await form.getByRole('group', { name: 'Part 2' }).getByText('100.00').waitFor()
  await form.getByLabel('Amount').pressSequentially('35.50')
  // The rest is shown while it is typed.
  await form.getByRole('group', { name: 'Part 2' }).getByText('64.50').waitFor()
  await form.getByRole('button', { name: 'Set-aside: Free to spend' }).first().press('Enter')
  await page.getByRole('option', { name: 'Groceries' }).waitFor()
  await page.keyboard.type('Groc')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Set-aside: Groceries' }).waitFor()
  await page.assertUsable('the parts of a payment')
  await form.getByLabel('Amount').press('Enter')
  await row.getByText('Split · 2').waitFor()
  assert.deepEqual(await amounts(), [-3_550, -6_450])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: Split into 2 parts').waitFor()
  assert.deepEqual(await amounts(), [])
  await row.getByText('Split · 2').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Shift+Z')
  await row.getByText('Split · 2').waitFor()
  assert.deepEqual(await amounts(), [-3_550, -6_450])
  await check()
  page.assertQuiet()
})

test('on a phone, a part is added to a split payment, and its parts are joined', async () => {
  const { cookie, amounts, check } = await ada()
  const page = await browser.open({ url, cookie, viewport: PHONE, hasTouch: true })
  await page.goto('/transactions')
  const row = page.locator('[role=row][data-index]').filter({ hasText: 'Market' })
  await row.getByText('Market').tap()
  await page
    .getByRole('dialog', { name: 'Transaction' })
    .getByRole('button', { name: 'Split' })
    .tap()
  const form = page.getByRole('dialog', { name: 'Split Market' })
  const part = (place: number) => form.getByRole('group', { name: `Part ${place}` })
  await part(1).getByLabel('Amount').fill('20')
  await form.getByRole('button', { name: 'Add a part' }).tap()
  await part(2).getByLabel('Amount').fill('90')
  await part(3).getByText('The other parts are €10.00 too much.').waitFor()
  await part(2).getByLabel('Amount').fill('30')
  await part(3).getByText('50.00').waitFor()
  await form.getByRole('button', { name: 'Split', exact: true }).tap()
  const details = page.getByRole('dialog', { name: 'Transaction' })
  await details.getByRole('button', { name: 'Edit parts' }).tap()
  assert.deepEqual(await amounts(), [-2_000, -3_000, -5_000])
  await form.getByRole('button', { name: 'Undo split' }).tap()
  await details.getByRole('button', { name: 'Split', exact: true }).waitFor()
  assert.deepEqual(await amounts(), [])
  await check()
  page.assertQuiet()
})

async function openForm(cookie: string) {
  const page = await browser.open({ url, cookie })
  await page.goto('/transactions')
  await page.locator('[role=row][data-index]').filter({ hasText: 'Market' }).focus()
  await page.keyboard.press('s')
  const form = page.getByRole('dialog', { name: 'Split Market' })
  return {
    page,
    form,
    part: (place: number) => form.getByRole('group', { name: `Part ${place}` }),
    save: () => form.getByRole('button', { name: 'Split', exact: true }).click(),
    refused: () => form.getByText('Someone else changed this in the meantime.').waitFor(),
  }
}

test('parts that somebody else has changed meanwhile are shown, and not replaced', async () => {
  const { cookie, amounts, split, check } = await ada()
  await split(-4_000, -6_000)
  const { page, form, part, save, refused } = await openForm(cookie)
  await part(1).getByLabel('Amount').fill('50')
  product.runtime.advance({ minutes: 1 })
  await split(-1_000, -2_000, -7_000)
  await save()
  await refused()
  await part(3).getByText('70.00').waitFor()
  assert.deepEqual(await amounts(), [-1_000, -2_000, -7_000])
  assert.equal(await part(1).getByLabel('Amount').inputValue(), '10.00')
  await part(1).getByLabel('Amount').fill('15')
  await part(3).getByText('65.00').waitFor()
  await save()
  await form.waitFor({ state: 'detached' })
  assert.deepEqual(await amounts(), [-1_500, -2_000, -6_500])
  await check()
  page.assertQuiet()
})

test('an amount that a program has changed meanwhile is shown, and what is typed stays', async () => {
  const { cookie, amounts, change, check } = await ada()
  const { page, form, part, save, refused } = await openForm(cookie)
  await part(1).getByLabel('Amount').fill('10')
  product.runtime.advance({ minutes: 1 })
  await change(-12_000)
  await save()
  await refused()
  await part(2).getByText('110.00').waitFor()
  assert.equal(await part(1).getByLabel('Amount').inputValue(), '10')
  assert.deepEqual(await amounts(), [])
  await save()
  await form.waitFor({ state: 'detached' })
  assert.deepEqual(await amounts(), [-1_000, -11_000])
  await check()
  page.assertQuiet()
})
