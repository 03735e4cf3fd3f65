import assert from 'node:assert/strict'
import { test } from 'node:test'
import stringWidth from 'string-width'
import { type Column, listed, tableText } from './table.ts'

type Row = { name: string; cents: number; currency: string; id: string }

const id = '01a20876-1e34-7112-af21-0a537e6073d1'
const columns: readonly Column<Row>[] = [
  { name: 'name', of: ({ name }) => name },
  { name: 'amount', of: ({ cents }) => cents, currency: ({ currency }) => currency },
  { name: 'note', of: () => null, isExtra: true },
  { name: 'id', of: (row) => row.id },
]
const row = (name: string, cents: number, currency = 'EUR'): Row => ({ name, cents, currency, id })
const list = (rows: readonly Row[]) => ({ json: rows, rows, columns, empty: 'Nothing.' })

test('amounts are money of their currency, aligned at the right', () => {
  const rows = [row('Rent', 112_000), row('Rice', -5), row('Sushi', 1_500, 'JPY')]
  assert.equal(
    tableText(columns.slice(0, 2), rows),
    'NAME         AMOUNT\nRent   1,120.00 EUR\nRice      -0.05 EUR\nSushi     1,500 JPY',
  )
})

test('wide characters take the columns that a terminal gives them', () => {
  const names = ['家賃と光熱費', 'Food 🍕👩‍👩‍👧', 'Café', 'é', 'Rent']
  const lines = tableText(
    columns,
    names.map((name) => row(name, 100)),
  ).split('\n')
  const places = lines.slice(1).map((line) => stringWidth(line.slice(0, line.indexOf(id))))
  assert.deepEqual(new Set(places).size, 1, lines.join('\n'))
})

test('a narrow terminal shortens names, then leaves out ids, and never cuts an amount', () => {
  const rows = [row('A very long name of something to pay for', 123_456_789)]
  for (const [width, hasId] of [
    [100, true],
    [70, true],
    [40, false],
  ] as const) {
    const { text } = listed({ options: {}, width }, list(rows))
    assert.ok(
      text.split('\n').every((line) => stringWidth(line) <= width),
      text,
    )
    assert.match(text, /1,234,567\.89 EUR/)
    assert.equal(text.includes(id), hasId, text)
  }
  assert.match(listed({ options: { long: true }, width: 40 }, list(rows)).text, new RegExp(id))
  assert.match(listed({ options: {} }, list(rows)).text, /to pay for {2}/)
})

test('a name cannot command the terminal, nor begin a line of its own', () => {
  const evil = '\u001b]0;owned\u0007\u009b31mRed\u202e\nROOT  1.00 EUR\r'
  const { text, csv } = listed({ options: { csv: true } }, list([row(evil, 100)]))
  assert.equal(text.split('\n').length, 2)
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  assert.doesNotMatch(text + csv!, /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]/)
})

test('CSV has every column, decimals and a currency, and quotes as RFC 4180 says', () => {
  const { csv } = listed({ options: { csv: true } }, list([row('Tea, "green"\nand black', -450)]))
  assert.equal(csv, `name,amount,note,id,currency\r\n"Tea, ""green""\nand black",-4.50,,${id},EUR`)
})

test('CSV keeps a spreadsheet from running a text as a formula', () => {
  const texts = ['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1', 'a=b']
  const { csv } = listed({ options: { csv: true } }, list(texts.map((text) => row(text, -100))))
  const cells = csv!.split('\r\n').slice(1)
  assert.deepEqual(
    cells.map((line) => /^"?'/.test(line)),
    [true, true, true, true, true, true, true, false],
  )
  // Amounts are numbers of ours, which stay numbers.
  assert.ok(cells.every((line) => line.includes(',-1.00,')))
})
