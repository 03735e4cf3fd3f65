import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StatementFault } from '#/sources/statements/fault.ts'
import { money, paid, readStatement } from '../../../../test/support/statement-rows.ts'
import { writeMt940 } from '../../../../test/support/write-mt940.ts'
import { type CellValue, writeWorkbook, zipOf } from '../../../../test/support/write-workbook.ts'

const header = ['Date', 'Description', 'Amount']
const rows: readonly (readonly CellValue[])[] = [
  header,
  ...paid.map(([day, words, cents]): CellValue[] => [{ day }, words, cents / 100]),
]
const workbook = (extra: Record<string, string | Buffer> = {}, first = rows) =>
  writeWorkbook([{ name: 'Movements', rows: first }], { extra })
const sheetXml = (body: string, head = '') =>
  `<?xml version="1.0"?>${head}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${body}</sheetData></worksheet>`
const withSheet = (xml: string | Buffer) => workbook({ 'xl/worksheets/sheet1.xml': xml })
const refused: Readonly<Record<string, readonly [content: () => Buffer | string, reason: string]>> =
  {
    'a sheet that unpacks to hundreds of times its size': [
      () => withSheet(Buffer.alloc(40 * 1024 * 1024, ' ')),
      'unpacks_too_large',
    ],
    'shared texts that unpack to hundreds of times their size': [
      () => workbook({ 'xl/sharedStrings.xml': Buffer.alloc(40 * 1024 * 1024, ' ') }),
      'unpacks_too_large',
    ],
    'a part that is larger than it says': [
      () => zipOf({ 'xl/workbook.xml': 'x'.repeat(100_000) }, { sizes: { 'xl/workbook.xml': 10 } }),
      'workbook_damaged',
    ],
    'entities of its own': [
      () =>
        withSheet(
          sheetXml(
            '<row><c t="inlineStr"><is><t>&a;</t></is></c></row>',
            '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>',
          ),
        ),
      'document_type',
    ],
    'entities of another file': [
      () =>
        workbook({
          'xl/sharedStrings.xml':
            '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><sst><si><t>&e;</t></si></sst>',
        }),
      'document_type',
    ],
    'a cell in column 16,385': [
      () => withSheet(sheetXml('<row><c r="ZZZ1"><v>1</v></c></row>')),
      'too_many_columns',
    ],
    'a cell in column 2,000': [
      () => withSheet(sheetXml('<row><c r="BXX1"><v>1</v></c></row>')),
      'too_many_columns',
    ],
    'a row beyond the last': [
      () => withSheet(sheetXml('<row r="99999999"><c><v>1</v></c></row>')),
      'unpacks_too_large',
    ],
    'a sheet without an end': [
      () => withSheet(sheetXml('').replace('</worksheet>', '')),
      'breaks_off',
    ],
    'no sheet': [
      () => workbook({ 'xl/_rels/workbook.xml.rels': '<Relationships/>' }),
      'workbook_damaged',
    ],
    'a sheet in another file': [
      () =>
        workbook({
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="rId1" Type="x/worksheet" TargetMode="External" Target="http://127.0.0.1/"/></Relationships>',
        }),
      'workbook_damaged',
    ],
    'a path out of the file': [
      () =>
        workbook({
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../../../etc/passwd"/></Relationships>',
        }),
      'workbook_damaged',
    ],
    'encrypted parts': [
      () => zipOf({ 'xl/workbook.xml': 'x' }, { flags: 1 }),
      'password_protected',
    ],
    'the binary format of Excel 4': [
      () => Buffer.from('0904060000001000', 'hex'),
      'legacy_workbook',
    ],
    'a binary workbook in a ZIP file': [
      () =>
        zipOf({
          '_rels/.rels':
            '<Relationships><Relationship Id="1" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
          'xl/workbook.bin': 'x',
        }),
      'legacy_workbook',
    ],
    'a text of Office': [
      () =>
        zipOf({
          '_rels/.rels':
            '<Relationships><Relationship Id="1" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
          'word/document.xml': '<w/>',
        }),
      'other_kind',
    ],
    'a statement in an archive': [
      () => zipOf({ 'march.csv': 'Date,Amount\n2026-03-01,-1.00\n' }),
      'archive',
    ],
    'a PDF': [() => '%PDF-1.7\n%âãÏÓ\n', 'pdf'],
    'rubbish after the mark of a ZIP file': [
      () => Buffer.from('PK\u0003\u0004rubbish', 'latin1'),
      'workbook_damaged',
    ],
    'a page that is nested without end': [
      () => `<html>${'<table><tr><td>'.repeat(1000)}`,
      'nested_too_deep',
    ],
    'a page with entities of its own': [
      () => '<!DOCTYPE html [<!ENTITY a "b">]><html><table><tr><td>&a;</td></tr></table>',
      'document_type',
    ],
  }

for (const [name, [content, reason]] of Object.entries(refused)) {
  test(`a workbook with ${name} is refused with the reason`, async () => {
    await assert.rejects(readStatement(content()), (error: unknown) => {
      assert.ok(error instanceof StatementFault, String(error))
      assert.equal(error.reason.name, reason)
      return true
    })
  })
}

test('a bomb is refused before it grows', async () => {
  const bomb = withSheet(Buffer.alloc(200 * 1024 * 1024, ' '))
  const before = process.memoryUsage().rss
  await assert.rejects(readStatement(bomb), /too large/)
  assert.ok(process.memoryUsage().rss - before < 50 * 1024 * 1024)
})

test('formulas and links in a workbook stay words', async () => {
  const words = [
    '=HYPERLINK("http://127.0.0.1/"&A1,"x")',
    '@SUM(1+1)*cmd|calc!A0',
    '+1-2',
    '="001"',
    'a,b;"c"\td',
  ]
  const read = await readStatement(
    workbook({}, [header, ...words.map((text): CellValue[] => [{ day: '2026-02-13' }, text, -1])]),
  )
  assert.deepEqual(
    read.rows.map((row) => row.words),
    words.map((text) => text.replace('\t', ' ')),
  )
})

const qif = `!Type:Bank\n${paid.map(([day, words, cents]) => `D${day}\nT${money(cents)}\nP${words}\n^\n`).join('')}`
const lines = paid.map(([day, words, cents]) => [day, words, money(cents)])
const page = `<html><body><table>${[header, ...lines]
  .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  .join('')}</table></body></html>`

for (const [name, content, mayRead] of [
  ['workbook', workbook(), false],
  ['MT940 statement', writeMt940(), false],
  ['QIF file', qif, true],
  ['page', page, false],
] as const) {
  test(`a ${name} that is cut off at any place is refused, or read as far as it is whole`, async () => {
    const bytes = Buffer.from(content)
    const whole = await readStatement(bytes)
    assert.equal(whole.rows.length, paid.length)
    const end = name === 'page' ? bytes.indexOf('</table>') : bytes.length - 8
    for (let length = 64; length < end; length += 64) {
      const read = await readStatement(bytes.subarray(0, length)).catch((error: unknown) => {
        assert.ok(error instanceof StatementFault, `${length}: ${String(error)}`)
        return null
      })
      if (read === null) continue
      assert.ok(mayRead || read.gaps > 0, `${length} of ${bytes.length}`)
      if (mayRead) assert.deepEqual(read.rows, whole.rows.slice(0, read.rows.length))
    }
  })
}

test('a damaged workbook is read alike or refused with a reason', async () => {
  const bytes = workbook()
  const whole = await readStatement(bytes)
  for (let at = 0; at < bytes.length; at += 13) {
    const damaged = Buffer.from(bytes)
    damaged[at] = (damaged[at]! + 1 + (at % 200)) % 256
    const read = await readStatement(damaged).catch((error: unknown) => {
      assert.ok(error instanceof StatementFault, `${at}: ${String(error)}`)
      return whole
    })
    assert.deepEqual(read.rows, whole.rows, String(at))
  }
})
