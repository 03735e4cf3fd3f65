import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths, toDay } from '#/core/values/day.ts'
import { DESKTOP, PHONE, startBrowser } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { regular } from '../support/given-regular.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-11-22T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

async function given(document: Parameters<typeof product.household>[0]) {
  const { household_id, members } = await product.household(document)
  return product.member(household_id, members['ada']!)
}

test('the number appears before the application and does not move when that loads', async () => {
  const ada = await given(budget)
  assert.equal((await ada.request('PATCH', '/settings', { body: { locale: 'de-DE' } })).status, 200)
  for (const viewport of [PHONE, DESKTOP]) {
    const page = await browser.open({ url, cookie: ada.cookie, viewport })
    const application = Promise.withResolvers<void>()
    await page.route('**/assets/first-*.js', async (route) => {
      await application.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const figure = page.getByText('1.240,00 €').locator('visible=true').last()
    await figure.waitFor()
    assert.equal(await page.getByRole('navigation').count(), 0)
    const early = await figure.boundingBox()
    application.resolve()
    const hero = page.getByRole('region', { name: 'Free to spend' })
    await hero.waitFor()
    await page.waitForLoadState('networkidle')
    assert.deepEqual(await hero.getByText('1.240,00 €').first().boundingBox(), early)
    page.assertQuiet()
  }
})

test('the first steps lead from an imported history to Free-to-spend in two answers', async () => {
  const ada = await given(regular)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Free to spend' })
  await hero.getByText('€2,500.00').first().waitFor()
  const steps = page.getByRole('region', { name: 'Your first steps' })
  await steps.getByText('Every other Friday, €1,840.00?').waitFor()
  await page.assertUsable('the first steps')
  await steps.getByRole('button', { name: 'Yes, add Nimbus Works' }).dblclick()

  const bills = steps.getByRole('list', { name: 'Regular bills' })
  await bills.getByText('every year · next on 14 Mar').waitFor()
  await bills.getByText('about €81.00').waitFor()
  await bills.getByRole('checkbox', { name: 'Lumina Energia' }).press('Space')
  // Rent is due on 1 December, before the pay of the 4th; of the insurance, 253 of 365 days have passed.
  await steps.getByText('€1,185.57 will be set aside right away.').waitFor()
  await page.assertUsable('the proposed bills')
  await steps.getByRole('button', { name: 'Set aside for 2 bills' }).dblclick()
  await page.getByRole('heading', { name: /Here is your number/ }).waitFor()
  await steps.waitFor({ state: 'detached' })
  await hero.getByText('€1,314.43').first().waitFor()
  const { body: schedules } = await ada.request<{ name: string }[]>('GET', '/funding-schedules')
  assert.equal(schedules.length, 1)
  const { body: made } = await ada.request<Record<string, unknown>[]>('GET', '/expenses')
  assert.deepEqual(
    made.map(({ name, balance, due_date: due }) => [name, balance, due]),
    [
      ['Rent', 90_000, '2026-12-01'],
      ['Atalaya Seguros', 28_557, '2027-03-14'],
    ],
  )
  page.assertQuiet()
})

test('possible duplicates are shown side by side, joined or separated, and undone', async () => {
  const { household_id, members, transactions } = await product.household({
    ...budget,
    transactions: [
      { ref: 'own', account: 'checking', amount: -900, concept: 'Pub', booked_at: '2026-11-19' },
      {
        ref: 'reported',
        account: 'checking',
        amount: -1_000,
        concept: 'CROWN',
        booked_at: '2026-11-20',
      },
    ],
  })
  const ada = await product.member(household_id, members['ada']!)
  await product.db
    .insertInto('match_suggestions')
    .values({
      household_id,
      id: product.runtime.newId(),
      pending_id: transactions['own']!,
      booked_id: transactions['reported']!,
      created_at: product.runtime.now(),
    })
    .execute()
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/')
  await page.getByRole('link', { name: /1 payment may be there twice/ }).press('Enter')
  await page.waitForURL('**/transactions?matches=1')
  const question = page.getByRole('listitem', { name: 'Pub and CROWN' })
  await question.getByRole('region', { name: 'Already here' }).getByText('−€9.00').waitFor()
  await question.getByRole('region', { name: 'From the bank' }).getByText('−€10.00').waitFor()
  await page.assertUsable('two payments side by side')
  await question.getByRole('button', { name: 'Two payments' }).press('Enter')
  await page.getByText('No duplicates left.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await question.getByRole('button', { name: 'Same payment' }).press('Enter')
  const sure = page.getByRole('dialog', { name: 'Merge Pub into one payment?' })
  await page.assertAccessible('the question whether they are one')
  await sure.getByRole('button', { name: 'Same payment' }).press('Enter')
  await page.getByText('Pub is one payment now').waitFor()
  await page.getByText('No duplicates left.').waitFor()
  // Undone by the toast and then by the keyboard, the question appears again.
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await question.getByRole('button', { name: 'Same payment' }).press('Enter')
  await sure.getByRole('button', { name: 'Same payment' }).press('Enter')
  await page.getByText('No duplicates left.').waitFor()
  await page.keyboard.press('Escape')
  // Pressed at once, each waits for the one before; toasts of earlier rounds are still there, so the answers count.
  const answers = ['separate', 'accept', 'separate'].map((verb, index) => {
    let left = index === 2 ? 2 : 1
    return page.waitForResponse((answer) => answer.url().endsWith(`/${verb}`) && (left -= 1) === 0)
  })
  for (const keys of ['Control+z', 'Control+Shift+Z', 'Control+z']) await page.keyboard.press(keys)
  for (const answer of await Promise.all(answers)) assert.equal(answer.status(), 200)
  await page.goto('/transactions?matches=1')
  await question.getByRole('button', { name: 'Same payment' }).press('Enter')
  await sure.getByRole('button', { name: 'Same payment' }).press('Enter')
  await page.getByText('No duplicates left.').waitFor()
  const { body } = await ada.request<{ data: { concept: string; amount: number }[] }>(
    'GET',
    '/transactions',
  )
  assert.deepEqual(
    body.data.map(({ concept, amount }) => [concept, amount]),
    [['Pub', -1_000]],
  )
  await page.goto('/')
  await page.getByRole('heading', { name: 'Recent' }).waitFor()
  assert.equal(await page.getByText('may be there twice').count(), 0)
  page.assertQuiet()
})

test('the first steps of an empty household lead to an account and can be hidden', async () => {
  const ada = await given({})
  const page = await browser.open({ url, cookie: ada.cookie, locale: 'es-ES' })
  await page.goto('/')
  const steps = page.getByRole('region', { name: 'Tus primeros pasos' })
  await steps.getByRole('link', { name: 'Añadir una cuenta a mano' }).click()
  await page.waitForURL('**/accounts?add=manual')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL('**/accounts')
  await page.goto('/')
  await page.assertUsable('the first steps with nothing')
  await steps.getByRole('button', { name: 'Ocultar estos pasos' }).press('Enter')
  await page.getByRole('heading', { name: 'Te damos la bienvenida' }).waitFor()
  page.assertQuiet()
})

test('current and savings accounts that are added by hand are money in the bank', async () => {
  const ada = await given({})
  const page = await browser.open({ url, cookie: ada.cookie })
  const kinds = [['Everyday'], ['Reserve', 'Savings account'], ['Card', 'Credit card']] as const
  for (const [name, kind] of kinds) {
    await page.goto('/accounts?add=manual')
    const form = page.getByRole('dialog', { name: 'Manual account' })
    await form.getByLabel('Name').fill(name)
    if (kind !== undefined) await form.getByLabel('Type').selectOption(kind)
    await form.getByLabel('Current balance').fill('1200.50')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('listitem').filter({ hasText: name }).getByText('€1,200.50').waitFor()
  }
  const { body } = await ada.request<{ money: { cash: number }[] }>('GET', '/home')
  assert.equal(body.money[0]!.cash, 240_100)
  page.assertQuiet()
})

test('a shortfall is covered by other Expenses after a preview, and undone', async () => {
  const ada = await given({
    ...budget,
    // 50.00 less than is set aside.
    accounts: budget.accounts.map((account) =>
      account.ref === 'checking' ? { ...account, balance: 171_000 } : account,
    ),
  })
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Free to spend' })
  await hero.getByText('You have set aside more than is in the bank.').waitFor()
  await hero.getByRole('button', { name: 'Cover it' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cover what is missing' })
  const trip = dialog.getByRole('listitem').filter({ hasText: 'Trip' })
  await trip.getByText('A goal can wait').waitFor()
  await trip.getByText('€150.00').waitFor()
  await page.assertUsable('the cover')
  await dialog.getByRole('button', { name: 'Cover it' }).dblclick()
  await dialog.waitFor({ state: 'detached' })
  await hero.getByText('All your money is set aside.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await hero.getByText('You have set aside more than is in the bank.').waitFor()
  page.assertQuiet()
})

/** A household whose first earner's pay is planned, but not the second one's. */
const second = {
  ...regular,
  accounts: [
    ...regular.accounts,
    {
      ref: 'savings',
      name: 'Rainy days',
      type: 'depository',
      subtype: 'savings',
      balance: 990_000,
    },
    { ref: 'card', name: 'Visa', type: 'credit', subtype: 'credit card', balance: -30_000 },
  ],
  transactions: [
    ...regular.transactions,
    ...[0, 1, 2, 3, 4].map((index) => ({
      ref: `second${index}`,
      account: 'bank',
      amount: 120_000,
      concept: 'Stratus Labs',
      booked_at: addMonths(toDay('2026-11-10'), -index),
      type: 'income' as const,
    })),
  ],
  funding_schedules: [{ ref: 'pay', name: 'Pay', frequency: 'biweekly', anchor: '2026-11-06' }],
} satisfies Parameters<typeof product.household>[0]

test('spendable accounts, a second payday and bills are proposed on their screens', async () => {
  const ada = await given(second)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/')
  const steps = page.getByRole('region', { name: 'Your first steps' })
  await steps.getByText('On the 10th of each month, €1,200.00?').waitFor()
  await steps.getByText('€12,400.00 in the bank').waitFor()
  assert.equal(await steps.getByRole('checkbox', { name: 'Visa' }).count(), 0)
  await steps.getByRole('checkbox', { name: 'Rainy days' }).press('Space')
  await steps.getByText('€2,500.00 in the bank').waitFor()
  await page.assertUsable('what of it can be spent')
  await steps.getByRole('button', { name: 'Use these accounts' }).dblclick()
  await steps.getByRole('checkbox', { name: 'Rainy days' }).waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Free to spend' }).getByText('€2,500.00').first().waitFor()
  const { body: accounts } = await ada.request<{ name: string; spendable: boolean | null }[]>(
    'GET',
    '/accounts',
  )
  assert.deepEqual(
    new Map(accounts.map(({ name, spendable }) => [name, spendable])),
    new Map([
      ['Checking', true],
      ['Rainy days', false],
      ['Visa', null],
    ]),
  )

  await page.goto('/calendar')
  const paydays = page.getByRole('region', { name: 'Found in your transactions' })
  await page.assertUsable('a second payday')
  await paydays.getByRole('button', { name: 'Do not suggest Stratus Labs again' }).click()
  await paydays.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await paydays.getByRole('button', { name: 'Yes, add Stratus Labs' }).dblclick()
  await paydays.waitFor({ state: 'detached' })
  const { body: schedules } = await ada.request<{ name: string }[]>('GET', '/funding-schedules')
  assert.deepEqual(
    schedules.map(({ name }) => name),
    ['Pay', 'Stratus Labs'],
  )

  await page.goto('/plan')
  await page.getByText('Nothing set aside yet').waitFor()
  const bills = page.getByRole('region', { name: 'Regular bills' })
  await page.assertUsable('an empty plan with proposed bills')
  await bills.getByRole('button', { name: 'Do not suggest Lumina Energia again' }).press('Enter')
  await bills.getByText('Lumina Energia').waitFor({ state: 'detached' })
  await bills.getByRole('checkbox', { name: 'Atalaya Seguros' }).press('Space')
  await bills.getByRole('button', { name: 'Edit Rent' }).press('Enter')
  await bills.getByLabel('Name').fill('Flat')
  await bills.getByLabel('Amount').fill('950')
  await bills.getByLabel('Next due date').fill('2026-12-03')
  await page.assertUsable('a proposed bill while it is changed')
  // Enter in a field closes the fields, and accepts nothing.
  await bills.getByLabel('Name').press('Enter')
  await bills.getByText('every month · next on 3 Dec').waitFor()
  await bills.getByRole('button', { name: 'Set aside for 1 bill' }).dblclick()
  await page.getByRole('link', { name: 'Flat' }).waitFor()
  // Bills that were neither added nor dismissed are still proposed; adding works as before.
  await bills.getByRole('checkbox', { name: 'Rent' }).waitFor({ state: 'detached' })
  await bills.getByRole('button', { name: 'Edit Atalaya Seguros' }).click()
  await bills.getByLabel('Kind').selectOption('Envelope: refilled each payday')
  await bills.getByRole('button', { name: 'Done' }).click()
  await bills.getByText('refilled each payday').waitFor()
  await bills.getByRole('checkbox', { name: 'Atalaya Seguros' }).press('Space')
  await bills.getByRole('button', { name: 'Set aside for 1 bill' }).click()
  await page.getByRole('link', { name: 'Atalaya Seguros' }).waitFor()
  await bills.waitFor({ state: 'detached' })
  const { body: made } = await ada.request<Record<string, unknown>[]>('GET', '/expenses')
  assert.deepEqual(
    made.map((one) => [one['name'], one['target_amount'], one['due_date']]),
    [
      ['Flat', 95_000, '2026-12-03'],
      ['Atalaya Seguros', 41_200, null],
    ],
  )
  page.assertQuiet()
})
