import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

const conflict = 'Someone else changed this in the meantime.'

type Form = {
  /** The value of `typed` in the record to edit. */
  readonly thing: string
  readonly path: string
  /** The buttons that open the form, one after the other. */
  readonly press: readonly (readonly ['button' | 'menuitem', string])[]
  readonly dialog: string
  /** The field in which the person types, and its name. */
  readonly typed: readonly [label: string, name: string]
  /** Somebody else writes this meanwhile. */
  readonly meanwhile: Readonly<Record<string, unknown>>
  /** JavaScript about one field, by `value`, `type` and `checked`: true for a field that shows what somebody else wrote. */
  readonly shown: string
  /** Where the records are listed. */
  readonly list: string
}

const fromMenuOf = (name: string): Form['press'] => [
  ['button', `Actions for ${name}`],
  ['menuitem', 'Edit'],
]

const forms: readonly Form[] = [
  {
    thing: 'Rent',
    path: '/plan',
    press: fromMenuOf('Rent'),
    dialog: 'Edit Rent',
    typed: ['Name', 'name'],
    meanwhile: { target_amount: 110_000 },
    shown: `value === '1100.00'`,
    list: '/expenses',
  },
  {
    thing: 'Salary',
    path: '/calendar',
    press: fromMenuOf('Salary'),
    dialog: 'Edit Salary',
    typed: ['Name', 'name'],
    meanwhile: { estimated_deposit: 250_000 },
    shown: `value === '2500.00'`,
    list: '/funding-schedules',
  },
  {
    thing: 'Checking',
    path: '/accounts',
    press: [['button', 'Edit Checking']],
    dialog: 'Edit Checking',
    typed: ['Name', 'name'],
    meanwhile: { spendable: false },
    shown: `value === 'no'`,
    list: '/accounts',
  },
  {
    thing: 'Food',
    path: '/settings/categories',
    press: [['button', 'Change Food']],
    dialog: 'Change category',
    typed: ['Name', 'name'],
    meanwhile: { is_hidden: true },
    shown: `type === 'checkbox' && checked`,
    list: '/categories',
  },
  {
    thing: 'market',
    path: '/settings/categories',
    press: [['button', 'Edit the rule for market']],
    dialog: 'Edit rule',
    typed: ['Text to find', 'text'],
    meanwhile: { min_amount: 500, max_amount: 900 },
    shown: `value === '5.00'`,
    list: '/category-rules',
  },
]

const loaded = await product.household(budget)
const ada = await product.member(loaded.household_id, loaded.members['ada']!)
const rule = { match: 'contains', text: 'market', category_id: loaded.categories['food'] }
assert.equal((await ada.request('POST', '/category-rules', { body: rule })).status, 200)
const page = await browser.open({ url, cookie: ada.cookie })

type Row = { readonly id: string } & Readonly<Record<string, unknown>>

for (const { thing, path, press, dialog, typed, meanwhile, shown, list } of forms) {
  const [label, name] = typed
  test(`${dialog}: the form shows and keeps what somebody else has changed meanwhile`, async () => {
    const rows = async () => (await ada.request<readonly Row[]>('GET', list)).body
    const { id } = (await rows()).find((row) => row[name] === thing)!
    await page.goto(path)
    for (const [role, words] of press) await page.getByRole(role, { name: words }).click()
    const form = page.getByRole('dialog', { name: dialog })
    const field = form.getByLabel(label, { exact: true })
    await field.fill('New words')
    product.runtime.advance({ minutes: 1 })
    const { status } = await ada.request('PATCH', `${list}/${id}`, { body: meanwhile })
    assert.equal(status, 200)

    const save = form.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await form.getByText(conflict).waitFor()
    await page.until(
      `[...document.querySelectorAll('[role=dialog] :is(input, select)')].some(({ value, type, checked }) => ${shown})`,
    )
    assert.equal(await field.inputValue(), 'New words')
    await page.until(`document.activeElement.textContent === 'Save'`)
    await save.click()
    await form.waitFor({ state: 'detached' })
    const row = (await rows()).find((one) => one.id === id)!
    const expected = { [name]: 'New words', ...meanwhile }
    assert.deepEqual({ ...row, ...expected }, row)
    page.assertQuiet()
  })
}

async function openSettings() {
  await page.goto('/settings')
  const card = page.getByRole('region', { name: 'Household', exact: true })
  const save = card.getByRole('button', { name: 'Save', exact: true })
  return { card, save, name: card.getByLabel('Name', { exact: true }) }
}

test('the household’s settings show and keep what somebody else has changed meanwhile', async () => {
  const { card, save, name } = await openSettings()
  await name.fill('Ours')
  product.runtime.advance({ minutes: 1 })
  const change = await ada.request('PATCH', '/settings', { body: { floor: 12_300 } })
  assert.equal(change.status, 200)
  await save.click()
  await card.getByText(conflict).waitFor()
  await page.until(
    `[...document.querySelectorAll('input')].some(({ value }) => value === '123.00')`,
  )
  assert.equal(await name.inputValue(), 'Ours')
  await save.click()
  await card.getByText(conflict).waitFor({ state: 'detached' })
  await page.getByText('Saved').waitFor()
  const { body } = await ada.request<{ name: string; free_to_spend: { floor: number } }>(
    'GET',
    '/settings',
  )
  assert.deepEqual([body.name, body.free_to_spend.floor], ['Ours', 12_300])
  page.assertQuiet()
})

test('a form that stays open is saved twice', async () => {
  const { card, save, name } = await openSettings()
  const saved = async () => {
    product.runtime.advance({ minutes: 1 })
    const answer = page.waitForResponse((one) => one.request().method() === 'PATCH')
    await save.click()
    assert.equal((await answer).status(), 200)
  }
  await name.fill('Mine')
  await saved()
  await card.getByLabel('Months begin on').selectOption('5')
  await saved()
  const { body } = await ada.request('GET', '/settings')
  assert.deepEqual([body['name'], body['month_starts_on_day']], ['Mine', 5])
  page.assertQuiet()
})

const somebody = async (method: 'PATCH' | 'POST', path: string, body: object) => {
  product.runtime.advance({ minutes: 1 })
  const { status, text } = await ada.request(method, path, { body })
  assert.equal(status, 200, text)
}

test('a tried amount stays on the screen when it is refused, and is saved then', async () => {
  const trip = loaded.expenses['trip']!
  await page.goto(`/plan/${trip}`)
  const slider = page.getByRole('slider', { name: 'Amount' })
  for (let step = 0; step < 10; step += 1) await slider.press('ArrowRight')
  await somebody('PATCH', `/expenses/${trip}`, { name: 'Journey' })
  const save = page.getByRole('button', { name: 'Save change' })
  await save.click()
  await page.getByText(conflict).waitFor()
  await page.getByRole('dialog', { name: 'Journey' }).waitFor()
  assert.equal(await slider.getAttribute('aria-valuetext'), '€1,000.00')
  await save.click()
  await page.getByText('Journey saved').waitFor()
  const { body } = await ada.request<{ id: string; target_amount: number }[]>('GET', '/expenses')
  assert.equal(body.find(({ id }) => id === trip)!.target_amount, 100_000)
  page.assertQuiet()
})

test('money does not move by an amount that was suggested before somebody else moved some', async () => {
  const trip = loaded.expenses['trip']!
  await page.goto(`/plan/${trip}?do=release`)
  const form = page.getByRole('dialog', { name: 'Take money back' })
  await form.getByLabel('Amount').fill('50')
  await form.getByText('150.00').waitFor()
  await somebody('POST', `/expenses/${trip}/release`, { amount: 2_000 })
  const move = form.getByRole('button', { name: 'Move' })
  await move.click()
  await form.getByText(conflict).waitFor()
  await form.getByText('130.00').waitFor()
  await move.click()
  await form.waitFor({ state: 'detached' })
  const { body } = await ada.request<{ id: string; balance: number }[]>('GET', '/expenses')
  assert.equal(body.find(({ id }) => id === trip)!.balance, 13_000)
  page.assertQuiet()
})

type Payment = { id: string; notes: string | null; concept: string; category_id: string | null }

async function givenPayment(concept: string) {
  const body = {
    account_id: loaded.accounts['checking'],
    amount: -1_000,
    concept,
    booked_at: '2026-01-24',
  }
  const { body: made } = await ada.request<Payment>('POST', '/transactions', { body })
  await page.goto('/transactions')
  const address = `/transactions/${made.id}`
  return {
    address,
    row: page.locator('[role=row][data-index]').filter({ hasText: concept }),
    stored: async () => (await ada.request<Payment>('GET', address)).body,
  }
}

test('a note that somebody else has written meanwhile is not replaced unseen', async () => {
  const { address, row, stored } = await givenPayment('Theatre')
  await row.click({ position: { x: 60, y: 20 } })
  const inspector = page.getByRole('region', { name: 'Transaction' })
  const note = inspector.getByLabel('Note')
  await note.fill('Mine')
  await somebody('PATCH', address, { notes: 'Theirs' })
  await note.blur()
  await inspector.getByText(conflict).waitFor()
  assert.equal(await note.inputValue(), 'Mine')
  // Nothing else that is edited takes it along.
  await inspector.getByLabel('Payee').fill('Ballet')
  await note.focus()
  await page.getByText('Theatre changed').waitFor()
  assert.equal((await stored()).notes, 'Theirs')
  await note.fill('Both')
  await note.blur()
  await page.getByText('Ballet changed').waitFor()
  const { notes, concept } = await stored()
  assert.deepEqual([notes, concept], ['Both', 'Ballet'])
  page.assertQuiet()
})

test('fields that a person leaves one after the other are stored without a refusal', async () => {
  const { address, row, stored } = await givenPayment('Cinema')
  await row.click({ position: { x: 60, y: 20 } })
  const inspector = page.getByRole('region', { name: 'Transaction' })
  const note = inspector.getByLabel('Note')
  // The page learns of the new payee late.
  const release = Promise.withResolvers<void>()
  await page.route('**/app/api/transactions?*', async (route) => {
    await release.promise
    await route.continue()
  })
  const first = page.waitForResponse((one) => one.request().method() === 'PATCH')
  await inspector.getByLabel('Payee').fill('Film')
  // The page also reads late what the first change has stored.
  const left = Promise.withResolvers<void>()
  let held = 0
  await page.route(`**/app/api${address}`, async (route) => {
    const isRead = route.request().method() === 'GET'
    if (isRead && (await stored()).concept === 'Film' && (held += 1) === 1) await left.promise
    await route.continue()
  })
  await note.focus()
  await first
  const second = page.waitForResponse((one) => one.request().method() === 'PATCH')
  await note.fill('With Sam')
  await note.blur()
  left.resolve()
  assert.equal((await second).status(), 200)
  release.resolve()
  await page.unrouteAll()
  await inspector.getByRole('heading', { name: 'Film' }).waitFor()
  const { notes, concept } = await stored()
  assert.deepEqual([notes, concept], ['With Sam', 'Film'])
  assert.equal(await inspector.getByText(conflict).count(), 0)
  page.assertQuiet()
})

test('an undo leaves a payment alone that somebody else has filed since', async () => {
  const { address, row, stored } = await givenPayment('Opera')
  await row.focus()
  await page.keyboard.press('c')
  const picker = page.getByRole('dialog', { name: 'Category' })
  await picker.getByRole('option', { name: 'Fun' }).click()
  await row.getByText('Fun').waitFor()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  const { body: made } = await ada.request<{ id: string }>('POST', '/categories', {
    body: { name: 'Culture', kind: 'expense', parent_id: null },
  })
  await somebody('PATCH', address, { category_id: made.id })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(conflict).waitFor()
  assert.equal((await stored()).category_id, made.id)
  await row.getByText('Culture').waitFor()
  page.assertQuiet()
})

test('a limit of a rule stays in the form while it is typed', async () => {
  await page.goto('/settings/categories')
  await page.getByRole('button', { name: 'Edit the rule for New words' }).click()
  const form = page.getByRole('dialog', { name: 'Edit rule' })
  const most = form.getByLabel('At most')
  await most.fill('')
  await most.pressSequentially('5')
  await most.pressSequentially('5')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  const { body } = await ada.request<{ min_amount: number; max_amount: number }[]>(
    'GET',
    '/category-rules',
  )
  assert.deepEqual([body[0]!.min_amount, body[0]!.max_amount], [500, 5_500])
  page.assertQuiet()
})
