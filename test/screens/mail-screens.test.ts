import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliverDueMails } from '#/platform/mail/outbox/deliver-due.ts'
import { answerAsked } from '#/people/mails/answer-asked.ts'
import { addOperator } from '#/people/operators.ts'
import { headerOf, startMailServer, textOf } from '../fakes/mail-server.ts'
import { PHONE, startBrowser } from '../support/chromium.ts'
import { account, givenAccount, PASSWORD } from '../support/given-account.ts'
import { startProduct } from '../support/product.ts'

// An instance that begins to send mail, and what people then do with it. The tests depend on their order.

const { settings, caught, mischief } = await startMailServer()
const publicUrl = 'https://budget.example.com'
const product = await startProduct({ limited: false, mail: { server: null, publicUrl } })
const { runtime } = product
const ada = await givenAccount(product)
await addOperator(runtime, ada.who.person.id)
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const owner = await browser.open({ url, cookie: `earmark_session=${ada.cookie()}` })

/** The mails that are due, once they are sent. */
async function mails() {
  while ((await answerAsked(runtime)) + (await deliverDueMails(runtime)) > 0);
  return caught.splice(0)
}

/** The link of the only mail, as this server serves it. */
async function linkOf(to: string) {
  const [mail, ...others] = await mails()
  assert.deepEqual([mail?.to, others.length], [to, 0])
  const link = new URL(/https:\/\/budget\.example\.com\/\S+/.exec(textOf(mail!))![0])
  return link.pathname + link.hash
}

test('an operator sets the mail server, and sees why a trial fails', async () => {
  await owner.goto('/settings/mail')
  await owner.getByText('Earmark sends no mail').waitFor()
  await owner.getByLabel('Mail server').fill(settings.host)
  await owner.getByLabel('Encryption').selectOption('none')
  await owner.getByLabel('Port').fill('1')
  await owner.getByLabel('Sender').fill('not an address')
  const save = () => owner.getByRole('button', { name: 'Save', exact: true }).click()
  await save()
  await owner.getByRole('alert').first().waitFor()
  await owner.getByLabel('Sender').fill(settings.from)
  await save()
  await owner.getByText('Saved', { exact: true }).waitFor()
  const trial = owner.getByRole('button', { name: 'Send a test to me' })
  await trial.click()
  await owner.getByText('The mail server cannot be reached. Check name and port.').waitFor()
  await owner.assertAccessible('a trial that failed')
  await owner.getByLabel('Port').fill(String(settings.port))
  await save()
  await trial.click()
  await owner.getByText(`The mail server took a mail to ${account.email}.`).waitFor()
  assert.deepEqual(
    (await mails()).map(({ to }) => to),
    [account.email],
  )
})

test('somebody who forgot their password gets in by a mailed link, on a phone', async () => {
  const page = await browser.open({ url, viewport: PHONE })
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.assertAccessible('a forgotten password')
  await page.getByLabel('Email').fill(account.email.toUpperCase())
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await page.getByText(/If an account has this address/).waitFor()
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await page.goto(await linkOf(account.email))
  await page.getByText(`For ${account.email}`).waitFor()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForURL(`${url}/`)
  const [warning] = await mails()
  assert.equal(headerOf(warning!, 'subject'), 'New sign-in to Earmark')
  page.assertQuiet()
})

test('an invitation by mail shows how its mail fares, and why it failed', async () => {
  const body = { email: account.email, password: PASSWORD }
  assert.equal((await ada.request('POST', '/sign-in', { body })).status, 200)
  await mails()
  const page = await browser.open({ url, cookie: `earmark_session=${ada.cookie()}` })
  await page.goto('/settings/people')
  const invite = async (email: string) => {
    await page.getByRole('button', { name: 'Invite someone' }).click()
    const form = page.getByRole('dialog', { name: 'Invite someone' })
    await form.getByLabel('Only for this email (optional)').fill(email)
    await form.getByRole('checkbox', { name: 'Mail the link to this address too' }).waitFor()
    await form.getByRole('button', { name: 'Create link' }).click()
    await page.getByText('It is also on its way by mail.').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
  }
  await invite('bo@example.com')
  const row = (email: string) => page.getByRole('listitem').filter({ hasText: email })
  await row('bo@example.com').getByText('Mail waits').waitFor()
  const link = await linkOf('bo@example.com')
  // The list is read again by itself.
  await row('bo@example.com').getByText('Sent by mail').waitFor()
  mischief.recipients = [550]
  await invite('nobody@example.com')
  await mails()
  await page.reload()
  await row('nobody@example.com').getByText('Mail failed').waitFor()
  await row('nobody@example.com')
    .getByText(/No such user here/)
    .waitFor()
  await page.assertAccessible('invitations by mail')
  await row('nobody@example.com').getByRole('button', { name: 'Mail again' }).click()
  await page.getByText('A new link is on its way. The old one no longer works.').waitFor()
  const [again, ...others] = await mails()
  assert.deepEqual([again?.to, others.length], ['nobody@example.com', 0])
  await row('nobody@example.com').getByText('Sent by mail').waitFor()
  const bo = await browser.open({ url })
  await bo.goto(link)
  await bo.getByRole('heading', { name: 'Join Home' }).waitFor()
  assert.equal(await bo.getByLabel('Email').inputValue(), 'bo@example.com')
})

test('an address gets notices by a link, also in a browser that signs in first, and can end them', async () => {
  const page = await browser.open({ url, cookie: `earmark_session=${ada.cookie()}` })
  await page.goto('/settings/notices')
  await page.getByText(/They begin when you save/).waitFor()
  await page.getByRole('button', { name: 'Add a way' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a way' })
  await dialog.getByLabel('Service').selectOption('mail')
  await dialog.getByLabel('Name', { exact: true }).fill('My mail')
  await dialog.getByLabel('Mail address').fill('ada@home.example')
  await dialog.getByRole('button', { name: 'Add a way' }).click()
  await page.getByText(/Open the link in the mail that we sent/).waitFor()
  const phone = await browser.open({ url, viewport: PHONE })
  await phone.goto(await linkOf('ada@home.example'))
  await phone.getByLabel('Email').fill(account.email)
  await phone.getByLabel('Password').fill(PASSWORD)
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await phone.getByText('Notices now reach you by mail.').waitFor()
  // The page is read again after it has said so.
  await phone.getByText(/They begin when you save/).waitFor({ state: 'detached' })
  assert.equal(new URL(phone.url()).hash, '', 'the secret leaves the address')
  await mails()
  await phone.getByRole('button', { name: 'Test My mail' }).click()
  await phone.getByText('Test sent').waitFor()
  const [notice] = caught.splice(0)
  const unsubscribe = headerOf(notice!, 'list-unsubscribe')!.slice(1, -1)
  await phone.goto(new URL(unsubscribe).pathname)
  await phone.assertUsable('the end of mails')
  await phone.getByRole('button').click()
  await phone.getByText(/No more mails/).waitFor()
  await page.reload()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'My mail' })
    .getByText('Gone', { exact: true })
    .waitFor()
  phone.assertQuiet()
})
