import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PHONE, startBrowser } from '../support/chromium.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-11-22T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

const payment = (concept: string, amount: number, booked_at: string) => ({
  ref: concept,
  account: 'bank',
  concept,
  amount,
  booked_at,
})
const bill = (name: string, target_amount: number, due: string) => ({
  ref: name,
  name,
  target_amount,
  recurrence_interval_months: 1 as const,
  recurrence_anchor_date: due,
  balance: target_amount,
})

/** A household with two bills and payments that might be theirs; the bank holds 5,000.00. */
async function given() {
  const loaded = await product.household({
    accounts: [
      { ref: 'bank', name: 'Bank', type: 'depository', subtype: 'checking', balance: 500_000 },
    ],
    categories: [{ ref: 'home', name: 'Home' }],
    expenses: [bill('Rent', 90_000, '2026-12-01'), bill('Films', 1_299, '2026-12-05')],
    transactions: [
      payment('Landlord Ltd', -90_000, '2026-11-20'),
      payment('Flix', -1_455, '2026-11-19'),
      payment('Other Shop', -90_000, '2026-11-18'),
    ],
  })
  const { household_id, transactions, expenses } = loaded
  const ada = await product.member(household_id, loaded.members['ada']!)
  const suggest = (transaction: string, expense: string, why: object) =>
    product.db
      .insertInto('assignment_suggestions')
      .values({
        household_id,
        id: product.runtime.newId(),
        transaction_id: transactions[transaction]!,
        expense_id: expenses[expense]!,
        why: JSON.stringify(why),
        created_at: product.runtime.now(),
      })
      .execute()
  return { ...loaded, ada, suggest }
}

/** The Expense's name of each payment. */
async function assigned({ ada, expenses }: Awaited<ReturnType<typeof given>>) {
  const { body } = await ada.request<{
    data: { concept: string; expense_goal_id: string | null }[]
  }>('GET', '/transactions')
  const names = new Map(Object.entries(expenses).map(([ref, id]) => [id, ref]))
  return Object.fromEntries(
    body.data.map((one) => [one.concept, names.get(one.expense_goal_id ?? '') ?? null]),
  )
}

test('payments to review are answered with one key each, and every answer is undone', async () => {
  const home = await given()
  await home.suggest('Landlord Ltd', 'Rent', { by: 'amount' })
  await home.suggest('Flix', 'Films', {
    by: 'choices',
    count: 3,
    changed_price: { from: 1_299, to: 1_455 },
  })
  await home.suggest('Other Shop', 'Rent', { by: 'amount' })
  const page = await browser.open({ url, cookie: home.ada.cookie })
  await page.goto('/')
  await page.getByRole('link', { name: /3 payments may belong to a set-aside/ }).press('Enter')
  await page.waitForURL('**/transactions?review=1')
  const list = page.getByRole('list', { name: 'Payments to review' })
  await list.getByText('Because amount and date match.').first().waitFor()
  await list
    .getByText('Because you chose it the last 3 times. The price rose from €12.99 to €14.55.')
    .waitFor()
  await page.assertUsable('the payments to review')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('y')
  await page.getByText('Landlord Ltd is paid from Rent').waitFor()
  await page.keyboard.press('y')
  await page.getByText('Flix is paid from Films').waitFor()
  await page.keyboard.press('n')
  await page.getByText('All payments are answered.').waitFor()
  await page.getByText('Other Shop is not paid from Rent').waitFor()
  assert.deepEqual(await assigned(home), {
    'Landlord Ltd': 'Rent',
    Flix: 'Films',
    'Other Shop': null,
  })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await list.getByRole('listitem', { name: 'Other Shop: paid from Rent?' }).waitFor()
  page.assertQuiet()
})

test('a second person’s answer to a payment is refused calmly, and the list refreshes', async () => {
  const home = await given()
  await home.suggest('Landlord Ltd', 'Rent', { by: 'name' })
  const page = await browser.open({ url, cookie: home.ada.cookie, viewport: PHONE, hasTouch: true })
  await page.goto('/transactions?review=1')
  const yes = page.getByRole('button', { name: 'Yes' })
  await yes.waitFor()
  const { body } = await home.ada.request<{ id: string }[]>('GET', '/assignment-suggestions')
  const { status } = await home.ada.request(
    'POST',
    `/assignment-suggestions/${body[0]!.id}/dismiss`,
  )
  assert.equal(status, 200)
  await yes.tap()
  await page.getByText('Someone has answered this already. The list is up to date.').waitFor()
  await page.getByText('All payments are answered.').waitFor()
  page.assertQuiet()
})

test('what Earmark paid from a set-aside is visible and undone with one click', async () => {
  const home = await given()
  const { household_id, transactions, expenses } = home
  await product.db
    .updateTable('transactions')
    .set({ expense_goal_id: expenses['Rent']!, expense_why: JSON.stringify({ by: 'name' }) })
    .where('household_id', '=', household_id)
    .where('id', '=', transactions['Landlord Ltd']!)
    .execute()
  const page = await browser.open({ url, cookie: home.ada.cookie })
  await page.goto('/')
  const recent = page.getByRole('region', { name: 'Recent' })
  await recent.getByText('Paid from Rent').waitFor()
  await page.assertUsable('a payment that Earmark has assigned')
  await page.goto(`/transactions?open=${transactions['Landlord Ltd']}`)
  await page.getByText('Paid from Rent. Because both have the same name.').waitFor()
  await page.keyboard.press('Escape')
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Undo: Landlord Ltd paid from Rent' }).click()
  await page.getByText('Landlord Ltd is paid from free to spend').waitFor()
  assert.equal((await assigned(home))['Landlord Ltd'], null)
  page.assertQuiet()
})

test('a rule names a set-aside, and past payments are linked from Home and undone', async () => {
  const home = await given()
  const page = await browser.open({ url, cookie: home.ada.cookie })
  await page.goto('/settings/categories')
  await page.getByRole('button', { name: 'Add rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add rule' })
  await dialog.getByLabel('Text to find').fill('landlord')
  await dialog.getByRole('button', { name: /^Category:/ }).click()
  await page.getByRole('option', { name: 'Do not change' }).click()
  await dialog.getByLabel('Set-aside').selectOption('Rent')
  await dialog.getByText('1 past payment can be linked from Home.').waitFor()
  await page.assertUsable('a rule with a set-aside')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByText('paid from Rent').waitFor()
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Paid before it was set aside' })
  await card.getByText('1 payment of Rent was already paid').waitFor()
  await card.getByText('Show the payments').click()
  await card.getByText('Because one of your rules says so.').waitFor()
  await page.assertUsable('past payments')
  await card.getByRole('button', { name: 'Link with Rent' }).press('Enter')
  await page.getByText('1 payment linked with Rent').waitFor()
  assert.equal((await assigned(home))['Landlord Ltd'], 'Rent')
  await card.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await card.getByText('1 payment of Rent was already paid').waitFor()
  assert.equal((await assigned(home))['Landlord Ltd'], null)
  page.assertQuiet()
})

test('past payments of several set-asides are linked or left at once, with one undo', async () => {
  const home = await given()
  const { ada, expenses } = home
  for (const [text, expense] of [
    ['landlord', 'Rent'],
    ['flix', 'Films'],
  ] as const) {
    const body = { text, expense_id: expenses[expense]! }
    assert.equal((await ada.request('POST', '/category-rules', { body })).status, 200)
  }
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.setViewportSize(PHONE)
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Paid before it was set aside' })
  await card.getByText('2 payments were already paid').waitFor()
  // Closed, the two offers take a line each.
  const line = await card.getByRole('listitem', { name: 'Rent' }).boundingBox()
  assert.ok(line!.height <= 64, `${line!.height}`)
  await page.assertUsable('offers of past payments')
  await card.getByRole('button', { name: 'Link all' }).press('Enter')
  await page.getByText('2 payments linked').waitFor()
  const linked = await assigned(home)
  assert.deepEqual([linked['Landlord Ltd'], linked['Flix']], ['Rent', 'Films'])
  await card.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await card.getByText('2 payments were already paid').waitFor()
  const undone = await assigned(home)
  assert.deepEqual([undone['Landlord Ltd'], undone['Flix']], [null, null])
  // One that is unticked is neither linked nor left.
  await card.getByRole('listitem', { name: 'Films' }).getByText('1 payment').click()
  await card.getByRole('checkbox', { name: 'Flix' }).press('Space')
  await page.assertUsable('an open offer among several')
  await card.getByRole('button', { name: 'Leave all' }).click()
  await page.getByText('1 payment stays as it is').waitFor()
  await card.getByText('1 payment of Films was already paid').waitFor()
  page.assertQuiet()
})
