import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOTP } from 'otpauth'
import { createDeliverer } from '#/webhooks/delivering/deliverer.ts'
import { PHONE, startBrowser, type TestPage } from '../support/chromium.ts'
import { givenConnection } from '../support/given-connection.ts'
import { givenPassword, givenPerson } from '../support/given-person.ts'
import { startProduct } from '../support/product.ts'
import { createReceivers } from '../fakes/receivers.ts'

const PASSWORD = 'seven quiet herons'

const receivers = createReceivers(() => product.runtime.now())
const product = await startProduct({
  start: '2026-11-20T10:00:00Z',
  limited: false,
  destinations: { ...receivers.outbound },
})
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

/** A household with data on every screen; the signed-in person's last proof has expired. */
const loaded = await product.household({
  accounts: [
    { ref: 'cash', name: 'Purse', type: 'wallet', balance: 4_000 },
    { ref: 'visa', name: 'Visa', type: 'credit', balance: -12_000, institution_name: 'Bank' },
  ],
  categories: [{ ref: 'food', name: 'Food' }],
})
const owner = { householdId: loaded.household_id, memberId: loaded.members['ada']! }
const personId = await givenPerson(product.runtime, owner.householdId, owner.memberId)
await givenPassword(product.runtime, personId, PASSWORD)
const { cookie } = await product.member(owner.householdId, owner.memberId)
await givenConnection(product.runtime, { ...owner, accounts: 2 })
await product.request('GET', '/nothing', { key: loaded.keys['rw']!.api_key })
await product.journal.flush()
product.runtime.advance({ minutes: 6 })

const open = () => browser.open({ url, cookie })

async function prove(page: TestPage, password = PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

test('rules for imported payments are added once, ordered, applied and removed', async () => {
  const { household_id, members } = await product.household({
    categories: [{ ref: 'food', name: 'Food' }],
  })
  const ada = await product.member(household_id, members['ada']!)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/settings/categories')
  const card = page.getByRole('region', { name: 'Rules' })
  const form = page.getByRole('dialog', { name: 'Add rule' })
  const add = async (words: string, name: string) => {
    await card.getByRole('button', { name: 'Add rule' }).click()
    await form.getByLabel('Text to find').fill(words)
    await form.getByLabel('New name').fill(name)
    await form.getByRole('button', { name: 'Add', exact: true }).dblclick()
    await page.getByText(`Rule for “${words}” added`).waitFor()
    await form.waitFor({ state: 'detached' })
  }
  await add('bakery', 'The baker')
  await add('market', '')
  const rules = card.getByRole('listitem')
  await rules.first().getByText('Filed under Food').waitFor()
  await rules.first().getByText('named The baker').waitFor()
  await card.getByRole('button', { name: 'Move the rule for market up' }).press('Enter')
  await rules.first().getByText('Contains “market”').waitFor()
  await page.assertUsable('rules')
  await card.getByRole('button', { name: 'Edit the rule for market' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit rule' })
  await edit.getByLabel('Amount', { exact: true }).selectOption('between')
  await edit.getByLabel('At least').fill('9')
  await edit.getByLabel('At most').fill('5')
  await edit.getByText('No past transactions would change.').waitFor()
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.getByText('The minimum is more than the maximum.').waitFor()
  await page.assertUsable('a rule')
  await edit.getByLabel('At least').fill('5')
  await edit.getByRole('button', { name: 'Save' }).click()
  await rules.first().getByText('exactly').waitFor()
  await card.getByRole('button', { name: 'Apply to past transactions' }).click()
  await page.getByText('0 transactions updated').waitFor()
  await card.getByRole('button', { name: 'Remove the rule for market' }).click()
  await rules.filter({ hasText: 'market' }).waitFor({ state: 'detached' })
  const { body } = await ada.request<{ text: string }[]>('GET', '/category-rules')
  assert.deepEqual(
    body.map(({ text }) => text),
    ['bakery'],
  )
  await card.getByRole('button', { name: 'Add rule' }).click()
  await form.getByLabel('Text to find').fill('...')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByText('Enter at least one letter or digit.').waitFor()
  await page.assertAccessible('a rule at fault')
  page.assertQuiet()
})

test('each screen of an empty household explains itself and shows no filters', async () => {
  const empty = await product.household({ keys: [] })
  const nobody = await product.member(empty.household_id, empty.members['ada']!)
  const page = await browser.open({ url, cookie: nobody.cookie, viewport: PHONE })
  const titles = {
    '/accounts': 'No accounts yet',
    '/developers/keys': 'No keys yet',
    '/transactions': 'No transactions yet',
    '/developers/requests': 'No requests yet',
    '/developers/webhooks': 'Be notified of new transactions',
  }
  for (const [path, name] of Object.entries(titles)) {
    await page.goto(path)
    await page.getByRole('heading', { name }).waitFor()
    assert.equal(await page.locator('main input, main select').count(), 0, path)
    await page.assertAccessible(`${path} with nothing`)
  }
  page.assertQuiet()
})

test('a key is made after a proof, shown once, used, logged, and revoked', async () => {
  const page = await open()
  await page.goto('/developers')
  await page.getByRole('link', { name: 'Create key' }).click()
  const form = page.getByRole('dialog', { name: 'Create key' })
  await form.getByLabel('Name').fill('Shelf display')
  await form.getByRole('button', { name: 'Create key' }).click()
  await prove(page, 'something else')
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' })
  await proof.getByRole('alert').waitFor()
  await page.assertAccessible('the question who one is')
  await prove(page)
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  const key = await shown.locator('code').first().innerText()
  assert.match(key, /^em_live_/)
  await page.assertAccessible('a new key')
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'Test key' }).click()
  await shown.getByText('It works. 59 of 60 requests left this minute.').waitFor()
  await shown.getByRole('button', { name: 'Done' }).click()
  await shown.waitFor({ state: 'detached' })
  const kept = await page.evaluate<string>(
    `document.documentElement.outerHTML + JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href])`,
  )
  assert.ok(!kept.includes(key), 'the key is still in the page')

  await page.goto('/developers')
  await page
    .locator('[role=meter][aria-label="This minute, Shelf display"][aria-valuenow="59"]')
    .waitFor()
  await page.getByText('59 of 60 left').waitFor()

  const asked = await product.request('GET', '/accounts', { key })
  assert.equal(asked.status, 200)
  await product.journal.flush()
  await page.getByRole('link', { name: 'Requests' }).click()
  const row = page.getByRole('button', { name: /GET \/v1\/accounts.*Shelf display/ })
  await row.click()
  const inspector = page.getByRole('dialog', { name: 'Request' })
  await inspector.getByText(asked.headers.get('x-request-id')!).first().waitFor()
  // Of the answer to a read, the beginning is kept.
  const beginning = inspector.getByText(asked.text.slice(0, 60))
  await beginning.waitFor()
  await page.assertAccessible('one request')
  await inspector.getByRole('button', { name: 'Send again' }).click()
  const again = page.getByRole('dialog', { name: 'Send again' })
  await again.getByLabel('Key').fill(key)
  await again.getByLabel('Path and query').fill('/v1/me')
  await again.getByRole('button', { name: 'Send GET' }).click()
  // The API refuses a key that is sent together with the session cookie.
  await again.getByText('"hour_remaining"').waitFor()
  await page.assertAccessible('a request sent again')
  await page.keyboard.press('Escape')
  await again.waitFor({ state: 'detached' })
  await page.until(`document.activeElement?.textContent === 'Send again'`)
  await page.keyboard.press('Escape')
  await page.getByLabel('Path contains').fill('nothing')
  await row.waitFor({ state: 'detached' })
  await page.getByText('endpoint_not_found').waitFor()

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Search or run a command' })
  const requestId = asked.headers.get('x-request-id')!
  await palette.fill(` ${requestId} `)
  await page.getByRole('option', { name: `Request ${requestId}` }).waitFor()
  await page.keyboard.press('Enter')
  await beginning.waitFor()
  await page.keyboard.press('Escape')

  await page.goto('/developers/keys')
  const mine = page.getByRole('listitem').filter({ hasText: 'Shelf display' })
  await mine.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await mine.getByText('Revoked').waitFor()
  assert.equal((await product.request('GET', '/me', { key })).status, 401)
  page.assertQuiet()
})

test('a webhook shows its secret once, is tested, lists its attempts, and is paused', async () => {
  const page = await open()
  await page.goto('/developers/webhooks')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add webhook' })
  await form.getByLabel('Name', { exact: true }).fill('Ledger')
  await form.getByLabel('URL').fill('http://10.0.0.1/in')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form
    .getByText(/public/)
    .first()
    .waitFor()
  await form.getByLabel('URL').fill('https://hooks.example/ledger')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Signing secret' })
  assert.match(await shown.locator('code').first().innerText(), /^whsec_/)
  await shown.getByLabel('Language').selectOption('Python')
  await shown.getByText('def verify_webhook(').waitFor()
  await page.assertAccessible('a new webhook')
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Ledger' }).click()
  receivers.answer('https://hooks.example/ledger', { status: 200, body: 'thank you' })
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('Test sent').waitFor()
  await page.getByRole('button', { name: /^Next test in \d+ s$/ }).waitFor()
  await createDeliverer(product.runtime).deliverDue()
  await page.getByRole('button', { name: /Delivered Test · 200/ }).click()
  const delivery = page.getByRole('dialog', { name: 'Delivery' })
  await delivery.getByText('thank you').waitFor()
  await page.assertAccessible('one delivery')
  await delivery.getByRole('button', { name: 'Redeliver' }).click()
  await page.getByText('Redelivering').waitFor()
  await page.keyboard.press('Escape')
  // After a reload the page does not know the time of the last test, but the server does.
  await page.reload()
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByRole('button', { name: 'Next test in' }).waitFor()
  await page.getByRole('button', { name: 'Verify deliveries' }).click()
  const verify = page.getByRole('dialog', { name: 'Verify deliveries' })
  await verify.getByText('export function verifyWebhook(').waitFor()
  await page.assertAccessible('how deliveries are verified')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.assertAccessible('a paused webhook')
  page.assertQuiet()
})

test('the consequence of no longer following an account is explained first', async () => {
  const page = await open()
  await page.goto('/accounts')
  const follow = page.getByRole('switch', { name: 'Follow Bank' })
  await follow.click()
  const question = page.getByRole('dialog', { name: 'Stop following Bank?' })
  await question.getByText('The last balance and everything imported so far stay visible').waitFor()
  await page.assertAccessible('the question whether to stop following')
  await question.getByRole('button', { name: 'Stop following' }).click()
  await page.until(`document.querySelector('[role=switch]').ariaChecked === 'false'`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Manual account' }).click()
  const form = page.getByRole('dialog', { name: 'Manual account' })
  await form.getByLabel('Name').fill('Piggy bank')
  await form.getByLabel('Current balance').fill('12.50')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'Piggy bank' }).getByText('€12.50').waitFor()
  page.assertQuiet()
})

test('an authenticator is enabled by its code, and recovery codes are shown once', async () => {
  const page = await open()
  product.runtime.advance({ minutes: 6 })
  await page.goto('/settings/you')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await prove(page)
  const form = page.getByRole('dialog', { name: 'Authenticator app' })
  const secret = await form.locator('code').innerText()
  const timestamp = product.runtime.now().epochMilliseconds
  await form.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate({ timestamp }))
  await form.getByRole('button', { name: 'Confirm' }).click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  assert.equal((await codes.locator('code').innerText()).split('\n').length, 10)
  await page.assertAccessible('recovery codes')
  await codes.getByRole('button', { name: 'Done' }).click()
  await page.getByText('10 of 10 recovery codes left').waitFor()
  page.assertQuiet()
})
