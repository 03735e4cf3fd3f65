import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  balances,
  CLOSING,
  differences,
  dmy,
  money,
  paid,
  readStatement,
} from '../../../../test/support/statement-rows.ts'

const header = ['Date', 'Description', 'Amount', 'Balance']
const rows = paid.map(([day, words, cents], index) => [
  dmy(day, '/'),
  words,
  `${money(cents, ',', '.')} &euro;`,
  `${money(balances[index]!, ',', '.')}&nbsp;&euro;`,
])
const tr = (cells: readonly string[], tag = 'td', attributes = '') =>
  `<tr>${cells.map((cell) => `<${tag}${attributes}>${cell}</${tag}>`).join('')}</tr>\n`
const table = (body: string) => `<table border="1">${body}</table>`
const page = (body: string) =>
  `<!DOCTYPE html><html><head><title>Movements</title><style>td { color: red } a > b {}</style>
<script>if (1 < 2) document.write("<table><tr><td>x</td></tr></table>")</script></head><body>${body}</body></html>`
const all = tr(header, 'th') + rows.map((cells) => tr(cells)).join('')

const pages: Readonly<Record<string, string | Buffer>> = {
  'a page': page(table(all)),
  'a page of XHTML': page(table(all)).replace(
    '<!DOCTYPE html>',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
  ),
  'a bare table': table(all),
  'rows and cells without ends': table(all).replaceAll(/<\/t[dhr]>/g, ''),
  'tables around and above the table': page(
    table(`<tr><td>${table('<tr><td>Harbour Bank</td></tr>')}</td><td>${table(all)}</td></tr>`),
  ),
  'a preamble and blank rows in the table': page(
    table(`<tr><td colspan="4">Movements of January</td></tr><tr></tr>${all}`),
  ),
  'cells with markup inside': page(
    table(all.replaceAll('Market', '<b>Market</b><br><span></span>')),
  ),
  'a table in two parts': page(
    table(
      tr(header, 'th') +
        rows
          .slice(0, 4)
          .map((cells) => tr(cells))
          .join(''),
    ) +
      table(
        tr(header, 'th') +
          rows
            .slice(4)
            .map((cells) => tr(cells))
            .join(''),
      ),
  ),
  'windows-1252, as declared': Buffer.from(
    page(table(all)).replace('<head>', '<head><meta charset="iso-8859-1"><!-- ñ -->'),
    'latin1',
  ),
  'what Excel writes about itself': `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><!--[if gte mso 9]><xml><x:ExcelWorkbook></x:ExcelWorkbook></xml><![endif]--></head><body>${table(all)}</body></html>`,
}

for (const [name, content] of Object.entries(pages)) {
  test(`a page that is called a workbook, with ${name}: the household’s payments`, async () => {
    const read = await readStatement(content)
    assert.equal(read.dialect.format, 'html')
    assert.deepEqual(differences(read), [])
    assert.equal(read.gaps, 0)
  })
}

test('cells that reach down into other rows keep the columns in their places', async () => {
  const cells = `<tr><th rowspan="2">Date</th><th rowspan="2">Description</th><th colspan="2">Movements</th></tr>
<tr><th>Debit</th><th>Credit</th></tr><tr><td>13/02/2026</td><td>Shop</td><td>4.50</td><td></td></tr>`
  const read = await readStatement(table(cells))
  assert.deepEqual(
    read.rows.map(({ day, cents, words }) => [day, cents, words]),
    [['2026-02-13', -450, 'Shop']],
  )
})

test('a page without a table, and one that is cut off, are refused', async () => {
  await assert.rejects(
    readStatement(page('<p>Your session has ended.</p>')),
    /not a bank statement/,
  )
  await assert.rejects(readStatement(page(table(all)).slice(0, 900)), /cut off/)
})

const cell = (type: string, text: string) =>
  `<Cell ss:StyleID="s1"><Data ss:Type="${type}">${text}</Data></Cell>`
const excel2003 = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Worksheet ss:Name="Cover"><Table></Table></Worksheet><Worksheet ss:Name="Movements"><Table>
<Row><Cell ss:MergeAcross="3"><Data ss:Type="String">Harbour Bank</Data></Cell></Row>
<Row>${header.map((name) => cell('String', name)).join('')}</Row>
${paid
  .map(([day, words, cents], index) => {
    const last = `<Cell ss:Index="4"><Data ss:Type="Number">${balances[index]! / 100}</Data></Cell>`
    return `<Row>${cell('DateTime', `${day}T00:00:00.000`)}${cell('String', words)}${cell('Number', `${cents / 100}`)}${last}</Row>`
  })
  .join('\n')}</Table></Worksheet></Workbook>`

test('the XML of Excel 2003 is read with its types', async () => {
  const read = await readStatement(excel2003)
  assert.equal(read.dialect.format, 'xls')
  assert.deepEqual(differences(read), [])
  assert.deepEqual(
    read.stated.map(({ cents }) => cents),
    [CLOSING],
  )
})

test('tab-separated text that is called a workbook is read as text', async () => {
  const text = [
    header,
    ...paid.map(([day, words, cents], index) => [
      day,
      words,
      money(cents),
      money(balances[index]!),
    ]),
  ]
  const read = await readStatement(text.map((line) => line.join('\t')).join('\r\n'))
  assert.equal(read.dialect.format, 'csv')
  assert.deepEqual(differences(read), [])
})
