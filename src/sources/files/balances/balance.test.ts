import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accounts } from '#/budget/accounts/contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { budget } from '../../../../test/support/given.ts'
import { givenConnection } from '../../../../test/support/given-connection.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { importsApp } from '#/sources/files/app-contract.ts'
import { importNextFile } from '#/sources/files/import-next-file.ts'

// The account Checking is kept by hand and begins with 3,000.00.

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })

async function givenAccount() {
  const loaded = await product.household(budget)
  const householdId = loaded.household_id
  const memberId = loaded.members['ada']!
  const member = await product.member(householdId, memberId)
  const imports = member.client(importsApp)
  const checking = loaded.accounts['checking']!
  const balance = async (id = checking) =>
    (await member.client(accounts).listAccounts({})).find((one) => one.id === id)!.balance
  return {
    householdId,
    memberId,
    checking,
    imports,
    balance,
    books: () => assertBooks(product.db, householdId),
    edit: member.client(transactions),
    app: member.client(transactionsApp),
    list: async () =>
      (await member.client(transactions).listTransactions({ query: { limit: 100 } })).data,
    undo: (id: string) => imports.undoImport({ params: { id } }),
    /** Imports a file and compares the result with the preview. */
    take: async (text: string, chosen: number | null = null, account = checking) => {
      const { id } = await imports.uploadImport({
        query: { account_id: account, file_name: 'statement' },
        body: Buffer.from(text),
      })
      const params = { id }
      const preview = await imports.previewImport({ params, body: { balance: chosen } })
      await imports.commitImport({ params })
      await importNextFile(product.runtime)
      assert.equal((await imports.showImport({ params })).status, 'done')
      if (preview.balance) assert.equal(await balance(account), preview.balance.after)
      await assertBooks(product.db, householdId)
      return { id, preview }
    },
  }
}

const csv = (...rows: readonly string[]) => `Date,Description,Amount\n${rows.join('\n')}\n`

const ofx = (rows: readonly (readonly [string, string])[], ledger: readonly [string, string]) =>
  `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>${rows
    .map(
      ([day, amount]) =>
        `<STMTTRN><DTPOSTED>${day}<TRNAMT>${amount}<FITID>${day}${amount}<NAME>SHOP</STMTTRN>`,
    )
    .join('\n')}</BANKTRANLIST>
<LEDGERBAL><BALAMT>${ledger[1]}<DTASOF>${ledger[0]}120000[+1:CET]</LEDGERBAL></STMTRS></OFX>`

test('new rows change the balance, known ones do not, and an undo reverts the change', async () => {
  const given = await givenAccount()
  const first = await given.take(csv('2026-03-02,Coffee,-4.50', '2026-03-03,Salary,2100.00'))
  assert.equal(await given.balance(), 300_000 - 450 + 210_000)
  assert.deepEqual(first.preview.balance, {
    now: 300_000,
    after: 509_550,
    stated: null,
    stated_day: null,
    last_day: '2026-03-03',
    is_known: true,
  })
  await given.take(csv('2026-03-02,Coffee,-4.50', '2026-03-04,Tea,-3.00'))
  assert.equal(await given.balance(), 509_250)
  const [tea] = (await given.list()).filter(({ concept }) => concept === 'Tea')
  await given.edit.editTransaction({ params: { id: tea!.id }, body: { amount: -400 } })
  assert.equal(await given.balance(), 509_150)
  const [coffee] = (await given.list()).filter(({ concept }) => concept === 'Coffee')
  await given.app.removeTransaction({ params: { id: coffee!.id } })
  assert.equal(await given.balance(), 509_600)
  await given.undo(first.id)
  assert.equal(await given.balance(), 300_000 - 400)
  await given.books()
})

test('a stated balance replaces the sum of the rows, and an older one is ignored', async () => {
  const given = await givenAccount()
  await given.edit.recordTransaction({
    body: {
      account_id: given.checking,
      amount: -1_000,
      concept: 'Cash',
      booked_at: '2026-03-12' as never,
    },
  })
  const march = await given.take(ofx([['20260310', '-20.00']], ['20260311', '500.00']))
  // The stated balance does not include the later transaction.
  assert.equal(await given.balance(), 50_000 - 1_000)
  assert.deepEqual(
    [march.preview.balance?.stated, march.preview.balance?.stated_day],
    [50_000, '2026-03-11'],
  )
  const january = await given.take(ofx([['20260110', '-7.00']], ['20260131', '900.00']))
  assert.equal(january.preview.balance?.stated, null)
  assert.equal(await given.balance(), 49_000)
  await given.take(csv('2026-03-11,Included,-1.00', '2026-03-15,Later,-2.00'))
  assert.equal(await given.balance(), 48_800)
  await given.undo(march.id)
  // All rows count again. The balance of January was outdated when it was imported, so it was not stored.
  assert.equal(await given.balance(), 300_000 - 1_000 - 700 - 100 - 200)
  await given.books()
})

test('undoing an earlier statement keeps the later balance; undoing both restores the first', async () => {
  const given = await givenAccount()
  const first = await given.take(ofx([['20260210', '-20.00']], ['20260228', '500.00']))
  const second = await given.take(ofx([['20260310', '-30.00']], ['20260315', '470.00']))
  assert.equal(await given.balance(), 47_000)
  await given.undo(first.id)
  assert.equal(await given.balance(), 47_000)
  await given.undo(second.id)
  assert.equal(await given.balance(), 300_000)
  const third = await given.take(csv('2026-03-12,Shop,-5.00'), 123_456)
  assert.equal(await given.balance(), 123_456)
  assert.equal((await given.imports.showImport({ params: { id: third.id } })).balance, 123_456)
  await given.books()
})

const camt = (...entries: readonly string[]) => `<?xml version="1.0"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt><Rpt>
<Acct><Id><IBAN>ES7921000813610123456789</IBAN></Id></Acct>${entries.join('')}</Rpt></BkToCstmrAcctRpt></Document>`
const entry = (amount: string, side: 'DBIT' | 'CRDT', status: 'PDNG' | 'BOOK') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>${status}</Sts>
<BookgDt><Dt>2026-03-10</Dt></BookgDt><AcctSvcrRef>${side}</AcctSvcrRef></Ntry>`
const closing = `<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">80.00</Amt>
<CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-03-11</Dt></Dt></Bal>`

test('pending spending counts at once, pending income when booked, and debt is negative', async () => {
  const given = await givenAccount()
  await given.take(camt(entry('60.00', 'DBIT', 'PDNG'), entry('9.00', 'CRDT', 'PDNG')))
  assert.equal(await given.balance(), 294_000)
  await given.take(camt(entry('58.00', 'DBIT', 'BOOK'), entry('9.00', 'CRDT', 'BOOK')))
  assert.equal(await given.balance(), 300_000 - 5_800 + 900)
  await given.take(camt(closing, entry('1.00', 'CRDT', 'BOOK')))
  assert.equal(await given.balance(), -8_000)
})

test('a file does not change the balance of an account that a bank reports', async () => {
  const given = await givenAccount()
  const connected = await givenConnection(product.runtime, { ...given, accounts: 1 })
  const bank = connected.accounts[0]!
  const before = await given.balance(bank)
  const { preview, id } = await given.take(
    ofx([['20260310', '-20.00']], ['20260311', '5.00']),
    null,
    bank,
  )
  assert.equal(preview.balance, null)
  assert.equal(await given.balance(bank), before)
  await given.undo(id)
  assert.equal(await given.balance(bank), before)
})
