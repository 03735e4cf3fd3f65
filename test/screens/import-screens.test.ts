import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { importNextFile } from '#/sources/files/import-next-file.ts'
import { PHONE, startBrowser, type TestPage } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

async function givenPage(options: Partial<Parameters<typeof browser.open>[0]> = {}) {
  const loaded = await product.household({
    ...budget,
    accounts: [budget.accounts[0]!],
    expenses: [],
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const page = await browser.open({ url, cookie: member.cookie, ...options })
  return { page, householdId: loaded.household_id, checking: loaded.accounts['checking']! }
}

type Upload = { readonly name: string; readonly text: string }

async function choose(page: TestPage, { name, text }: Upload): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Preview' }).click()
}

const march = {
  name: 'march.csv',
  text: `Datum;Empfänger;Betrag
02.03.2026;Tram Stop Coffee;-4,50
02.03.2026;Tram Stop Coffee;-4,50
03.03.2026;Salary;2.100,00
`,
}

test('a file is previewed, imported and undone, and the balance follows', async () => {
  const { page } = await givenPage()
  await page.goto('/accounts')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import a file' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Choose a file first.').waitFor()
  await page.assertUsable('the choice of a file')
  await choose(page, march)
  await page.getByText('3 rows').first().waitFor()
  await page.getByText('02.03.2026 is 2 March 2026').first().waitFor()
  // 3,000.00 before, plus 2,091.00 from the file.
  await page.getByText('€5,091.00').waitFor()
  await page.getByText('Change', { exact: true }).click()
  await page.assertUsable('an import that is looked at')
  await page.getByRole('button', { name: 'Import 3 transactions' }).click()
  await page.getByText('Waiting to begin…').first().waitFor()
  await product.db
    .updateTable('imports')
    .set({ status: 'running', processed: 2, total: 3 })
    .where('status', '=', 'queued')
    .execute()
  await page.getByText('2 of 3 rows').first().waitFor()
  await page.assertUsable('an import under way')
  await product.db
    .updateTable('imports')
    .set({ status: 'queued' })
    .where('status', '=', 'running')
    .execute()
  await importNextFile(product.runtime)
  await page.getByRole('heading', { name: '3 transactions imported' }).waitFor()
  await page.assertUsable('the report')
  await page.getByRole('link', { name: 'See the transactions' }).click()
  await page.getByText('Salary').first().waitFor()
  await page.getByText('€5,091.00').first().waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  const question = page.getByRole('dialog', { name: 'Undo the import of march.csv?' })
  await page.assertAccessible('the question whether to undo')
  await question.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByText('3 transactions removed').waitFor()
  await page.getByRole('heading', { name: 'Undone' }).waitFor()
  await page.getByText('€3,000.00').first().waitFor()
  page.assertQuiet()
})

test('an unreadable file reports its line, and is read once the columns are named', async () => {
  const { page } = await givenPage()
  await page.goto('/accounts/import')
  await page.getByLabel('Account', { exact: true }).selectOption('New account…')
  await page.getByLabel('Account name').fill('Envelope')
  await choose(page, {
    name: 'broken.ofx',
    text: 'OFXHEADER:100\n\n<OFX><STMTRS>\n<STMTTRN><TRNAMT>1</STMTTRN></OFX>',
  })
  await page.getByRole('alert').getByText('Line 4: This transaction has no date.').waitFor()
  await page.assertAccessible('a file that is refused')
  assert.doesNotMatch(await page.getByLabel('Account', { exact: true }).innerText(), /Envelope/)
  await page.getByLabel('Account', { exact: true }).selectOption('Checking')
  await choose(page, { name: 'broken.csv', text: `${march.text}31.02.2026;Shop;-1,00\n` })
  await page.getByText('Line 5: The date “31.02.2026” in column “Datum” does not exist').waitFor()
  await page.assertUsable('a file with a fault')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, { name: 'bare.csv', text: '02/01/2026;Kiosk;4,50\n13/01/2026;Boots;60,00\n' })
  await page.getByText('Choose the columns yourself').waitFor()
  await page.getByLabel('Column 1').selectOption('Date')
  await page.getByLabel('Column 2').selectOption('Description')
  await page.getByLabel('Column 3').selectOption('Amount')
  await page.getByRole('button', { name: 'This is right: Spending has no minus' }).click()
  await page.getByRole('cell', { name: '−€60.00' }).waitFor()
  await page.getByRole('button', { name: 'Import 2 transactions' }).click()
  await page.getByText('Waiting to begin…').first().waitFor()
  await importNextFile(product.runtime)
  await page.getByRole('heading', { name: '2 transactions imported' }).waitFor()
  // The next file with the same columns is read in the same way.
  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, { name: 'next.csv', text: '14/01/2026;Kiosk;1,00\n13/01/2026;Boots;60,00\n' })
  await page.getByRole('button', { name: 'Import 1 transaction', exact: true }).waitFor()
  await page.getByText('from an earlier file', { exact: true }).waitFor()
  // A row that looks known can be marked as another payment.
  await page.getByText('Show', { exact: true }).first().click()
  await page.getByRole('checkbox', { name: /Boots.*Looks like: Boots.*from bare\.csv/ }).check()
  await page.getByText('Another payment, will be added').waitFor()
  await page.getByRole('button', { name: 'Import 2 transactions' }).waitFor()
  await page.assertUsable('a duplicate marked as different')
  await page.getByRole('checkbox').uncheck()
  await page.getByRole('button', { name: 'Import 1 transaction', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit balance' }).click()
  await page.getByLabel(/^Balance on/).fill('12.00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('as you entered it, on 14 January 2026').waitFor()
  page.assertQuiet()
})

test('a file dropped on an account’s transactions is imported into it, or cancelled', async () => {
  const { page, checking, householdId } = await givenPage()
  await page.goto(`/transactions?account_id=${checking}`)
  await page.getByRole('heading', { name: /No transactions match/ }).waitFor()
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    data.items.add(new File([${JSON.stringify(march.text)}], 'dropped.csv', { type: 'text/csv' }))
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.querySelector('main').dispatchEvent(
        new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    }
  })()`)
  await page.getByText('dropped.csv').waitFor()
  assert.equal(await page.getByLabel('Account', { exact: true }).inputValue(), checking)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Import 3 transactions' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
  assert.equal(await importNextFile(product.runtime), 0)
  const { rows } = await sql`select from transactions where household_id = ${householdId}`.execute(
    product.db,
  )
  assert.equal(rows.length, 0)
  // An undecided import stays in the list after the page is left.
  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, march)
  await page.getByRole('button', { name: 'Import 3 transactions' }).waitFor()
  await page.goto('/accounts/import')
  await page.getByRole('link', { name: 'Resume march.csv' }).click()
  await page.getByRole('button', { name: 'Import 3 transactions' }).waitFor()
  page.assertQuiet()
})

const card = {
  name: 'card.csv',
  text: `Date,Description,Amount
2026-03-18,Noodles,62.50
2026-03-12,Bagels,4.50
`,
}

test('a card file with an open sign is asked about, and one press on a phone answers', async () => {
  const { page } = await givenPage({ viewport: PHONE })
  await page.goto('/accounts/import')
  await page.getByLabel('Account', { exact: true }).selectOption('New account…')
  await page.getByLabel('Account name').fill('Card')
  await page.getByLabel('Kind').selectOption('Credit card')
  await choose(page, card)
  const question = page.getByRole('region', { name: 'Which one is right?' })
  const spent = question.getByRole('region', { name: 'Spending has no minus' })
  await spent.getByText('−€67.00').waitFor()
  await question.getByRole('region', { name: 'Spending has a minus' }).getByText('€67.00').waitFor()
  await page.assertUsable('two readings below each other')
  assert.equal(await page.getByRole('button', { name: /^Import/ }).count(), 0)
  await spent.getByRole('button', { name: 'This is right: Spending has no minus' }).press('Enter')
  await page.getByRole('cell', { name: '−€62.50' }).waitFor()
  await page.getByRole('button', { name: 'Import 2 transactions' }).click()
  await page.getByText('Waiting to begin…').first().waitFor()
  // The page learns late of the new account.
  const held = Promise.withResolvers<void>()
  await page.route('**/app/api/accounts', async (route) => {
    await held.promise
    await route.continue()
  })
  await importNextFile(product.runtime)
  const report = page.getByRole('heading', { name: '2 transactions imported' })
  await report.waitFor()
  await page.getByRole('button', { name: 'Import another file' }).click()
  await report.waitFor({ state: 'detached' })
  assert.equal(await page.locator('input[type=file]').count(), 0, 'it waits for the account')
  held.resolve()
  // The answer holds for the next file of this account.
  await choose(page, { ...card, text: card.text.replaceAll('2026-03', '2026-02') })
  await page.getByRole('button', { name: 'Import 2 transactions' }).waitFor()
  page.assertQuiet()
})

test('rows that are not bookings are listed with their reason and lines, and categories shown', async () => {
  const { page } = await givenPage()
  await page.goto('/accounts/import')
  await choose(page, {
    name: 'states.csv',
    text: `Date,Description,Amount,State,Category
2026-03-02,Tea,-1.00,COMPLETED,Eating out
2026-03-03,Cake,-2.00,PENDING,Eating out
2026-03-04,Rent,-3.00,REVERTED,Home
2026-03-05,Bus,-4.00,PENDING,Transport
2026-03-06,Pen,-5.00,COMPLETED,Office
`,
  })
  const skipped = '3 rows were skipped: 2 pending (lines 3, 5); 1 reverted (line 4).'
  await page.getByText(skipped).waitFor()
  await page.getByRole('cell', { name: 'Tea Eating out' }).waitFor()
  await page.getByText('Change', { exact: true }).click()
  assert.equal(await page.getByLabel('State', { exact: true }).inputValue(), 'status')
  assert.equal(await page.getByLabel('Category', { exact: true }).inputValue(), 'category')
  await page.assertUsable('rows that are skipped')
  await page.getByRole('button', { name: 'Import 2 transactions' }).click()
  await page.getByText('Waiting to begin…').first().waitFor()
  await importNextFile(product.runtime)
  await page.getByRole('heading', { name: '2 transactions imported' }).waitFor()
  await page.getByText(skipped).waitFor()
  page.assertQuiet()
})

const statement = (account: string, amount: string) =>
  `<STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><DTPOSTED>20260302<TRNAMT>${amount}<FITID>${amount}<NAME>Shop</STMTTRN></BANKTRANLIST>
<LEDGERBAL><BALAMT>750.00<DTASOF>20260304</LEDGERBAL></STMTRS>`

const given = (name: string, text: string) => {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) }
}
const several = given(
  'dos.qfx',
  `OFXHEADER:100\n\n<OFX>${statement('111', '-1.00')}${statement('222', '-2.00')}</OFX>`,
)

test('one of several accounts in a file is chosen by keyboard, in Spanish', async () => {
  const { page } = await givenPage({ locale: 'es-ES' })
  await page.goto('/')
  await page.getByRole('navigation').first().waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await page.getByRole('heading', { name: 'Importar extractos' }).waitFor()
  await page.getByLabel('Cuenta', { exact: true }).selectOption('Cuenta nueva…')
  await page.getByLabel('Nombre de la cuenta').fill('Sobre')
  const dropped = page.locator('input[type=file]')
  const whole = page.getByRole('button', { name: 'Vista previa' })
  await dropped.setInputFiles(given('extracto.pdf', '%PDF-1.7'))
  await whole.click()
  await page.getByRole('alert').getByText('Un PDF no se puede importar').waitFor()
  await dropped.setInputFiles(given('roto.ofx', `<OFX>${statement('1', '1.2.3')}</OFX>`))
  await whole.click()
  await page.getByText('Línea 2: El importe «1.2.3» no es un número.').waitFor()
  await dropped.setInputFiles(several)
  await whole.press('Enter')
  const group = page.getByRole('group', { name: '¿Adónde va cada cuenta?' })
  await group.getByLabel('111').selectOption('Checking')
  await group.getByLabel('222').selectOption('Sobre')
  await page.assertUsable('a file with several accounts')
  await group.getByRole('button', { name: 'Continuar' }).press('Enter')
  await page.getByText('Cuenta 222 del archivo').waitFor()
  await page.getByText('según el archivo, el 4 de marzo de 2026').waitFor()
  await page.getByRole('button', { name: 'Importar 1 movimiento' }).press('Enter')
  await page.getByText('Esperando para empezar…').first().waitFor()
  await importNextFile(product.runtime)
  await page.getByRole('heading', { name: '1 movimiento importado' }).waitFor()
  await page.getByText('saldo 750,00 € el 4 de marzo de 2026').waitFor()
  await page.getByRole('link', { name: 'Continuar con Checking' }).press('Enter')
  await page.getByText('Cuenta 111 del archivo').waitFor()
  await page.getByRole('button', { name: 'Importar 1 movimiento' }).waitFor()
  page.assertQuiet()
})
