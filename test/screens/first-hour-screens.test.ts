import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadDemo } from '#/documents/demo/demo.ts'
import { markDemo } from '#/people/mark-demo.ts'
import { actFor } from '#/app/cli/budgeting/act-for.ts'
import { membersApp } from '#/people/members/app-contract.ts'
import { createInvitation } from '#/people/members/invite.ts'
import { DESKTOP, PHONE, startBrowser, type TestPage } from '../support/chromium.ts'
import { regular } from '../support/given-regular.ts'
import { importing } from '../support/importing.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-11-22T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

async function given(document: Parameters<typeof product.household>[0]) {
  const { household_id, members } = await product.household(document)
  return product.member(household_id, members['ada']!)
}

const file = (name: string, text: string) => {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
}

const november = `Date,Description,Amount
2026-11-02,Tram Stop Coffee,-4.50
2026-11-03,Salary,2100.00
`

const steps = (page: TestPage) => page.getByRole('region', { name: 'Your first steps' })
const hero = (page: TestPage) => page.getByRole('region', { name: 'Free to spend' })

/** Records every amount that Home’s large figure shows, in the page itself. */
const RECORD = `(() => {
  window.seen = []
  const look = () => {
    const figure = document.querySelector('[aria-label="Free to spend"] .money')
    const text = figure?.textContent ?? ''
    if (text !== window.seen.at(-1)) window.seen.push(text)
    requestAnimationFrame(look)
  }
  look()
})()`

test('a first visit draws the sign-in at once, without a refused request', async () => {
  const page = await browser.open({ url })
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  await page.goto('/plan')
  await page.waitForURL('**/sign-in?to=%2Fplan')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.settled()
  assert.deepEqual(refused, [])
  page.assertQuiet()
})

test('the demo’s link opens the demo at once, and says so when it is used up', async () => {
  const { loaded } = await loadDemo(product.runtime, { seed: 'earmark', transactionCount: 20 })
  await markDemo(product.runtime, loaded.household_id)
  const made = await actFor(product.runtime, loaded.household_id, {
    endpoint: membersApp.createInvitation,
    verb: createInvitation,
    input: { body: { role: 'owner' as const, member_id: loaded.members['alex']! } },
  })
  const { token } = membersApp.createInvitation.response.parse(made)
  const page = await browser.open({ url })
  await page.goto(`/demo#k=${token!}`)
  await page.getByText('Demo household: try anything').waitFor()
  await hero(page).waitFor()
  const other = await browser.open({ url, locale: 'es-ES' })
  await other.goto(`/demo#k=${token!}`)
  await other.getByRole('alert').getByText('ya se ha usado o ha caducado').waitFor()
  await other.assertUsable('a used link to the demo')
  await other.getByRole('link', { name: 'Abrir Earmark' }).click()
  await other.waitForURL('**/sign-in')
  page.assertQuiet()
})

test('without an account no number is claimed, and the ghost leads to the next step', async () => {
  const ada = await given({})
  for (const viewport of [PHONE, DESKTOP]) {
    const page = await browser.open({ url, cookie: ada.cookie, viewport })
    await page.goto('/')
    await steps(page).waitFor()
    const next = page.getByRole('figure').getByRole('button', { name: 'Where is your money?' })
    await next.press('Enter')
    await page.until(`document.activeElement?.textContent === 'Connect a bank'`)
    assert.doesNotMatch(await page.locator('body').innerText(), /€/)
    await page.assertUsable('Home without an account')
    page.assertQuiet()
  }
})

/** True if the number beside the navigation stands on green, or is green itself. */
const IS_GREEN = `(() => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.cssText = 'color: var(--free); background: var(--free-soft)'
  const green = getComputedStyle(probe)
  const figure = document.querySelector('nav').parentElement.parentElement.querySelector('.money')
  const own = [getComputedStyle(figure).color, getComputedStyle(figure.parentElement).backgroundColor]
  const found = [own[0] === green.color, own[1] === green.backgroundColor]
  probe.remove()
  if (found[0] !== found[1]) throw new Error(own.join(' on '))
  return found[0]
})()`

test('accounts alone show what is in the bank, and say what is not known', async () => {
  const ada = await given(regular)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/')
  await hero(page).getByText('In the bank').waitFor()
  await hero(page).getByText('€2,500.00').waitFor()
  await hero(page).getByText('needs your payday and your bills').waitFor()
  assert.equal(await page.evaluate(IS_GREEN), false)
  assert.equal(await page.getByText(/a day until/).count(), 0)
  await steps(page).getByRole('button', { name: 'Yes, add Nimbus Works' }).click()
  await hero(page).getByText('still needs your bills').waitFor()
  await page
    .getByRole('figure')
    .getByRole('button', { name: 'Which bills do you pay regularly?' })
    .waitFor()
  await page.assertUsable('Home with accounts and a payday')
  // People who want no bills get their number all the same.
  await steps(page).getByRole('button', { name: 'Hide these steps' }).click()
  await hero(page).getByText('In the bank').last().waitFor()
  await page.getByText(/a day until/).waitFor()
  assert.equal(await page.evaluate(IS_GREEN), true)
  assert.equal(await page.getByRole('heading', { name: /Here is your number/ }).count(), 0)
  page.assertQuiet()
})

test('the number comes down bill by bill, each tile lands, and the end says the number', async () => {
  const ada = await given(regular)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  await steps(page).getByRole('button', { name: 'Yes, add Nimbus Works' }).click()
  await steps(page).getByRole('list', { name: 'Regular bills' }).waitFor()
  await page.evaluate(RECORD)
  await steps(page)
    .getByRole('button', { name: /^Set aside for 3/ })
    .click()
  await page.getByRole('link', { name: /^Rent, €900.00 due 1 Dec, €900.00 set aside/ }).waitFor()
  const end = page.getByRole('region', { name: /Here is your number: €1,279.33/ })
  await end.waitFor()
  await page.until(`document.activeElement?.id === 'closing'`)
  const seen = await page.evaluate<string[]>('window.seen')
  const cents = seen.map((text) => Number(text.replaceAll(/\D/g, '')))
  assert.deepEqual([cents[0], cents.at(-1)], [250_000, 127_933])
  // It counts: many amounts on the way, never up, and it rests on the amount after each bill.
  assert.ok(cents.length > 6, seen.join(' '))
  assert.ok(
    cents.every((amount, index) => index === 0 || amount < cents[index - 1]!),
    seen.join(' '),
  )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.assertUsable('the end of the first steps')
  await end.getByRole('button', { name: 'Done' }).press('Enter')
  await end.waitFor({ state: 'detached' })
  page.assertQuiet()
})

test('a bill with another name is marked as taken while the others are taken', async () => {
  const ada = await given(regular)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  await steps(page).getByRole('button', { name: 'Yes, add Nimbus Works' }).click()
  const bills = steps(page).getByRole('list', { name: 'Regular bills' })
  const first = bills.getByRole('listitem').first()
  await first.getByRole('button', { name: /^Edit/ }).click()
  await page.getByLabel('Name', { exact: true }).fill('Our flat')
  await page.getByRole('button', { name: 'Done' }).click()
  await steps(page)
    .getByRole('button', { name: /^Set aside for 3/ })
    .click()
  await bills.getByRole('checkbox', { name: 'Our flat', disabled: true }).waitFor()
  await page.getByRole('heading', { name: /Here is your number/ }).waitFor()
  page.assertQuiet()
})

test('with reduced motion the number changes at once', async () => {
  const ada = await given(regular)
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/')
  await steps(page).getByRole('button', { name: 'Yes, add Nimbus Works' }).click()
  const bills = steps(page).getByRole('list', { name: 'Regular bills' })
  for (const name of ['Lumina Energia', 'Atalaya Seguros']) {
    await bills.getByRole('checkbox', { name }).press('Space')
  }
  await page.evaluate(RECORD)
  await steps(page).getByRole('button', { name: 'Set aside for 1 bill' }).click()
  await page.getByRole('heading', { name: /Here is your number/ }).waitFor()
  assert.deepEqual(await page.evaluate('window.seen'), ['€2,500.00', '€1,600.00'])
  page.assertQuiet()
})

test('the balance that a file lacks is asked for in the preview and counts once answered', async () => {
  const ada = await given({})
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/accounts/import')
  await page
    .locator('input[type=file]')
    .setInputFiles(file('Northbank_Activity_2026-11.csv', november))
  assert.equal(await page.getByLabel('Account name').inputValue(), 'Northbank')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: 'How much is in Northbank?' }).waitFor()
  await page.assertUsable('the question for the balance')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter an amount.').waitFor()
  await page.getByLabel('Balance on 3 November 2026').fill('5000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('as you entered it, on 3 November 2026').waitFor()
  await page.getByRole('button', { name: 'Import 2 transactions' }).click()
  const report = page.getByRole('heading', { name: '2 transactions imported' })
  await importing(product.runtime, report.waitFor())
  assert.equal(await page.getByRole('heading', { name: /How much is in/ }).count(), 0)
  await page.getByRole('link', { name: 'Continue' }).click()
  await hero(page).getByText('€5,000.00').waitFor()
  page.assertQuiet()
})

test('an unanswered balance is asked again on the report and on Home, and none is claimed', async () => {
  const ada = await given({})
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/accounts/import')
  await page.locator('input[type=file]').setInputFiles(file('Northbank.csv', november))
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Import 2 transactions' }).click()
  const question = page.getByRole('region', { name: 'How much is in Northbank?' })
  await importing(product.runtime, question.waitFor())
  await page.assertUsable('the report with a question')
  await page.getByRole('link', { name: 'Continue' }).click()
  await hero(page).getByText('Not known yet').waitFor()
  await page.assertUsable('Home with an unknown balance')
  assert.equal(await hero(page).getByText('€').count(), 0)
  // The sum of the rows may be the answer, knowingly.
  await question.getByRole('button', { name: 'Keep €2,095.50, the sum of the rows' }).click()
  await hero(page).getByText('€2,095.50').waitFor()
  await question.waitFor({ state: 'detached' })
  page.assertQuiet()
})

const card = (day: string) => `Date,Description,Amount
${day},Noodles,62.50
${day},Bagels,4.50
`

test('several files are imported in one go, with a question where one is unclear', async () => {
  const ada = await given({})
  const page = await browser.open({ url, cookie: ada.cookie, viewport: PHONE })
  await page.goto('/accounts/import')
  await page
    .locator('input[type=file]')
    .setInputFiles([
      file('Northbank_2026-11.csv', november),
      file('River Visa 2026-10.csv', card('2026-10-18')),
      file('letter.csv', '%PDF-1.7'),
      file('River Visa 2026-11.csv', card('2026-11-18')),
      file('not-wanted.csv', november),
    ])
  await page.getByRole('button', { name: 'Remove not-wanted.csv' }).click()
  const into = (name: string) => page.getByLabel(`Account of ${name}`).locator('option:checked')
  assert.equal(await into('River Visa 2026-11.csv').innerText(), 'New: River Visa')
  await page.assertUsable('several files')
  await page.getByRole('button', { name: 'Import 4 files' }).click()
  const question = page.getByRole('region', { name: 'Which one is right?' })
  await importing(product.runtime, question.waitFor())
  await page.getByText('File 2 of 4').waitFor()
  await page.getByText('Needs an answer').waitFor()
  await question.getByRole('button', { name: 'This is right: Spending has no minus' }).click()
  await page.getByRole('button', { name: 'Import 2 transactions' }).click()
  // The answer holds for the second file of the card, which goes into the same account without a question.
  await importing(
    product.runtime,
    page.getByRole('heading', { name: '6 transactions imported from 3 files' }).waitFor(),
  )
  await page.getByText('1 file was not imported. The others are not affected.').waitFor()
  await page.getByText('A PDF cannot be imported').waitFor()
  await page.assertUsable('the report of several files')
  const { body } = await ada.request<{ name: string; type: string }[]>('GET', '/accounts')
  assert.deepEqual(body.map(({ name, type }) => `${name} ${type}`).toSorted(), [
    'Northbank depository',
    'River Visa credit',
  ])
  await page.getByLabel('Owed on 18 November 2026').fill('134')
  await page
    .getByRole('region', { name: 'How much do you owe on River Visa?' })
    .getByRole('button', { name: 'Save' })
    .click()
  await page
    .getByRole('region', { name: 'How much do you owe on River Visa?' })
    .waitFor({ state: 'detached' })
  const after = await ada.request<{ name: string; balance: number }[]>('GET', '/accounts')
  assert.equal(after.body.find(({ name }) => name === 'River Visa')?.balance, -13_400)
  page.assertQuiet()
})

test('every account of a file in a queue is reported, with its undo and its balance', async () => {
  const ada = await given({})
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/accounts/import')
  const part = (
    number: string,
  ) => `<STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>${number}</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><DTPOSTED>20261102<TRNAMT>-5.00<FITID>1<NAME>Kiosk</STMTTRN></BANKTRANLIST></STMTRS>`
  await page
    .locator('input[type=file]')
    .setInputFiles([
      file('Maple.ofx', `OFXHEADER:100\n\n<OFX>${part('111')}${part('222')}</OFX>`),
      file('Northbank.csv', november),
    ])
  await page.getByRole('button', { name: 'Import 2 files' }).click()
  const group = page.getByRole('group', { name: 'Where does each account go?' })
  await group.getByLabel('222').selectOption('New account…')
  await group.getByRole('button', { name: 'Continue' }).click()
  for (const number of ['111', '222']) {
    await page.getByText(`Account ${number} of the file`).waitFor()
    const confirm = page.getByRole('button', { name: 'Import 1 transaction' })
    await confirm.click()
    await importing(product.runtime, confirm.waitFor({ state: 'detached' }))
  }
  await importing(
    product.runtime,
    page.getByRole('heading', { name: '4 transactions imported from 2 files' }).waitFor(),
  )
  for (const name of ['Maple', '222', 'Northbank']) {
    await page.getByRole('heading', { name: `How much is in ${name}?` }).waitFor()
  }
  assert.equal(await page.getByRole('button', { name: /^Undo/ }).count(), 3)
  page.assertQuiet()
})

test('a file that cannot be read is skipped, and the files after it are imported', async () => {
  const ada = await given({})
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/accounts/import')
  await page
    .locator('input[type=file]')
    .setInputFiles([
      file('contacts.csv', 'Name,Phone\nAda,123\nBo,456\n'),
      file('Northbank.csv', november),
    ])
  await page.getByRole('button', { name: 'Import 2 files' }).click()
  await page.getByText('This file cannot be read yet.').waitFor()
  await page.getByText('Needs an answer').waitFor()
  await page.getByRole('button', { name: 'Skip this file' }).click()
  await importing(
    product.runtime,
    page.getByRole('heading', { name: '2 transactions imported from 1 file' }).waitFor(),
  )
  await page.getByText('Skipped').waitFor()
  page.assertQuiet()
})

test('a new account has the currency that its file says', async () => {
  const ada = await given({})
  const page = await browser.open({ url, cookie: ada.cookie })
  await page.goto('/accounts/import')
  const text = `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>CAD<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><DTPOSTED>20261102<TRNAMT>-5.00<FITID>1<NAME>Kiosk</STMTTRN></BANKTRANLIST></STMTRS>`
  await page.locator('input[type=file]').setInputFiles(file('maple.ofx', text))
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('cell', { name: '−$5.00' }).waitFor()
  page.assertQuiet()
})
