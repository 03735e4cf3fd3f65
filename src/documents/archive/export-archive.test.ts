import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { givenHostile } from '../../../test/support/given-hostile.ts'
import { readExport } from '../../../test/support/exported.ts'
import { startProduct } from '../../../test/support/product.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { writeMoney } from '#/core/values/money.ts'
import { listZip } from '#/sources/statements/zip.ts'

const product = await startProduct({ start: '2026-01-20T10:00:00Z', limited: false })

async function unpacked(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const { name, read } of await listZip(bytes, { entriesMax: 50 })) {
    const parts: Buffer[] = []
    for await (const part of read()) parts.push(part)
    files.set(name.replace(/^earmark-\d+\//, ''), Buffer.concat(parts))
  }
  return files
}

test('an archive has every list, journal and document, each with its checksum', async () => {
  const ada = await givenHostile(product, 11)
  const files = await unpacked(await ada.file('/archive?year=2025'))
  const sums = files.get('SHA256SUMS')!.toString().trim().split('\n')
  const names = [...files.keys()].filter((name) => name !== 'SHA256SUMS')
  assert.deepEqual(
    sums,
    names.map((name) => {
      return `${createHash('sha256').update(files.get(name)!).digest('hex')}  ${name}`
    }),
  )
  assert.deepEqual(names, [
    'summary.html',
    'transactions.csv',
    'splits.csv',
    'accounts.csv',
    'set-asides.csv',
    'ledger.csv',
    'lists.xlsx',
    'hledger.journal',
    'ledger.beancount',
    'household.json',
  ])
  const document: unknown = JSON.parse(files.get('household.json')!.toString())
  assert.deepEqual(document, await readExport(product.runtime, ada.household_id))
  const days = files
    .get('transactions.csv')!
    .toString()
    .match(/^\d{4}(?=-\d\d-\d\d,)/gm)
  assert.deepEqual([...new Set(days)], ['2025'])
  const page = files.get('summary.html')!.toString()
  assert.doesNotMatch(page, /<script|javascript:|<Sons>/i)
  assert.match(page, /&lt;Sons&gt;|Konto; &quot;A&quot;/)
})

test('the same state makes the same bytes, another year or a change makes others', async () => {
  const ada = await givenHostile(product, 12)
  const first = await ada.file('/archive?year=2025')
  product.runtime.advance({ minutes: 3 })
  const files = await unpacked(first)
  const again = await unpacked(await ada.file('/archive?year=2025'))
  // The document keeps who exported it and when; nothing else knows of an export.
  for (const [name, bytes] of files) {
    if (name === 'household.json' || name === 'SHA256SUMS') continue
    assert.ok(bytes.equals(again.get(name)!), name)
  }
  const other = await unpacked(await ada.file('/archive?year=2024'))
  assert.ok(!other.get('transactions.csv')!.equals(files.get('transactions.csv')!))
})

test('the ledger of set-asides in an archive has the entries of its year', async () => {
  const ada = await givenHostile(product, 13)
  const files = await unpacked(await ada.file('/archive?year=2026&headings=es&language=es'))
  assert.match(files.get('ledger.csv')!.toString(), /^Día,Importe,Moneda,Del apartado/)
  const own = await ada.member.client(accounts).listAccounts({})
  const listed = files.get('accounts.csv')!.toString()
  for (const { id, balance, currency } of own) {
    const line = listed.split('\r\n').find((text) => text.endsWith(id))
    assert.ok(line!.includes(`,${writeMoney(balance, currency)},`), line!)
  }
})

test('only an owner who proved who they are takes an archive, and the log keeps it', async () => {
  const ada = await givenHostile(product, 14)
  product.runtime.advance({ minutes: 30 })
  const late = await ada.member.request('GET', '/archive?year=2025')
  assert.equal(late.status, 403)
  await ada.member.prove()
  await ada.file('/archive?year=2025')
  const entries = await product.db
    .selectFrom('audit_entries')
    .select('action')
    .where('household_id', '=', ada.household_id)
    .where('action', '=', 'household.export')
    .execute()
  assert.equal(entries.length, 1)
  const wrong = await ada.member.request('GET', '/archive?year=25')
  assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'year'])
})
