import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accounts } from '#/budget/accounts/contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import type { ApiError } from '#/platform/contract/client.ts'
import { importsApp } from './app-contract.ts'
import { importNextFile } from './import-next-file.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })

async function givenAccount() {
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const imports = member.client(importsApp)
  const account_id = loaded.accounts['checking']!
  const query = (account: object) => ({ query: { file_name: 'statement', ...account } })
  return {
    imports,
    householdId: loaded.household_id,
    memberId: loaded.members['ada']!,
    accounts: async () =>
      (await member.client(accounts).listAccounts({}))
        .map(({ name, balance, currency }) => ({ name, balance, currency }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    uploadNew: (account: object, text: string) =>
      imports.uploadImport({ ...query(account), body: Buffer.from(text) }),
    upload: (text: string | Buffer) =>
      imports.uploadImport({
        query: { account_id, file_name: 'statement' },
        body: Buffer.from(text),
      }),
    finish: async (id: string) => {
      await imports.commitImport({ params: { id } })
      await importNextFile(product.runtime)
      return imports.showImport({ params: { id } })
    },
    list: async () =>
      (await member.client(transactions).listTransactions({ query: { limit: 100 } })).data,
    record: (amount: number, concept: string) =>
      member.client(transactions).recordTransaction({
        body: { account_id, amount, concept, booked_at: '2026-03-02' as never },
      }),
  }
}

const statement = (account: string, ...amounts: readonly string[]) =>
  `<STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>${amounts
    .map(
      (amount) =>
        `<STMTTRN><DTPOSTED>20260302<TRNAMT>${amount}<FITID>${account}${amount}<NAME>S</STMTTRN>`,
    )
    .join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>1${account}<DTASOF>20260303</LEDGERBAL></STMTRS>`
const ofx = (...statements: readonly string[]) =>
  `OFXHEADER:100\n\n<OFX>${statements.join('\n')}</OFX>`

test('only the chosen account of a file is imported, and the choice holds for the next file', async () => {
  const given = await givenAccount()
  const text = ofx(statement('111', '-1.00', '-2.00'), statement('222', '-9.00'))
  const preview = await given.upload(text)
  const params = { id: preview.id }
  assert.deepEqual(
    [preview.format, preview.accounts],
    [
      null,
      [
        { number: '111', total: 2, account_id: null },
        { number: '222', total: 1, account_id: null },
      ],
    ],
  )
  await assert.rejects(given.imports.commitImport({ params }), /cannot be read as it is/)
  const chosen = await given.imports.previewImport({ params, body: { file_account: '222' } })
  assert.deepEqual(
    [chosen.account, chosen.counts?.new, chosen.balance?.stated],
    ['222', 1, 122_200],
  )
  assert.equal((await given.finish(preview.id)).added, 1)
  assert.deepEqual(
    (await given.list()).map(({ amount }) => amount),
    [-900],
  )
  const next = await given.upload(
    ofx(statement('111', '-5.00'), statement('222', '-9.00', '-8.00')),
  )
  assert.deepEqual([next.account, next.counts?.new, next.counts?.known], ['222', 1, 1])
  const third = { params: { id: next.id }, body: { file_account: '333' } }
  const missing = await given.imports.previewImport(third)
  assert.match(missing.message!, /no account 333; it has 111, 222/)
})

test('a preview shows the fate of each row and the possible readings of dates and amounts', async () => {
  const given = await givenAccount()
  await given.record(-450, 'Coffee')
  const csv = 'Date,Description,Amount\n02/03/2026,Shop,"-4,50"\n03/03/2026,Shop,-1.234\n'
  const before = 'Date,Description,Amount\n25/02/2026,Shop,-1.00\n03/03/2026,Shop,"-1,234.00"\n'
  await given.finish((await given.upload(before)).id)
  const preview = await given.upload(`${csv}25/03/2026,Shop,-1.000\n`)
  assert.deepEqual(
    preview.rows.map(({ line, fate, amount }) => [line, fate, amount]),
    [
      [2, 'alike', -450],
      [3, 'known', -123_400],
      [4, 'new', -100_000],
    ],
  )
  assert.deepEqual(preview.examples, {
    dates: [
      { order: 'ymd', text: '02/03/2026', day: null },
      { order: 'dmy', text: '02/03/2026', day: '2026-03-02' },
      { order: 'mdy', text: '02/03/2026', day: '2026-02-03' },
    ],
    decimals: [
      { sign: ',', text: '-4,50', amount: -450 },
      { sign: '.', text: '-4,50', amount: null },
    ],
  })
})

test('a corrected encoding is used for the next file of that bank', async () => {
  const given = await givenAccount()
  const file = (...rows: readonly (readonly [string, string])[]) =>
    Buffer.concat([
      Buffer.from('Date;Nazev;Amount\n'),
      // “Café” in the encoding of the Macintosh, which nothing in the file tells from windows-1252.
      ...rows.flatMap(([day, amount]) => [
        Buffer.from(`${day};`),
        Buffer.from([0x43, 0x61, 0x66, 0x8e]),
        Buffer.from(`;${amount}\n`),
      ]),
    ])
  const preview = await given.upload(file(['2026-03-02', '-4,50']))
  assert.equal(preview.encoding, 'windows-1252')
  const params = { id: preview.id }
  const columns = { ...preview.layout!.columns, description: [1] }
  const mapping = { encoding: 'macintosh' as const, columns, skipped: 1 }
  const corrected = await given.imports.previewImport({ params, body: { mapping } })
  assert.equal(corrected.rows[0]!.concept, 'Café')
  await given.finish(preview.id)
  const next = await given.upload(file(['2026-03-02', '-4,50'], ['2026-03-05', '-6,00']))
  assert.deepEqual([next.encoding, next.rows[1]!.concept], ['macintosh', 'Café'])
  assert.deepEqual([next.counts?.known, next.counts?.new], [1, 1])
})

test('a fault of a CSV file names its line, and the preview shows the guessed columns', async () => {
  const given = await givenAccount()
  const preview = await given.upload('Datum;Betrag\n02.03.2026;-4,50\n31.02.2026;-1,00\n')
  assert.deepEqual([preview.format, preview.line, preview.layout?.columns.date], [null, 3, 0])
  assert.match(preview.message!, /31\.02\.2026/)
  assert.deepEqual(preview.reason, { name: 'dates_differ', date: '31.02.2026', column: 'Datum' })
  assert.deepEqual(preview.sample[2], ['31.02.2026', '-1,00'])
})

test('a file that no mapping can repair is refused with the line of its fault', async () => {
  const given = await givenAccount()
  const broken = 'OFXHEADER:100\n\n<OFX><STMTRS>\n<STMTTRN><TRNAMT>1</STMTTRN></STMTRS></OFX>'
  await assert.rejects(given.upload(broken), (error: ApiError) => {
    assert.equal(error.error?.message, 'Line 4: This transaction has no date.')
    const reason = { name: 'no_date' }
    assert.deepEqual(error.error.detail, { name: 'file_unreadable', line: 4, reason })
    return true
  })
  const amount = broken.replace('<TRNAMT>1', '<DTPOSTED>20260302\n<TRNAMT>4.5.0')
  const torn = 'Date,Description,Amount\n2026-03-02,Tea,-4.50\n2026-03-03,"Tea,-1.00\n'
  for (const [text, line, name] of [
    [amount, 5, 'not_an_amount'],
    [torn, 3, 'quote_open'],
  ] as const) {
    await assert.rejects(given.upload(text), (refused: ApiError) => {
      const detail = refused.error?.detail
      assert.ok(detail?.name === 'file_unreadable')
      assert.deepEqual([detail.line, detail.reason.name], [line, name])
      return true
    })
  }
})

test('a preview shows duplicates beside their twins, and marked ones are added', async () => {
  const given = await givenAccount()
  await given.record(-450, 'Coffee')
  const early = 'Date,Description,Amount\n2026-03-02,Shop,-9.00\n'
  await given.finish((await given.upload(early)).id)
  const text = `${early}2026-03-02,Tram Stop,-4.50\n2026-03-09,Shop,-1.00\n`
  const { id, counts, duplicates } = await given.upload(text)
  const params = { id }
  assert.deepEqual(counts, { total: 3, new: 1, known: 1, alike: 1 })
  assert.deepEqual(
    duplicates.map(({ position, line, fate, different, concept, twin, twin_line }) => [
      [position, line, fate, different, concept, twin_line],
      [
        twin?.concept,
        twin?.booked_at,
        twin?.amount,
        twin?.provider,
        twin?.file_name,
        twin?.deleted,
      ],
    ]),
    [
      [
        [2, 3, 'alike', false, 'Tram Stop', null],
        ['Coffee', '2026-03-02', -450, 'manual', null, false],
      ],
      [
        [1, 2, 'known', false, 'Shop', null],
        ['Shop', '2026-03-02', -900, 'import', 'statement', false],
      ],
    ],
  )
  const one = await given.imports.previewImport({ params, body: { different: { rows: [1] } } })
  assert.deepEqual(one.counts, { total: 3, new: 2, known: 0, alike: 1 })
  const both = { alike: true, rows: [1] }
  const marked = await given.imports.previewImport({ params, body: { different: both } })
  assert.deepEqual(marked.counts, { total: 3, new: 3, known: 0, alike: 0 })
  assert.deepEqual(
    marked.rows.map(({ fate }) => fate),
    ['new', 'new', 'new'],
  )
  assert.ok(marked.duplicates.every(({ different, twin }) => different && twin !== null))
  assert.equal(marked.balance!.after, marked.balance!.now - 1450)
  const done = await given.finish(id)
  assert.deepEqual([done.added, done.duplicates], [3, 0])
  const again = await given.upload(text)
  assert.deepEqual(again.counts, { total: 3, new: 0, known: 3, alike: 0 })
  const repeated = { params: { id: again.id }, body: { different: both } }
  assert.equal((await given.imports.previewImport(repeated)).counts!.new, 0)
})

test('a running balance sets the balance of the account, and its gaps are reported', async () => {
  const given = await givenAccount()
  const rows = ['04/03/2026;Shop;-1,00;1.234,50', '02/03/2026;Shop;-4,50;1.245,50']
  const preview = await given.upload(`Datum;Text;Betrag;Saldo\n${rows.join('\n')}\n`)
  assert.equal(preview.layout!.columns.balance, 3)
  assert.deepEqual(preview.gaps, {
    total: 1,
    first: [{ line: 3, expected: 123_550, stated: 124_550 }],
  })
  const { stated, stated_day, after } = preview.balance!
  assert.deepEqual([stated, stated_day, after], [123_450, '2026-03-04', 123_450])
  const params = { id: preview.id }
  const none = { ...preview.layout!.columns, balance: null }
  const mapping = { columns: none, skipped: 1 }
  const without = await given.imports.previewImport({ params, body: { mapping } })
  assert.deepEqual([without.gaps.total, without.balance!.stated], [0, null])
  // A mapping without `balance` has none, and the rows keep their names with and without it.
  const { balance: _, ...silent } = none
  const said = { mapping: { columns: silent, skipped: 1 } }
  const silently = await given.imports.previewImport({ params, body: said })
  assert.equal(silently.balance!.stated, null)
  assert.equal((await given.finish(preview.id)).added, 2)
  const again = await given.upload(`Datum;Text;Betrag;Saldo\n${rows.join('\n')}\n`)
  const named = { columns: { ...none, balance: 3 }, skipped: 1 }
  const repeated = { params: { id: again.id }, body: { mapping: named } }
  const known = await given.imports.previewImport(repeated)
  assert.deepEqual([known.counts!.new, known.balance!.stated], [0, 123_450])
  const done = await given.finish(again.id)
  assert.deepEqual([done.balance, done.balance_day], [123_450, '2026-03-04'])
})

const wallet = { account_name: 'Envelope', account_type: 'wallet', account_currency: 'USD' }
const coffee = 'Date,Description,Amount\n03/13/2026,Coffee,-4.50\n'

test('a refused, failed or cancelled file does not create its new account', async () => {
  const given = await givenAccount()
  const before = await given.accounts()
  await assert.rejects(given.uploadNew(wallet, '%PDF-1.7'), /A PDF cannot be imported/)
  const cancelled = await given.uploadNew(wallet, coffee)
  await given.imports.cancelImport({ params: { id: cancelled.id } })
  const failing = await given.uploadNew(wallet, coffee)
  const broken = { household_id: given.householdId, id: failing.id }
  // Damage the stored file after the preview.
  await given.imports.commitImport({ params: { id: failing.id } })
  await product.db
    .insertInto('import_pieces')
    .values({
      household_id: broken.household_id,
      import_id: broken.id,
      position: 1,
      bytes: Buffer.from('31/31/2026,x,-1\n'),
    })
    .execute()
  await importNextFile(product.runtime)
  const failed = await given.imports.showImport({ params: { id: failing.id } })
  assert.deepEqual(
    [failed.status, failed.line, failed.account_id, failed.account_name, failed.currency],
    ['failed', 3, null, 'Envelope', 'USD'],
  )
  assert.deepEqual(failed.reason, { name: 'dates_differ', date: '31/31/2026', column: 'Date' })
  assert.deepEqual(await given.accounts(), before)
})

test('a new account is created together with its rows', async () => {
  const given = await givenAccount()
  const before = await given.accounts()
  const preview = await given.uploadNew(wallet, coffee)
  assert.deepEqual(
    [preview.balance?.now, preview.balance?.after, preview.rows[0]?.booked_at],
    [0, -450, '2026-03-13'],
  )
  assert.deepEqual(await given.accounts(), before)
  const done = await given.finish(preview.id)
  assert.deepEqual([done.status, done.added], ['done', 1])
  const made = { name: 'Envelope', balance: -450, currency: 'USD' }
  const [checking, visa] = before
  assert.deepEqual(await given.accounts(), [checking, made, visa])
  const { member_id, action } = await product.db
    .selectFrom('audit_entries')
    .select(['member_id', 'action'])
    .where('subject_id', '=', done.account_id!)
    .executeTakeFirstOrThrow()
  assert.deepEqual([member_id, action], [given.memberId, 'account.create'])
})

test('an upload names either an existing account or a new one', async () => {
  const given = await givenAccount()
  for (const account of [{}, { account_name: 'Envelope' }, { account_type: 'wallet' }]) {
    await assert.rejects(given.uploadNew(account, coffee), /or a new one by/)
  }
  const both = { ...wallet, account_id: '0190ffff-0000-7000-8000-000000000000' }
  await assert.rejects(given.uploadNew(both, coffee), /or a new one by/)
})
