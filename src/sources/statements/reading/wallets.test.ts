import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLines } from '../../../../test/support/statement-rows.ts'

// Exports of payment services, with the truth worked out by hand: what moved the balance, after fees.

test('PayPal: the net amount counts, holds and other currencies do not', async () => {
  const { question, rows, skipped } = await readLines(
    [
      '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Item Title","Balance","Note"',
      '"03/02/2026","09:00:00","PST","Corner Bakery","Express Checkout Payment","Completed","USD","-20.00","0.00","-20.00","me@example.com","bakery@example.com","1AB","Bread","80.00",""',
      '"03/13/2026","10:00:00","PST","Ann Example","Mobile Payment","Completed","USD","100.00","-3.20","96.80","ann@example.com","me@example.com","2AB","","176.80","table"',
      '"03/14/2026","10:00:00","PST","Book Shop","Account Hold for Open Authorization","Pending","USD","-15.00","0.00","-15.00","me@example.com","books@example.com","3AB","","176.80",""',
      '"03/15/2026","10:00:00","PST","Berlin Shop","Express Checkout Payment","Completed","EUR","-10.00","0.00","-10.00","me@example.com","berlin@example.com","4AB","","0.00",""',
      '"03/16/2026","10:00:00","PST","","General Withdrawal","Completed","USD","-50.00","0.00","-50.00","me@example.com","","5AB","","126.80",""',
      '"03/17/2026","10:00:00","PST","Shoe Shop","Payment Refund","Denied","USD","12.00","0.00","12.00","shoes@example.com","me@example.com","6AB","","126.80",""',
    ],
    { currency: 'USD' },
  )
  assert.equal(question, null)
  assert.deepEqual(
    rows.map((row) => row.split(' ', 2).join(' ')),
    ['2026-03-02 -2000', '2026-03-13 9680', '2026-03-16 -5000'],
  )
  assert.match(rows[1]!, /Ann Example$/)
  assert.deepEqual(skipped, { pending: [4], other_currency: [5], declined: [7] })
})

test('Wise: amounts hold their fees, as the balance shows', async () => {
  const { question, rows } = await readLines(
    [
      'TransferWise ID,Date,Date Time,Amount,Currency,Description,Payment Reference,Running Balance,Exchange From,Exchange To,Exchange Rate,Payer Name,Payee Name,Payee Account Number,Merchant,Card Last Four Digits,Card Holder Full Name,Attachment,Note,Total fees,Exchange To Amount,Transaction Type,Transaction Details Type',
      'TRANSFER-3,16-03-2026,16-03-2026 10:00:00.000,-100.62,GBP,Sent money to Ann Example,rent,341.88,,,,,Ann Example,12345678,,,,,,0.62,,DEBIT,TRANSFER',
      'TRANSFER-2,13-03-2026,13-03-2026 10:00:00.000,450.00,GBP,Received money from Acme Ltd,pay,442.50,,,,Acme Ltd,,,,,,,,0.00,,CREDIT,DEPOSIT',
      'CARD-1,02-03-2026,02-03-2026 10:00:00.000,-7.50,GBP,Card transaction of 8.50 EUR issued by Corner Bakery,,-7.50,GBP,EUR,1.14,,,,Corner Bakery,1234,Me,,,0.04,8.50,DEBIT,CARD',
    ],
    { currency: 'GBP' },
  )
  assert.equal(question, null)
  assert.deepEqual(
    rows.map((row) => row.split(' ', 2).join(' ')),
    ['2026-03-16 -10062', '2026-03-13 45000', '2026-03-02 -750'],
  )
  for (const [at, name] of ['Ann Example', 'Acme Ltd', 'Corner Bakery'].entries()) {
    assert.ok(rows[at]?.includes(name), name)
  }
})

test('Venmo: a sign before a space counts, and balances around the rows are ignored', async () => {
  const { question, rows, skipped } = await readLines(
    [
      'Account Statement - (@me) ,,,,,,,,,,,,,,,,,,,,,',
      'Account Activity,,,,,,,,,,,,,,,,,,,,,',
      ',ID,Datetime,Type,Status,Note,From,To,Amount (total),Amount (tip),Amount (tax),Amount (fee),Tax Rate,Tax Exempt,Funding Source,Destination,Beginning Balance,Ending Balance,Statement Period Venmo Fees,Terminal Location,Year to Date Venmo Fees,Disclaimer',
      ',,,,,,,,,,,,,,,,$100.00,,,,,',
      ',1001,2026-03-02T09:00:00,Payment,Complete,pizza,Me Example,Ann Example,- $12.00,,0,,0,,Venmo balance,,,,,Venmo,,',
      ',1002,2026-03-13T09:00:00,Charge,Complete,tickets,Me Example,Bob Example,+ $40.50,,0,,0,,,Venmo balance,,,,Venmo,,',
      ',1003,2026-03-14T09:00:00,Payment,Failed,gift,Me Example,Cat Example,- $9.00,,0,,0,,Bank,,,,,Venmo,,',
      ',1004,2026-03-16T09:00:00,Standard Transfer,Issued,,,,- $50.00,,0,,0,,,Example Bank *1234,,,,Venmo,,',
      ',,,,,,,,,,,,,,,,,$78.50,$0.00,,$0.00,"In case of errors, write to us."',
    ],
    { currency: 'USD' },
  )
  assert.equal(question, null)
  // A charge names the person who is to pay in the column of the payee.
  assert.deepEqual(rows, [
    '2026-03-02 -1200 Ann Example',
    '2026-03-13 4050 Bob Example',
    '2026-03-16 -5000 Standard Transfer',
  ])
  assert.deepEqual(skipped, { declined: [7], notice: [9] })
})
