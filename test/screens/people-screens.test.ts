import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readVersion } from '#/platform/runtime/version.ts'
import { TOTP } from 'otpauth'
import { encode } from 'uqr'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { makeLink } from '#/people/links.ts'
import { importDue } from '#/sources/banks/sync/import-next-connection.ts'
import { startBrowser, type TestPage } from '../support/chromium.ts'
import { CLIENT_SECRET, createFakePlaid } from '../fakes/fake-plaid.ts'
import { account, givenAccount, PASSWORD } from '../support/given-account.ts'
import { plaidAccount, plaidRow } from '../support/plaid.ts'
import { startProduct } from '../support/product.ts'

const START = '2026-11-20T10:00:00Z'
const plaid = await createFakePlaid(() => Temporal.Instant.from(START).epochMilliseconds / 1000)
const cuenta = (id: string, mask = '4321') => plaidAccount(id, { name: 'Cuenta', mask })
plaid.state.accounts = [cuenta('A'), plaidAccount('B')]
plaid.state.happened.push({ upsert: plaidRow('1', { date: '2026-11-18' }) })
const outbound = createOutbound({ allowCidrs: '127.0.0.0/8' })
after(async () => {
  await outbound.close()
  await plaid.close()
})
const product = await startProduct({
  start: START,
  limited: false,
  outbound,
  plaid: { url: plaid.url, clientId: 'client', secret: CLIENT_SECRET, webhookUrl: null },
})
const { runtime, db } = product
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const ada = await givenAccount(product)

const open = (token: string | null = ada.cookie()) =>
  browser.open({ url, ...(token !== null && { cookie: `earmark_session=${token}` }) })

async function signIn(page: TestPage, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut(page: TestPage): Promise<void> {
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
}

test('an invitee joins and leaves, and a revoked invitation does not work', async () => {
  const owner = await open()
  await owner.goto('/settings/people')
  const invite = async (email: string) => {
    await owner.getByRole('button', { name: 'Invite someone' }).click()
    const form = owner.getByRole('dialog', { name: 'Invite someone' })
    await form.getByLabel('Only for this email (optional)').fill(email)
    await form.getByRole('button', { name: 'Create link' }).click()
    const shown = owner.getByRole('dialog', { name: 'Invitation link' })
    const link = await shown.locator('code').innerText()
    await shown.getByRole('button', { name: 'Done' }).click()
    return link
  }
  const wrong = await invite('eve@example.com')
  await owner.getByRole('button', { name: 'Revoke' }).click()
  await owner.getByRole('heading', { name: 'Pending invitations' }).waitFor({ state: 'detached' })
  const right = await invite('bo@example.com')

  const page = await open(null)
  await page.goto(wrong)
  await page.getByRole('alert').waitFor()
  await page.goto('about:blank')
  await page.goto(right)
  await page.getByRole('heading', { name: /Home/ }).waitFor()
  await page.assertAccessible('an invitation')
  await page.getByLabel('Your name').fill('Bo')
  await page.getByLabel('Password').fill(PASSWORD)
  await plugInDevice(page)
  await page.getByRole('button', { name: /^(Join|Accept)/ }).click()
  await page.waitForURL(`${url}/`)
  const offer = page.getByRole('region', { name: 'Sign in without a password next time' })
  // It waits until the first steps are over.
  await page.getByRole('button', { name: 'Hide these steps' }).click()
  await offer.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByText('Passkey created').waitFor()
  await offer.waitFor({ state: 'detached' })
  await owner.reload()
  await owner.getByRole('listitem').filter({ hasText: 'bo@example.com' }).waitFor()

  await page.goto('/settings/data')
  await page.getByText(`Earmark ${readVersion()}`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Leave household' }).click()
  const question = page.getByRole('dialog', { name: 'Leave Home?' })
  await question.getByRole('button', { name: 'Leave household' }).click()
  await page.waitForURL(`${url}/`)
  await owner.reload()
  await owner.getByText('ada@example.com').first().waitFor()
  assert.equal(await owner.getByText('bo@example.com').count(), 0)
  owner.assertQuiet()
  page.assertQuiet()
})

test('a reset link sets a new password, ends other sessions, and is in the history', async () => {
  const before = await open(null)
  await signIn(before, 'bo@example.com')
  await before.waitForURL(`${url}/`)
  const bo = await db
    .selectFrom('persons')
    .select('id')
    .where('email', '=', 'bo@example.com')
    .executeTakeFirstOrThrow()
  const { token } = await makeLink(runtime, { purpose: 'reset', personId: bo.id })
  const page = await open(null)
  await page.goto(`/reset#k=${token}`)
  await page.getByText('bo@example.com').waitFor()
  await page.getByLabel('Password').fill('password123')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('This password is too common').first().waitFor()
  await page.assertAccessible('a new password with a fault')
  await page.getByLabel('Password').fill('nine slow herons')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForURL(`${url}/`)
  await before.goto('/settings/you')
  await before.waitForURL('**/sign-in?**')

  await page.goto('/settings/sessions')
  await page.getByText('Password set with a reset link').waitFor()
  await page.getByText('This browser').waitFor()
  const other = await open(null)
  await signIn(other, 'bo@example.com', 'nine slow herons')
  await other.waitForURL(`${url}/`)
  await page.reload()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page
    .getByRole('button', { name: 'Sign out everywhere else' })
    .waitFor({ state: 'detached' })
  await other.goto('/settings/you')
  await other.waitForURL('**/sign-in?**')
  page.assertQuiet()
})

test('an authenticator is set up by QR code, required to sign in, and replaceable once', async () => {
  const page = await open()
  await page.goto('/settings/you')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const form = page.getByRole('dialog', { name: 'Authenticator app' })
  const secret = await form.locator('code').innerText()
  await form.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const uri = await form.getByRole('link', { name: 'Open in app' }).getAttribute('href')
  assert.ok(uri!.includes(secret))
  assert.deepEqual(await drawnSquares(page), encode(uri!, { ecc: 'M', border: 4 }).data)
  await page.assertUsable('the QR code')
  const codeNow = () =>
    new TOTP({ secret }).generate({ timestamp: runtime.now().epochMilliseconds })
  await form.getByLabel('Code', { exact: true }).fill(codeNow())
  await form.getByRole('button', { name: 'Confirm' }).click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  const [recovery] = (await codes.locator('code').innerText()).split('\n')
  await codes.getByRole('button', { name: 'Done' }).click()
  await signOut(page)

  await signIn(page, account.email)
  const code = page.getByLabel('Code')
  await code.fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await page.assertAccessible('a wrong code')
  runtime.advance({ seconds: 60 })
  await code.fill(codeNow())
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${url}/`)
  await signOut(page)
  await signIn(page, account.email)
  await code.fill(recovery!)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${url}/`)
  await page.goto('/settings/you')
  await page.getByText('9 of 10 recovery codes left').waitFor()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Turn on' }).waitFor()
  page.assertQuiet()
})

/** Reads the squares of the QR code on the page. */
async function drawnSquares(page: TestPage): Promise<boolean[][]> {
  const [size, path] = await page.evaluate<[number, string]>(
    `(() => { const svg = document.querySelector('svg[role=img][shape-rendering]'); return [svg.viewBox.baseVal.width, svg.querySelector('path').getAttribute('d')] })()`,
  )
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    rows[Number(y)]!.fill(true, Number(x), Number(x) + Number(length))
  }
  return rows
}

/** Attaches a virtual device that creates and uses passkeys without asking. */
async function plugInDevice(page: TestPage): Promise<void> {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is made, renamed, used to sign in, and removed', async () => {
  const page = await open(null)
  await signIn(page, account.email)
  await page.waitForURL(`${url}/`)
  await plugInDevice(page)
  await page.goto('/settings/you')
  const card = page.getByRole('list', { name: 'Passkeys' })
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await card.getByText('This device').waitFor()
  await card.getByRole('button', { name: 'Rename' }).click()
  const form = page.getByRole('dialog', { name: 'Rename This device' })
  await form.getByLabel('Name').fill('Laptop')
  await page.assertAccessible('another name for a passkey')
  await form.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Laptop').waitFor()
  await signOut(page)
  await page.getByRole('button', { name: /passkey/i }).click()
  await page.waitForURL(`${url}/`)

  // The passkey also serves as a proof of identity.
  runtime.advance({ minutes: 6 })
  await page.goto('/settings/you')
  await card.getByRole('button', { name: 'Remove' }).click()
  await page
    .getByRole('dialog', { name: 'Remove Laptop?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await page
    .getByRole('dialog', { name: 'Confirm it is you' })
    .getByRole('button', { name: /passkey/i })
    .click()
  await page.getByText('No passkeys yet.').waitFor()
  await page.goto('/settings/sessions')
  await page.getByText('Signed in with a passkey').waitFor()
  await page.assertUsable('sessions and history')
  await signOut(page)
  await page.getByRole('button', { name: /passkey/i }).click()
  await page.getByRole('alert').waitFor()
  page.assertQuiet()
})

test('a bank is connected and repaired on Plaid’s page, without Plaid’s script in ours', async () => {
  const page = await open(null)
  await signIn(page, account.email)
  await page.waitForURL(`${url}/`)
  await page.goto('/accounts')
  await page.getByRole('button', { name: 'Connect with Plaid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect with Plaid' })
  await dialog.getByLabel('Country of the bank').selectOption('ES')
  await page.assertUsable('the way to Plaid')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const atPlaid = async (name: string) => {
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name }).click()
    const tab = await opened
    await tab.getByText('You may close this page').waitFor()
    await tab.close()
  }
  plaid.state.leaves = true
  await atPlaid('Open Plaid')
  await dialog.getByText('closed before you finished').waitFor()
  await page.assertUsable('Plaid’s page was left')
  plaid.state.leaves = false
  await atPlaid('Open Plaid again')
  const choose = page.getByRole('dialog', { name: 'Choose accounts' })
  await choose.getByLabel(/Cuenta/).check()
  await page.assertAccessible('the accounts of a bank')
  await choose.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 of 2 accounts followed').waitFor()
  assert.equal(
    plaid.asked.find(({ path }) => path === '/link/token/create')!.body['language'],
    'en',
  )

  await importDue(runtime)
  await page.goto('/transactions')
  await page.getByText('Corner Bakery').first().waitFor()
  await db.updateTable('connections').set({ status: 'reauth_required' }).execute()
  await page.goto('/accounts')
  await page.getByRole('button', { name: 'Renew' }).click()
  const renewal = page.getByRole('dialog', { name: 'Sign in again with Plaid' })
  await renewal.getByRole('button', { name: 'Continue' }).click()
  await atPlaid('Open Plaid')
  await page.getByText('Syncing').waitFor()
  await importDue(runtime)
  await page.reload()
  await page.getByText('Healthy').waitFor()

  // The bank now reports the account under another id, next to a second one of the same name; only the owner can tell them
  // apart.
  const accounts = () =>
    db
      .selectFrom('accounts')
      .select(['id', 'name'])
      .where('hidden', '=', false)
      .orderBy('id')
      .execute()
  const before = await accounts()
  // Its balance is no longer the old account's either, so nothing but its number speaks for it.
  plaid.state.accounts = [{ ...cuenta('C'), current: 57 }, cuenta('D', '9876'), plaidAccount('B')]
  runtime.advance({ hours: 6 })
  await importDue(runtime)
  await page.reload()
  const theOther = page.getByText('Cuenta •9876 may be your old Cuenta •4321')
  const same = page.getByText('Cuenta •4321 may be your old Cuenta •4321').first()
  await theOther.waitFor()
  await page.assertUsable('the question whether two accounts are one')
  await theOther.locator('..').getByRole('button', { name: 'Different account' }).click()
  await theOther.waitFor({ state: 'detached' })
  await same.waitFor()
  await page.getByRole('button', { name: 'Choose accounts' }).click()
  await choose.getByRole('button', { name: 'Merge' }).click()
  await page.assertAccessible('the question whether to join two accounts')
  const sure = page.getByRole('dialog', { name: 'Is Cuenta •4321 your old Cuenta •4321?' })
  await sure.getByRole('button', { name: 'Merge' }).click()
  await same.waitFor({ state: 'detached' })
  await choose.getByRole('checkbox', { name: 'Cuenta •4321', checked: true }).waitFor()
  await choose.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 of 3 accounts followed').waitFor()
  assert.deepEqual(
    (await accounts()).map(({ id, name }) => [id, name]),
    before.map(({ id, name }) => [id, name]),
  )
  page.assertQuiet()
})

test('a lapsed household is exported and deleted, then the account', async () => {
  const page = await open(null)
  await signIn(page, account.email)
  await page.waitForURL(`${url}/`)
  await db.updateTable('households').set({ standing: 'lapsed' }).execute()
  await page.goto('/')
  await page.getByText('The subscription has lapsed.').first().waitFor()
  await page.getByRole('link', { name: 'Export or delete data' }).click()
  await page.assertUsable('the ways out of what has lapsed')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download export' }).click()
  assert.equal((await saved).suggestedFilename(), 'earmark-export.json')
  await page.getByRole('button', { name: 'Delete household' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Home?' })
  const certain = question.getByRole('button', { name: 'Delete household' })
  assert.ok(await certain.isDisabled())
  await question.getByLabel(/Type/).fill('Home')
  await certain.click()
  await page.waitForURL(`${url}/`)
  assert.deepEqual(await db.selectFrom('households').select('name').execute(), [])
  await page.getByRole('heading', { name: 'You are not in a household yet' }).waitFor()
  await page.assertUsable('no household at all')
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.waitForURL('**/settings/you')

  await page.goto('/settings/you')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const last = page.getByRole('dialog', { name: 'Delete your account?' })
  await last.getByLabel(/Type/).fill(account.email)
  await page.assertUsable('the question whether to delete the account')
  await last.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL('**/sign-in')
  const people = await db.selectFrom('persons').select('email').execute()
  assert.ok(people.every(({ email }) => email !== account.email))
  page.assertQuiet()
})
