import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PHONE, startBrowser } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-05T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

test('the change since yesterday opens its lines, which add up and lead to their payments', async () => {
  const loaded = await product.household(budget)
  const pay = async (amount: number, concept: string, expense: string | null = null) => {
    const body = {
      account_id: loaded.accounts['checking'],
      amount,
      concept,
      booked_at: '2026-01-06',
      expense_goal_id: expense,
    }
    const { status } = await product.request('POST', '/transactions', {
      key: loaded.keys['rw']!.api_key,
      body,
    })
    assert.equal(status, 200)
  }
  product.runtime.advance({ hours: 24 })
  await pay(-900, 'Tea')
  product.runtime.advance({ hours: 24 })
  const ada = await product.member(loaded.household_id, loaded.members['ada']!)
  const page = await browser.open({ url, cookie: ada.cookie, viewport: PHONE })
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Free to spend' })
  // 1,240.00 − 9.00; nothing has happened since yesterday, so nothing is said about it.
  await hero.getByText('€1,231.00').first().waitFor()
  assert.equal(await hero.getByRole('button', { name: 'since yesterday' }).count(), 0)

  await pay(-4_210, 'Groceries')
  await pay(-100_000, 'Landlord', loaded.expenses['rent'])
  await page.reload()
  const chip = hero.getByRole('button', { name: '−€42.10 since yesterday · why?' })
  await chip.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Why it changed' })
  const lines = panel.getByRole('list', { name: 'What changed it' })
  await lines.getByRole('listitem').filter({ hasText: 'Groceries' }).getByText('−€42.10').waitFor()
  const rent = lines.getByRole('listitem').filter({ hasText: 'Landlord' })
  await rent.getByText('€1,000.00 from Rent').waitFor()
  await rent.getByText('€0.00').waitFor()
  assert.equal(await lines.getByRole('listitem').count(), 2)
  await page.assertUsable('why the number changed')

  await panel.getByLabel('From the end of').fill('2026-01-05')
  await lines.getByRole('listitem').filter({ hasText: 'Tea' }).getByText('−€9.00').waitFor()
  await panel.getByText('−€51.10').waitFor()
  await panel.getByLabel('To the end of').fill('2026-01-06')
  await lines.getByText('Groceries').waitFor({ state: 'detached' })
  await lines.getByRole('link', { name: 'Tea' }).press('Enter')
  await page.waitForURL(/\/transactions\?open=/)
  await page.getByRole('region', { name: 'Transaction' }).getByText('Tea').first().waitFor()
  page.assertQuiet()

  const spanish = await browser.open({
    url,
    cookie: ada.cookie,
    viewport: PHONE,
    locale: 'es-ES',
  })
  await spanish.goto('/')
  await spanish.getByRole('button', { name: /desde ayer · ¿por qué\?/ }).press('Enter')
  const reasons = spanish.getByRole('dialog', { name: 'Por qué ha cambiado' })
  await reasons.getByText('Groceries').waitFor()
  await spanish.assertUsable('por qué ha cambiado')
  spanish.assertQuiet()
})
