import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CLOSING,
  differences,
  dmy,
  mdy,
  money,
  OPENING,
  type Paid,
  paid,
  readStatement,
} from '../../../../test/support/statement-rows.ts'

type Written = {
  readonly date?: (day: string) => string
  readonly sign?: string
  readonly group?: string
  readonly rows?: readonly Paid[]
  /** Further lines of each record. */
  readonly more?: (one: Paid, index: number) => readonly string[]
}

/** Writes the records of one account. */
const records = ({
  date = mdy,
  sign = '.',
  group = ',',
  rows = paid,
  more = () => [],
}: Written = {}) =>
  rows.flatMap((one, index) => [
    `D${date(one[0])}`,
    `T${money(one[2], sign, group)}`,
    `P${one[1]}`,
    ...more(one, index),
    '^',
  ])
const qif = (...lines: readonly (string | readonly string[])[]) =>
  `${lines.flat().join('\r\n')}\r\n`
/** `1/ 5'24`, as Quicken pads it. */
const quickenDate = (day: string) => {
  const [year = '', month, date] = day.split('-').map(Number)
  return `${String(month).padStart(2)}/${String(date).padStart(2)}'${String(Number(year) - 2000).padStart(2)}`
}
const twoDigits = (day: string) => mdy(day).replace(/20(\d\d)$/, '$1')

const files: Readonly<Record<string, string>> = {
  'a bank account with the month first': qif('!Type:Bank', records()),
  'the day first': qif('!Type:Bank ', records({ date: (day) => dmy(day, '/') })),
  'years of two digits': qif('!Type:Bank', records({ date: twoDigits })),
  'dates as Quicken pads them': qif('!Type:Bank', records({ date: quickenDate })),
  'dates of ISO 8601': qif('!Type:Bank', records({ date: (day) => day })),
  'comma decimals': qif('!Type:Bank', records({ date: dmy, sign: ',', group: '.' })),
  'a card': qif('!Type:CCard', records({ more: () => ['CX', 'N1001', 'MCard 1234'] })),
  'a cash account': qif('!Type:Cash', records({ more: () => ['C*', 'LFood'] })),
  'a debt': qif('!Type:Oth L', records()),
  'an asset': qif('!type:oth a', records({ more: () => ['A1 Harbour Street', 'AOak Town'] })),
  'the newest record first': qif('!Type:Bank', records({ rows: paid.toReversed() })),
  'both amount fields': qif('!Type:Bank', records({ more: ([, , cents]) => [`U${money(cents)}`] })),
  'lists of categories and memorized payments': qif(
    '!Type:Cat',
    ['NFood', 'DGroceries', 'E', '^'],
    '!Type:Memorized',
    ['KC', 'T-1.00', 'PNobody', '^'],
    '!Type:Class',
    ['NHoliday', '^'],
    '!Type:Bank',
    records(),
  ),
  'a list of accounts before the one that has records': qif(
    '!Option:AutoSwitch',
    '!Account',
    ['NEveryday', 'TBank', '^', 'NVisa', 'TCCard', '^'],
    '!Clear:AutoSwitch',
    '!Account',
    ['NEveryday', 'TBank', '^'],
    '!Type:Bank',
    records(),
  ),
}

for (const [name, text] of Object.entries(files)) {
  test(`QIF with ${name}: the household’s payments`, async () => {
    const { dialect, ...read } = await readStatement(text)
    assert.equal(dialect.format, 'qif')
    assert.equal(dialect.question, null)
    assert.deepEqual(differences({ dialect, ...read }), [])
  })
}

test('accounts of one QIF file are kept separate', async () => {
  const account = (name: string, type: string, rows: readonly Paid[]) => [
    '!Account',
    `N${name}`,
    `T${type}`,
    '^',
    `!Type:${type}`,
    ...records({ rows }),
  ]
  const read = await readStatement(
    qif(
      account('Everyday', 'Bank', paid),
      account('Visa', 'CCard', paid.slice(0, 2)),
      account('Old', 'Bank', []),
    ),
  )
  assert.deepEqual(read.accounts, ['Everyday', 'Visa', 'Old'])
  assert.deepEqual(
    read.rows.map(({ account: name }) => name),
    [...paid.map(() => 'Everyday'), 'Visa', 'Visa'],
  )
})

test('a divided payment is one row with its total, and its categories stay words', async () => {
  const parts = ['SFood', 'EApples', '$-40.00', 'SHousehold', '$-5.99']
  const read = await readStatement(
    qif('!Type:Bank', ['D2/13/26', 'T-45.99', 'PMarket', ...parts, '^']),
  )
  assert.deepEqual(
    read.rows.map(({ cents, category }) => [cents, category]),
    [[-4599, null]],
  )
  assert.match(read.rows[0]!.words, /Apples; Food, Household/)
  assert.equal(read.gaps, 0)
  const alone = await readStatement(qif('!Type:Bank', ['D2/13/26', 'PMarket', ...parts, '^']))
  assert.equal(alone.rows[0]!.cents, -4599)
})

test('parts that do not add up to the payment are reported', async () => {
  const text = qif('!Type:Bank', ['D2/13/26', 'T-45.99', 'SFood', '$-40.00', '^'])
  assert.equal((await readStatement(text)).gaps, 1)
})

test('categories are read without classes, and transfers name no category', async () => {
  const text = qif('!Type:Bank', [
    'D2/13/26',
    'T-1',
    'LFood:Fruit/Trip',
    '^',
    'D2/14/26',
    'T-2',
    'L[Savings]',
    '^',
  ])
  const read = await readStatement(text)
  assert.deepEqual(
    read.rows.map(({ category, words }) => [category, words]),
    [
      ['Food:Fruit', ''],
      [null, 'Savings'],
    ],
  )
})

test('an opening balance is not a payment, and gives the balance after the last row', async () => {
  const opening = [
    'D1/1/26',
    `T${money(OPENING, '.', ',')}`,
    'POpening Balance',
    'L[Everyday]',
    '^',
  ]
  const read = await readStatement(qif('!Type:Bank', opening, records()))
  assert.deepEqual(differences(read), [])
  assert.deepEqual(read.skipped, [{ reason: 'balance', line: 2 }])
  assert.deepEqual(read.stated, [{ account: null, cents: CLOSING, day: '2026-02-16' }])
})

test('records of securities are skipped and counted, and refused if there are no others', async () => {
  const trades = ['!Type:Invst', 'D2/13/26', 'NBuy', 'YAcme', 'I1.00', 'Q3', 'T3.00', '^']
  const read = await readStatement(qif('!Type:Bank', records(), trades))
  assert.deepEqual(differences(read), [])
  assert.deepEqual(
    read.skipped.map(({ reason }) => reason),
    ['investment'],
  )
  await assert.rejects(readStatement(qif(trades)), /only trades of securities/)
})

test('an open order of day and month is asked, unless the records speak for one', async () => {
  const text = (...dates: readonly string[]) =>
    qif(
      '!Type:Bank',
      dates.flatMap((date) => [`D${date}`, 'T-1.00', '^']),
    )
  const order = async (currency: string, ...dates: readonly string[]) => {
    const { dialect } = await readStatement(text(...dates), { currency })
    return [dialect.notation!.dateOrder, dialect.question?.kind ?? null]
  }
  assert.deepEqual(await order('EUR', '03/04/2026', '05/04/2026', '07/03/2026'), ['mdy', null])
  assert.deepEqual(await order('GBP', '03/04/2026', '05/04/2026'), ['dmy', 'date_order'])
  assert.deepEqual(await order('USD', '03/04/2026', '05/04/2026'), ['mdy', null])
  assert.deepEqual(await order('EUR', '03.04.2026', '05.04.2026'), ['dmy', null])
  const month = ['09/02/2026', '03/02/2026', '12/02/2026', '05/02/2026']
  assert.deepEqual(await order('GBP', ...month), ['dmy', null])
  const chosen = await readStatement(text('03/04/2026'), { mapping: { dateOrder: 'mdy' } })
  assert.deepEqual([chosen.dialect.question, chosen.rows[0]!.day], [null, '2026-03-04'])
})

test('a QIF file that ends inside a record is refused with the line', async () => {
  await assert.rejects(readStatement('!Type:Bank\nD2/13/26\nT-1.00\n'), { line: 3 })
  await assert.rejects(readStatement('!Type:Bank\nD2/13/26\nT-1.x0\n^\n'), { line: 3 })
})
