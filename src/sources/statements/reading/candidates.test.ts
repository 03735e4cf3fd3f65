import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatementRow } from '#/sources/statements/statement.ts'
import { detectDialect, readRows } from './read.ts'

type Options = { readonly currency?: string; readonly isCard?: boolean }

async function read(lines: readonly string[], { currency = 'EUR', isCard = false }: Options = {}) {
  const source = async function* () {
    yield Buffer.from(`${lines.join('\n')}\n`)
  }
  const { question, ...dialect } = await detectDialect(source, { currency, isCard })
  const rows: StatementRow[] = []
  const gaps: number[] = []
  const onGaps = (_: unknown, total: number) => gaps.push(total)
  for await (const some of readRows(source, dialect, { currency, onGaps })) rows.push(...some)
  return { question, layout: dialect.layout, rows, gaps }
}

const amounts = async (lines: readonly string[], options: Options = {}) => {
  const { question, rows } = await read(lines, options)
  assert.equal(question, null)
  return rows.map(({ amount }) => amount)
}

test('a debit and a credit amount come before any other amount', async () => {
  assert.deepEqual(
    await amounts(
      [
        'Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance',
        "05/09/2026,DD,'30-00-00,12345678,CITY WATER,60.00,,2940.00",
        "03/09/2026,BGC,'30-00-00,12345678,ACME LTD SALARY,,2000.00,3000.00",
        "14/08/2026,DEB,'30-00-00,12345678,GREEN GROCER 3297,12.34,,1000.00",
      ],
      { currency: 'GBP' },
    ),
    [-6000, 200_000, -1234],
  )
  assert.deepEqual(
    await amounts(
      [
        'Booking date;Currency;Debit;Credit;Individual amount;Balance;Description1',
        '2026-03-03;CHF;-12.00;;;88.00;Bakery',
        ';;;;-7.00;;Bread',
        ';;;;-5.00;;Cake',
        '2026-03-02;CHF;;100.00;;100.00;Pay',
      ],
      { currency: 'CHF' },
    ),
    [-1200, 10_000],
  )
})

test('the balance chooses between the amount and its opposite', async () => {
  const file = ['Date,Text,Amount,Balance', '2026-03-01,A,10.00,90.00', '2026-03-02,B,20.00,70.00']
  assert.deepEqual(await amounts([...file, '2026-03-03,C,-5.00,75.00']), [-1000, -2000, 500])
})

test('the balance chooses between the signs of amounts and a column of sides', async () => {
  const rows = [
    '02/25/2026,A,33.50,D,66.50',
    '02/26/2026,B,-16.50,D,50.00',
    '02/27/2026,C,20.00,C,70.00',
  ]
  const options = { currency: 'USD' }
  assert.deepEqual(
    await amounts(['Date,Label,Amount,D/C,Balance', ...rows], options),
    [-3350, -1650, 2000],
  )
  const without = [...rows].map((row) => row.replace(/,[^,]*$/, ''))
  const { question } = await read(['Date,Label,Amount,D/C', ...without], options)
  assert.equal(question?.kind, 'columns')
})

test('sides are found in columns of other names, and in one without a name', async () => {
  assert.deepEqual(
    await amounts([
      'Transactiedatum;CreditDebet;Bedrag;Tegenrekeninghouder;Omschrijving',
      '25-02-2026;D;4,50;Bakkerij;pas 1',
      '26-02-2026;C;2000,00;Acme;loon',
    ]),
    [-450, 200_000],
  )
  assert.deepEqual(
    await amounts([
      'Buchungstag;Verwendungszweck;Umsatz;',
      '25.02.2026;Bäckerei;4,50;S',
      '26.02.2026;Gehalt;2.000,00;H',
    ]),
    [-450, 200_000],
  )
})

test('an empty column of dates or amounts loses to the next', async () => {
  const rows = [
    '02/25/2026,Bakery,-4.50,',
    '02/26/2026,Kiosk,-1.50,',
    '02/27/2026,Dividend,9.00,02/28/2026',
  ]
  const { rows: read1 } = await read(['Run Date,Action,Amount ($),Settlement Date', ...rows], {
    currency: 'USD',
  })
  assert.deepEqual(
    read1.map(({ bookedOn }) => bookedOn),
    ['2026-02-25', '2026-02-26', '2026-02-27'],
  )
  const betrag = [
    'Belegdatum;Text;Betrag;Währung;Betrag',
    '25.02.2026;Kiosk;;EUR;-4,50',
    '26.02.2026;Kino;;EUR;-9,00',
  ]
  assert.deepEqual(await amounts(betrag), [-450, -900])
})

test('the other party is the payee of money that goes out and the payer of money that comes in', async () => {
  const { rows } = await read([
    'Buchungsdatum;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;Betrag (€)',
    '25.02.2026;Erika Muster;Grünmarkt;VISA Debitkartenumsatz;-12,00',
    '26.02.2026;Acme GmbH;Erika Muster;Gehalt;2.000,00',
  ])
  assert.deepEqual(
    rows.map(({ merchant }) => merchant),
    ['Grünmarkt', 'Acme GmbH'],
  )
})

test('a column of a few fixed words does not describe a payment', async () => {
  const shops = ['Bakery', 'Kiosk', 'Cinema', 'Tram', 'Grocer', 'Florist', 'Butcher']
  const lines = shops.map((shop, at) => `DEBIT,02/${20 + at}/2026,${shop},-${at + 1}.00,ACH`)
  const { rows } = await read(['Details,Posting Date,Description,Amount,Type', ...lines], {
    currency: 'USD',
  })
  assert.deepEqual(
    rows.map(({ description }) => description),
    shops,
  )
})

test('words are found in a column whose name says nothing of them', async () => {
  const lines = ['Bakery', 'Kiosk', 'Cinema'].map(
    (shop, at) => `2026-03-0${at + 1};-1,00;Xy;${shop}`,
  )
  const { rows } = await read(['Datum;Betrag;Art;Zusatz', ...lines])
  assert.deepEqual(
    rows.map(({ description }) => description),
    ['Bakery', 'Kiosk', 'Cinema'],
  )
})

test('category, merchant code and the bank’s id reach the row', async () => {
  const { rows } = await read(
    [
      'Transaction ID,Date,Merchant,Category,MCC,Amount',
      'tx_0000A1B2C3D4,2026-03-01,Green grocer,Groceries,5411,-12.00',
      'tx_0000A1B2C3D5,2026-03-02,Tram,Transport,4111,-2.40',
      'tx_0000A1B2C3D6,2026-03-03,Tram,Transport,0000,-2.40',
    ],
    { currency: 'GBP' },
  )
  assert.deepEqual(
    rows.map(({ category, mcc, reference }) => [category, mcc, reference]),
    [
      ['Groceries', '5411', 'tx_0000A1B2C3D4'],
      ['Transport', '4111', 'tx_0000A1B2C3D5'],
      ['Transport', null, 'tx_0000A1B2C3D6'],
    ],
  )
})

test('an id that two rows share is ignored', async () => {
  const { rows } = await read([
    'Reference number,Date,Text,Amount',
    'INV-00000001,2026-03-01,Rent,-12.00',
    'INV-00000001,2026-03-02,Rent,-12.00',
  ])
  assert.deepEqual(
    rows.map(({ reference }) => reference),
    [null, null],
  )
})

test('a sign that could mean decimals or thousands is asked about', async () => {
  const file = ['Datum;Text;Betrag', '25.02.2026;A;-29.000', '26.02.2026;B;-12.900']
  const { question } = await read(file)
  assert.deepEqual(
    question?.readings.map(({ decimal }) => decimal),
    [',', '.'],
  )
  assert.deepEqual(
    await amounts([...file, '27.02.2026;C;-1.250,50']),
    [-2_900_000, -1_290_000, -125_050],
  )
})

test('each reading of a question answers it', async () => {
  const lines = [
    'Date,Text,Amount',
    '2026-03-01,A,10.00',
    '2026-03-02,B,20.00',
    '2026-03-03,C,30.00',
  ]
  const source = async function* () {
    yield Buffer.from(lines.join('\n'))
  }
  const options = { currency: 'EUR', isCard: true }
  const { question } = await detectDialect(source, options)
  assert.deepEqual([question?.kind, question?.readings.length], ['spending', 2])
  for (const mapping of question!.readings) {
    const answered = await detectDialect(source, options, mapping)
    assert.deepEqual([answered.question, answered.layout?.isInverted], [null, mapping.isInverted])
  }
})

test('gaps in the balances are reported although most rows add up', async () => {
  const file = ['Date,Text,Amount,Balance', '2026-03-01,A,-1.00,99.00', '2026-03-02,B,-2.00,97.00']
  const { gaps } = await read([...file, '2026-03-03,C,-3.00,90.00', '2026-03-04,D,-4.00,86.00'])
  assert.deepEqual(gaps, [1])
})

test('a column of clearing dates alone does not make spending positive', async () => {
  const rows = [
    '2026-03-01,2026-03-02,Bakery,-3.20',
    '2026-03-02,2026-03-03,City Water,-41.00',
    '2026-03-03,2026-03-04,Salary Acme,2000.00',
  ]
  assert.deepEqual(
    await amounts(['Date,Clearing Date,Description,Amount', ...rows]),
    [-320, -4100, 200_000],
  )
})
