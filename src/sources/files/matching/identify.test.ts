import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Columns } from '#/sources/statements/csv-columns.ts'
import type { Layout } from '#/sources/statements/csv-layout.ts'
import { kindOf } from './identify.ts'

const columns: Columns = {
  date: 0,
  amount: 1,
  debit: null,
  credit: null,
  direction: null,
  merchant: null,
  description: [2],
  currency: null,
  balance: null,
}

const named = (said: Columns) => {
  const layout: Layout = {
    delimiter: ',',
    skipped: 1,
    header: ['Date', 'Amount', 'Text'],
    columns: said,
    dateOrder: 'ymd',
    decimal: '.',
    isInverted: false,
    debitSign: null,
  }
  return kindOf('csv', layout)
}

test('rows are named alike in whatever order their columns were said', () => {
  const turned = Object.fromEntries(Object.entries(columns).toReversed()) as Columns
  assert.equal(named(turned), named(columns))
  assert.notEqual(named({ ...columns, amount: 2, description: [1] }), named(columns))
})

test('rows are named alike whether or not a balance was read beside them', () => {
  assert.equal(named({ ...columns, balance: 3 }), named(columns))
})
