import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { PHONE, startBrowser, type TestPage } from '../support/chromium.ts'
import { createTestDatabase } from '../support/database.ts'
import { account, PASSWORD } from '../support/given-account.ts'
import { CLIENT, startRealProvider } from '../support/oidc/real-provider.ts'
import { until } from '../support/other-processes.ts'
import { startServer } from '../support/server-process.ts'

// A household that signs in through its provider and in no other way: a server process as an operator starts it, a certified
// provider, and browsers. The tests depend on their order.

const { db, url: database } = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'earmark-only-'))
after(() => rmSync(folder, { recursive: true }))
const provider = await startRealProvider()
const env = {
  DATABASE_URL: database,
  EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
  EARMARK_OIDC_1_ISSUER: provider.issuer,
  EARMARK_OIDC_1_CLIENT_ID: CLIENT.id,
  EARMARK_OIDC_1_CLIENT_SECRET: CLIENT.secret,
  EARMARK_OIDC_1_NAME: 'Home ID',
  EARMARK_OIDC_ONLY: '1',
}
const server = await startServer(folder, env)
const url = `http://localhost:${new URL(server.url).port}`
provider.register(url)
const browser = await startBrowser()
const ada = await browser.open({ url })
const bo = await browser.open({ url, viewport: PHONE })

const enter = async (page: TestPage) =>
  page.getByRole('button', { name: 'Continue with Home ID' }).click()
const isHome = (page: TestPage) => page.waitForURL((at) => at.origin === url && at.pathname === '/')
const leave = async (page: TestPage) => {
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}
/** The next sensitive action needs a proof again. */
const forgetProofs = () =>
  sql`update sessions set proved_at = proved_at - interval '6 minutes'`.execute(db)

test('the first account comes from the provider, by the announced link', async () => {
  const link = () => /http\S+\/setup#k=[\w-]+/.exec(server.printed() + server.logged())?.[0]
  await until('the link is announced', () => link() !== undefined)
  await ada.goto(new URL(link()!).href.replace(new URL(link()!).origin, url))
  await ada.getByLabel('Your name').fill('Ada')
  await ada.getByLabel('Email').fill(account.email)
  assert.equal(await ada.getByLabel('Password').count(), 0)
  await ada.assertAccessible('the first account by a provider')
  provider.answers(false)
  await enter(ada)
  await ada.getByText('Your provider cannot be reached. Try again later.').waitFor()
  provider.answers(true)
  await enter(ada)
  await isHome(ada)
})

test('an invited member comes in through the provider, at phone width', async () => {
  await ada.goto('/settings/people')
  await ada.getByRole('button', { name: 'Invite someone' }).click()
  const form = ada.getByRole('dialog', { name: 'Invite someone' })
  await form.getByLabel('Only for this email (optional)').fill('bo@example.com')
  await form.getByRole('button', { name: 'Create link' }).click()
  const shown = ada.getByRole('dialog', { name: 'Invitation link' })
  const link = await shown.locator('code').innerText()
  await shown.getByRole('button', { name: 'Done' }).click()
  provider.signInAs('bo')
  await bo.goto(`/invite${new URL(link).hash}`)
  await bo.getByLabel('Your name').fill('Bo')
  await bo.assertAccessible('an invitation by a provider')
  await enter(bo)
  await isHome(bo)
  await bo.goto('/settings/people')
  await bo.getByText('Ada', { exact: true }).first().waitFor()
})

test('a sensitive action asks the provider, and the last way in stays', async () => {
  await forgetProofs()
  provider.signInAs('ada')
  await ada.goto('/settings/you')
  const forms = provider.forms()
  await ada.getByRole('list', { name: 'Logins' }).getByRole('button', { name: 'Unlink' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  const popup = ada.waitForEvent('popup')
  await ada.getByRole('button', { name: 'Use Home ID' }).click()
  await popup
  await ada
    .getByRole('alert')
    .filter({ hasText: /only way|last way/i })
    .waitFor()
  assert.equal(provider.forms(), forms + 1, 'the provider asked again')
  await ada.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await ada.getByRole('list', { name: 'Logins' }).getByText('Home ID').waitFor()
})

test('signing out goes to the provider and back; signing in again asks there', async () => {
  await leave(ada)
  await ada.waitForURL((at) => at.origin === provider.issuer)
  await ada.getByRole('button', { name: 'Yes, sign me out' }).click()
  await ada.waitForURL(`${url}/sign-in**`)
  const forms = provider.forms()
  await enter(ada)
  await isHome(ada)
  assert.equal(provider.forms(), forms + 1, 'the provider has no session any more')
})

test('signing out at the provider signs out here', async () => {
  await bo.goto(`${provider.issuer}/session/end`)
  await bo.getByRole('button', { name: 'Yes, sign me out' }).click()
  await until('the provider reports it', () =>
    /oidc\.logout\b.*sessions"?[=:]1/.test(server.logged()),
  )
  await bo.goto(`${url}/settings/you`)
  await bo.waitForURL('**/sign-in?to=*')
  await ada.reload()
  await isHome(ada)
})

test('a stranger with the address of an account gets in nowhere', async () => {
  const stranger = await browser.open({ url })
  provider.signInAs('stranger')
  await stranger.goto('/sign-in?to=//evil.example/x')
  await enter(stranger)
  await stranger.getByText('No account here is linked to this login.').waitFor()
  await stranger.goto('/')
  await stranger.waitForURL('**/sign-in')
})

test('a way back to another site leads home', async () => {
  provider.signInAs('bo')
  await bo.goto('/sign-in?to=//evil.example/x')
  await enter(bo)
  await bo.waitForURL((at) => at.origin === url && !/^\/(sign-in|oidc)/.test(at.pathname))
})

test('while the provider is away people stay signed in, and the operator lets others in', async () => {
  provider.answers(false)
  await ada.reload()
  await isHome(ada)
  const earmark = join(import.meta.dirname, '../../bin/earmark.js')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [earmark, 'reset-password', account.email, '--json'],
    { env: { ...process.env, ...env, EARMARK_DATA: folder, PUBLIC_URL: url } },
  )
  const elsewhere = await browser.open({ url })
  await elsewhere.goto((JSON.parse(stdout) as { url: string }).url)
  await elsewhere.getByLabel('Password').fill(PASSWORD)
  await elsewhere.getByRole('button', { name: 'Set password' }).click()
  await isHome(elsewhere)
  const answer = await elsewhere.request.post(`${url}/app/api/sign-in`, {
    data: { email: account.email, password: PASSWORD },
    headers: { origin: url },
  })
  assert.equal(answer.status(), 403, 'the new password opens no other door')
})
