import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StatementFault } from '#/sources/statements/fault.ts'
import {
  balances,
  CLOSING,
  differences,
  dmy,
  paid,
  readStatement,
} from '../../../../test/support/statement-rows.ts'
import {
  type BinarySheet,
  type BinaryTraits,
  type BinaryValue,
  compoundFileOf,
  writeBinaryWorkbook,
} from '../../../../test/support/write-binary-workbook.ts'

type Row = readonly BinaryValue[]
const header = ['Date', 'Narration', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance']
const rows = paid.map(([day, words, cents], index): Row => [
  { day },
  words,
  cents < 0 ? -cents / 100 : null,
  cents < 0 ? null : cents / 100,
  balances[index]! / 100,
])
const sheet = (body: readonly Row[] = [['Harbour Bank'], [], header, ...rows]): BinarySheet => {
  return { name: 'Statement', rows: body }
}

const files: Readonly<Record<string, readonly [BinarySheet[], BinaryTraits?]>> = {
  'numbers as they are': [[sheet()]],
  'compact numbers': [[sheet()], { compact: true }],
  'dates of the 1904 system': [[sheet()], { is1904: true }],
  'narrow texts': [[sheet()], { wide: false }],
  'texts that go on in other records': [[sheet()], { recordMax: 31 }],
  'narrow texts that go on in other records': [[sheet()], { recordMax: 19, wide: false }],
  'dates as texts': [
    [
      sheet([
        header,
        ...rows.map(([, ...cells], index): Row => [dmy(paid[index]![0], '/'), ...cells]),
      ]),
    ],
  ],
  'formulas with their values': [
    [
      sheet([
        header,
        ...rows.map(([date, , out, into, balance], index): Row => [
          date!,
          { formula: paid[index]![1] },
          out!,
          into!,
          { formula: balance as number },
        ]),
      ]),
    ],
  ],
  'an empty and a hidden sheet before': [
    [
      { name: 'Cover', rows: [] },
      { name: 'Old', isHidden: true, rows: [header, [{ day: '2020-01-01' }, 'x', 1, null, 1]] },
      sheet([['No', ...header], ...rows.map((row): Row => ['x', ...row])]),
    ],
  ],
  'many rows': [
    [
      sheet([
        header,
        ...Array.from({ length: 300 }, (): Row => ['', '', null, null, null]),
        ...rows,
      ]),
    ],
  ],
}

for (const [name, [sheets, traits]] of Object.entries(files)) {
  test(`a binary workbook with ${name} has the household’s payments`, async () => {
    const read = await readStatement(writeBinaryWorkbook(sheets, traits))
    assert.equal(read.dialect.format, 'xls')
    assert.deepEqual(differences(read), [])
    assert.equal(read.gaps, 0)
    assert.deepEqual(
      read.stated.map(({ cents }) => cents),
      [CLOSING],
    )
  })
}

const refused: Readonly<Record<string, readonly [content: () => Buffer, reason: string]>> = {
  'a password': [() => writeBinaryWorkbook([sheet()], { isLocked: true }), 'password_protected'],
  'an encrypted package': [
    () => compoundFileOf('EncryptedPackage', Buffer.from('x')),
    'password_protected',
  ],
  'the records of Excel 95': [
    () => writeBinaryWorkbook([sheet()], { version: 0x500 }),
    'legacy_workbook',
  ],
  'the stream of Excel 95': [() => compoundFileOf('Book', Buffer.from('x')), 'legacy_workbook'],
  'a text of Office': [() => compoundFileOf('WordDocument', Buffer.from('x')), 'other_kind'],
  'nothing behind its header': [
    () => writeBinaryWorkbook([sheet()]).subarray(0, 600),
    'workbook_damaged',
  ],
}
for (const [name, [content, reason]] of Object.entries(refused)) {
  test(`a binary workbook with ${name} is refused with the reason`, async () => {
    await assert.rejects(readStatement(content()), (error: unknown) => {
      assert.ok(error instanceof StatementFault, String(error))
      assert.equal(error.reason.name, reason)
      return true
    })
  })
}

test('a binary workbook that is cut off or damaged is read alike, or refused with a reason', async () => {
  const bytes = writeBinaryWorkbook([sheet()])
  for (let length = 64; length < bytes.length - 2048; length += 64) {
    await assert.rejects(readStatement(bytes.subarray(0, length)), { name: 'StatementFault' })
  }
  for (let at = 0; at < bytes.length; at += 5) {
    const damaged = Buffer.from(bytes)
    damaged[at] = (damaged[at]! + 1 + (at % 250)) % 256
    await readStatement(damaged).catch((error: unknown) => {
      assert.ok(error instanceof StatementFault, `${at}: ${String(error)}`)
    })
  }
})
