import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CLOSING,
  differences,
  OPENING,
  type Paid,
  paid,
  readStatement,
} from '../../../../test/support/statement-rows.ts'
import { entry, swiftMoney, writeMt940, yymmdd } from '../../../../test/support/write-mt940.ts'

test('an entry is booked in the year that is nearest to its value date', async () => {
  const rows = (line: string) =>
    writeMt940({ rows: [['2026-01-02', 'Shop', -100]], entry: () => line, closing: OPENING - 100 })
  const day = async (line: string) => (await readStatement(rows(line))).rows[0]!.day
  assert.equal(await day('2601021230D1,NMSCX'), '2025-12-30')
  assert.equal(await day('2512300102D1,NMSCX'), '2026-01-02')
  assert.equal(await day('2602300302D1,NMSCX'), '2026-03-02')
})

test('marks of reversals turn the side, and the letter of the currency does not', async () => {
  const written: readonly (readonly [string, number])[] = [
    ['D', -100],
    ['C', 100],
    ['RC', -100],
    ['RD', 100],
    ['DR', -100],
    ['CR', 100],
    ['RDR', 100],
    ['RCR', -100],
  ]
  for (const [mark, cents] of written) {
    const text = writeMt940({
      rows: [['2026-02-01', 'Shop', cents]],
      entry: () => `2602010201${mark}1,00NMSCNONREF`,
      closing: OPENING + cents,
    })
    const read = await readStatement(text)
    assert.deepEqual([read.rows[0]!.cents, read.gaps], [cents, 0], mark)
  }
})

test('expected entries are pending, and not part of the sums', async () => {
  const text = writeMt940({
    entry: (one, index) => (index === 8 ? `260217ED29,NMSCX` : entry('NMSCX')(one)),
    closing: CLOSING + 2900,
  })
  const read = await readStatement(text)
  assert.equal(read.gaps, 0)
  assert.deepEqual(read.rows.map(({ status }) => status).slice(-2), ['booked', 'pending'])
})

test('rows that do not lead to the closing balance are reported with its line', async () => {
  const read = await readStatement(writeMt940({ closing: CLOSING + 1, lineEnd: '\n' }))
  assert.equal(read.gaps, 1)
})

test('several statements and accounts of one file are kept separate, with a balance each', async () => {
  const half: readonly Paid[] = paid.slice(0, 4)
  const sum = half.reduce((cents, row) => cents + row[2], OPENING)
  const text = [
    writeMt940({ account: 'NL01', rows: half, closing: sum, balances: ['F', 'M'] }),
    writeMt940({ account: 'NL01', rows: paid.slice(4), opening: sum, balances: ['M', 'F'] }),
    writeMt940({ account: 'NL02', rows: [['2026-02-01', 'Other', 500]], opening: 0, closing: 500 }),
    writeMt940({ account: 'NL03', rows: [], opening: 7, closing: 7 }),
  ].join('')
  const read = await readStatement(text)
  assert.deepEqual(read.accounts, ['NL01', 'NL02', 'NL03'])
  assert.equal(read.gaps, 0)
  assert.deepEqual(
    differences({ ...read, rows: read.rows.filter(({ account }) => account === 'NL01') }),
    [],
  )
  assert.deepEqual(read.stated.at(-2), { account: 'NL02', cents: 500, day: '2026-02-01' })
})

test('statements in another currency are skipped and counted, and refused if there are no others', async () => {
  const dollars = writeMt940({ account: 'US1', currency: 'USD' })
  const read = await readStatement(writeMt940() + dollars)
  assert.deepEqual(differences(read), [])
  assert.equal(read.skipped.filter(({ reason }) => reason === 'other_currency').length, paid.length)
  await assert.rejects(readStatement(dollars), /“USD”/)
})

test('MT942 is read without balances, and its sums are checked', async () => {
  const debits = paid.filter(([, , cents]) => cents < 0)
  const sum = (rows: readonly Paid[]) => Math.abs(rows.reduce((cents, row) => cents + row[2], 0))
  const text = (extra: number) =>
    writeMt940({
      before: ['{1:F01DEUTDEFFAXXX0000000000}{2:I942DEUTDEFFXXXXN}{4:'],
      after: ['-}'],
      balances: 'interim',
      more: [
        `:90D:${debits.length}EUR${swiftMoney(sum(debits) + extra)}`,
        `:90C:2EUR${swiftMoney(sum(paid.filter(([, , cents]) => cents > 0)))}`,
      ],
    })
  const read = await readStatement(text(0))
  assert.equal(read.dialect.format, 'mt942')
  assert.deepEqual(differences(read), [])
  assert.deepEqual([read.gaps, read.stated], [0, []])
  assert.equal((await readStatement(text(1))).gaps, 1)
})

test('a balance includes a row of its statement that is dated after it', async () => {
  const text = writeMt940({ more: [] }).replace(
    `:62F:C${yymmdd('2026-02-16')}`,
    `:62F:C${yymmdd('2026-02-14')}`,
  )
  assert.equal((await readStatement(text)).stated[0]!.day, '2026-02-16')
})
