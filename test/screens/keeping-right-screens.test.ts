import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accounts } from '#/budget/accounts/contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { PHONE, startBrowser } from '../support/chromium.ts'
import { assertBooks } from '../support/ledger.ts'
import { startProduct } from '../support/product.ts'

// An account stays right: wrong payments are deleted, balances reconciled, values updated. Each step can be undone.

const product = await startProduct({ start: '2026-03-20T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

async function givenHousehold() {
  const loaded = await product.household({
    accounts: [
      {
        ref: 'checking',
        name: 'Checking',
        type: 'depository',
        subtype: 'checking',
        balance: 100_000,
      },
      { ref: 'house', name: 'House', type: 'other', balance: 250_000 },
    ],
    expenses: [{ ref: 'food', name: 'Food', target_amount: 20_000, balance: 5_000 }],
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const client = member.client(transactions)
  const rows = async () => (await client.listTransactions({ query: {} })).data
  return {
    cookie: member.cookie,
    rows,
    spend: async (concept: string, amount: number, expense: string | null = null) =>
      client.recordTransaction({
        body: {
          account_id: loaded.accounts['checking']!,
          amount,
          concept,
          booked_at: '2026-03-19',
          expense_goal_id: expense,
        },
      }),
    food: loaded.expenses['food']!,
    free: async () => (await member.client(accounts).summarizeAccounts({})).free_to_spend,
    balance: async (name: string) =>
      (await member.client(accounts).listAccounts({})).find((one) => one.name === name)!.balance,
    books: () => assertBooks(product.db, loaded.household_id),
  }
}

test('payments are deleted by key, panel and selection, and one undo brings each back', async () => {
  const home = await givenHousehold()
  await home.spend('Bakery', -450)
  await home.spend('Market', -3_000, home.food)
  await home.spend('Bookshop', -1_800)
  const free = await home.free()
  const page = await browser.open({ url, cookie: home.cookie })
  await page.goto('/transactions')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const gone = (name: string) => row(name).waitFor({ state: 'detached' })
  const undo = (name: string) =>
    page
      .getByRole('status')
      .filter({ hasText: name })
      .getByRole('button', { name: 'Undo' })
      .last()
      .click()
  await row('Market').focus()
  await page.keyboard.press('Delete')
  await gone('Market')
  await page.getByText('Market deleted').waitFor()
  assert.equal(await home.free(), free)
  await page.keyboard.press('Control+z')
  await row('Market').waitFor()
  assert.equal(await home.free(), free)
  // The panel: a note is written and seen on the row, then the payment is deleted.
  await row('Bakery').click()
  const panel = page.getByRole('region', { name: 'Transaction' })
  await panel.getByLabel('Note').fill('Birthday cake')
  await panel.getByLabel('Note').press('Escape')
  await row('Bakery').getByRole('img', { name: 'Note: Birthday cake' }).waitFor()
  await page.assertUsable('a row with a note')
  await panel.getByRole('button', { name: 'Delete' }).click()
  await gone('Bakery')
  await undo('Bakery deleted')
  await row('Bakery').getByRole('img', { name: 'Note: Birthday cake' }).waitFor()
  for (const name of ['Bakery', 'Bookshop']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  }
  await page
    .getByRole('region', { name: 'Selected transactions' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await gone('Bakery')
  await gone('Bookshop')
  await undo('2 transactions deleted')
  await row('Bookshop').waitFor()
  await row('Bakery').waitFor()
  assert.equal(await home.free(), free)
  // A new payment is taken back by the same key.
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'New transaction' })
  await form.getByLabel('Amount').fill('115')
  await form.getByLabel('Payee').fill('Typo')
  await form.getByLabel('Note').fill('Too much')
  await form.getByRole('button', { name: 'Add' }).click()
  await row('Typo').waitFor()
  await page.keyboard.press('Control+z')
  await gone('Typo')
  assert.equal((await home.rows()).length, 3)
  await home.books()
  page.assertQuiet()
})

for (const [device, viewport] of [
  ['desk', undefined],
  ['phone', PHONE],
] as const) {
  test(`an account is reconciled and a house gets a new value (${device})`, async () => {
    const home = await givenHousehold()
    await home.spend('Kiosk', -450)
    await home.spend('Kiosk', -450)
    const free = await home.free()
    const page = await browser.open({ url, cookie: home.cookie, ...(viewport && { viewport }) })
    await page.goto('/accounts')
    await page.getByRole('button', { name: 'Edit Checking' }).click()
    await page.getByRole('button', { name: 'Reconcile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reconcile Checking' })
    await dialog.getByText('The balances match.').waitFor()
    // 1,000.00 − 2 × 4.50 = 991.00 here; at the bank the kiosk was paid once.
    await dialog.getByLabel('Balance at your bank').fill('995.50')
    const likely = dialog.getByRole('list', { name: 'Possible causes' })
    await likely.getByText('Duplicate?').waitFor()
    await page.assertUsable('the comparison')
    await likely.getByRole('button', { name: 'Delete Kiosk' }).click()
    await dialog.getByText('The balances match.').waitFor()
    assert.equal(await home.balance('Checking'), 99_550)
    await dialog.getByLabel('Balance at your bank').fill('990')
    await dialog.getByRole('button', { name: 'Correct by −€5.50' }).click()
    await page.getByText('Checking is reconciled').first().waitFor()
    await page
      .getByText(/reconciled \d/)
      .first()
      .waitFor()
    assert.equal(await home.balance('Checking'), 99_000)
    assert.equal(await home.free(), free - 100)
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: Checking is reconciled').waitFor()
    assert.equal(await home.balance('Checking'), 99_550)
    await page.getByRole('button', { name: 'Edit House' }).click()
    await page.getByRole('button', { name: 'Update value' }).click()
    const value = page.getByRole('dialog', { name: 'Update House' })
    await value.getByLabel('Value', { exact: true }).fill('2,400')
    await value.getByLabel('Date', { exact: true }).fill('2026-01-31')
    await value.getByText('Current value').waitFor()
    await page.assertUsable('a new value')
    await value.getByRole('button', { name: 'Save value' }).click()
    await page.getByText('House has a new value').waitFor()
    // The house was recorded today: what it is worth today stays.
    assert.equal(await home.balance('House'), 250_000)
    assert.deepEqual(
      (await home.rows())
        .filter(({ type }) => type === 'transfer')
        .map(({ booked_at, amount }) => [booked_at, amount]),
      [
        ['2026-03-20', 10_000],
        ['2026-01-31', -10_000],
      ],
    )
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: House has a new value').waitFor()
    assert.equal((await home.rows()).filter(({ type }) => type === 'transfer').length, 0)
    await home.books()
    page.assertQuiet()
  })
}
