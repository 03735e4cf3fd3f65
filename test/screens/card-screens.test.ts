import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PHONE, startBrowser } from '../support/chromium.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

const accounts: NonNullable<Parameters<typeof product.household>[0]>['accounts'] = [
  {
    ref: 'checking',
    name: 'Checking',
    type: 'depository',
    subtype: 'checking',
    balance: 200_000,
    spendable: true,
  },
  { ref: 'visa', name: 'River Visa', type: 'credit', balance: -41_200 },
]
const funding_schedules: NonNullable<Parameters<typeof product.household>[0]>['funding_schedules'] =
  [{ ref: 'pay', name: 'Salary', frequency: 'monthly', days: [28], anchor: '2025-11-28' }]

async function given(document: Parameters<typeof product.household>[0]) {
  const { household_id, members } = await product.household(document)
  return product.member(household_id, members['ada']!)
}

test('Home asks about a card’s debt, shows the number before and after, and undoes the answer', async () => {
  const ada = await given({
    accounts,
    funding_schedules,
    expenses: [{ ref: 'rent', name: 'Rent', target_amount: 100_000, funding_schedules: ['pay'] }],
  })
  const page = await browser.open({ url, cookie: ada.cookie, viewport: PHONE })
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Free to spend' })
  await hero.getByText('€2,000.00').first().waitFor()
  await hero.getByText('€412.00 owed, not counted').waitFor()
  const need = page.getByRole('button', { name: /River Visa owes €412.00/ })
  await page.getByRole('heading', { name: 'To review' }).waitFor()
  await page.assertUsable('Home with a card that is not covered')
  await need.press('Enter')
  const question = page.getByRole('dialog', { name: 'Set aside what River Visa owes?' })
  // 2,000.00 − 412.00 = 1,588.00.
  await question.getByText('€2,000.00 → €1,588.00').waitFor()
  await page.assertUsable('the question about a card')
  await question.getByRole('button', { name: 'Set it aside' }).dblclick()
  await page.getByText('€412.00 set aside for River Visa').waitFor()
  await hero.getByText('€1,588.00').first().waitFor()
  await need.waitFor({ state: 'detached' })
  assert.equal(await hero.getByText('owed, not counted').count(), 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await need.waitFor()
  await hero.getByText('€2,000.00').first().waitFor()

  await need.press('Enter')
  await question.getByRole('button', { name: 'Don’t ask again' }).press('Enter')
  await page.getByText('You will not be asked about River Visa again').waitFor()
  await need.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await need.waitFor()

  // A toast about the undo is still there. It covers no button of the dialog, so the first press arrives.
  await page.setViewportSize(PHONE)
  await need.press('Enter')
  const { x, y, width, height } = (await question
    .getByRole('button', { name: 'Set it aside' })
    .boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  await question.waitFor({ state: 'detached' })
  await need.waitFor({ state: 'detached' })
  page.assertQuiet()
})

test('the first steps ask about cards, and still ask about bills afterwards', async () => {
  const ada = await given({ accounts, funding_schedules })
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/')
  const steps = page.getByRole('region', { name: 'Your first steps' })
  await steps.getByRole('heading', { name: 'Set aside what River Visa owes?' }).waitFor()
  await steps.getByText('€2,000.00 → €1,588.00').waitFor()
  await page.assertUsable('the first steps with a card')
  await steps.getByRole('button', { name: 'Set it aside' }).dblclick()
  await steps.getByText('What do you owe on your cards?').waitFor()
  await page.getByRole('region', { name: 'Free to spend' }).getByText('€1,588.00').first().waitFor()
  await steps.getByText('No regular bill found yet.').waitFor()
  const { body: made } = await ada.request<{ type: string; balance: number }[]>('GET', '/expenses')
  assert.deepEqual(
    made.map(({ type, balance }) => [type, balance]),
    [['credit_card', 41_200]],
  )
  page.assertQuiet()
})
