import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileOf, readAll } from '../../../../test/support/given-moves.ts'

const HEAD =
  '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"\n'

const rowsOf = async (lines: string, changes: Parameters<typeof readAll>[2] = {}) => {
  const all = await readAll('ynab', [fileOf('r.csv', HEAD + lines)], changes)
  return all.filter((one) => one.kind === 'row')
}

const line = (day: string, memo: string, money: string) =>
  `"A","","${day}","Shop","Food: Bread","Food","Bread","${memo}",${money},"Cleared"\n`

test('the parts of a split are joined in their order, also where the last comes first', async () => {
  const parts = [
    line('2026-03-01', 'Split (2/2) b', '"2.00","0.00"'),
    line('2026-03-01', 'Split (1/2) a', '"1.00","0.00"'),
    line('2026-03-01', 'Split (1/2) c', '"4.00","0.00"'),
    line('2026-03-01', 'Split (2/2) d', '"8.00","0.00"'),
  ]
  const rows = await rowsOf(parts.join(''))
  assert.deepEqual(
    rows.map(({ amount, parts: some }) => [amount, some?.map(({ note }) => note)]),
    [
      [-300, ['a', 'b']],
      [-1200, ['c', 'd']],
    ],
  )
})

test('a split that breaks off keeps its parts, and the next payment is its own', async () => {
  const rows = await rowsOf(
    line('2026-03-01', 'Split (1/3) a', '"1.00","0.00"') +
      line('2026-03-01', 'whole', '"2.00","0.00"'),
  )
  assert.deepEqual(
    rows.map(({ amount }) => amount),
    [-100, -200],
  )
})

test('amounts in every notation of YNAB mean the same cents', async () => {
  for (const money of [
    '"$1,234.50","$0.00"',
    '"1.234,50€","0,00€"',
    '"1 234,50 kr","0,00 kr"',
    '"1\'234.50","0.00"',
    '"C$1,234.50","C$0.00"',
    '"","-1,234.50"',
  ]) {
    const [row] = await rowsOf(line('2026-03-01', '', money))
    assert.equal(row?.amount, -123_450, money)
  }
})

test('dates in every order of YNAB mean the same day', async () => {
  for (const [day, dateOrder] of [
    ['2026-03-04', null],
    ['2026/03/04', null],
    ['03/04/2026', 'mdy'],
    ['04.03.2026', 'dmy'],
    ['04-03-2026', 'dmy'],
  ] as const) {
    const [row] = await rowsOf(line(day, '', '"1.00","0.00"'), { dateOrder })
    assert.equal(row?.day, '2026-03-04', day)
  }
})

test('a tab-separated register is read as one with commas', async () => {
  const text = (HEAD + line('2026-03-01', '', '"1.00","0.00"')).replaceAll('","', '"\t"')
  const all = await readAll('ynab', [fileOf('r.tsv', text)])
  assert.equal(all.filter(({ kind }) => kind === 'row').length, 1)
})

test('the order in which a register is listed tells the day from the month', async () => {
  const days = ['01/03/2026', '02/01/2026', '03/02/2026']
  const rows = await rowsOf(days.map((day) => line(day, '', '"1.00","0.00"')).join(''))
  assert.deepEqual(
    rows.map(({ day }) => day),
    ['2026-01-03', '2026-02-01', '2026-03-02'],
  )
})

test('the sign of a currency decides it, unless a person has', async () => {
  const euro = line('2026-03-01', '', '"€1.00","€0.00"')
  const currencyOf = async (changes: Parameters<typeof readAll>[2]) => {
    const all = await readAll('ynab', [fileOf('r.csv', HEAD + euro)], changes)
    return all.find((one) => one.kind === 'account')?.currency
  }
  assert.equal(await currencyOf({ currency: 'USD' }), 'EUR')
  assert.equal(await currencyOf({ currency: 'USD', isCurrencyChosen: true }), 'USD')
})
