import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLines } from '../../../../test/support/statement-rows.ts'

test('pending, reverted and declined rows are left out, with and without a date', async () => {
  const { question, rows, skipped } = await readLines([
    'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
    'CARD_PAYMENT,Current,2026-03-02 09:00:00,2026-03-03 10:00:00,Corner bakery,-4.50,0.00,EUR,COMPLETED,495.50',
    'CARD_PAYMENT,Current,2026-03-03 09:00:00,,Tram tickets,-2.40,0.00,EUR,PENDING,',
    'ATM,Current,2026-03-04 09:00:00,2026-03-04 10:00:00,Cash at Main St,-50.00,1.50,EUR,COMPLETED,444.00',
    'CARD_PAYMENT,Current,2026-03-05 09:00:00,2026-03-05 10:00:00,Hotel deposit,-90.00,0.00,EUR,REVERTED,',
    'CARD_PAYMENT,Current,2026-03-06 09:00:00,,Book shop,-12.00,0.00,EUR,DECLINED,',
    'TOPUP,Current,2026-03-07 09:00:00,2026-03-07 10:00:00,Top-up,100.00,0.00,EUR,COMPLETED,544.00',
  ])
  assert.equal(question, null)
  // The balance shows that the fee of 1.50 left the account too.
  assert.deepEqual(rows, [
    '2026-03-03 -450 Corner bakery',
    '2026-03-04 -5150 Cash at Main St',
    '2026-03-07 10000 Top-up',
  ])
  assert.deepEqual(skipped, { pending: [3], reverted: [5], declined: [6] })
})

test('a word in place of the date leaves a pending row out', async () => {
  const { rows, skipped } = await readLines(
    [
      'Date,Description,Debit,Credit',
      'Pending,FUEL STATION,40.00,',
      '03 Mar 2026,GREEN GROCER,12.50,',
      '02 Mar 2026,PAYMENT RECEIVED,,80.00',
    ],
    { currency: 'AUD', isCard: true },
  )
  assert.deepEqual(rows, ['2026-03-03 -1250 GREEN GROCER', '2026-03-02 8000 PAYMENT RECEIVED'])
  assert.deepEqual(skipped, { pending: [2] })
})

test('opening and closing balances are left out, with a date and without one', async () => {
  const italian = await readLines([
    'Data;Valuta;Addebiti;Accrediti;Descrizione operazioni',
    '31/12/2025;;;26.851,95;SALDO INIZIALE',
    '15/01/2026;15/01/2026;51,95;;BOLLETTA LUCE',
    '20/01/2026;20/01/2026;;1.200,00;STIPENDIO',
    '31/01/2026;;;28.000,00;SALDO FINALE',
  ])
  assert.deepEqual(italian.rows, ['2026-01-15 -5195 BOLLETTA LUCE', '2026-01-20 120000 STIPENDIO'])
  assert.deepEqual(italian.skipped, { balance: [2, 5] })
  const polish = await readLines(
    [
      '#Data operacji;#Opis operacji;#Kwota;#Saldo po operacji;',
      '2026-01-15;ZAKUP W SKLEPIE;-93,41;906,59;',
      '2026-01-16;WYPLATA Z BANKOMATU;-800,00;106,59;',
      ';;#Saldo końcowe;106,59 PLN;',
    ],
    { currency: 'PLN' },
  )
  assert.deepEqual(polish.skipped, { balance: [4] })
  assert.equal(polish.rows.length, 2)
})

test('totals, notices and lines that say that nothing happened are left out and counted', async () => {
  const { rows, skipped } = await readLines([
    'Datum;Text;Betrag',
    '02.03.2026;Bäckerei;-4,50',
    '03.03.2026;Kino;-12,00',
    '05.03.2026;Keine Umsätze;',
    '06.03.2026;Ihre neuen Bedingungen liegen bereit;',
    ';Summe;-16,50',
    'Alle Angaben ohne Gewähr',
  ])
  assert.equal(rows.length, 2)
  assert.deepEqual(skipped, { empty: [4], notice: [5, 7], total: [6] })
})

test('a line with words and an amount is never left out for its words alone', async () => {
  const { rows } = await readLines([
    'Datum;Text;Betrag',
    '02.03.2026;Total Tankstelle;-40,50',
    '03.03.2026;TOTAL;-12,00',
    '04.03.2026;Pending Coffee Bar;-3,00',
    '05.03.2026;Storno Lastschrift;3,00',
  ])
  assert.equal(rows.length, 4)
})

test('rows in another currency are left out, and a file of them alone is refused with its line', async () => {
  const file = (...rows: string[]) => ['Date,Name,Currency,Amount', ...rows]
  const { rows, skipped } = await readLines(
    file(
      '2026-03-02,Book shop,EUR,-9.00',
      '2026-03-03,Web host,USD,-5.00',
      '2026-03-04,Bakery,EUR,-2.00',
    ),
  )
  assert.deepEqual(rows, ['2026-03-02 -900 Book shop', '2026-03-04 -200 Bakery'])
  assert.deepEqual(skipped, { other_currency: [3] })
  await assert.rejects(
    readLines(file('2026-03-03,Web host,USD,-5.00', '2026-03-04,Web host,USD,-6.00')),
    {
      line: 2,
      reason: { name: 'other_currency', stated: 'USD', currency: 'EUR', column: 'Currency' },
    },
  )
})

test('a fault names its line and its column', async () => {
  const bad = (row: string) =>
    readLines(['Date,Text,Amount', '2026-03-01,A,-1.00', '2026-03-13,B,-2.50', row])
  await assert.rejects(bad('2026-03-14,C,1.2.3x'), {
    line: 4,
    reason: { name: 'not_an_amount', amount: '1.2.3x', column: 'Amount' },
  })
  await assert.rejects(bad('2026-02-31,C,-3.00'), {
    line: 4,
    reason: { name: 'dates_differ', date: '2026-02-31', column: 'Date' },
  })
})

test('a status that nobody knows is asked about', async () => {
  const file = [
    'Date,Text,Amount,Status',
    '2026-03-01,A,-1.00,Completed',
    '2026-03-02,B,-2.00,Completed',
  ]
  assert.equal((await readLines([...file, '2026-03-03,C,-3.00,Zapped'])).question, 'status')
  assert.equal((await readLines([...file, '2026-03-03,C,-3.00,Pending'])).question, null)
})

test('a fee that no balance proves is asked about', async () => {
  const file = ['Date,Text,Amount,Fee', '2026-03-01,A,-1.00,0.00', '2026-03-02,B,-2.00,0.10']
  assert.equal((await readLines(file)).question, 'columns')
})
