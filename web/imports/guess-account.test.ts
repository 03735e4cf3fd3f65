import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessAccount, kindFromName, nameFromFile } from './guess-account.ts'

test('a file name gives the account its name, without dates and the words of exports', () => {
  const names = {
    'Chase1234_Activity_20260101_20260131.CSV': 'Chase',
    'NorthbankDataExport_February2026_2026-02-26_174335.csv': 'Northbank',
    'savings-march-2026.ofx': 'Savings',
    'River Visa (2).csv': 'River Visa',
    'movimientos_cuenta_enero.xlsx': '',
    'TransactionHistory_20260418043121.csv': '',
    '2026-03.csv': '',
  }
  for (const [file, name] of Object.entries(names)) assert.equal(nameFromFile(file), name, file)
})

test('the name tells the kind of account, a current account without a hint', () => {
  assert.deepEqual(['River Visa', 'Savings', 'Efectivo', 'Chase'].map(kindFromName), [
    'card',
    'savings',
    'wallet',
    'checking',
  ])
})

const accounts = [
  { id: 'a', name: 'Everyday', mask: '1234' },
  { id: 'b', name: 'River Savings', mask: null },
  { id: 'c', name: 'River', mask: '77' },
]

test('an account is found by the digits of its number or by its whole name', () => {
  assert.equal(guessAccount('Chase1234_Activity.csv', accounts), 'a')
  assert.equal(guessAccount('everyday 2026.csv', accounts), 'a')
  assert.equal(guessAccount('river.csv', accounts), 'c')
})

test('a file name that fits two accounts or none names no account', () => {
  assert.equal(guessAccount('river-savings.csv', accounts), null)
  assert.equal(guessAccount('march.csv', accounts), null)
  // Two digits are part of many dates.
  assert.equal(guessAccount('export-77.csv', accounts), null)
})
