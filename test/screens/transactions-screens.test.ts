import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PHONE, startBrowser, type TestPage, TWO_LOOKS } from '../support/chromium.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-11-20T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

type Row = readonly [ref: string, amount: number, concept: string, booked_at: string, more?: object]

const row = (...[ref, amount, concept, booked_at, more]: Row) => ({
  ref,
  account: 'checking',
  amount,
  concept,
  booked_at,
  ...more,
})

/** A household with payments of three days, in two currencies, and a bakery that it knows. */
async function given() {
  const { household_id, members } = await product.household({
    accounts: [
      { ref: 'checking', name: 'Checking', type: 'depository', balance: 500_000 },
      { ref: 'dollars', name: 'Dollars', type: 'depository', balance: 90_000, currency: 'USD' },
    ],
    categories: [
      { ref: 'food', name: 'Groceries' },
      { ref: 'treats', name: 'Treats' },
    ],
    expenses: [{ ref: 'fun', name: 'Fun money', target_amount: 20_000, balance: 10_000 }],
    transactions: [
      row('bakery', -450, 'Bakery', '2026-11-20'),
      row('market', -3_057, 'Green Market', '2026-11-20', { category: 'food' }),
      row('museum', -1_200, 'Museum', '2026-11-20', { account: 'dollars' }),
      row('cinema', -900, 'Cinema', '2026-11-19', { expense: 'fun' }),
      row('old', -400, 'Bakery', '2026-10-02', { category: 'treats', expense: 'fun' }),
      row('older', -500, 'Bakery', '2026-10-01', { category: 'treats' }),
    ],
  })
  return product.member(household_id, members['ada']!)
}

async function open(options: object = {}, path = '/transactions') {
  const ada = await given()
  const page = await browser.open({ url, cookie: ada.cookie, ...options })
  await page.goto(path)
  await rows(page).first().waitFor()
  return { ada, page }
}

const rows = (page: TestPage) => page.locator('[role=row][data-index]')
const rowOf = (page: TestPage, name: string) => rows(page).filter({ hasText: name }).first()
const day = (page: TestPage, name: RegExp) => page.getByRole('rowgroup', { name })
const inspector = (page: TestPage) => page.getByRole('region', { name: 'Transaction' })

test('rows stand under their days, each with its total in every currency', async () => {
  const { page } = await open()
  await day(page, /^Today .*−€35\.07.*−US\$12\.00|^Today .*−€35\.07.*−\$12\.00/).waitFor()
  assert.equal(
    await day(page, /^Today/)
      .getByRole('row')
      .count(),
    3,
  )
  await day(page, /^Yesterday .*−€9\.00/)
    .getByText('Cinema')
    .waitFor()
  await day(page, /Friday 2 October.*−€4\.00/).waitFor()
  // Category and set-aside are always in sight, and so is a missing one.
  await rowOf(page, 'Green Market').getByText('Groceries').waitFor()
  await rowOf(page, 'Cinema').getByText('Fun money').waitFor()
  await rowOf(page, 'Museum').getByRole('button', { name: 'Category: Choose' }).waitFor()
  const opacities = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-pick=category_id]')].map((one) => getComputedStyle(one).opacity)`,
  )
  assert.deepEqual([...new Set(opacities)], ['1'])
  await page.assertUsable('transactions by day')
  page.assertQuiet()
})

for (const [where, viewport, least] of [
  ['at 200 % zoom of a desk', { width: 720, height: 450 }, 3],
  ['on a narrow phone', PHONE, 4],
] as const) {
  test(`whole rows are in sight ${where}`, async () => {
    const { page } = await open({ viewport })
    await page.settled()
    const whole = await page.evaluate<number>(`(() => {
      const list = document.querySelector('[role=table]').parentElement.getBoundingClientRect()
      const tabs = [...document.querySelectorAll('nav')].map((one) => one.getBoundingClientRect().top)
      const end = Math.min(list.bottom, innerHeight, ...tabs.filter((top) => top > list.top))
      return [...document.querySelectorAll('[role=row][data-index]')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top >= list.top && bottom <= end + 1
      }).length
    })()`)
    assert.ok(whole >= least, `${whole} rows`)
    page.assertQuiet()
  })
}

test('a picker opens at its cell, with earlier choices for the payee first', async () => {
  const { page } = await open()
  const cell = rowOf(page, 'Bakery').getByRole('button', { name: 'Category: Choose' })
  await cell.click()
  const list = page.getByRole('dialog', { name: 'Category' })
  await list.getByText('Suggested').waitFor()
  assert.match((await list.getByRole('option').first().textContent()) ?? '', /Treats/)
  const [at, shown] = [await cell.boundingBox(), await list.boundingBox()]
  assert.ok(at && shown && Math.abs(shown.x - at.x) < 24 && shown.y < at.y + at.height + 24)
  await page.assertUsable('a picker at its cell', [TWO_LOOKS[1]!])
  await page.keyboard.press('Enter')
  await rowOf(page, 'Bakery').getByRole('button', { name: 'Category: Treats' }).waitFor()
  page.assertQuiet()
})

test('nothing is created while a picker still waits for its choices', async () => {
  const { page } = await open()
  const release = Promise.withResolvers<void>()
  await page.route('**/suggestions', async (route) => {
    await release.promise
    await route.continue()
  })
  await rowOf(page, 'Bakery').getByRole('button', { name: 'Category: Choose' }).click()
  const list = page.getByRole('dialog', { name: 'Category' })
  await list.getByRole('combobox').fill('Groceri')
  await page.keyboard.press('Enter')
  await list.getByRole('combobox').fill('Fishing')
  await page.keyboard.press('Enter')
  assert.equal(await list.getByRole('option').count(), 0)
  release.resolve()
  await list.getByRole('option', { name: 'Create “Fishing”' }).waitFor()
  await list.getByRole('combobox').fill('Groceries')
  await list.getByRole('option', { name: 'Groceries' }).click()
  await rowOf(page, 'Bakery').getByRole('button', { name: 'Category: Groceries' }).waitFor()
  page.assertQuiet()
})

test('a picker at its cell closes when the palette opens over it, which keeps the keys', async () => {
  const { page } = await open()
  await rowOf(page, 'Bakery').getByRole('button', { name: 'Category: Choose' }).click()
  const list = page.getByRole('dialog', { name: 'Category' })
  await list.waitFor()
  await page.keyboard.press('Control+k')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.type('muse')
  await page.getByRole('option', { name: /Museum/ }).waitFor()
  page.assertQuiet()
})

test('the inspector follows the keys through the list, which stays operable', async () => {
  const { page } = await open()
  await rowOf(page, 'Museum').click({ position: { x: 60, y: 20 } })
  await inspector(page).getByRole('heading', { name: 'Museum' }).waitFor()
  await page.keyboard.press('j')
  await inspector(page).getByRole('heading', { name: 'Green Market' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await inspector(page).getByRole('heading', { name: 'Bakery' }).waitFor()
  await page.keyboard.press('k')
  await inspector(page).getByRole('heading', { name: 'Green Market' }).waitFor()
  await inspector(page).getByRole('button', { name: 'Next transaction' }).click()
  await inspector(page).getByRole('heading', { name: 'Bakery' }).waitFor()
  // The button keeps the focus, so it can be pressed again.
  await page.keyboard.press('Enter')
  await inspector(page).getByRole('heading', { name: 'Cinema' }).waitFor()
  // The list still takes a key of its own.
  await page.keyboard.press('c')
  await page.getByRole('dialog', { name: 'Category' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Category' }).waitFor({ state: 'detached' })
  await page.assertUsable('the inspector', [TWO_LOOKS[1]!])
  await page.keyboard.press('Escape')
  await inspector(page).waitFor({ state: 'detached' })
  page.assertQuiet()
})

test('what is typed in the inspector is kept when somebody goes on, and undone', async () => {
  const { ada, page } = await open()
  await rowOf(page, 'Museum').click({ position: { x: 60, y: 20 } })
  await inspector(page).getByLabel('Note').fill('With Sam')
  await rowOf(page, 'Cinema').click({ position: { x: 60, y: 20 } })
  await inspector(page).getByRole('heading', { name: 'Cinema' }).waitFor()
  await page.getByText('Museum changed').waitFor()
  const notes = async () => {
    const { body } = await ada.request<{ data: { notes: string | null }[] }>('GET', '/transactions')
    return body.data.flatMap((one) => one.notes ?? [])
  }
  assert.deepEqual(await notes(), ['With Sam'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: Museum changed').waitFor()
  assert.deepEqual(await notes(), [])
  page.assertQuiet()
})

test('what is typed while another field is being stored is kept too', async () => {
  const { ada, page } = await open()
  await rowOf(page, 'Museum').click({ position: { x: 60, y: 20 } })
  const release = Promise.withResolvers<void>()
  await page.route('**/app/api/transactions/*', async (route) => {
    if (route.request().method() === 'PATCH') await release.promise
    await route.continue()
  })
  const note = inspector(page).getByLabel('Note')
  await inspector(page).getByLabel('Payee').fill('Gallery')
  await note.fill('With Sam')
  release.resolve()
  await page.getByText('Museum changed').waitFor()
  await inspector(page).getByRole('heading', { name: 'Gallery' }).waitFor()
  await page.settled()
  assert.equal(await note.inputValue(), 'With Sam')
  await note.blur()
  await page.getByText('Gallery changed').waitFor()
  const { body } = await ada.request<{ data: { notes: string | null }[] }>('GET', '/transactions')
  assert.deepEqual(
    body.data.flatMap((one) => one.notes ?? []),
    ['With Sam'],
  )
  page.assertQuiet()
})

test('the field of the amount follows an undo, and its sign is stored like the rest', async () => {
  const { page } = await open()
  await rowOf(page, 'Museum').click({ position: { x: 60, y: 20 } })
  const amount = inspector(page).getByLabel('Amount')
  await amount.fill('15')
  await amount.press('Enter')
  await page.getByText('Museum changed').waitFor()
  // As typed, or as the row is read again.
  assert.match(await amount.inputValue(), /^15(\.00)?$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: Museum changed').waitFor()
  // The field follows when the row has been read again.
  await page.until(`[...document.querySelectorAll('input')].some(({ value }) => value === '12.00')`)
  assert.equal(await amount.inputValue(), '12.00')
  await inspector(page).getByRole('button', { name: 'Money out' }).click()
  await inspector(page).getByLabel('Note').focus()
  await rowOf(page, 'Museum').getByText('+').waitFor()
  page.assertQuiet()
})

test('a payee of the past fills in its category and set-aside', async () => {
  const { ada, page } = await open()
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'New transaction' })
  await form.getByLabel('Amount').fill('9')
  await form.getByLabel('Payee').pressSequentially('cin')
  await page.getByRole('option', { name: /Cinema/ }).waitFor()
  await page.assertUsable('completing a payee')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Set-aside: Fun money' }).waitFor()
  await form.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Cinema recorded').waitFor()
  const { body } = await ada.request<{ name: string; balance: number }[]>('GET', '/expenses')
  assert.equal(body.find(({ name }) => name === 'Fun money')!.balance, 9_100)
  page.assertQuiet()
})

test('another payee brings its own category, and leaves what a person has picked', async () => {
  const { page } = await open()
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'New transaction' })
  const choose = async (payee: string) => {
    await form.getByLabel('Payee').fill(payee)
    await page.getByRole('option', { name: new RegExp(payee) }).click()
  }
  await choose('Green Market')
  await form.getByRole('button', { name: 'Category: Groceries' }).waitFor()
  await choose('Bakery')
  await form.getByRole('button', { name: 'Category: Treats' }).waitFor()
  await form.getByRole('button', { name: 'Set-aside: ' }).click()
  await page.getByRole('option', { name: 'Free to spend' }).click()
  await choose('Cinema')
  await form.getByRole('button', { name: 'Category: No category' }).waitFor()
  await form.getByRole('button', { name: 'Set-aside: Free to spend' }).waitFor()
  page.assertQuiet()
})

test('a change becomes a rule, which comes first and can apply to the past', async () => {
  const { ada, page } = await open()
  await rowOf(page, 'Museum').getByRole('button', { name: 'Category: Choose' }).click()
  await page.getByRole('combobox', { name: 'Category', exact: true }).fill('Culture')
  await page.getByRole('option', { name: 'Create “Culture”' }).click()
  await page.getByRole('button', { name: 'Always do this' }).click()
  const form = page.getByRole('dialog', { name: 'Always do this' })
  await form.getByRole('button', { name: 'Category: Culture' }).waitFor()
  assert.equal(await form.getByLabel('Text to find').inputValue(), 'Museum')
  await page.assertUsable('a rule of a change')
  await form.getByRole('button', { name: 'Add' }).click()
  await form.waitFor({ state: 'detached' })
  const { body } = await ada.request<{ text: string; match: string }[]>('GET', '/category-rules')
  assert.deepEqual(
    body.map(({ text, match }) => [text, match]),
    [['Museum', 'is']],
  )
  page.assertQuiet()
})

test('the search knows operators, explains them, and says what it does not know', async () => {
  const { page } = await open()
  const field = page.getByLabel('Search transactions')
  const found = (...names: string[]) =>
    page.until(
      `JSON.stringify([...document.querySelectorAll('[role=row][data-index]')].map((row) => row.querySelector('[role=cell]:nth-child(3) > span')?.innerText)) === '${JSON.stringify(names)}'`,
    )
  await field.fill('in:groceries >20')
  await found('Green Market')
  await day(page, /^Today .*−€30\.57/).waitFor()
  await field.fill('set-aside:fun before:2026-11')
  await found('Bakery')
  await field.fill('30.57')
  await found('Green Market')
  await field.fill('colour:red')
  await page.getByText('Unknown search operator “colour:red”').waitFor()
  await field.fill('in:zebras')
  await page.getByText('No category is called “zebras”.').waitFor()
  await field.fill('')
  await page.getByRole('button', { name: 'Search tips' }).click()
  await page.getByRole('dialog', { name: 'Search tips' }).getByText('>50').waitFor()
  await page.assertUsable('tips for the search')
  await page.getByRole('dialog', { name: 'Search tips' }).getByText('20..30').click()
  assert.equal(await field.inputValue(), '20..30')
  page.assertQuiet()
})

test('the palette finds a transaction and opens the list at its row', async () => {
  const { page } = await open({}, '/transactions')
  await page.goto('/plan')
  await page.getByRole('heading', { name: 'Plan' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('cinema')
  await page.getByRole('option', { name: /Cinema/ }).click()
  await page.waitForURL(/\/transactions\?search=cinema&open=/)
  await inspector(page).getByRole('heading', { name: 'Cinema' }).waitFor()
  await page.until(`document.querySelector('[aria-current=true]')?.dataset.index === '0'`)
  page.assertQuiet()
})

test('on a phone, a tap opens a sheet that goes on to the next transaction', async () => {
  const { page } = await open({ viewport: PHONE, hasTouch: true })
  await rowOf(page, 'Museum').tap({ position: { x: 120, y: 12 } })
  const sheet = page.getByRole('dialog', { name: 'Transaction' })
  await sheet.getByRole('heading', { name: 'Museum' }).waitFor()
  await page.assertUsable('a transaction on a phone', [TWO_LOOKS[0]!])
  await sheet.getByRole('button', { name: 'Next transaction' }).tap()
  await sheet.getByRole('heading', { name: 'Green Market' }).waitFor()
  page.assertQuiet()
})
