import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { coffees, givenFiles, ofx, ofxRow } from '../../../test/support/given-files.ts'
import { startProduct } from '../../../test/support/product.ts'
import { importNextFile } from './import-next-file.ts'
import { deleteAbandonedWork, releaseDeadWork } from '#/platform/leases/queued-work.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })
const csv = (rows: string) => `Date,Description,Amount\n${rows}`

test('equal rows of a file are all added, and importing the file again adds nothing', async () => {
  const given = await givenFiles(product)
  const first = await given.take(coffees)
  assert.deepEqual(first, { format: 'csv', read: 3, added: 3, duplicates: 0 })
  assert.deepEqual(await given.take(coffees), { format: 'csv', read: 3, added: 0, duplicates: 3 })
  const longer = `${coffees}2026-03-02,Tram Stop Coffee,-4.50\n`
  assert.deepEqual(await given.take(longer), { format: 'csv', read: 4, added: 1, duplicates: 3 })
  const rows = await given.list()
  assert.equal(rows.filter(({ amount }) => amount === -450).length, 3)
  assert.ok(rows.every(({ status }) => status === 'booked'))
  await assertBooks(product.db, given.household_id)
})

test('a transaction entered by hand or contained in a file of another kind is not added', async () => {
  const given = await givenFiles(product)
  await given.member.client(transactions).recordTransaction({
    body: {
      account_id: given.accountId,
      amount: -450,
      concept: 'Coffee',
      booked_at: '2026-03-02' as never,
    },
  })
  const rows = ofxRow('1', '20260302', '-4.50') + ofxRow('2', '20260302', '-4.50')
  assert.deepEqual(await given.take(ofx(rows)), { format: 'ofx', read: 2, added: 1, duplicates: 1 })
  assert.deepEqual(await given.take(coffees), { format: 'csv', read: 3, added: 1, duplicates: 2 })
  const kept = await given.list()
  assert.equal(kept.length, 3)
  assert.ok(
    kept.some(({ concept }) => concept === 'Coffee'),
    'the words of a person stay',
  )
})

test('a payment that was recorded and deleted is not brought back, and can be restored', async () => {
  const given = await givenFiles(product)
  const client = given.member.client(transactions)
  const { id } = await client.recordTransaction({
    body: {
      account_id: given.accountId,
      amount: -450,
      concept: 'Coffee',
      booked_at: '2026-03-02' as never,
    },
  })
  await given.member.client(transactionsApp).removeTransaction({ params: { id } })
  const file = csv('2026-03-02,Coffee,-4.50\n2026-03-09,Books,-12.00\n')
  assert.deepEqual(await given.take(file), { format: 'csv', read: 2, added: 1, duplicates: 1 })
  assert.deepEqual(await given.take(file), { format: 'csv', read: 2, added: 0, duplicates: 2 })
  assert.deepEqual(
    (await given.list()).map(({ amount }) => amount),
    [-1200],
  )
  await given.member.client(transactionsApp).restoreTransaction({ params: { id } })
  assert.equal((await given.take(file)).added, 0)
  assert.equal((await given.list()).length, 2)
})

test('a reference that a bank uses twice names two transactions, in any order of the rows', async () => {
  const given = await givenFiles(product)
  const [one, two] = [ofxRow('7', '20260302', '-4.50'), ofxRow('7', '20260305', '-9.00')]
  assert.equal((await given.take(ofx(one + two))).added, 2)
  assert.equal((await given.take(ofx(two + one))).added, 0)
  assert.equal((await given.take(ofx(two))).added, 0)
  assert.equal((await given.take(ofx(one + one))).duplicates, 2)
})

test('an import is previewed, runs in the background, and leaves nothing when cancelled', async () => {
  const given = await givenFiles(product)
  await given.take(coffees)
  const text = `${coffees}2026-03-09,Books,-12.00\n`
  const preview = await given.imports.uploadImport({
    query: { account_id: given.accountId, file_name: 'march.csv' },
    body: Buffer.from(text),
  })
  assert.deepEqual(preview.counts, { total: 4, new: 1, known: 3, alike: 0 })
  assert.deepEqual([preview.layout?.dateOrder, preview.layout?.decimal], ['ymd', '.'])
  assert.equal(preview.rows[3]!.concept, 'Books')
  const params = { id: preview.id }
  assert.equal((await given.imports.commitImport({ params })).status, 'queued')
  assert.equal(await importNextFile(product.runtime), 1)
  const done = await given.imports.showImport({ params })
  assert.deepEqual(
    [done.status, done.total, done.processed, done.added, done.duplicates],
    ['done', 4, 4, 1, 3],
  )
  assert.equal((await product.db.selectFrom('import_pieces').selectAll().execute()).length, 0)
  const other = await given.imports.uploadImport({
    query: { account_id: given.accountId, file_name: 'april.csv' },
    body: Buffer.from('Date,Amount\n2026-04-01,-1.00\n'),
  })
  await given.imports.commitImport({ params: { id: other.id } })
  assert.equal((await given.imports.cancelImport({ params: { id: other.id } })).status, 'cancelled')
  assert.equal(await importNextFile(product.runtime), 0)
  assert.equal((await given.list()).length, 4)
})

test('an uploaded file that nobody commits is kept for a day', async () => {
  const given = await givenFiles(product)
  const { id } = await given.imports.uploadImport({
    query: { account_id: given.accountId, file_name: 'march.csv' },
    body: Buffer.from(coffees),
  })
  const kept = async () => {
    const { rows } = await sql`select from import_pieces where import_id = ${id}`.execute(
      product.db,
    )
    return rows.length
  }
  product.runtime.advance({ hours: 23 })
  await deleteAbandonedWork(product.runtime, 'imports')
  assert.equal(await kept(), 1)
  product.runtime.advance({ hours: 2 })
  await deleteAbandonedWork(product.runtime, 'imports')
  assert.equal(await kept(), 0)
  await assert.rejects(given.imports.showImport({ params: { id } }))
})

/** Commits a file that takes two batches. */
async function commitLongFile(given: Awaited<ReturnType<typeof givenFiles>>) {
  const rows = Array.from(
    { length: 2500 },
    (_, n) => `2026-01-${(n % 28) + 1},Shop ${n},-${n + 1}.00`,
  )
  const { id } = await given.imports.uploadImport({
    query: { account_id: given.accountId, file_name: 'long.csv' },
    body: Buffer.from(`Date,Description,Amount\n${rows.join('\n')}`),
  })
  await given.imports.commitImport({ params: { id } })
  return { id }
}

test('an error during an import leaves nothing and is reported', async () => {
  const given = await givenFiles(product)
  const faulty = await commitLongFile(given)
  let ids = 0
  const newId = () => {
    ids += 1
    if (ids === 2200) throw new Error('out of ids')
    return product.runtime.newId()
  }
  await importNextFile({ ...product.runtime, newId, log: () => {} })
  const failed = await given.imports.showImport({ params: faulty })
  assert.deepEqual([failed.status, failed.added], ['failed', 0])
  assert.match(failed.message!, /on the server/)
  assert.deepEqual(failed.reason, { name: 'our_side' })
  assert.equal((await given.list()).length, 0)
})

test('the import of a dead worker is taken over by the next one', async () => {
  const given = await givenFiles(product)
  const held = await commitLongFile(given)
  const { host } = product.runtime
  await product.db
    .updateTable('imports')
    .set({
      status: 'running',
      attempts: 1,
      lease_owner: `${host.name}/999999/x`,
      lease_until: product.runtime.now().add({ minutes: 10 }),
    })
    .where('id', '=', held.id)
    .execute()
  assert.equal(await importNextFile(product.runtime), 0)
  const others = { ...host, isAlive: (pid: number) => pid !== 999_999 }
  await releaseDeadWork({ ...product.runtime, host: others }, 'imports')
  assert.equal(await importNextFile(product.runtime), 1)
  assert.equal((await given.imports.showImport({ params: held })).added, 2500)
})

test('an idempotency key repeats the upload, and refuses another file or account', async () => {
  const given = await givenFiles(product)
  const rows = Array.from({ length: 300 }, (_, n) => `2026-01-05,Shop ${n},-1.00`)
  const body = Buffer.from(`Date,Description,Amount\n${rows.join('\n')}`)
  const upload = (changes: { body?: Uint8Array<ArrayBuffer>; account?: string } = {}) =>
    given.member.request('POST', '/imports', {
      query: { account_id: changes.account ?? given.accountId, file_name: 'large.csv' },
      rawBody: changes.body ?? body,
      headers: { 'idempotency-key': 'the-only-upload' },
    })
  const first = await upload()
  const again = await upload()
  assert.deepEqual([again.status, again.body['id']], [201, first.body['id']])
  const other = Uint8Array.from(body)
  other[other.length - 1] = '1'.charCodeAt(0)
  for (const changes of [{ body: other }, { account: given.accounts['visa']! }]) {
    const refused = await upload(changes)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'idempotency_key_reused'])
  }
  assert.equal((await given.imports.listImports({ query: {} })).length, 1)
})

test('a file without a header is read with the mapping chosen for its account before', async () => {
  const given = await givenFiles(product)
  const bare = '02/01/2026;Kiosk;4,50\n13/01/2026;Boots;60,00\n'
  const looked = await given.imports.uploadImport({
    query: { account_id: given.accountId, file_name: 'bare.csv' },
    body: Buffer.from(bare),
  })
  assert.equal(looked.format, null)
  assert.deepEqual(looked.sample[1], ['13/01/2026', 'Boots', '60,00'])
  const params = { id: looked.id }
  const columns = {
    date: 0,
    amount: 2,
    debit: null,
    credit: null,
    direction: null,
    merchant: null,
    description: [1],
    currency: null,
  }
  const preview = await given.imports.previewImport({
    params,
    body: { mapping: { skipped: 0, columns, isInverted: true } },
  })
  assert.deepEqual(
    preview.rows.map(({ booked_at, amount }) => [booked_at, amount]),
    [
      ['2026-01-02', -450],
      ['2026-01-13', -6000],
    ],
  )
  await given.imports.commitImport({ params })
  await importNextFile(product.runtime)
  assert.equal((await given.list()).length, 2)
  assert.deepEqual(await given.take('14/01/2026;Kiosk;1,00\n'), {
    format: 'csv',
    read: 1,
    added: 1,
    duplicates: 0,
  })
})

test('an upload that is not a statement, is too large or has a foreign account is refused', async () => {
  const given = await givenFiles(product)
  const upload = (body: Uint8Array<ArrayBuffer>, account = given.accountId) =>
    given.member.request('POST', '/imports', {
      query: { account_id: account, file_name: 'x' },
      rawBody: body,
    })
  const noise = Uint8Array.from({ length: 4000 }, (_, n) => (n * 7919) % 256)
  for (const body of [noise, Buffer.from(''), Buffer.from('<html></html>'), Buffer.from('hello')]) {
    const refused = await upload(body)
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_parameter'])
    assert.equal(refused.body.error.param, 'file')
  }
  const large = await upload(new Uint8Array(50 * 1024 * 1024 + 1))
  assert.equal(large.body.error.code, 'request_too_large')
  const stranger = await upload(Buffer.from(coffees), '0190c5d0-0000-7000-8000-000000000000')
  assert.equal(stranger.status, 404)
  await assert.rejects(given.take(ofx(ofxRow('1', '20260302', '-4.50'), 'USD')), /in EUR/)
  assert.deepEqual(await given.list(), [])
})
