import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  differences,
  money,
  type Paid,
  paid,
  readStatement,
} from '../../../../test/support/statement-rows.ts'
import { writeWorkbook } from '../../../../test/support/write-workbook.ts'

const csv = (header: string, rows: readonly (readonly string[])[]) =>
  `${[header, ...rows.map((cells) => cells.join(','))].join('\n')}\n`
const row = (account: string, [day, words, cents]: Paid) => [day, account, words, money(cents)]
const ofTwo = paid.map((one, index) => row(index % 3 === 0 ? 'Visa ··12' : 'Everyday', one))

for (const name of ['Account', 'Account Name', 'Konto', 'Compte', 'Cuenta', 'IBAN/BBAN']) {
  test(`rows belong to the accounts that a column “${name}” names`, async () => {
    const read = await readStatement(csv(`Date,${name},Description,Amount`, ofTwo))
    assert.deepEqual(differences(read), [])
    assert.deepEqual(
      read.rows.map(({ account }) => account),
      ofTwo.map(([, account]) => account),
    )
  })
}

test('a column that names one account, or the other side of each payment, divides nothing', async () => {
  const one = await readStatement(
    csv(
      'Date,Account,Description,Amount',
      paid.map((each) => row('Everyday', each)),
    ),
  )
  const others = paid.map((each, index) => row(`NL0${index}`, each))
  const other = await readStatement(csv('Date,Counterparty account,Description,Amount', others))
  const distinct = await readStatement(csv('Date,Account,Description,Amount', others))
  for (const { rows } of [one, other, distinct]) {
    assert.ok(rows.every(({ account }) => account === null))
  }
})

test('a quote that a bank leaves in the number of an account names no other account', async () => {
  const quoted = paid.map((each, index) => row(index % 2 === 0 ? 'NL01' : '"NL01"""', each))
  const { rows } = await readStatement(csv('Date,IBAN/BBAN,Description,Amount', quoted))
  assert.ok(rows.every(({ account }) => account === null))
})

test('a column names the accounts of a workbook, too', async () => {
  const rows = paid.map(([day, words, cents], index) => [
    { day },
    words,
    cents / 100,
    index < 4 ? 'A' : 'B',
  ])
  const read = await readStatement(
    writeWorkbook([{ name: 'All', rows: [['Date', 'Description', 'Amount', 'Account'], ...rows] }]),
  )
  assert.deepEqual(read.rows.map(({ account }) => account).join(''), 'AAAABBBBB')
})

test('running balances of several accounts are checked one by one', async () => {
  const rows = [
    '2026-02-13,A,Shop,-1.00,9.00',
    '2026-02-13,B,Shop,-2.00,98.00',
    '2026-02-14,A,Shop,-3.00,6.00',
    '2026-02-14,B,Pay,5.00,103.00',
  ]
  const read = await readStatement(`Date,Account,Description,Amount,Balance\n${rows.join('\n')}\n`)
  assert.equal(read.gaps, 0)
  assert.deepEqual(
    read.stated.map(({ account, cents }) => [account, cents]),
    [
      ['A', 600],
      ['B', 10_300],
    ],
  )
})
