import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startRestores } from '#/app/workers/restores.ts'
import { takeDueBackups } from '#/backups/automatic/take-due.ts'
import { saveBackup } from '#/backups/save-backup.ts'
import { makeLink } from '#/people/links.ts'
import { wait } from '#/platform/runtime/clock.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { isAlive } from '#/platform/runtime/is-alive.ts'
import { startBrowser as startAsking } from '../support/browser.ts'
import { startBrowser } from '../support/chromium.ts'
import { account, givenAccount, PASSWORD } from '../support/given-account.ts'
import { urlOf } from '../support/other-processes.ts'
import { startProduct } from '../support/product.ts'

const parent = mkdtempSync(join(tmpdir(), 'earmark-backup-screens-'))
after(() => rmSync(parent, { recursive: true }))
const folder = join(parent, 'backups')
const file = join(parent, 'all.backup')
const PASSPHRASE = 'the river runs to the sea'
const origin = { secrets: ['a master secret of the tests'], version: '1.2.3' }

const product = await startProduct({ limited: false, backups: { folder } })
const { runtime, db } = product
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const ada = await givenAccount(product)
const databaseUrl = await urlOf(db)
await sql`update schema_migrations set applied_at = ${runtime.now()}`.execute(db)
await saveBackup(
  { ...origin, databaseUrl, now: runtime.now() },
  { passphrase: PASSPHRASE },
  { file },
)

test('an operator sees the age of the last backup, asks for one, and reads why one failed', async () => {
  const page = await browser.open({ url, cookie: `earmark_session=${ada.cookie()}` })
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Backups' }).click()
  await page.getByText('No backup yet').waitFor()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByText('A backup is being written…').waitFor()
  await takeDueBackups(runtime, { ...origin, databaseUrl })
  await page.getByText('On request').waitFor()
  await page.getByText(/^Backed up/).waitFor()
  await page.assertUsable('backups')
  runtime.advance({ hours: 24 })
  const broken = { ...runtime, backups: { ...runtime.backups, folder: file } }
  await takeDueBackups(broken, { ...origin, databaseUrl })
  await page.reload()
  await page.getByText('The folder does not exist.').waitFor()
  await page.assertUsable('a failed backup')
  page.assertQuiet()
})

/** An instance in which nobody has an account, with a setup link. */
async function givenEmpty() {
  const dataFolder = mkdtempSync(join(parent, 'data-'))
  const empty = await startProduct({ limited: false, backups: { dataFolder } })
  const config = readConfig({ DATABASE_URL: await urlOf(empty.db), EARMARK_DATA: dataFolder })
  const host = { name: hostname(), pid: process.pid, isAlive }
  const settings = { config, databaseUrl: await urlOf(empty.db) }
  after(startRestores({ ...empty.runtime, host, wait }, settings))
  const { token } = await makeLink(empty.runtime, { purpose: 'setup', personId: null })
  const at = `http://localhost:${(await empty.listen()).port}`
  return { ...empty, dataFolder, at, link: `/setup#k=${token}`, token }
}

test('on the first visit a backup comes back, and its people sign in as before', async () => {
  const { at, link, dataFolder, ...empty } = await givenEmpty()
  const page = await browser.open({ url: at })
  await page.goto(link)
  await page.getByRole('button', { name: 'Restore a backup' }).click()
  await page.getByText('Choose a backup file').waitFor()
  await page.assertUsable('restoring on the first visit')
  const choose = page.getByLabel(/backup file|another file/)
  await choose.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('hi\n'),
  })
  await page.getByText('This file is not a backup of Earmark.').waitFor()
  await choose.setInputFiles(file)
  await page.getByText('Uploaded', { exact: true }).waitFor()
  await page.getByLabel('Passphrase').fill('not the right one at all')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('The passphrase is wrong, or the file was altered.').waitFor()
  await page.assertUsable('a wrong passphrase')
  await page.getByLabel('Passphrase').fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Everything is back' }).waitFor()
  await page.assertUsable('restored')
  assert.match(readFileSync(join(dataFolder, 'secret'), 'utf8'), /a master secret of the tests/)
  await page.getByRole('button', { name: 'Go to sign-in' }).click()
  await page.waitForURL(`${at}/sign-in`)
  const asking = startAsking(empty)
  const body = { email: account.email, password: PASSWORD }
  assert.equal((await asking.request('POST', '/sign-in', { body })).status, 200)
})

test('nobody uploads without a link, nor once somebody has an account', async () => {
  const { token, ...empty } = await givenEmpty()
  const asking = startAsking(empty)
  const begin = (body: object) => asking.request('POST', '/setup/restore', { body })
  assert.equal((await begin({ token: 'no such link' })).body.error.code, 'link_not_valid')
  const begun = await begin({ token })
  assert.equal(begun.status, 201)
  const id = String(begun.body['id'])
  const unknown = await asking.request('GET', `/setup/restore/${'x'.repeat(27)}`)
  assert.equal(unknown.status, 404)
  await givenAccount(empty)
  const start = await asking.request('POST', `/setup/restore/${id}/start`, {
    body: { passphrase: '' },
  })
  assert.equal(start.body.error.code, 'setup_done')
  assert.equal((await begin({ token })).body.error.code, 'setup_done')
})
