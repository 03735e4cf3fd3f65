import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser as startAsking } from '../support/browser.ts'
import { startBrowser, type TestPage } from '../support/chromium.ts'
import { account, givenAccount, PASSWORD, type Who } from '../support/given-account.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-11-20T10:00:00Z', limited: false })
const { db } = product
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const ada = await givenAccount(product)
const home = ada.who.household!.id

/** Fills a household with data whose names contain the name of the household. */
async function fill(household: string, name: string, balance: number): Promise<void> {
  const headers = { 'x-earmark-household': household }
  const made = await ada.request('POST', '/accounts', {
    headers,
    body: { name: `${name} bank`, type: 'depository', subtype: 'checking', balance },
  })
  assert.equal(made.status, 200, made.text)
  const planned = await ada.request('POST', '/expenses', {
    headers,
    body: { name: `${name} rent`, type: 'expense', target_amount: 10_000 },
  })
  assert.equal(planned.status, 200, planned.text)
}

const householdOf = (page: TestPage) => page.getByRole('button', { name: 'Preferences' })

const membersOf = async (id: string) =>
  db
    .selectFrom('members')
    .select(['name', 'role', 'removed_at'])
    .where('household_id', '=', id)
    .orderBy('name')
    .execute()

test('a second household becomes joint, changes its owner, and is left', async () => {
  const page = await browser.open({ url, cookie: `earmark_session=${ada.cookie()}` })
  await page.goto('/')
  await householdOf(page).click()
  await page.getByRole('menuitem', { name: 'New household' }).click()
  const form = page.getByRole('dialog', { name: 'New household' })
  await form.getByLabel('Name').fill('Beach')
  await form.getByRole('button', { name: 'Create household' }).click()
  await householdOf(page).filter({ hasText: 'Beach' }).waitFor()
  const { household_id: beach } = await db
    .selectFrom('households')
    .select('household_id')
    .where('name', '=', 'Beach')
    .executeTakeFirstOrThrow()
  const kindOf = async (id: string) =>
    (
      await ada.request<{ kind: string }>('GET', '/settings', {
        headers: { 'x-earmark-household': id },
      })
    ).body.kind

  assert.equal(await kindOf(beach), 'personal')
  await page.goto('/settings/people')
  await page.getByRole('button', { name: 'Invite someone' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const shown = page.getByRole('dialog', { name: 'Invitation link' })
  const token = new URL(await shown.locator('code').innerText()).hash.slice('#k='.length)
  await shown.getByRole('button', { name: 'Done' }).click()
  const bo = startAsking(product)
  const joined = await bo.request<Who>('POST', '/invitations/accept', {
    body: { token, account: { name: 'Bo', email: 'bo@example.com', password: PASSWORD } },
  })
  assert.equal(joined.body.household?.name, 'Beach', joined.text)
  assert.deepEqual([await kindOf(beach), await kindOf(home)], ['joint', 'personal'])

  await page.reload()
  await householdOf(page).click()
  await page.getByRole('menuitemradio', { name: 'Beach Joint' }).waitFor()
  await page.getByRole('menuitemradio', { name: 'Home Personal' }).waitFor()
  await page.assertUsable('a choice of households')
  await page.keyboard.press('Escape')
  // Transfers the household: Bo becomes an owner, then Ada makes herself a member.
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.getByLabel('Role of Bo').selectOption('Owner')
  await stored
  await page.getByLabel('Role of Ada').selectOption('Member')
  await page.getByRole('button', { name: 'Invite someone' }).waitFor({ state: 'detached' })
  const roles = (await membersOf(beach)).map(({ name, role }) => [name, role])
  assert.deepEqual(roles, [
    ['Ada', 'member'],
    ['Bo', 'owner'],
  ])
  await page.goto('/settings/data')
  await page.getByRole('button', { name: 'Leave household' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave household' }).click()
  await householdOf(page).filter({ hasText: 'Home' }).waitFor()
  assert.equal((await membersOf(beach))[0]!.removed_at === null, false)
  const again = await bo.request<{ action: string }[]>('GET', '/audit?limit=10')
  assert.ok(
    again.text.includes('"kind": "joint"') || again.text.includes('"kind":"joint"'),
    again.text,
  )
  page.assertQuiet()
})

test('an invitee with an account signs in first, and the link’s secret stays in the browser', async () => {
  const { body } = await ada.request<{ token: string }>('POST', '/invitations', {
    body: { email: 'bo@example.com' },
    headers: { 'x-earmark-household': home },
  })
  const page = await browser.open({ url })
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer']}`))
  await page.goto(`/invite#k=${body.token}`)
  await page.getByRole('link', { name: /bo@example.com/ }).click()
  await page.getByLabel('Email').fill('bo@example.com')
  await page.reload()
  await page.getByLabel('Email').fill('bo@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: /^(Join|Accept)/ }).click()
  await page.getByRole('button', { name: 'Preferences' }).filter({ hasText: 'Home' }).waitFor()
  const leaks = requests.filter((line) => line.replace(/#\S*/, '').includes(body.token))
  assert.deepEqual(leaks, [])
  page.assertQuiet()
})

test('a tab stays on its household when another tab switches', async () => {
  await ada.request('POST', '/households', { body: { ...account.household, name: 'Boat' } })
  const who = (await ada.request<Who>('GET', '/session')).body
  const boat = who.household!.id
  await fill(home, 'Home', 100_000)
  await fill(boat, 'Boat', 700_000)
  await ada.request('POST', '/session/household', { body: { household_id: home } })

  const tab = await browser.open({ url, cookie: `earmark_session=${ada.cookie()}` })
  await tab.goto('/')
  await tab.getByText('€1,000.00').first().waitFor()
  const other = await tab.context().newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Preferences' }).click()
  await other.getByRole('menuitemradio', { name: 'Boat' }).click()
  await other.getByText('€7,000.00').first().waitFor()

  // From now on every answer to the first tab concerns its own household or is discarded.
  const strange: string[] = []
  tab.on('requestfinished', (request) => {
    const path = new URL(request.url()).pathname
    const named = request.headers()['x-earmark-household']
    if (path.startsWith('/app/api/') && request.method() !== 'GET' && named !== home) {
      strange.push(`${request.method()} ${path}`)
    }
  })
  await tab.keyboard.press('n')
  const form = tab.getByRole('dialog', { name: 'New transaction' })
  await form.getByLabel('Amount').fill('-3')
  await form.getByLabel('Payee').fill('Peaches')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await tab.getByText('Peaches recorded').waitFor()
  const [written] = await db
    .selectFrom('transactions')
    .select('household_id')
    .where('concept', '=', 'Peaches')
    .execute()
  assert.equal(written?.household_id, home)

  // Reloading keeps the household on every screen; nothing of the other one appears.
  const screens = {
    '/': '€997.00',
    '/transactions': 'Peaches',
    '/plan': 'Home rent',
    '/accounts': 'Home bank',
    '/insights/net-worth': '€997.00',
    '/settings/people': 'ada@example.com',
  }
  for (const [path, words] of Object.entries(screens)) {
    await tab.goto(path)
    await householdOf(tab).filter({ hasText: 'Home' }).waitFor()
    await tab.getByText(words).first().waitFor()
    assert.doesNotMatch(await tab.locator('body').innerText(), /Boat|7,000/, path)
  }
  await tab.keyboard.press('Control+k')
  const search = tab.getByRole('combobox', { name: 'Search or run a command' })
  await search.fill('rent')
  await tab.getByRole('option', { name: 'Home rent' }).waitFor()
  assert.equal(await tab.getByRole('option', { name: 'Boat rent' }).count(), 0)
  await tab.keyboard.press('Escape')
  // A link to a record of the other household finds nothing here.
  const { id } = await db
    .selectFrom('expenses')
    .select('id')
    .where('household_id', '=', boat)
    .executeTakeFirstOrThrow()
  await tab.goto(`/plan/${id}`)
  await tab.getByText('This set-aside does not exist, or has been archived.').waitFor()
  assert.doesNotMatch(await tab.locator('body').innerText(), /Boat/)
  await tab.keyboard.press('Escape')
  assert.deepEqual(strange, [])

  // A person whose membership ends is moved to their own household and informed; nothing is written there.
  await tab.goto('/')
  await tab.getByText('€997.00').first().waitFor()
  const { person_id: person } = await db
    .selectFrom('members')
    .select('person_id')
    .where('household_id', '=', home)
    .executeTakeFirstOrThrow()
  const membership = (removedAt: Temporal.Instant | null) =>
    db
      .updateTable('members')
      .set({ removed_at: removedAt })
      .where('household_id', '=', home)
      .where('person_id', '=', person)
      .execute()
  await membership(product.runtime.now())
  await tab.keyboard.press('g')
  await tab.keyboard.press('a')
  await tab.getByText('You are now in Boat').waitFor()
  await tab.getByText('€7,000.00').first().waitFor()
  await membership(null)
  tab.assertQuiet()
})
