import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileOf, readAll, zipOf } from '../../../../test/support/given-moves.ts'
import { actualDatabase, actualFill, ynabRegister } from '../../../../test/support/moved-files.ts'
import { MoveFault } from './move-fault.ts'
import { readZip } from './zip.ts'

/** The fault of files, as `file, line: reason`. */
async function faultOf(
  app: Parameters<typeof readAll>[0],
  content: string | Uint8Array,
  name = 'export',
): Promise<string> {
  try {
    await readAll(app, [fileOf(name, content)])
  } catch (error) {
    assert.ok(error instanceof MoveFault, String(error))
    return `${error.file}, ${error.line}: ${error.reason.name}`
  }
  return 'no fault'
}

const zip = zipOf([{ path: 'Register.csv', content: ynabRegister }])

test('an empty file and an empty archive are named', async () => {
  assert.equal(await faultOf('ynab', ''), 'export, null: empty')
  assert.equal(await faultOf('ynab', zipOf([])), 'export, null: empty')
})

test('an archive that is cut off or changed is damaged', async () => {
  for (const length of [10, 100, zip.length - 30, zip.length - 1]) {
    const fault = await faultOf('ynab', zip.subarray(0, length))
    assert.equal(fault, 'export, null: move_zip_damaged', String(length))
  }
  const changed = Buffer.from(zip)
  changed[80] = changed[80]! ^ 0xff
  assert.match(await faultOf('ynab', changed), /: (move_zip_damaged|move_other_files)$/)
})

test('an archive with a password is refused with that reason', async () => {
  const locked = Buffer.from(zip)
  const at = locked.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  locked.writeUInt16LE(1, at + 8)
  assert.equal(await faultOf('ynab', locked), 'export, null: move_zip_encrypted')
})

test('a file that becomes larger than its archive declares is stopped there', async () => {
  const bomb = zipOf([{ path: 'a.csv', content: Buffer.alloc(5_000_000), lie: 100 }])
  const [file] = await readZip(bomb, 'bomb.zip')
  let read = 0
  await assert.rejects(async () => {
    for await (const piece of file!.open()) read += piece.length
  }, /ZIP file is damaged/)
  assert.ok(read <= 100, String(read))
})

test('a file whose checksum is wrong is damaged', async () => {
  const changed = Buffer.from(zip)
  const at = changed.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  changed.writeUInt32LE(1, at + 16)
  assert.equal(await faultOf('ynab', changed), 'export/Register.csv, null: move_zip_damaged')
})

test('an archive that declares a huge file is refused before it is opened', async () => {
  const huge = zipOf([{ path: 'a.csv', content: 'x', lie: 3_000_000_000 }])
  await assert.rejects(readZip(huge, 'huge.zip'), /holds too much/)
})

test('paths inside an archive are only labels', async () => {
  const found = await readAll('ynab', [
    fileOf('evil.zip', zipOf([{ path: '../../../etc/passwd.csv', content: ynabRegister }])),
  ])
  assert.equal(found.filter(({ kind }) => kind === 'row').length, 6)
})

test('a bad cell is named with its file and line', async () => {
  const bad = (from: string, to: string) => faultOf('ynab', ynabRegister.replace(from, to), 'r.csv')
  assert.equal(await bad('€42.10', '€4x.10'), 'r.csv, 8: not_an_amount')
  assert.equal(await bad('03/02/2026', '03/32/2026'), 'r.csv, 8: no_such_date')
  assert.equal(await bad('€42.10', '€42,10'), 'r.csv, 8: decimals_differ')
  assert.equal(await bad('"Visa","Red"', '"","Red"'), 'r.csv, 4: move_no_account')
  assert.equal(await bad('"€42.10"', '"€99999999999999.00"'), 'r.csv, 8: amount_too_large')
})

test('a file that ends within a quote names the line where that opens', async () => {
  assert.equal(await faultOf('ynab', ynabRegister.slice(0, -4), 'r.csv'), 'r.csv, 11: quote_open')
})

test('an export without a column says which one', async () => {
  const without = ynabRegister.replace('"Inflow"', '"Income"')
  await assert.rejects(readAll('ynab', [fileOf('r.csv', without)]), /lacks the column Inflow/)
})

test('the file of another application is refused', async () => {
  for (const app of [
    'ynab',
    'actual',
    'firefly',
    'monarch',
    'mint',
    'copilot',
    'quicken',
  ] as const) {
    const fault = await faultOf(app, 'Date,Narrative,Value\n2026-01-01,x,1\n')
    assert.match(fault, /^export, null: move_other_files$/, app)
  }
})

test('a database that is cut off, or holds views in place of tables, is refused', async () => {
  const database = actualDatabase(actualFill)
  assert.equal(await faultOf('actual', database.subarray(0, 20_000)), 'export, null: move_database')
  const views = actualDatabase(
    'drop table transactions; create view transactions as with recursive r (n) as (select 1 union all select n from r) select n from r;',
  )
  assert.equal(await faultOf('actual', views), 'export, null: move_database')
})

test('a QIF file that ends within a record names the line where that begins', async () => {
  const fault = await faultOf('quicken', "!Type:Bank\nD1/13'26\nT-3.00\nPShop\n", 'a.qif')
  assert.equal(fault, 'a.qif, 2: breaks_off')
})

test('amounts and signs that files leave open are asked for', async () => {
  const open = 'date,payee,amount,account\n2026-01-01,A,5.00,B\n2026-01-02,C,-5.00,B\n'
  assert.equal(await faultOf('lunchmoney', open), 'export, null: move_signs')
  const [row] = (await readAll('lunchmoney', [fileOf('l.csv', open)], { spending: 'plus' })).filter(
    ({ kind }) => kind === 'row',
  )
  assert.ok(row?.kind === 'row' && row.amount === -500)
})
