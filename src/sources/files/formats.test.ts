import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactions } from '#/budget/transactions/contract.ts'
import { givenFiles } from '../../../test/support/given-files.ts'
import { startProduct } from '../../../test/support/product.ts'
import { CLOSING, money, type Paid, paid } from '../../../test/support/statement-rows.ts'
import { writeMt940 } from '../../../test/support/write-mt940.ts'
import { writeWorkbook } from '../../../test/support/write-workbook.ts'
import { importNow } from '#/sources/files/at-once/import-now.ts'
import { importNextFile } from './import-next-file.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })

async function given() {
  const files = await givenFiles(product)
  const { imports, accountId: account_id } = files
  const upload = (content: string | Buffer) =>
    imports.uploadImport({
      query: { account_id, file_name: 'statement' },
      body: Buffer.from(content),
    })
  const finish = async (id: string) => {
    await imports.commitImport({ params: { id } })
    await importNextFile(product.runtime)
    return imports.showImport({ params: { id } })
  }
  return {
    ...files,
    upload,
    finish,
    import: async (content: string | Buffer) => finish((await upload(content)).id),
    now: (content: string | Buffer, acceptsGaps = false) =>
      importNow(product.runtime, {
        source: async function* () {
          yield Buffer.from(content)
        },
        fileName: 'statement',
        bytes: content.length,
        accountId: account_id,
        fileAccount: null,
        acceptsGaps,
      }),
    amounts: async () =>
      (await files.member.client(transactions).listTransactions({ query: { limit: 100 } })).data
        .map(({ amount, booked_at }) => `${booked_at} ${amount}`)
        .toSorted(),
  }
}

const expected = paid.map(([day, , cents]) => `${day} ${cents}`).toSorted()
const workbook = writeWorkbook([
  { name: 'Cover', rows: [['Harbour Bank']] },
  {
    name: 'Movements',
    rows: [
      ['Date', 'Description', 'Amount'],
      ...paid.map(([day, words, cents]) => [{ day }, words, cents / 100]),
    ],
  },
])
const entry = ([day, words, cents]: Paid, reference: string) =>
  `<Ntry><Amt Ccy="EUR">${money(Math.abs(cents))}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>
<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><AddtlNtryInf>${words}</AddtlNtryInf></Ntry>`
const camt = (kind: '053' | '054', references: string) => {
  const [message, part] =
    kind === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.08"><${message}><${part}>
<Acct><Id><IBAN>ES7921000813610123456789</IBAN></Id></Acct>
${paid.map((one, index) => entry(one, `${references}${index}`)).join('\n')}</${part}></${message}></Document>`
}
const qif = (name: string, rows: readonly Paid[]) =>
  `!Account\nN${name}\nTBank\n^\n!Type:Bank\n${rows.map(([day, words, cents]) => `D${day}\nT${money(cents)}\nP${words}\n^\n`).join('')}`

test('a workbook is previewed with its columns, imported whole, and known the second time', async () => {
  const files = await given()
  const preview = await files.upload(workbook)
  assert.equal(preview.format, 'xlsx')
  assert.deepEqual(preview.layout?.header, ['Date', 'Description', 'Amount'])
  assert.deepEqual(preview.sample[0], ['Date', 'Description', 'Amount'])
  assert.deepEqual(preview.counts, { total: 9, new: 9, known: 0, alike: 0 })
  const done = await files.finish(preview.id)
  assert.deepEqual([done.status, done.format, done.added], ['done', 'xlsx', 9])
  assert.deepEqual(await files.amounts(), expected)
  const again = await files.upload(workbook)
  assert.deepEqual(again.counts, { total: 9, new: 0, known: 9, alike: 0 })
})

test('a workbook without a header is imported once a person names its columns', async () => {
  const files = await given()
  const bytes = writeWorkbook([
    { name: 'Empty', rows: [] },
    { name: 'x', rows: paid.map(([day, words, cents]) => ['x', { day }, words, cents / 100, 7]) },
  ])
  const { id } = await files.upload(bytes)
  const none = { debit: null, credit: null, direction: null, merchant: null, currency: null }
  const columns = { ...none, date: 1, amount: 3, description: [2], balance: null }
  const preview = await files.imports.previewImport({
    params: { id },
    body: { mapping: { columns } },
  })
  assert.equal(preview.counts?.new, 9)
  await files.finish(id)
  assert.deepEqual(await files.amounts(), expected)
})

test('CAMT.054 beside CAMT.053 adds nothing, in any order and with other references', async () => {
  for (const [first, second] of [
    [camt('053', 'A'), camt('054', 'A')],
    [camt('053', 'A'), camt('054', 'B')],
    [camt('054', 'B'), camt('053', 'A')],
  ] as const) {
    const files = await given()
    assert.equal((await files.import(first)).added, 9)
    assert.equal((await files.import(second)).added, 0)
    assert.deepEqual(await files.amounts(), expected)
  }
})

test('an interim report of SWIFT and the statement of the same days add each payment once', async () => {
  const files = await given()
  assert.equal((await files.import(writeMt940({ balances: 'interim' }))).format, 'mt942')
  const done = await files.import(writeMt940())
  assert.deepEqual([done.format, done.added, done.balance], ['mt940', 0, CLOSING])
  assert.deepEqual(await files.amounts(), expected)
})

test('a statement that contradicts its own sums is refused, or shown to be confirmed', async () => {
  const files = await given()
  const text = writeMt940({ closing: CLOSING + 5 })
  await assert.rejects(files.now(text), {
    reason: { name: 'balances_differ', expected: '2016.66 EUR', stated: '2016.71 EUR' },
  })
  assert.deepEqual(await files.amounts(), [])
  assert.equal((await files.upload(text)).gaps.total, 1)
  assert.equal((await files.now(text, true)).added, 9)
})

test('of several accounts in a QIF file one must be chosen, and the others’ rows are counted', async () => {
  const files = await given()
  const { id, accounts, reason } = await files.upload(
    qif('Everyday', paid) + qif('Savings', paid.slice(0, 2)),
  )
  assert.equal(reason?.name, 'several_accounts')
  assert.deepEqual(
    accounts.map(({ number, total }) => [number, total]),
    [
      ['Everyday', 9],
      ['Savings', 2],
    ],
  )
  const chosen = { params: { id }, body: { file_account: 'Everyday' } }
  const preview = await files.imports.previewImport(chosen)
  assert.deepEqual(
    preview.skipped.map(({ reason: why, count }) => [why, count]),
    [['other_account', 2]],
  )
  await files.finish(id)
  assert.deepEqual(await files.amounts(), expected)
})

test('rows of one account are not taken unasked if the file names another one without rows', async () => {
  const files = await given()
  const text = `OFXHEADER:100\n\n<OFX>${['111', '222']
    .map((account, index) => {
      const row = `<STMTTRN><DTPOSTED>20260302<TRNAMT>-1.00<FITID>1<NAME>S</STMTTRN>`
      return `<STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>${index === 0 ? '' : row}</BANKTRANLIST></STMTRS>`
    })
    .join('')}</OFX>`
  const { accounts, reason } = await files.upload(text)
  assert.equal(reason?.name, 'several_accounts')
  assert.deepEqual(
    accounts.map(({ total }) => total),
    [0, 1],
  )
})

test('an open order of day and month in a QIF file is asked, and the answer is remembered', async () => {
  const files = await given()
  const text = (day: string) => `!Type:Bank\nD${day}\nT-1.00\nPShop\n^\n`
  const first = await files.upload(text('03/04/2026'))
  assert.equal(first.question?.kind, 'date_order')
  await assert.rejects(files.imports.commitImport({ params: { id: first.id } }))
  const params = { id: first.id }
  await files.imports.previewImport({ params, body: { mapping: { dateOrder: 'mdy' } } })
  await files.finish(first.id)
  assert.deepEqual(await files.amounts(), ['2026-03-04 -100'])
  const next = await files.upload(text('05/06/2026'))
  assert.deepEqual([next.question, next.rows[0]?.booked_at], [null, '2026-05-06'])
})

for (const [kind, content] of Object.entries({
  'a table of only a header': 'Date,Description,Amount\n',
  'a workbook of only a header': writeWorkbook([
    { name: 'Movements', rows: [['Date', 'Description', 'Amount']] },
  ]),
  'a QIF file of only its kind': '!Type:Bank\n',
}))
  test(`${kind} is refused, because it contains no transactions`, async () => {
    const files = await given()
    await assert.rejects(files.upload(content), /contains no transactions/)
    await assert.rejects(files.now(content), /contains no transactions/)
    assert.deepEqual(await files.amounts(), [])
  })

test('a header below all rows is reported, and the columns can be chosen', async () => {
  const files = await given()
  const preview = await files.upload(
    '2026-03-18,Corner Shop,-4.50\n2026-03-19,Harbour Cafe,-3.20\nDate,Description,Amount\n',
  )
  assert.deepEqual([preview.reason, preview.counts], [{ name: 'no_rows' }, null])
  await assert.rejects(files.finish(preview.id), /Choose its columns first/)
  assert.deepEqual(await files.amounts(), [])
})

test('a file whose rows are all left out is imported, and says which they are', async () => {
  const files = await given()
  const done = await files.now(
    'Date,Description,Amount,Status\n2026-03-18,Corner Shop,-4.50,Pending\n2026-03-19,Harbour Cafe,-3.20,Pending\n',
  )
  assert.equal(done.added, 0)
  assert.deepEqual(done.skipped, [{ reason: 'pending', count: 2, lines: [2, 3] }])
})
